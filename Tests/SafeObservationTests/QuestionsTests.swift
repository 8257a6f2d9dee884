// QuestionsTests.swift - lists of current registrations, and the report at exit.
import Glibc
import KVONotifying
import MiniFoundation
import MiniRuntime
import SafeObservation
import TestSupport
import Testing
import TypedClasses

private class Gauge: ClassDescription {
    let value = Property<Int>(0)
    let place = Property<Ref<Firm>?>(nil)
}

/// Makes an observer that does nothing, of a new class with that name.
private func makeObserver(_ name: String) throws -> Object {
    let builder = try ClassBuilder(name)
    try builder.addMethod("observeValueForKeyPath:ofObject:change:context:") {
        (_: Object, _: String, _: Object, _: Object, _: UnsafeMutableRawPointer?) in
    }
    return try builder.register().new()
}

@Suite("Questions about observations")
struct QuestionsTests {
    @Test("Q11 Whether somebody observes an object for a key path can be asked before removing")
    func isObserved() throws {
        let (gauge, other) = (Gauge.new(), Gauge.new())
        let observer = try makeObserver("QuestionsObserver1")
        #expect(!gauge.object.isObserved(by: observer, forKeyPath: "value"))
        try gauge.object.addObserver(observer, forKeyPath: "value")
        try gauge.object.addObserver(observer, forKeyPath: "place.name")
        #expect(gauge.object.isObserved(by: observer, forKeyPath: "value"))
        #expect(gauge.object.isObserved(by: observer, forKeyPath: "place.name"))
        #expect(!gauge.object.isObserved(by: observer, forKeyPath: "place"))
        #expect(!gauge.object.isObserved(by: other.object, forKeyPath: "value"))
        #expect(!other.object.isObserved(by: observer, forKeyPath: "value"))
        for keyPath in ["value", "place.name"] { try gauge.object.removeObserver(observer, forKeyPath: keyPath) }
        #expect(!gauge.object.isObserved(by: observer, forKeyPath: "value"))
        #expect(throws: RuntimeException.self) { try gauge.object.removeObserver(observer, forKeyPath: "value") }
    }

    @Test("Q42 An object lists its observers, tokens included, in order of registration")
    func observers() throws {
        let gauge = Gauge.new()
        #expect(gauge.object.keyValueRegistrations.isEmpty)
        let observer = try makeObserver("QuestionsObserver2")
        try gauge.object.addObserver(
            observer, forKeyPath: "value", options: [.old], context: UnsafeMutableRawPointer(bitPattern: 7))
        let token = gauge.observe(\.place.name, options: [.new, .initial]) { _, _ in }
        let list = gauge.object.keyValueRegistrations
        #expect(list.map(\.keyPath) == ["value", "place.name"])
        #expect(list.map(\.object) == [gauge.object, gauge.object])
        #expect(list[0].observer == observer)
        #expect(list[0].context == UnsafeRawPointer(bitPattern: 7))
        #expect(list.map(\.observerClassName) == ["QuestionsObserver2", "KeyValueHandlerObserver"])
        #expect(list[0].options == [.old])
        #expect(list[1].options.isSuperset(of: [.new, .initial, .untilEitherDies]))
        #expect(list[0].description.hasPrefix("<QuestionsObserver2 0x"))
        #expect(list[0].description.contains("> observes \"value\" of <Gauge 0x"))
        token.invalidate()
        try gauge.object.removeObserver(observer, forKeyPath: "value")
        #expect(gauge.object.keyValueRegistrations.isEmpty)
    }

    /// In a process of its own: the list of all registrations owns every observed object of the process while it is
    /// read, and tests beside this one count their objects.
    @Test("Q42 An observer knows what it observes")
    func observed() async {
        await #expect(processExitsWith: .success) {
            let (first, second) = (Gauge.new(), Gauge.new())
            let observer = try makeObserver("QuestionsObserver3")
            for gauge in [first, second] { try gauge.object.addObserver(observer, forKeyPath: "value") }
            try second.object.addObserver(observer, forKeyPath: "place")
            let held = observer.keyValueRegistrationsHeld
            #expect(held.count == 3)
            #expect(held.filter { $0.object == second.object }.map(\.keyPath) == ["value", "place"])
            #expect(held.filter { $0.object == first.object }.map(\.keyPath) == ["value"])
            let token = first.observe(\.value) { _, _ in }
            #expect(observer.keyValueRegistrationsHeld.count == 3)
            let all = KeyValueRegistration.all.filter { $0.object == first.object }
            #expect(all.map(\.keyPath) == ["value", "value"])
            #expect(all.map(\.description) == first.object.keyValueRegistrations.map(\.description))
            token.invalidate()
            for keyPath in ["value", "place"] { try second.object.removeObserver(observer, forKeyPath: keyPath) }
            try first.object.removeObserver(observer, forKeyPath: "value")
            #expect(observer.keyValueRegistrationsHeld.isEmpty)
            #expect(KeyValueRegistration.all.allSatisfy { $0.object != first.object && $0.object != second.object })
        }
    }

    @Test("Q13 With MINIRUNTIME_REPORT_OBSERVERS, what is left at exit is listed by class, address and key path")
    func report() async {
        let result = await #expect(processExitsWith: .success, observing: [\.standardErrorContent]) {
            turnOn("MINIRUNTIME_REPORT_OBSERVERS")
            let gauge = Gauge.new()
            let observer = try makeObserver("QuestionsObserver4")
            let ended = gauge.observe(\.value) { _, _ in }
            try gauge.object.addObserver(observer, forKeyPath: "place.name")
            ended.invalidate()
            withExtendedLifetime((gauge, observer)) { exit(EXIT_SUCCESS) }
        }
        let lines = standardError(of: result)
            .replacing(/0x[0-9a-f]+/, with: "0x")
        #expect(lines.contains("1 registration left at exit:\n"), "\(lines)")
        #expect(lines.contains("    <QuestionsObserver4 0x> observes \"place.name\" of <Gauge 0x>"), "\(lines)")
    }

    @Test("Q13 Where nothing is left, the report says so")
    func emptyReport() async {
        let result = await #expect(processExitsWith: .success, observing: [\.standardErrorContent]) {
            turnOn("MINIRUNTIME_REPORT_OBSERVERS")
            let gauge = Gauge.new()
            let token = gauge.observe(\.value) { _, _ in }
            token.invalidate()
            withExtendedLifetime(gauge) { exit(EXIT_SUCCESS) }
        }
        let lines = standardError(of: result)
        #expect(lines.contains("0 registrations left at exit"), "\(lines)")
    }
}
