// Rows+Swift.swift - peers in Swift without this runtime: properties, didSet, key paths, @Observable.
//
// Setters are called through functions that are not inlined, because the compiler would otherwise remove the loop. The
// rows with "in another module" in their purpose call accessors of a class in the module PlainSwift from the module
// Client.
import Client
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
            Row(
                "swift-observable-append",
                "a line appended to a thousand of an @Observable page, and removed, armed again after each change",
                .loop {
                    let (page, witness) = (ObservablePage(), Witness())
                    return { count in
                        for _ in 0..<count {
                            track(page, witness)
                            page.lines.append("the last line")
                            track(page, witness)
                            page.lines.removeLast()
                        }
                        if witness.told < 2 * count { fail("@Observable told nobody") }
                    }
                }),
        ]
    }

    /// Peers of the rows of the Swift API, where the module Client uses classes of the module PlainSwift.
    static var swiftModulePeers: [Row] {
        [
            Row("swift-stored", "a stored property of a class in another module", .loop { PlainOperations().setAge }),
            Row("swift-stored-get", "the same, read", .loop { PlainOperations().age }),
            Row("swift-stored-string", "a stored String in another module", .loop { PlainOperations().setName }),
            Row("swift-stored-string-get", "the same, read", .loop { PlainOperations().name }),
            Row("swift-method", "a method of a class in another module", .loop { PlainOperations().inYears }),
            Row("swift-untracked-get", "swift-untracked in another module, read", .loop { UntrackedOperations().age }),
            Row(
                "swift-untracked-string", "an untracked String in another module",
                .loop { UntrackedOperations().setName }),
            Row("swift-untracked-string-get", "the same, read", .loop { UntrackedOperations().name }),
            Row("swift-new", "an object with four stored properties, made and released", .loop { Loops.newPlain() }),
        ]
    }
}

private final class Witness: @unchecked Sendable {
    // Sendable: used on one thread only.
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

/// Returns its argument, and hides its value from the compiler.
@inline(never) @_optimize(none)
private func opaque<Value>(_ value: Value) -> Value { value }

@Observable private final class ObservablePage {
    var lines = (0..<1000).map { "line \($0)" }
}

private func track(_ page: ObservablePage, _ witness: Witness) {
    withObservationTracking {
        _ = page.lines
    } onChange: {
        witness.told += 1
    }
}

private func track(_ person: ObservablePerson, _ witness: Witness) {
    withObservationTracking {
        _ = person.age
    } onChange: {
        witness.told += 1
    }
}
