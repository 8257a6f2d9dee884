// ExceptionTests.swift - what methods raise, as Swift errors; and what happens where nobody can catch them.
import MiniRuntime
import RuntimeTestSupport
import TestSupport
import Testing

#if canImport(Glibc)
import Glibc
#endif

@Suite("Exceptions in Swift")
struct ExceptionTests {
    @Test("The outermost try throws what a method raised, with name and reason")
    func thrown() throws {
        let log = Log(), cls = try makeClass("Person")
        try cls.addMethod("inner") { (self: Object) -> Int32 in throw RuntimeException("NSRangeException", "too far") }
        try cls.addMethod("outer") { (self: Object) -> Int32 in
            do { return try self.send("inner", as: Int32.self) } catch {
                log.add("\(error)")
                throw error
            }
        }
        let object = try cls.new()
        for _ in ["cold", "cached"] {
            #expect(throws: RuntimeException("NSRangeException", "too far")) {
                try object.send("outer", as: Int32.self)
            }
            #expect(!RuntimeException.isPending)
        }
        #expect(log.all == Array(repeating: "NSRangeException: too far", count: 2))
    }

    @Test("Any Swift error thrown by a method becomes an exception of its type's name")
    func swiftErrors() throws {
        struct Refusal: Error, CustomStringConvertible { let description = "not like this" }
        let cls = try makeClass { try $0.addMethod("no") { (self: Object) in throw Refusal() } }, object = try cls.new()
        for _ in ["cold", "cached"] {
            #expect(throws: RuntimeException("Refusal", "not like this")) { try object.send("no") }
        }
    }

    @Test("A method that swallows an exception goes on")
    func swallowed() throws {
        let cls = try makeClass()
        try cls.addMethod("inner") { (self: Object) in throw RuntimeException("E", "inner") }
        try cls.addMethod("outer") { (self: Object) -> Bool in (try? self.send("inner")) == nil }
        let object = try cls.new()
        for _ in ["cold", "cached"] { #expect(try object.send("outer", as: Bool.self)) }
    }

    @Test("What is sent while an exception is on its way throws its own only, and the one on its way goes on")
    func whileOneIsPending() throws {
        let log = Log(), cls = try makeClass()
        try cls.addMethod("fine") { (self: Object) -> Int32 in RuntimeException.isPending ? 0 : 1 }
        try cls.addMethod("fails") { (self: Object) in throw RuntimeException("Second", "of the same thread") }
        // As a dealloc does that runs because a method on the way has raised.
        try cls.addMethod("outer") { (self: Object) in
            RuntimeException("First", "the cause").raise()
            log.add("fine: \(try self.send("fine", as: Int32.self))")
            do { try self.send("fails") } catch { log.add("\(error)") }
            do { try self.send("unknown") } catch { log.add("\((error as? RuntimeException)?.name ?? "")") }
            log.add("pending: \(RuntimeException.isPending)")
        }
        let object = try cls.new()
        for _ in ["cold", "cached"] {
            #expect(throws: RuntimeException("First", "the cause")) { try object.send("outer") }
            #expect(!RuntimeException.isPending)
        }
        let expected = ["fine: 1", "Second: of the same thread", "NSInvalidArgumentException", "pending: true"]
        #expect(log.all == expected + expected)
    }

    @Test("A message nobody implements, for an object and for a class, says so exactly")
    func unrecognized() throws {
        let cls = try makeClass("Person"), object = try cls.new()
        let address = String(object.address, radix: 16), classAddress = String(cls.object.address, radix: 16)
        for _ in ["cold", "again"] {
            #expect(
                throws: RuntimeException(
                    "NSInvalidArgumentException",
                    "-[\(cls.name) fly]: unrecognized selector sent to instance 0x\(address)")
            ) {
                try object.send("fly")
            }
            #expect(
                throws: RuntimeException(
                    "NSInvalidArgumentException",
                    "+[\(cls.name) fly]: unrecognized selector sent to class 0x\(classAddress)")
            ) {
                try cls.send("fly")
            }
        }
    }

    @Test("Raising by hand fills the slot, and the first one stays")
    func byHand() {
        RuntimeException("First", "1").raise()
        RuntimeException("Second", "2").raise()
        #expect(RuntimeException.isPending)
        #expect(RuntimeException.takePending() == RuntimeException("First", "1"))
        #expect(!RuntimeException.isPending)
        #expect(RuntimeException.takePending() == nil)
        #expect(throws: Never.self) { try RuntimeException.throwIfPending() }
    }

    @Test("A caught exception keeps the object that was raised, and can be raised again")
    func object() throws {
        let cls = try makeClass(), raised = try Class(named: "NSException")!.new()
        try cls.addMethod("raise") { (self: Object) in try raised.send("raise") }
        do {
            try cls.new().send("raise")
            Issue.record("nothing was thrown")
        } catch let exception as RuntimeException {
            #expect(exception.object == raised)
            #expect(exception.name == "NSException")
            exception.raise()
            #expect(RuntimeException.takePending()?.object == raised)
        }
    }

    @Test("+initialize that raises: the first message throws, the next goes through")
    func initialize() throws {
        let cls = try makeClass { builder in
            try builder.addClassMethod("initialize") { (self: Class) in throw RuntimeException("E", "not today") }
            try builder.addClassMethod("number") { (self: Class) -> Int32 in 5 }
        }
        #expect(throws: RuntimeException("E", "not today")) { try cls.send("number", as: Int32.self) }
        for _ in ["cold", "cached"] { #expect(try cls.send("number", as: Int32.self) == 5) }
    }

    @Test("Where nothing can throw, an exception ends the process with the text everybody has met")
    func uncaught() async {
        let result = await #expect(processExitsWith: .signal(SIGABRT), observing: [\.standardErrorContent]) {
            let cls = try ClassBuilder("Person").register()
            try cls.addMethod("setAge:") { (self: Object, age: Int32) in
                throw RuntimeException("NSRangeException", "too old")
            }
            try cls.new().sendOrTerminate("setAge:", Int32(200))
        }
        let expected = "*** Terminating app due to uncaught exception 'NSRangeException', reason: 'too old'\n"
        #expect(standardError(of: result).contains(expected))
    }

    @Test("A message of wrong types ends the process there, too")
    func uncaughtMismatch() async {
        let result = await #expect(processExitsWith: .signal(SIGABRT), observing: [\.standardErrorContent]) {
            let cls = try ClassBuilder("Person").register()
            try cls.addMethod("setAge:") { (self: Object, age: Int32) in }
            try cls.new().sendOrTerminate("setAge:", 1.5)
        }
        let expected =
            "uncaught exception 'RuntimeError', reason: "
            + "''-[Person setAge:]' takes Int32 ('i') as argument 1, but Double ('d') was given'\n"
        #expect(standardError(of: result).contains(expected))
    }

    @Test("Below a try that waits for it, it is thrown there instead")
    func caughtAbove() throws {
        let log = Log(), cls = try makeClass()
        try cls.addMethod("setAge:") { (self: Object, age: Int32) in throw RuntimeException("E", "too old") }
        try cls.addMethod("grow") { (self: Object) in
            self.sendOrTerminate("setAge:", Int32(200))
            log.add("goes on")
        }
        let object = try cls.new()
        #expect(throws: RuntimeException("E", "too old")) { try object.send("grow") }
        #expect(log.all == ["goes on"])
    }

    @Test("The uncaught handler sees the exception first")
    func handler() async {
        let result = await #expect(processExitsWith: .signal(SIGABRT), observing: [\.standardErrorContent]) {
            RuntimeException.setUncaughtHandler { exception in
                let line = "handler: \(exception)\n"
                _ = line.withCString { write(STDERR_FILENO, $0, strlen($0)) }
            }
            RuntimeException("E", "why").raise()
            RuntimeException.terminateIfUncaught()
        }
        let words = "handler: E: why\n*** Terminating app due to uncaught exception 'E', reason: 'why'\n"
        #expect(standardError(of: result).contains(words))
    }
}
