// ClassNameTests.swift - the names of described classes, also when another class has a similar name.
import MiniFoundation
import MiniRuntime
import Testing
import TypedClasses

private enum Shop {
    final class Item: ClassDescription { let price = Property<Int32>(1) }
}

private enum Game {
    final class Item: ClassDescription { let price = Property<Int32>(2) }
}

private enum Holder<Element: PropertyValue> {
    final class Inner: ClassDescription { let count = Property<Int32>(3) }
}

private final class Twin: ClassDescription {}

private enum Outer {
    // The same simple name as the top-level class.
    final class Sole: ClassDescription {}
}

private final class Chosen: ClassDescription {
    override class var className: String { "NameThatTwoChose" }
}

private final class ChosenToo: ClassDescription {
    override class var className: String { "NameThatTwoChose" }
}

private final class Second: ClassDescription {
    override class var className: String { "ClassNameTestsBuilt" }
}

extension Array {
    fileprivate final class InArray: ClassDescription {}
}

@Suite("Names of typed classes")
struct ClassNameTests {
    @Test("A type within another one has the name of both, so two of the same simple name go together")
    func nested() {
        let (item, other) = (Shop.Item.new(), Game.Item.new())
        #expect((item.price, other.price) == (1, 2))
        #expect(item.object.isa.name == "Shop.Item")
        #expect(other.object.isa.name == "Game.Item")
        #expect(Outer.Sole.description.runtimeClass.name == "Outer.Sole")
    }

    @Test("A type within a generic one has the arguments in its name")
    func generic() {
        let (numbers, strings) = (Holder<Int>.Inner.new(), Holder<String>.Inner.new())
        #expect((numbers.count, strings.count) == (3, 3))
        #expect(numbers.object.isa.name == "Holder<Int>.Inner")
        #expect(strings.object.isa.name == "Holder<String>.Inner")
        #expect([Int].InArray.className == "Array<Int>.InArray")
        #expect(Holder<[String: Int?]>.Inner.className == "Holder<Dictionary<String, Optional<Int>>>.Inner")
    }

    @Test("A top-level type has its own name, and observed its objects are of the class that is named after it")
    func topLevel() {
        #expect(Person.description.runtimeClass.name == "Person")
        #expect(Twin.className == "Twin")
        #expect(Twin.description.runtimeClass.name == "Twin")
    }

    @Test("Where another description has the plain name, a class gets the name with its module, then one with a number")
    func sameName() throws {
        func first() -> ClassDescription.Type {
            final class Homonym: ClassDescription { let number = Property<Int32>(1) }
            #expect(Homonym.new().number == 1)
            return Homonym.self
        }
        func second() throws -> [String] {
            final class Homonym: ClassDescription { let number = Property<Int32>(2) }
            #expect(Homonym.new().number == 2)
            return try [Homonym.register().name, Homonym.className]
        }
        func third() throws -> [String] {
            final class Homonym: ClassDescription { let number = Property<Int32>(3) }
            #expect(Homonym.new().number == 3)
            return try [Homonym.register().name, Homonym.className]
        }
        #expect(first().className == "ClassNameTests.Homonym")
        #expect(Class(named: "ClassNameTests.Homonym") != nil)
        #expect(try second() == ["TypedClassesTests.ClassNameTests.Homonym", "ClassNameTests.Homonym"])
        #expect(try third() == ["TypedClassesTests.ClassNameTests.Homonym#2", "ClassNameTests.Homonym"])
    }

    @Test("A name that was chosen and is taken is an error that says whose it is")
    func chosen() throws {
        try Chosen.register()
        let owner = "the class of the description \(String(reflecting: Chosen.self))"
        #expect(throws: ClassDescriptionError.nameTaken("NameThatTwoChose", owner: owner)) { try ChosenToo.register() }
        // A second attempt fails in the same way: the first one left nothing behind.
        #expect(throws: ClassDescriptionError.nameTaken("NameThatTwoChose", owner: owner)) { try ChosenToo.register() }
    }

    @Test("So is one that a class has which no description made")
    func built() throws {
        _ = try ClassBuilder("ClassNameTestsBuilt").register()
        let error = ClassDescriptionError.nameTaken(
            "ClassNameTestsBuilt", owner: "a class made by objc_allocateClassPair")
        #expect(throws: error) { try Second.register() }
        #expect(
            "\(error)" == "Class 'ClassNameTestsBuilt' exists already: it is a class made by objc_allocateClassPair. "
                + "Override 'className' to give the class another name")
    }
}
