// HostTests.swift - the calls that the host of a script receives; scripts send no messages but their own.
import MiniRuntime
import ObjectiveScript
import Synchronization
import Testing

@Suite("Hosts of scripts")
struct HostTests {
    @Test("Every statement is reported before and after, those of blocks and methods within it, failed ones too")
    func statements() throws {
        let bench = try Bench()
        _ = bench.error(
            """
            @class OSSteps : NSObject { - (int)two {
                x = 1
                return x + 1 } }
            s = [OSSteps new]
            if (s.two == 2) { print @"yes" }
            1 / 0
            """)
        let steps = bench.host.ran.dropFirst(2).filter { !$0.hasPrefix("sen") }
        #expect(
            Array(steps) == [
                "will 4 s = [OSSteps new]", "did 4 s = [OSSteps new]",
                "will 5 if (s.two == 2) { print @\"yes\" }", "will 2 x = 1", "did 2 x = 1", "will 3 return x + 1",
                "did 3 return x + 1", "will 5 print @\"yes\"", "did 5 print @\"yes\"",
                "did 5 if (s.two == 2) { print @\"yes\" }", "will 6 1 / 0", "did 6 1 / 0",
            ])
    }

    @Test(
        "Every message of a script is reported before and after, whether it returns or raises; so is trace on and off")
    func sends() throws {
        let bench = try Bench()
        try bench.run(
            "trace on\nn = [@[] count] + @\"a\".length; [nil foo]; @try { [@[] nope] } @catch (e) { }\ntrace off\ntrace = 3"
        )
        let sends = bench.host.ran.filter { $0.hasPrefix("sen") }
        #expect(sends == ["send count", "sent count", "send length", "sent length", "send nope", "sent nope"])
        #expect(bench.host.written == ["trace on", "trace off"])
        #expect(
            try failure("trace x").hasPrefix("test:1:7: error: expected 'on' or 'off' after 'trace', but found 'x'"))
    }

    @Test("Variables come in the order of their first assignment, and objects are named by the first that holds them")
    func variables() throws {
        let bench = try Bench()
        try bench.run("a = [NSObject new]; b = a; n = 3; a = nil; a = @\"x\"")
        let variables = bench.interpreter.variables
        #expect(variables.map(\.name) == ["printer", "a", "b", "n"])
        #expect(variables.map(\.value.description).suffix(1) == ["3"])
        let object = try #require(variables[2].value.object)
        #expect(bench.interpreter.name(of: object.unmanaged) == "b")
        try bench.run("a = b")
        #expect(bench.interpreter.name(of: object.unmanaged) == "a")
        let unknown = try Class.nsObject.new()
        #expect(bench.interpreter.name(of: unknown.unmanaged) == nil)
        #expect(Interpreter.keywords.contains("@class"))
        #expect(Interpreter.keywords.contains("object_getClass"))
    }

    @Test("A trace of messages shows what the script sends, and what that sends in turn")
    func messages() async {
        await #expect(processExitsWith: .success) {
            let bench = try Bench()
            try bench.run(
                "@class OSQuiet : NSObject { int age; - (int)next { return self.age + 1 } }\nwarm = [OSQuiet new]")
            let log = Locked<[String]>([])
            Trace.setHandler { event in
                guard event.kind == .message, let selector = event.selector else { return }
                log.append("\(selector)")
            }
            Trace.setTracesMessages(true)
            try bench.run(
                "p = [OSQuiet new]; p.age = 3; x = p.next; s = @\"text\"; y = @42; super_ = object_getClass(p); p = nil"
            )
            try bench.run("@try { [warm nope] } @catch (e) { e = nil }")
            Trace.setHandler(nil)
            let expected = [
                "new", "alloc", "init", "setAge:", "next", "age", "dealloc", "resolveInstanceMethod:",
                "forwardingTargetForSelector:", "methodSignatureForSelector:", "doesNotRecognizeSelector:",
            ]
            #expect(log.withLock { $0 }.filter { $0 != "initialize" }.prefix(expected.count) == expected[...])
        }
    }

    @Test("A message whose types are known at run time is sent as any other")
    func dynamicSends() throws {
        let signature = try MethodSignature("d@:df")
        let cls = try ClassBuilder("OSDynamic").register()
        try cls.addMethod("add:to:") { (_: Object, a: Double, b: Float) -> Double in a + Double(b) }
        let object = try cls.new()
        var (a, b, result) = (1.5, Float(2), (0.0, 0.0))
        try withUnsafeMutableBytes(of: &a) { a in
            try withUnsafeMutableBytes(of: &b) { b in
                try withUnsafeMutableBytes(of: &result) {
                    try object.unmanaged.send(
                        "add:to:", signature: signature, arguments: [a.baseAddress!, b.baseAddress!],
                        result: $0.baseAddress!)
                }
            }
        }
        #expect(result.0 == 3.5)
        #expect(throws: RuntimeException.self) {
            try withUnsafeMutableBytes(of: &result) {
                try object.unmanaged.send(
                    "initNothing", signature: MethodSignature("@@:"), arguments: [], result: $0.baseAddress!)
            }
        }
        #expect(object.unmanaged.retainCount == 1)
    }

    @Test(
        "A host may stop a script: the next statement and the next round of a loop throw, and no @catch ends that",
        arguments: [
            "n = 0; while (1) { n = n + 1 }", "while (1) { }", "while (1) { @try { print @1 } @catch (e) { } }",
            "@class OSEndless : NSObject { - (void)go { while (1) { } } }\nwhile (1) { [[OSEndless new] go] }",
        ])
    func cancelling(_ source: String) throws {
        let host = PatientHost()
        let interpreter = try Interpreter(host: host)
        let script = try Script(parsing: source, named: "test")
        let error = #expect(throws: ScriptError.self) {
            for statement in script.statements { try interpreter.run(statement) }
        }
        #expect(error?.message == "the script was stopped here")
        #expect(host.isCancelled)
    }
}

/// A host that stops the script after isCancelled was read 100 times.
private final class PatientHost: ScriptHost {
    private let questions = Atomic(0)

    var isCancelled: Bool { questions.wrappingAdd(1, ordering: .relaxed).newValue > 100 }

    func willRun(_ statement: Statement) {}
    func didRun(_ statement: Statement) {}
    func write(_ text: String) {}
    func inspect(_ subject: ScriptValue, named: String) {}
    func graph(_ subjects: [(name: String, value: ScriptValue)]) {}
}
