// Rows+Swift.swift - what a Swift programme has without this runtime: properties, didSet, key paths, @Observable.
//
// Setters are reached through functions that are not inlined: else the compiler leaves nothing of the loop.
import Observation

extension Rows {
    static var swiftPeers: [Row] {
        [
            Row(
                "swift-property", "a stored property of a class",
                .loop {
                    let person = PlainPerson()
                    return { for turn in 0..<$0 { setAge(of: person, Int32(truncatingIfNeeded: turn)) } }
                }),
            Row(
                "swift-key-path", "the same through a ReferenceWritableKeyPath",
                .loop {
                    let person = PlainPerson()
                    let path = opaque(\PlainPerson.age)
                    return { for turn in 0..<$0 { set(path, of: person, Int32(truncatingIfNeeded: turn)) } }
                }),
            Row(
                "swift-didset", "didSet that calls a closure",
                .loop {
                    let person = TellingPerson()
                    let witness = Witness()
                    person.handler = { witness.told += 1 }
                    return { for turn in 0..<$0 { setAge(of: person, Int32(truncatingIfNeeded: turn)) } }
                }),
            Row(
                "swift-untracked", "a property of an @Observable class that nobody tracks",
                .loop {
                    let person = ObservablePerson()
                    return { for turn in 0..<$0 { setAge(of: person, Int32(truncatingIfNeeded: turn)) } }
                }),
            Row(
                "swift-observable", "the same tracked by withObservationTracking, armed again after each set",
                .loop {
                    let person = ObservablePerson()
                    let witness = Witness()
                    return { count in
                        for turn in 1...count {
                            track(person, witness)
                            setAge(of: person, Int32(truncatingIfNeeded: turn))
                        }
                        if witness.told == 0 { fail("@Observable told nobody") }
                    }
                }),
        ]
    }
}

private final class Witness: @unchecked Sendable {
    // Sendable: one thread uses it.
    var told = 0
}

private class PlainPerson {
    var age: Int32 = 0
}

private class TellingPerson {
    var handler: () -> Void = {}
    var age: Int32 = 0 {
        didSet { handler() }
    }
}

@Observable
private class ObservablePerson {
    var age: Int32 = 0
}

@inline(never)
private func setAge(of person: PlainPerson, _ age: Int32) { person.age = age }

@inline(never)
private func setAge(of person: TellingPerson, _ age: Int32) { person.age = age }

@inline(never)
private func setAge(of person: ObservablePerson, _ age: Int32) { person.age = age }

@inline(never)
private func set(_ path: ReferenceWritableKeyPath<PlainPerson, Int32>, of person: PlainPerson, _ age: Int32) {
    person[keyPath: path] = age
}

/// Its argument, of which the compiler then knows nothing.
@inline(never) @_optimize(none)
private func opaque<Value>(_ value: Value) -> Value { value }

private func track(_ person: ObservablePerson, _ witness: Witness) {
    withObservationTracking {
        _ = person.age
    } onChange: {
        witness.told += 1
    }
}
