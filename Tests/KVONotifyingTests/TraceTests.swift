// TraceTests.swift - the trace events of observing. The hook belongs to the process, so each test runs in a separate
// one.
import KVONotifying
import MiniFoundation
import MiniRuntime
import Testing

/// Runs `body` and returns the events of observing: the kind, and the text, selector or class of each.
private func traced(_ body: () throws -> Void) rethrows -> [String] {
    let log = Log()
    let shown: [TraceEvent.Kind] = [
        .willChange, .originalCalled, .originalReturned, .didChange, .changeAbandoned, .notification, .notificationDone,
    ]
    Trace.setHandler { event in
        guard shown.contains(event.kind) else { return }
        let details = [event.cls?.name, event.selector?.name, event.text, event.argument?.retained().description]
        log.append(([event.kind.rawValue] + details.compactMap { $0 }).joined(separator: " "))
    }
    defer { Trace.setHandler(nil) }
    try body()
    return log.lines
}

@Suite("Tracing observation")
struct TraceTests {
    @Test("A set is will, the original setter and its return, did, and each delivery from beginning to end")
    func set() async {
        await #expect(processExitsWith: .success) {
            let person = try makePersonClass("Traced").new(), recorder = try Recorder()
            try person.addObserver(recorder.object, forKeyPath: "age", options: .new)
            let lines = try traced { try person.setAge(42) }
            let change = try #require(lines.first { $0.hasPrefix("notification ") })
            #expect(change.contains("new = 42"))
            #expect(
                lines == [
                    "willChange age", "originalCalled Traced setAge:", "originalReturned Traced setAge:",
                    "didChange age", change, "notificationDone age",
                ])
            try person.removeObserver(recorder.object, forKeyPath: "age")
        }
    }

    @Test("A set in which the setter raises is abandoned, not finished")
    func abandoned() async {
        await #expect(processExitsWith: .success) {
            let builder = try ClassBuilder("Refusing")
            try builder.addMethod("setAge:") { (_: Object, _: Int32) in throw RuntimeException("No", "never") }
            let object = try builder.register().new(), recorder = try Recorder()
            try object.addObserver(recorder.object, forKeyPath: "age")
            let lines = traced { #expect(throws: RuntimeException.self) { try object.setAge(1) } }
            #expect(
                lines == [
                    "willChange age", "originalCalled Refusing setAge:", "originalReturned Refusing setAge:",
                    "changeAbandoned age",
                ])
            try object.removeObserver(recorder.object, forKeyPath: "age")
        }
    }
}
