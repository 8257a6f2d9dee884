// Person.swift - the class of the plain rows, whose objects are not observed, and its subclass.
import SafeObservation
import TypedClasses

/// The person of the README, with a string property and a method.
class Person: ClassDescription {
    let age = Property<Int32>(3)
    let name = Property<String>("Ada Lovelace")
    let inYears = TypedMethod { (_: Ref<Person>, years: Int32) in years &+ 1 }
}

/// A subclass that overrides nothing.
final class Student: Person {
    let school = Property<String>("Trinity")
}

extension Operations {
    init(_ person: Ref<Person>) {
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
