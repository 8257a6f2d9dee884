// PublicPerson.swift - a description that other modules see.
//
// A literal `\.age` becomes the load of a field, and the compiler checks it for exclusive access unless it sees each access
// to the field: it does in an internal class, and cannot in a public one.
import TypedClasses

/// A person for users of a library.
public final class PublicPerson: ClassDescription {
    /// Read in the loop.
    public let age = Property<Int32>(3)
}

extension Loops {
    /// `person.age` in a function that is called for each turn: in the loop itself the check would be made once.
    package static func publicAge() -> Loop {
        let person = PublicPerson.new()
        return { count in
            var sum = 0
            for _ in 0..<count { sum &+= Int(age(of: person)) }
            check(sum, is: 3 * count, "the sum of the ages")
        }
    }

    @inline(never) private static func age(of person: Ref<PublicPerson>) -> Int32 { person.age }
}
