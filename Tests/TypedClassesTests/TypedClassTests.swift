import KVONotifying
import MiniFoundation
import MiniRuntime
import Testing
import TypedClasses

enum Mood: Int, PropertyValue { case fine, tired }

class Company: ClassDescription {
    let name = Property<String>("Acme")
}

class Person: ClassDescription {
    let age = Property<Int32>(7)
    let name = Property<String>("Ann")
    let mood = Property<Mood>(.tired)
    let nickname = Property<String?>(nil)
    let employer = Property<Ref<Company>?>(nil)
    let number = ReadOnly<Int>(42)
    let title = Computed<String>(affectedBy: \Person.name, \Person.employer.name) { (person: Ref<Person>) in
        "\(person.name) of \(person.employer?.name ?? "nowhere")"
    }
    let greet = TypedMethod { (person: Ref<Person>, whom: String) in "\(person.name) greets \(whom)" }
    let half = TypedMethod { (person: Ref<Person>) in Double(person.age) / 2 }
}

final class Student: Person {
    let school = Property<String>("ETH")
}

@Suite("Typed classes")
struct TypedClassTests {
    @Test("A new object has the default values of its description")
    func defaults() {
        let person = Person.new()
        #expect(person.age == 7)
        #expect(person.name == "Ann")
        #expect(person.mood == .tired)
        #expect(person.nickname == nil)
        #expect(person.employer == nil)
        #expect(person.number == 42)
    }

    @Test("What is set is read back: numbers, strings, enums, optionals, objects")
    func setting() {
        let (person, company) = (Person.new(), Company.new())
        person.age = 3
        person.name = "Bob"
        person.mood = .fine
        person.nickname = "B"
        person.employer = company
        #expect((person.age, person.name, person.mood, person.nickname) == (3, "Bob", .fine, "B"))
        #expect(person.employer == company)
    }

    @Test("A property of another object is reached through properties")
    func paths() throws {
        let person = Person.new()
        #expect(try person.get(\.employer.name) == nil)
        person.employer = Company.new()
        #expect(try person.get(\.employer.name) == "Acme")
        #expect(Ref<Person>.keyPath(\.employer.name) == "employer.name")
    }

    @Test("A subclass has the properties of its superclass, and is one")
    func inheritance() throws {
        let student = Student.new()
        student.age = 9
        #expect((student.age, student.school) == (9, "ETH"))
        #expect(student.as(Person.self)?.age == 9)
        #expect(Person.new().as(Student.self) == nil)
        #expect(student.object.isa.superclass?.name == "Person")
        #expect(try student.greet("Bob") == "Ann greets Bob")
    }

    @Test("Setting a property is a send of its setter: an observer that knows nothing of types is told")
    func observed() throws {
        let person = Person.new()
        let log = Locked<[String]>([])
        let builder = try ClassBuilder("TypedClassWatcher")
        try builder.addMethod("observeValueForKeyPath:ofObject:change:context:") {
            (_: Object, keyPath: String, _: Object, _: Object, _: UnsafeMutableRawPointer?) in
            log.withLock { $0.append(keyPath) }
        }
        let watcher = try builder.register().new()
        try person.object.addObserver(watcher, forKeyPath: "title")
        person.name = "Bob"
        person.employer = Company.new()
        person.employer?.name = "Bolt"
        person.age = 1
        #expect(log.withLock { $0 } == ["title", "title", "title"])
        try person.object.removeObserver(watcher, forKeyPath: "title")
    }
}
