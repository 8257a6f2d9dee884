// The names of classes in Swift: with the module for classes of a file, mangled for others.
import Foundation

class Person: NSObject {
    @objc dynamic var age = 1
    class Inner: NSObject {}
}
@objc(SHORTName) class Renamed: NSObject {}
class Native {}

@main enum Program {
    static func main() {
        print(NSStringFromClass(Person.self), NSStringFromClass(Renamed.self), NSStringFromClass(Native.self))
        print(NSStringFromClass(Person.Inner.self))
        print(["Program.Person", "_TtC7Program6Person"].map { NSClassFromString($0) == Person.self })
        for name in ["Person", "Program.Other", "_TtC", "_TtC7Program", "_TtC7Program99Person", "_TtC7Program6PersonX"]
        {
            if NSClassFromString(name) != nil { print("there is a class", name) }
        }
        print(NSString("aB c").uppercased, NSString("aB c").lowercased, NSString("aB c").capitalized)
        let person = Person()
        print("\(person)".hasPrefix("<Program.Person: 0x"))
        let observation = person.observe(\.age) { _, _ in }
        print(NSStringFromClass(object_getClass(person)!), String(reflecting: type(of: person)))
        observation.invalidate()
    }
}

// prints
//     Program.Person SHORTName Program.Native
//     _TtCC7Program6Person5Inner
//     [true, true]
//     AB C ab c Ab C
//     true
//     NSKVONotifying_Program.Person Program.Person
