// ReplacedPerson.swift - a class with replaced methods: the accessors by C functions, the closure by another closure.
import MiniRuntime
import SafeObservation
import TypedClasses

/// A class like `Person`, but separate: replacing a method of `Person` would change the plain rows.
class ReplacedPerson: ClassDescription {
    let age = Property<Int32>(3)
    let name = Property<String>("Ada Lovelace")
    let inYears = TypedMethod { (_: Ref<ReplacedPerson>, years: Int32) in years &- 1 }
}

extension ReplacedPerson {
    private static let replacedAccessors: [Selector] = ["age", "setAge:", "name", "setName:"]

    /// Replaces the method `inYears:` by a closure with another result, and calls `replaceAccessors` to replace the
    /// accessors by C functions, which this module cannot contain.
    static func replaceMethods(accessors replaceAccessors: (Class) -> Void) {
        let cls = try! ReplacedPerson.register()
        replaceAccessors(cls)
        let method = cls.instanceMethod("inYears:")
        method?.setImplementation(try! IMP { (_: Object, years: Int32) in years &+ 1 })
    }

    /// Ends the process if one of the accessors is still one that the runtime made.
    static func checkReplaced() {
        for selector in replacedAccessors {
            let method = description.runtimeClass.instanceMethod(selector)
            check(method != nil && method?.implementation.purpose != "accessor", "\(selector) was not replaced")
        }
    }
}

extension Operations {
    init(_ person: Ref<ReplacedPerson>) {
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
