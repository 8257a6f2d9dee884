// TraceTests.swift - the trace events of observing. The hook belongs to the process, so each test runs in a separate
// one.
import KVONotifying
import MiniFoundation
import MiniRuntime
import TestSupport
import Testing

/// Runs `body` and returns the events of observing: the kind, and the text, selector or class of each.
private func traced(_ body: () throws -> Void) rethrows -> [String] {
    let log = Log()
    let shown: [TraceEvent.Kind] = [
        .willChange, .originalCalled, .originalReturned, .didChange, .changeAbandoned, .notification, .notificationDone,
        .overrideEntered, .overrideReturned,
    ]
    Trace.setHandler { event in
        guard shown.contains(event.kind) else { return }
        let result = event.kind.isOverride ? event.other.map { Class(address: $0.address).name } : nil
        let details =
            [event.cls?.name, event.selector?.name, event.text, result]
            + [event.argument?.retained().description]
        log.add(([event.kind.rawValue] + details.compactMap { $0 }).joined(separator: " "))
    }
    defer { Trace.setHandler(nil) }
    try body()
    return log.all
}

extension TraceEvent.Kind {
    /// Whether the event has the result of the method `class`.
    fileprivate var isOverride: Bool { self == .overrideReturned || self == .originalReturned }
}

@Suite("Tracing observation")
struct TraceTests {
    @Test("A set enters the notifying setter: will, the original setter and its return, did, and each delivery")
    func set() async {
        await #expect(processExitsWith: .success) {
            let person = try makePersonClass("Traced").new(), recorder = try Recorder()
            try person.addObserver(recorder.object, forKeyPath: "age", options: .new)
            let lines = try traced { try person.setAge(42) }
            let change = try #require(lines.first { $0.hasPrefix("notification ") })
            #expect(change.contains("new = 42"))
            #expect(
                lines == [
                    "overrideEntered NSKVONotifying_Traced setAge:", "willChange age", "originalCalled Traced setAge:",
                    "originalReturned Traced setAge:", "didChange age", change, "notificationDone age",
                    "overrideReturned NSKVONotifying_Traced setAge:",
                ])
            try person.removeObserver(recorder.object, forKeyPath: "age")
        }
    }

    @Test("Key-value coding enters the same setter")
    func otherEntries() async {
        await #expect(processExitsWith: .success) {
            let person = try makePersonClass("Coded").new(), recorder = try Recorder()
            try person.addObserver(recorder.object, forKeyPath: "age")
            let lines = try traced { try person.setValue(42, forKey: "age") }
            #expect(lines.first == "overrideEntered NSKVONotifying_Coded setAge:")
            #expect(lines.last == "overrideReturned NSKVONotifying_Coded setAge:")
            try person.removeObserver(recorder.object, forKeyPath: "age")
        }
    }

    @Test("The method class returns the notifying class; its override returns the class")
    func hiddenClass() async {
        await #expect(processExitsWith: .success) {
            let person = try makePersonClass("Hidden").new(), recorder = try Recorder()
            try person.addObserver(recorder.object, forKeyPath: "age")
            let lines = try traced { _ = try person.send("class", as: Class?.self) }
            #expect(
                lines == [
                    "overrideEntered NSKVONotifying_Hidden class", "originalCalled Hidden class",
                    "originalReturned Hidden class NSKVONotifying_Hidden",
                    "overrideReturned NSKVONotifying_Hidden class Hidden",
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
                    "overrideEntered NSKVONotifying_Refusing setAge:", "willChange age",
                    "originalCalled Refusing setAge:", "originalReturned Refusing setAge:", "changeAbandoned age",
                    "overrideReturned NSKVONotifying_Refusing setAge:",
                ])
            try object.removeObserver(recorder.object, forKeyPath: "age")
        }
    }
}
