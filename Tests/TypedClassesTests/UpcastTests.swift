// UpcastTests.swift - references to an object as an instance of a superclass.
import MiniRuntime
import TestSupport
import Testing
import TypedClasses

private func name(of person: Ref<Person>) -> String { person.name }

@Suite("References to superclasses")
struct UpcastTests {
    @Test("A reference to a subclass goes where one to the superclass is asked for, and is no optional")
    func upwards() {
        let student = Student.new()
        student.name = "Bob"
        #expect(name(of: Ref(student)) == "Bob")
        let people: [Ref<Person>] = [Ref(student), Person.new()] + [Student.new()].map(Ref<Person>.init)
        #expect(people.map(\.name) == ["Bob", "Ann", "Ann"])
        #expect(people[0].object == student.object)
        #expect(people[0].as(Student.self)?.school == "ETH")
        #expect(people[1].as(Student.self) == nil)
    }

    @Test("What is set by way of the superclass is set in the object")
    func same() {
        let student = Student.new()
        let person = Ref<Person>(student)
        person.age = 30
        #expect(student.age == 30)
        #expect(Ref<Person>(person) == person)
    }

    @Test("Types that do not fit end the process with a line that names both, whatever the object is")
    func misfit() async {
        let other = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
            _ = Ref<Company>(Person.new())
        }
        #expect(
            standardError(of: other).contains(
                "Ref<Company>(_:) takes a reference to Company or to a class below it, and Person is none"))
        let downwards = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
            _ = Ref<Student>(Ref<Person>(Student.new()))
        }
        #expect(standardError(of: downwards).contains("Person is none; as(_:) asks the object"))
    }
}
