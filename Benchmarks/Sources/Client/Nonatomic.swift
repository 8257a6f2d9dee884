// Nonatomic.swift - a nonatomic string property, which only one thread may use.
import TypedClasses

/// A person whose name is not protected against other threads.
private final class NonatomicPerson: ClassDescription {
    let name = Property<String>("Ada Lovelace", isAtomic: false)
}

extension Loops {
    /// Sets `person.name`.
    package static func setNonatomicName() -> Loop {
        let person = NonatomicPerson.new()
        let loop: Loop = { for turn in 0..<$0 { person.name = turn & 1 == 0 ? firstName : secondName } }
        loop(2)
        check(person.name, is: secondName, "the nonatomic name")
        return loop
    }

    /// Reads `person.name`.
    package static func nonatomicName() -> Loop {
        let person = NonatomicPerson.new()
        return { count in
            var length = 0
            for _ in 0..<count { length &+= person.name.utf8.count }
            check(length, is: firstName.utf8.count * count, "the length of the nonatomic names")
        }
    }
}
