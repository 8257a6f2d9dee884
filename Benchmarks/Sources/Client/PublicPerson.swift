// PublicPerson.swift - a public class description.
//
// A literal `\.age` becomes the load of a field. Swift checks such a load for exclusive access at run time, unless the
// compiler sees every access to the field. It does for an internal class, and cannot for a public one.
import TypedClasses

/// A person with a public property.
public final class PublicPerson: ClassDescription {
    /// The property that the loop reads.
    public let age = Property<Int32>(3)
}

extension Loops {
    /// Reads `person.age` in a function that is called for each turn; in the loop itself, the check would be made only
    /// once.
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
