// Plain.swift - the same operations on Swift objects without the runtime, of classes in another module.
import PlainSwift

/// The loops over stored properties and a method.
package struct PlainOperations {
    private let person = makePlainPerson(isStudent: false)

    /// Creates the operations for a new object.
    package init() {}

    /// Sets `person.age`.
    package var setAge: Loop {
        { [person] in for turn in 0..<$0 { person.age = Int32(truncatingIfNeeded: turn) } }
    }

    /// Reads `person.age`.
    package var age: Loop {
        { [person] count in
            var sum = 0
            for _ in 0..<count { sum &+= Int(person.age) }
            check(sum, is: 3 * count, "the sum of the plain ages")
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
            check(length, is: firstName.utf8.count * count, "the length of the plain names")
        }
    }

    /// Calls `person.inYears(number)`.
    package var inYears: Loop {
        { [person] count in
            var last: Int32 = 0
            for turn in 0..<count { last = person.inYears(Int32(truncatingIfNeeded: turn)) }
            check(last, is: Int32(truncatingIfNeeded: count), "the result of the plain method")
        }
    }
}
