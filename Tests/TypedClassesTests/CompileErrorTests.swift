// CompileErrorTests.swift - mistakes that the compiler detects: compiles programs with the modules of this build.
import BuildTestSupport
import Foundation
import Testing

/// A line of a program, and a part of the compiler's error for it; nil if there is none.
private struct Line: Sendable {
    let text: String
    let complaint: String?

    init(_ text: String, _ complaint: String? = nil) {
        (self.text, self.complaint) = (text, complaint)
    }
}

private let declarations = """
    import KVONotifying
    import MiniFoundation
    import MiniRuntime
    import SafeObservation
    import TypedClasses

    class Company: ClassDescription {
        let name = Property<String>("Acme")
        let boss = Property<Ref<Person>?>(nil)
    }
    class Person: ClassDescription {
        let age = Property<Int32>(0)
        let name = Property<String>("")
        let employer = Property<Ref<Company>?>(nil)
        let number = ReadOnly<Int>(42)
        let title = Computed<String>(affectedBy: \\Person.name) { (person: Ref<Person>) in person.name }
        let greet = TypedMethod { (person: Ref<Person>, whom: String) in whom }
        let initNamed = Initializer { (person: Ref<Person>, name: String) in person.name = name }
        let count = ClassProperty<Int>(0)
        let find = ClassMethod { (people: ClassRef<Person>, name: String) in people.count }
        var size: Int = 3
    }
    final class Student: Person {
        let studentNumber = Override(\\Person.number) { (me: Ref<Student>) in try me.super.get(\\.number) + 1 }
    }
    """

private let right = [
    Line("class Bag: ClassDescription { let stored = Property<Int>(0), elements = Property<[Int]>([]) }"),
    Line("class Bag: ClassDescription { let text = TypedMethod(\"description\") { (_: Ref<Bag>) in \"\" } }"),
    Line("person.age = 3"),
    Line("let number: Int = person.number"),
    Line("person.employer?.boss?.name = try person.greet(person.title)"),
    Line("let token = person.observe(\\.employer.boss.age) { _, change in let _: Int32?? = change.newValue }"),
    Line("let ann = try Person.new(\\.initNamed, \"Ann\"); let bob = Person.new { $0.name = \"Bob\"; $0.age = 3 }"),
    Line("Person.class.count = try Person.class.find(person.name)"),
    Line("person.set(\\.name, to: \"Ann\")", "call can throw but is not marked with 'try'"),
]

private let noProperty =
    "is unavailable: declare a property as 'let age = Property<Int>(0)'; class members belong to 'Person.class'"
private let noClassMember =
    "is unavailable: declare a class property as 'let count = ClassProperty<Int>(0)'; other members belong to objects"
private let noObject =
    "'init()' is unavailable: this would create a description; 'Person.new()' creates an object of the class"

private func ofRef(_ name: String) -> String {
    "property '\(name)' with type 'Property<Int>' cannot override a property with type 'NameOfMemberOfRef'"
}

private func ofNSObject(_ name: String) -> String {
    "property '\(name)' with type 'Property<Int>' cannot override a property with type 'NameOfMethodOfNSObject'"
}

private let wrong = [
    Line("let person = Person()", noObject),
    Line("print(Person().age)", noObject),
    Line("print(person.size)", noProperty),
    Line("person.size = 3", noProperty),
    Line("person.size += 3", noProperty),
    Line("_ = person.employer?.boss?.size", noProperty),
    Line("_ = Person.new { $0.size = 3 }", noProperty),
    Line("_ = person.count", noProperty),
    Line("_ = try person.find(person.name)", "ClassMethod<Int, String>"),
    Line("_ = try person.get(\\.size)", "requires that 'Int' conform to 'ReadableProperty'"),
    Line("try person.set(\\.size, to: 3)", "'KeyPath<Person, Int>'"),
    Line("_ = person.observe(\\.size) { _, _ in }", "requires that 'Int' conform to 'ReadableProperty'"),
    Line("_ = Ref<Student>(person.object)!.super.size", noProperty),
    Line("Ref<Student>(person.object)!.super.size = 3", noProperty),
    Line("Ref<Student>(person.object)!.super.number = 3", "'number' is a 'let' constant"),
    Line("_ = try Ref<Student>(person.object)!.super.get(\\.greet)", "conform to 'ReadableProperty'"),
    Line("_ = person.tracked.size", noProperty),
    Line("person.tracked.size = 3", noProperty),
    Line("_ = person.tracked.greet", noProperty),
    Line("_ = Person.class.age", noClassMember),
    Line("_ = Person.class.size", noClassMember),
    Line("Person.class.size = 3", noClassMember),
    Line("_ = try Person.class.greet(person.name)", "TypedMethod<String, String>"),
    Line("person.agee = 3", "'agee'"),
    Line("_ = person.employer?.nam", "'nam'"),
    Line("person.age = \"three\"", "cannot assign value of type 'String' to type 'Int32'"),
    Line("let age: String = person.age", "cannot convert value of type 'Int32' to specified type 'String'"),
    Line("person.employer = person", "cannot assign value of type 'Ref<Person>' to type 'Ref<Company>'"),
    Line("person.number = 43", "'number' is a 'let' constant"),
    Line("person.title = \"Dr\"", "'title' is a 'let' constant"),
    Line("try person.set(\\.number, to: 43)", "ReadOnly<Int>"),
    Line("_ = try person.greet(3)", "cannot convert value of type 'Int' to expected argument type 'String'"),
    Line("_ = try person.greet()", "requires the types 'String' and '()' be equivalent"),
    Line("_ = person.observe(\\.agee) { _, _ in }", "'agee'"),
    Line("_ = person.observe(\\Company.boss) { _, _ in }", "expected argument type 'KeyPath<Person, "),
    Line("_ = person.observe(\\.employer.nam) { _, _ in }", "'nam'"),
    Line("_ = person.observe(\\.age.name) { _, _ in }", "'name'"),
    Line("_ = person.observe(\\.employer.boss.nam) { _, _ in }", "'nam'"),
    Line("_ = person.observe(\\.greet) { _, _ in }", "ReadableProperty"),
    Line("_ = person.observe(\\.age) { _, change in let _: String? = change.newValue }", "'Int32?'"),
    Line("_ = Computed<Int>(affectedBy: \\Person.greet) { (_: Ref<Person>) in 0 }", "ReadableProperty"),
    Line("_ = try Person.new(\\.initNamed, 3)", "cannot convert value of type 'Int' to expected argument type"),
    Line("_ = Person.new { $0.agee = 3 }", "'agee'"),
    Line("_ = Person.new { $0.age = \"three\" }", "cannot assign value of type 'String' to type 'Int32'"),
    Line("_ = try Person.class.find(3)", "cannot convert value of type 'Int' to expected argument type 'String'"),
    Line("Person.class.count = \"three\"", "cannot assign value of type 'String' to type 'Int'"),
    Line("_ = Override(\\Person.title) { (person: Ref<Person>) in 3 }", "KeyPath<Person, Computed<String>>"),
    Line("_ = Property<Selector>(\"age\")", "PropertyValue"),
    Line("class Bag: ClassDescription { let get = Property<Int>(0) }", ofRef("get")),
    Line("class Bag: ClassDescription { let set = Property<Int>(0) }", ofRef("set")),
    Line("class Bag: ClassDescription { let send = Property<Int>(0) }", ofRef("send")),
    Line("class Bag: ClassDescription { let responds = Property<Int>(0) }", ofRef("responds")),
    Line("class Bag: ClassDescription { let object = Property<Int>(0) }", ofRef("object")),
    Line("class Bag: Person { let get = TypedMethod { (_: Ref<Person>) in } }", "'NameOfMemberOfRef'"),
    Line("class Bag: ClassDescription { let description = Property<Int>(0) }", ofNSObject("description")),
    Line("class Bag: ClassDescription { let hash = Property<Int>(0) }", ofNSObject("hash")),
    Line("class Bag: ClassDescription { let copy = Property<Int>(0) }", ofNSObject("copy")),
    Line("class Bag: ClassDescription { let mutableCopy = Property<Int>(0) }", ofNSObject("mutableCopy")),
    Line("class Bag: ClassDescription { let superclass = Property<Int>(0) }", ofNSObject("superclass")),
]

/// In the package itself.
private let wrongLocks = [
    Line("_ = Locked<@Sendable () -> Void>({})", "'Lockable'"),
    Line("_ = Locked<(@Sendable (Int) throws -> Int)?>(nil)", "'Lockable'"),
    Line("_ = Locked<(count: Int, call: () -> Void)>((0, {}))", "'Lockable'"),
    Line("_ = Locked<[() -> Int]>([])", "'Lockable'"),
]

@Suite("Mistakes that do not compile")
struct CompileErrorTests {
    @Test("A right program compiles")
    func rightProgram() throws {
        let lines = right.filter { $0.complaint == nil }
        let result = try compile(lines)
        #expect(result.status == 0)
        #expect(result.output == "")
    }

    @Test("Q23 A wrong name, a wrong type, setting what cannot be set: the compiler says so, and of nothing else")
    func mistakes() throws {
        // Includes correct lines, which must compile without an error.
        try expectErrors(of: wrong + right)
    }

    @Test("The lock of the layers guards no closure, alone or in a tuple, an optional or an array")
    func lockMistakes() throws {
        try expectErrors(of: wrongLocks, isInPackage: true)
    }

    /// Expects the complaint of each line that has one, and no other error.
    private func expectErrors(of lines: [Line], isInPackage: Bool = false) throws {
        let result = try compile(lines, isInPackage: isInPackage)
        #expect(result.status != 0)
        let errors = errors(in: result.output)
        for (number, line) in lines.enumerated() {
            let found = errors[number] ?? []
            if let complaint = line.complaint {
                #expect(found.contains { $0.contains(complaint) }, "\(line.text): \(found)")
            } else {
                #expect(found == [], "\(line.text)")
            }
        }
        #expect(errors.keys.allSatisfy { lines.indices.contains($0) }, "\(result.output)")
    }

    /// Returns the errors of each line, by its number.
    private func errors(in output: String) -> [Int: [String]] {
        let offset = declarations.split(separator: "\n", omittingEmptySubsequences: false).count + 1
        var errors: [Int: [String]] = [:]
        for match in output.matches(of: /\.swift:(\d+):\d+: error: (.*)/) {
            errors[Int(match.output.1)! - offset, default: []].append(String(match.output.2))
        }
        return errors
    }

    /// Type-checks a program in which each line is a function of its own.
    /// - Parameter isInPackage: whether declarations that are `package` are visible.
    private func compile(_ lines: [Line], isInPackage: Bool = false) throws -> Workshop.Result {
        let bodies = lines.enumerated().map { number, line in
            "func f\(number)(_ person: Ref<Person>) throws { \(line.text) }"
        }
        let package = isInPackage ? ["-package-name", ThisBuild.packageName] : []
        return try Workshop.with("mistakes") { workshop in
            try workshop.write("program.swift", declarations + "\n" + bodies.joined(separator: "\n"))
            return try workshop.typecheck(
                ["-suppress-warnings", "-diagnostic-style", "llvm", "program.swift"] + package)
        }
    }
}
