// Observing.swift - observations by closures.
import Dispatch
import SafeObservation
import TypedClasses

/// A person that one closure observes.
private final class ObservedPerson: ClassDescription {
    let age = Property<Int32>(3)
}

/// A person whose observations end at once.
private final class BrieflyObservedPerson: ClassDescription {
    let age = Property<Int32>(3)
}

/// A page whose lines one closure observes.
private final class ObservedPage: ClassDescription {
    let lines = Property<[String]>([])
}

/// A person whose age flows into a closure.
private final class PipedPerson: ClassDescription {
    let age = Property<Int32>(3)
}

/// An actor that is told of a person.
private actor Listener {
    private var told = 0
    private var awaited = 0
    private var arrival: CheckedContinuation<Void, Never>?

    func follow(_ person: Ref<PipedPerson>) -> KeyValueObservation {
        person.observe(\.age, on: self) { listener, _, _ in listener.tell() }
    }

    private func tell() {
        told += 1
        if told == awaited { arrival?.resume() }
    }

    /// Returns once so many changes have come, since the beginning.
    func wait(for count: Int) async {
        if told < count {
            awaited = count
            await withCheckedContinuation { arrival = $0 }
        }
        check(told, is: count, "the number of changes on the actor")
    }
}

extension Loops {
    /// `person.age = number`, which flows through a pipe into one closure.
    package static func sink() -> Loop {
        let (person, witness) = (PipedPerson.new(), Witness())
        let sink = person.pipe(\.age).sink { age in
            witness.told += 1
            witness.newest = age
        }
        let loop: Loop = { count in
            let before = witness.told
            for turn in 0..<count { person.age = Int32(truncatingIfNeeded: turn) }
            check(witness.told - before, is: count, "the number of values")
            withExtendedLifetime(sink) {}
        }
        loop(5)
        check(witness.newest, is: 4, "the newest value")
        return loop
    }

    /// `person.age = number`, which an actor is told of: what the thread pays that sets it.
    package static func deliveredToActor() -> Loop {
        let (person, told) = (PipedPerson.new(), Witness())
        let listener = Listener()
        let begun = DispatchSemaphore(value: 0)
        let tokens = Tokens()
        Task {
            tokens.all = [await listener.follow(person)]
            begun.signal()
        }
        begun.wait()
        return { count in
            for turn in 0..<count { person.age = Int32(truncatingIfNeeded: turn) }
            told.told += count
            let (sent, end) = (told.told, DispatchSemaphore(value: 0))
            Task {
                await listener.wait(for: sent)
                end.signal()
            }
            end.wait()
            withExtendedLifetime(tokens) {}
        }
    }

    /// `page.lines.append(line)` and `page.lines.removeLast()` at the end of a thousand, observed by one closure.
    package static func appendObserved() -> Loop {
        let (page, witness) = (ObservedPage.new(), Witness())
        page.lines = (0..<1000).map { "line \($0)" }
        let token = page.observe(\.lines) { _, change in
            witness.told += 1
            if change.inserted == ["the last line"] { witness.newest += 1 }
        }
        let loop: Loop = { count in
            let before = witness.told
            for _ in 0..<count {
                page.lines.append("the last line")
                page.lines.removeLast()
            }
            check(witness.told - before, is: 2 * count, "the number of changes")
            check(token.isValid, "the observation has ended")
        }
        loop(5)
        check(witness.newest, is: 5, "the number of insertions")
        check(Int32(page.lines.count), is: 1000, "the number of lines")
        return loop
    }

    /// `person.age = number`, observed by one closure that reads the new value.
    package static func setObservedAge() -> Loop {
        let (person, witness) = (ObservedPerson.new(), Witness())
        let token = person.observe(\.age) { _, change in
            witness.told += 1
            witness.newest = change.newValue!
        }
        let loop: Loop = { count in
            let before = witness.told
            for turn in 0..<count { person.age = Int32(truncatingIfNeeded: turn) }
            check(witness.told - before, is: count, "the number of changes")
            check(token.isValid, "the observation has ended")
        }
        loop(5)
        check(witness.newest, is: 4, "the new value")
        return loop
    }

    /// An observation that is made and invalidated, of an object without other observers.
    package static func token() -> Loop {
        let (person, witness) = (BrieflyObservedPerson.new(), Witness())
        let loop: Loop = { count in
            for _ in 0..<count {
                let token = person.observe(\.age) { _, _ in witness.told += 1 }
                token.invalidate()
            }
        }
        let token = person.observe(\.age) { _, _ in witness.told += 1 }
        person.age = 4
        check(witness.told, is: 1, "the number of changes while the observation lasted")
        token.invalidate()
        loop(1)
        person.age = 5
        check(witness.told, is: 1, "the number of changes after the observations ended")
        return loop
    }
}

/// Observations that last as long as a row.
private final class Tokens: @unchecked Sendable {
    // Sendable: written once, before anybody reads it.
    var all: [KeyValueObservation] = []
}
