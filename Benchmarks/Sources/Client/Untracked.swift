// Untracked.swift - the same operations on an @Observable object without tracking, of a class in another module.
import PlainSwift

/// The loops over the properties of an @Observable class.
package struct UntrackedOperations {
    private let person = makeObservablePerson()

    /// Creates the operations for a new object.
    package init() {}

    /// Reads `person.age`.
    package var age: Loop {
        { [person] count in
            var sum = 0
            for _ in 0..<count { sum &+= Int(person.age) }
            check(sum, is: 3 * count, "the sum of the observable ages")
        }
    }

    /// Sets `person.name`.
    package var setName: Loop {
        { [person] in for turn in 0..<$0 { person.name = turn & 1 == 0 ? firstName : secondName } }
    }

    /// Reads `person.name`.
    package var name: Loop {
        { [person] count in
            var length = 0
            for _ in 0..<count { length &+= person.name.utf8.count }
            check(length, is: firstName.utf8.count * count, "the length of the observable names")
        }
    }
}
