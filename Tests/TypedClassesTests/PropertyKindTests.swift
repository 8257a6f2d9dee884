// PropertyKindTests.swift - stored, read-only and computed properties, and the notifications of their observers.
import KVONotifying
import MiniFoundation
import MiniRuntime
import TestSupport
import Testing
import TypedClasses

private final class Derived: Person {
    let initials = Computed<String>(affectedBy: \Derived.name) { (me: Ref<Derived>) in String(me.name.prefix(1)) }
    let label = Property<String>("-", affectedBy: \Derived.mood, \Derived.initials)
    let fragile = Computed<Int>(affectedBy: \Derived.age) { (me: Ref<Derived>) in
        guard me.age >= 0 else { throw RuntimeException("NSRangeException", "too young") }
        return Int(me.age)
    }
}

private class Solid: ClassDescription {
    let firm = ReadOnly<Ref<Company>>(Company.new())
    let inner = Property<Ref<Solid>?>(nil)
    let owner = Computed<Ref<Person>?>(affectedBy: \Solid.firm.boss) { (me: Ref<Solid>) in me.firm.boss }
}

private final class Misdeclared: ClassDescription {
    let length = Property<Int>(0, affectedBy: \Company.name)
}

@Suite("Kinds of properties")
struct PropertyKindTests {
    /// Returns the number of notifications of an observer of `keyPath` while `body` runs.
    private func told<D>(_ object: Ref<D>, _ keyPath: String, _ body: () throws -> Void) throws -> Int {
        let watcher = try Watcher()
        try object.object.addObserver(watcher.object, forKeyPath: keyPath)
        try body()
        try object.object.removeObserver(watcher.object, forKeyPath: keyPath)
        #expect(object.object.observationInfo == nil)
        return watcher.told.count
    }

    @Test("Q24 Every declared property can be observed: setting it is a send of its setter")
    func stored() throws {
        let person = Person.new()
        #expect(try told(person, "age") { person.age = 3 } == 1)
        #expect(try told(person, "age") { try person.set(\.age, to: 4) } == 1)
        #expect(try told(person, "age") { try person.object.send("setAge:", Int32(5)) } == 1)
        #expect(try told(person, "employer.name") { person.employer = Company.new() } == 1)
    }

    @Test("A read-only property has no setter, and is observed when its class says that it changes")
    func readOnly() throws {
        let person = Person.new()
        let cls = Person.description.runtimeClass
        #expect(cls.instanceMethod("number") != nil)
        #expect(cls.instanceMethod("setNumber:") == nil)
        let count = try told(person, "number") {
            try person.object.willChangeValue(forKey: "number")
            try person.object.setIvar("_number", to: 43)
            try person.object.didChangeValue(forKey: "number")
        }
        #expect((person.number, count) == (43, 1))
    }

    @Test("A computed property has a getter and nothing else")
    func computed() throws {
        let person = Person.new()
        #expect(person.title == "Ann of nowhere")
        #expect(Person.description.runtimeClass.instanceMethod("setTitle:") == nil)
        #expect(Person.description.runtimeClass.instanceVariable("_title") == nil)
        #expect(try person.object.value(forKey: "title").map { try String.bridged(from: $0) } == "Ann of nowhere")
    }

    @Test("What a computed property throws is raised")
    func throwing() throws {
        let derived = Derived.new()
        derived.age = -1
        #expect(throws: RuntimeException("NSRangeException", "too young")) { try derived.get(\.fragile) }
        #expect(throws: RuntimeException("NSRangeException", "too young")) {
            try derived.object.send("fragile", as: Int.self)
        }
        #expect(!RuntimeException.isPending)
    }

    @Test("Q28 Observers of a property are notified when one that it depends on changes, also through other objects")
    func dependent() throws {
        let person = Person.new()
        let count = try told(person, "title") {
            person.name = "Bob"
            person.employer = Company.new()
            person.employer?.name = "Bolt"
            person.age = 1
        }
        #expect(count == 3)
        #expect(person.title == "Bob of Bolt")
    }

    @Test("A property may depend on one that is three objects away")
    func dependentPath() throws {
        let (person, boss, other) = (Person.new(), Person.new(), Person.new())
        let firm = Company.new()
        let count = try told(person, "bossName") {
            person.employer = firm
            firm.boss = boss
            boss.name = "Cid"
            #expect(person.bossName == "Cid")
            firm.boss = other
            boss.name = "unobserved"
            other.name = "Dee"
            firm.boss = nil
        }
        #expect(count == 6)
        #expect(person.bossName == "nobody")
        #expect(firm.object.observationInfo == nil)
        #expect(boss.object.observationInfo == nil)
    }

    @Test("Dependencies reach through each other, and a stored property can have some")
    func dependentOnDependent() throws {
        let derived = Derived.new()
        let count = try told(derived, "label") {
            derived.label = "own"
            derived.name = "Bob"
            derived.mood = .fine
            derived.age = 1
        }
        #expect(count == 3)
        #expect(derived.initials == "B")
    }

    @Test("Q28 Changes of a property that does not notify by itself are announced by hand")
    func manual() throws {
        let person = Person.new()
        #expect(try told(person, "manual") { person.manual = 1 } == 0)
        let count = try told(person, "manual") {
            try person.object.willChangeValue(forKey: "manual")
            person.manual = 2
            try person.object.didChangeValue(forKey: "manual")
        }
        #expect(count == 1)
        #expect(try told(Student.new(), "manual") {} == 0)
    }

    @Test("A property of another object is reached through properties, and is nil while an object on the way is")
    func paths() throws {
        let (person, boss) = (Person.new(), Person.new())
        #expect(try person.get(\.employer.name) == nil)
        #expect(try person.get(\.employer.boss.nickname) == nil)
        person.employer = Company.new()
        person.employer?.boss = boss
        boss.nickname = "B"
        #expect(try person.get(\.employer.name) == "Acme")
        let nickname: String? = try person.get(\.employer.boss.nickname)
        #expect(nickname == "B")
        #expect(try person.get(\.employer.boss) == boss)
        #expect(try person.get(\.employer.boss.employer.boss.age) == nil)
        #expect(Ref<Person>.keyPath(\.employer.boss.name) == "employer.boss.name")
        #expect(Ref<Student>.keyPath(\.employer.boss.employer.name) == "employer.boss.employer.name")
        boss.nickname = nil
        #expect(try person.get(\.employer.boss.nickname) == nil)
    }

    @Test("A path may begin with an object that is always there, with a read-only one, or with a computed one")
    func pathsOfAllKinds() throws {
        let solid = Solid.new()
        let name: String = try solid.get(\.firm.name)
        #expect(name == "Acme")
        #expect(try solid.get(\.inner.firm.name) == nil)
        solid.inner = Solid.new()
        #expect(try solid.get(\.inner.firm.name) == "Acme")
        #expect(try solid.get(\.inner.inner.firm.boss.name) == nil)
        #expect(try told(solid, "owner.name") { solid.firm.boss = Person.new() } == 1)
        #expect(try solid.get(\.owner.name) == "Ann")
    }

    @Test("A dependency on a property of some other class ends the process when it is first asked for, and says so")
    func dependentOnStranger() async {
        let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
            let watcher = try Watcher()
            try Misdeclared.new().object.addObserver(watcher.object, forKeyPath: "length")
        }
        #expect(standardError(of: result).contains("Misdeclared.length is affected by"))
    }
}
