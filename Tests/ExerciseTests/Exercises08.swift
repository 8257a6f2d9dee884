// Exercises08.swift - solutions to the exercises of docs/guide/08-swizzling.md.
import MiniRuntime
import Testing

@Suite("Exercises of chapter 08")
struct Exercises08 {
    @Test("1. Swizzled init counts the instances that are made, subclasses' included")
    func counted() throws {
        let cls = try ClassBuilder("Exercise08Person").register()
        let student = try ClassBuilder("Exercise08Student", superclass: cls).register()
        let made = Locked<[String]>([])
        // init is inherited from NSObject: it is overridden in this class, and NSObject's stays what it was.
        try cls.swizzle("init") { original in
            { (self: Object) -> Object in
                made.append(self.isa.name)
                return try original(self)
            }
        }
        _ = try cls.new()
        _ = try student.new()
        _ = try Class.nsObject.new()
        #expect(made.withLock { $0 } == ["Exercise08Person", "Exercise08Student"])
    }

    @Test("2. An exchange that adds first leaves the superclass alone")
    func exchangedSafely() throws {
        let (person, student) = try makeClasses("Exercise08Safe")
        try exchange("rank", with: "studentRank", in: student)
        #expect(try person.new().send("rank", as: Int32.self) == 1)
        #expect(try student.new().send("rank", as: Int32.self) == 100)
        #expect(try student.new().send("studentRank", as: Int32.self) == 1)
    }

    /// What is inherited is first added to the class itself, with the IMP it inherits. class_addMethod refuses what the
    /// class has already, so this asks no questions. From then on both methods are the class's own.
    private func exchange(_ first: Selector, with second: Selector, in cls: Class) throws {
        for name in [first, second] {
            let method = try #require(cls.instanceMethod(name))
            cls.addMethod(name, method.implementation, types: method.typeEncoding!)
        }
        cls.instanceMethod(first)!.exchangeImplementations(with: cls.instanceMethod(second)!)
    }

    @Test("3. Of two that swizzle, the last one runs first, and the first one must not leave first")
    func order() throws {
        let (person, _) = try makeClasses("Exercise08Order"), ann = try person.new()
        let original = try add(10, to: person)
        _ = try add(1000, to: person)
        #expect(try ann.send("rank", as: Int32.self) == 1011)
        // The first one puts back what it found. That throws out the second one with it.
        person.instanceMethod("rank")!.setImplementation(original)
        #expect(try ann.send("rank", as: Int32.self) == 1)
    }

    private func add(_ number: Int32, to cls: Class) throws -> IMP {
        try cls.swizzle("rank") { original in { (self: Object) -> Int32 in try original(self) + number } }
    }

    private func makeClasses(_ name: String) throws -> (person: Class, student: Class) {
        let person = try ClassBuilder(name + "Person").register()
        try person.addMethod("rank") { (self: Object) -> Int32 in 1 }
        let student = try ClassBuilder(name + "Student", superclass: person).register()
        try student.addMethod("studentRank") { (self: Object) -> Int32 in 100 }
        return (person, student)
    }
}
