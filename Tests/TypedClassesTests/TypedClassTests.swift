// TypedClassTests.swift - the class that a description makes: its superclass, its members, its default values.
import KVONotifying
import MiniFoundation
import MiniRuntime
import TestSupport
import Testing
import TypedClasses

private class Level1: ClassDescription {
    let one = Property<Int>(1)
}

private class Level2: Level1 {
    let two = Property<String>("two")
}

private class Level3: Level2 {}

private final class Level4: Level3 {
    let four = Computed<String>(affectedBy: \Level4.one, \Level4.two) { (me: Ref<Level4>) in "\(me.one) \(me.two)" }
}

private final class Numbered: ClassDescription {
    static let count = Locked<Int32>(0)
    let number = Property<Int32>(
        count.withLock {
            $0 += 1
            return $0
        })
    let firm = Property<Ref<Company>>(Company.new())
}

private final class Renamed: ClassDescription {
    override class var className: String { "TypedClassByAnotherName" }
}

private final class Shared: Level1 {
    let firm = Property<Ref<Company>?>(nil)
    let firmName = Computed<String>(affectedBy: \Shared.firm.name) { (me: Ref<Shared>) in me.firm?.name ?? "" }
}

private final class TakenTwice: ClassDescription {}

private final class MortalTyped: ClassDescription {
    let name = Property<String>("a name that is too long for a tagged pointer")
    let friend = Property<Ref<MortalTyped>?>(nil)
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

    @Test("A default value is evaluated for each instance")
    func defaultsPerInstance() {
        let (first, second) = (Numbered.new(), Numbered.new())
        #expect((first.number, second.number) == (1, 2))
        #expect(first.firm != second.firm)
        first.firm.name = "Bolt"
        #expect(second.firm.name == "Acme")
    }

    @Test("What is set is read back, by the typed name and by message alike")
    func setting() throws {
        let person = Person.new()
        person.age = 3
        #expect(try person.object.send("age", as: Int32.self) == 3)
        try person.object.send("setAge:", Int32(4))
        #expect(person.age == 4)
        try person.object.setValue(5.bridgedObject, forKey: "age")
        #expect(person.age == 5)
        try person.set(\.age, to: 6)
        #expect(try person.get(\.age) == 6)
    }

    @Test("A subclass has the properties of its superclass, and is one")
    func inheritance() throws {
        let student = Student.new()
        student.age = 9
        #expect((student.age, student.school) == (9, "ETH"))
        #expect(student.object.isa.superclass?.name == "Person")
        #expect(try student.greet("Bob") == "Ann greets Bob")
    }

    @Test("A description may have any number of others above it")
    func depth() throws {
        let object = Level4.new()
        #expect(object.four == "1 two")
        let watcher = try Watcher()
        try object.object.addObserver(watcher.object, forKeyPath: "four")
        (object.one, object.two) = (4, "four")
        #expect(object.four == "4 four")
        #expect(watcher.told == ["four", "four"])
        try object.object.removeObserver(watcher.object, forKeyPath: "four")
        var names: [String] = []
        var cls: Class? = object.object.isa
        while let current = cls {
            names.append(current.name)
            cls = current.superclass
        }
        #expect(names == ["Level4", "Level3", "Level2", "Level1", "NSObject"])
    }

    @Test("A reference can be taken by the description of a superclass, and by that of a subclass if it is one")
    func conversion() {
        let student = Student.new()
        let person = student.as(Person.self)
        #expect(person?.age == 7)
        #expect(person?.as(Student.self) == student)
        #expect(Person.new().as(Student.self) == nil)
        #expect(student.as(Company.self) == nil)
        #expect(Ref<Person>(student.object) == person)
        #expect(Ref<Person>(NSNull.object) == nil)
    }

    @Test("An observed object is still of its class")
    func conversionWhileObserved() throws {
        let (person, watcher) = (Person.new(), try Watcher())
        try person.object.addObserver(watcher.object, forKeyPath: "age")
        #expect(person.object.isa.name == "NSKVONotifying_Person")
        #expect(Ref<Person>(person.object) == person)
        try person.object.removeObserver(watcher.object, forKeyPath: "age")
    }

    @Test("A description may choose the name of its class")
    func name() {
        #expect(Renamed.new().object.isa == Class(named: "TypedClassByAnotherName"))
    }

    @Test("A description whose class name is taken ends the process, and says so")
    func nameTaken() async {
        let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
            _ = try ClassBuilder("TakenTwice").register()
            _ = TakenTwice.new()
        }
        #expect(standardError(of: result).contains("TakenTwice: the runtime class cannot be made: "))
        #expect(standardError(of: result).contains("\(RuntimeError.classNameTaken("TakenTwice"))"))
    }

    @Test("Several threads may come first")
    func threads() {
        let classes = Locked<Set<Class>>([])
        let wrong = Locked<[String]>([])
        onThreads(8) { number in
            for _ in 0..<20 {
                let (object, firm) = (Shared.new(), Company.new())
                object.firm = firm
                (object.one, firm.name) = (number, "\(number)")
                if (object.one, object.firmName) != (number, "\(number)") {
                    wrong.append("\(object)")
                }
                classes.withLock { _ = $0.insert(object.object.isa) }
            }
        }
        #expect(wrong.withLock { $0 } == [])
        #expect(classes.withLock { $0.map(\.name) } == ["Shared"])
    }

    @Test("Objects of described classes die with their last reference, and let go of what they hold")
    func leaks() {
        let cls = MortalTyped.description.runtimeClass
        autoreleasepool {
            let object = MortalTyped.new()
            object.name += ", and then some"
            object.friend = MortalTyped.new()
            object.friend?.name = "Bob"
            #expect(cls.instanceCount == 2)
        }
        #expect(cls.instanceCount == 0)
    }
}
