// Observing.swift - loops over objects that closures observe.
import Dispatch
import SafeObservation
import TypedClasses

/// A person with an observer that is a closure.
private final class ObservedPerson: ClassDescription {
    let age = Property<Int32>(3)
}

/// A person whose observations end immediately.
private final class BrieflyObservedPerson: ClassDescription {
    let age = Property<Int32>(3)
}

/// A page whose lines a closure observes.
private final class ObservedPage: ClassDescription {
    let lines = Property<[String]>([])
}

/// A person whose age is delivered through a pipe.
private final class PipedPerson: ClassDescription {
    let age = Property<Int32>(3)
}

/// An actor that receives the changes of a person.
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

    /// Waits until `count` changes have arrived, counted from the beginning.
    func wait(for count: Int) async {
        if told < count {
            awaited = count
            await withCheckedContinuation { arrival = $0 }
        }
        check(told, is: count, "the number of changes on the actor")
    }
}

extension Loops {
    /// Sets `person.age`, which a pipe delivers to a closure.
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

    /// Sets `person.age`, which an actor observes. Measures only the thread that sets it.
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

    /// Appends a line to a thousand by `page.lines.append(line)`, and removes it by `page.lines.removeLast()`; a
    /// closure observes.
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

    /// Sets `person.age`, which a closure observes and reads from the change.
    /// - Parameter withCause: whether the change contains the reason, which the closure does not read.
    package static func setObservedAge(withCause: Bool = false) -> Loop {
        let (person, witness) = (ObservedPerson.new(), Witness())
        let token = person.observe(\.age, options: withCause ? [.new, .cause] : [.new]) { _, change in
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

    /// Makes an observation of an object without other observers, and invalidates it.
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

/// The observations of a row, which last as long as the row.
private final class Tokens: @unchecked Sendable {
    // Sendable: written once, before any other thread reads it.
    var all: [KeyValueObservation] = []
}
