// WatchedPerson.swift - a class with another instance that is observed.
import SafeObservation
import TypedClasses

/// A class like `Person`, but separate: observing an instance of `Person` would change the plain rows.
class WatchedPerson: ClassDescription {
    let age = Property<Int32>(3)
    let name = Property<String>("Ada Lovelace")
    let inYears = TypedMethod { (_: Ref<WatchedPerson>, years: Int32) in years &+ 1 }
}

extension WatchedPerson {
    private static let witness = Witness()

    /// The observed instance, and its observations, which never end.
    private static let observed = {
        let person = WatchedPerson.new()
        let age = person.observe(\.age) { [witness] _, _ in witness.told += 1 }
        let name = person.observe(\.name) { [witness] _, _ in witness.told += 1 }
        return (person: person, tokens: [age, name])
    }()

    /// Returns an instance that is not observed, of the class with an observed instance.
    static func unobserved() -> Ref<WatchedPerson> {
        _ = observed
        return WatchedPerson.new()
    }

    /// Ends the process unless the observers are notified of changes to the observed instance, and only of those.
    static func checkWatched() {
        check(witness.told, is: 0, "the number of changes before the observed instance changed")
        observed.person.age = 4
        observed.person.name = secondName
        check(witness.told, is: 2, "the number of changes of the observed instance")
        witness.told = 0
    }
}

extension Operations {
    init(_ person: Ref<WatchedPerson>) {
        self.init(
            person.object,
            setAge: { for turn in 0..<$0 { person.age = Int32(truncatingIfNeeded: turn) } },
            age: { count in
                var sum = 0
                for _ in 0..<count { sum &+= Int(person.age) }
                check(sum, is: 3 * count, "the sum of the ages")
            },
            setName: { for turn in 0..<$0 { person.name = turn & 1 == 0 ? firstName : secondName } },
            name: { count in
                var length = 0
                for _ in 0..<count { length &+= person.name.utf8.count }
                check(length, is: firstName.utf8.count * count, "the length of the names")
            },
            inYears: { count in
                var last: Int32 = 0
                for turn in 0..<count { last = try! person.inYears(Int32(truncatingIfNeeded: turn)) }
                check(last, is: Int32(truncatingIfNeeded: count), "the result of the method")
            })
    }
}
