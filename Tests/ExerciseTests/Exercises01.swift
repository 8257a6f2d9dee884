// Exercises01.swift - solutions to the exercises of docs/guide/01-objects-and-isa.md.
import MiniRuntime
import Testing

@Suite("Exercises of chapter 01")
struct Exercises01 {
    /// A class with these properties, each an object.
    private func makeClass(_ name: String, superclass: Class = .nsObject, objects: String...) throws -> Class {
        var builder = try ClassBuilder(name, superclass: superclass)
        for property in objects { try builder.addProperty(property, Object?.self) }
        return builder.register()
    }

    // The ivars of a subclass begin where those of its superclass end. Person ends at byte 40: that is its instance
    // size, and so the offset of the first ivar of Student. Methods of Person, which know nothing of students, find
    // their ivars at the old offsets.
    @Test("1. An ivar of a subclass begins where the instances of its superclass end")
    func offsetOfSchool() throws {
        let person = try makeClass("Exercise01Person", objects: "age", "name", "employer", "friend")
        let student = try makeClass("Exercise01Student", superclass: person, objects: "school")
        #expect(student.ivars.map(\.name) == ["_school"])
        #expect(student.instanceVariable("_school")?.offset == person.instanceSize)
        #expect(student.instanceVariable("_age")?.offset == person.instanceVariable("_age")?.offset)
        #expect(student.instanceSize == person.instanceSize + 8)
    }

    // setClass writes one word. So everything that is not this word must be the same before, during and after.
    @Test("2. An object becomes an instance of another class and goes back, and nothing but its isa changes")
    func thereAndBack() throws {
        var builder = try ClassBuilder("Exercise01Caterpillar")
        try builder.addProperty("legs", Int32.self)
        let caterpillar = builder.register()
        // It inherits, and adds no ivars: its methods find in the object what they look for.
        let butterfly = try ClassBuilder("Exercise01Butterfly", superclass: caterpillar).register()

        let animal = try caterpillar.new()
        try animal.send("setLegs:", Int32(16))
        let before = (animal.address, animal.unmanaged.retainCount, try animal.ivar("_legs", as: Int32.self))

        let was = animal.setClass(butterfly)
        #expect(was == caterpillar)
        #expect(animal.isa == butterfly)
        #expect(before == (animal.address, animal.unmanaged.retainCount, try animal.ivar("_legs", as: Int32.self)))

        animal.setClass(was)
        #expect(animal.isa == caterpillar)
        #expect(before == (animal.address, animal.unmanaged.retainCount, try animal.ivar("_legs", as: Int32.self)))
    }

    // isa 0-7, Int8 at 8, seven bytes of nothing, Double 16-23, Int8 at 24: 25 bytes, rounded up to 32. With the Double
    // first, the two small ones share a word: Double 8-15, Int8 at 16 and 17, rounded up to 24.
    @Test("3. Three ivars make an instance of 32 bytes in one order, and of 24 in another")
    func orderOfIvars() throws {
        var wide = try ClassBuilder("Exercise01Wide")
        try wide.addIvar("a", Int8.self)
        try wide.addIvar("b", Double.self)
        try wide.addIvar("c", Int8.self)
        let wideClass = wide.register()
        #expect(wideClass.ivars.map(\.offset) == [8, 16, 24])
        #expect(wideClass.instanceSize == 32)

        var narrow = try ClassBuilder("Exercise01Narrow")
        try narrow.addIvar("b", Double.self)
        try narrow.addIvar("a", Int8.self)
        try narrow.addIvar("c", Int8.self)
        let narrowClass = narrow.register()
        #expect(narrowClass.ivars.map(\.offset) == [8, 16, 17])
        #expect(narrowClass.instanceSize == 24)
    }
}
