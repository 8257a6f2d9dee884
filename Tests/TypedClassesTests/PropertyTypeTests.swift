// PropertyTypeTests.swift - the Swift types that properties can have.
import KVONotifying
import MiniFoundation
import MiniRuntime
import TestSupport
import Testing
import TypedClasses

private enum Level: UInt8, PropertyValue { case low = 1, high = 200 }
private enum Color: String, PropertyValue { case red, green }

private struct Spot: StructureValue, Bridged, PropertyValue, Equatable {
    typealias Stored = Spot
    var x, y: Double
    static let messageEncoding: StaticString = "{Spot=dd}"
}

private struct Recipe: Bridged, PropertyValue, Equatable {
    var steps: [String]
}

private final class Everything: ClassDescription {
    let int8 = Property<Int8>(-1)
    let uint64 = Property<UInt64>(.max)
    let bool = Property<Bool>(true)
    let float = Property<Float>(1.5)
    let double = Property<Double>(-2.25)
    let level = Property<Level>(.high)
    let color = Property<Color>(.red)
    let maybeColor = Property<Color?>(nil)
    let maybeNumber = Property<Int?>(3)
    let spot = Property<Spot>(Spot(x: 1, y: 2))
    let recipe = Property<Recipe>(Recipe(steps: ["mix"]))
    let anything = Property<Object?>(nil)
    let words = Property<[String]>(["a", "b"])
    let colors = Property<[Color]>([.green])
    let holes = Property<[Int?]>([1, nil])
    let table = Property<[String: [Int]]>(["one": [1]])
    let names = Property<Set<String>>(["x"])
    let friends = Property<[Ref<Everything>]>([])
    let firm = Property<Ref<Company>>(Company.new())
    let maybeFirm = Property<Ref<Company>?>(nil)
    let weakFirm = Property<Ref<Company>?>(nil, storage: .weak)
}

@Suite("Types of properties")
struct PropertyTypeTests {
    @Test("Numbers, structures and enums are stored as they are in C")
    func scalars() throws {
        let all = Everything.new()
        #expect((all.int8, all.uint64, all.bool, all.float, all.double) == (-1, .max, true, 1.5, -2.25))
        (all.int8, all.uint64, all.bool, all.float, all.double) = (.min, 0, false, -1, 1e300)
        #expect((all.int8, all.uint64, all.bool, all.float, all.double) == (.min, 0, false, -1, 1e300))
        all.spot = Spot(x: 3, y: 4)
        #expect(all.spot == Spot(x: 3, y: 4))
        #expect(all.level == .high)
        all.level = .low
        #expect(all.level == .low)
        let cls = Everything.description.runtimeClass
        #expect(cls.instanceVariable("_level")?.typeEncoding == "C")
        #expect(cls.instanceVariable("_spot")?.typeEncoding == "{Spot=dd}")
    }

    @Test("Strings, optionals, and enums of strings are stored as objects")
    func objects() throws {
        let all = Everything.new()
        #expect((all.color, all.maybeColor, all.maybeNumber) == (.red, nil, 3))
        (all.color, all.maybeColor, all.maybeNumber) = (.green, .red, nil)
        #expect((all.color, all.maybeColor, all.maybeNumber) == (.green, .red, nil))
        #expect(try all.object.send("maybeColor", as: String?.self) == "red")
        #expect(try all.object.send("maybeNumber", as: Object?.self) == nil)
        all.anything = NSNull.object
        #expect(all.anything == NSNull.object)
        all.anything = nil
        #expect(all.anything == nil)
    }

    @Test("Arrays, dictionaries and sets hold whatever can be a property")
    func collections() throws {
        let all = Everything.new()
        #expect((all.words, all.colors, all.holes) == (["a", "b"], [.green], [1, nil]))
        #expect((all.table, all.names, all.friends) == (["one": [1]], ["x"], []))
        all.words.append("c")
        all.colors = [.red, .green]
        all.holes = [nil, 2, nil]
        all.table["two"] = [2, 2]
        all.names.insert("y")
        let friend = Everything.new()
        all.friends = [friend]
        #expect((all.words, all.colors, all.holes) == (["a", "b", "c"], [.red, .green], [nil, 2, nil]))
        #expect((all.table, all.names, all.friends) == (["one": [1], "two": [2, 2]], ["x", "y"], [friend]))
        #expect(try all.object.value(forKeyPath: "words.@count").map { try Int.bridged(from: $0) } == 3)
    }

    @Test("A type of one's own travels in a box")
    func boxes() {
        let all = Everything.new()
        all.recipe.steps.append("bake")
        #expect(all.recipe == Recipe(steps: ["mix", "bake"]))
    }

    @Test("A property may hold another object, strongly or weakly")
    func references() {
        let all = Everything.new()
        all.firm.name = "Bolt"
        #expect((all.firm.name, all.maybeFirm?.name, all.weakFirm) == ("Bolt", nil, nil))
        autoreleasepool {
            let firm = Company.new()
            (all.maybeFirm, all.weakFirm) = (firm, firm)
            #expect(all.weakFirm == firm)
            all.maybeFirm = nil
        }
        #expect(all.weakFirm == nil)
    }

    @Test("What somebody else stored, and the type cannot be, is an error that names both")
    func misfits() throws {
        let all = Everything.new()
        func error(_ body: () throws -> Void) -> BridgingError? {
            #expect(throws: BridgingError.self, performing: body)
        }
        try all.object.send("setColor:", "mauve")
        #expect(error { _ = try all.get(\.color) } == .outOfRange(value: "mauve", type: "Color"))
        try all.object.send("setLevel:", UInt8(2))
        #expect(error { _ = try all.get(\.level) } == .outOfRange(value: "2", type: "Level"))
        try all.object.send("setFirm:", all.object)
        #expect(error { _ = try all.get(\.firm) } == .wrongType(expected: "Company", found: "Everything"))
        try all.object.send("setFirm:", Object?.none)
        #expect(error { _ = try all.get(\.firm) } == .wrongType(expected: "Company", found: "nil"))
        try all.object.send("setWords:", Object?.none)
        #expect(error { _ = try all.get(\.words) } == .wrongType(expected: "Array<String>", found: "nil"))
        try all.object.send("setWords:", [1].bridgedObject)
        #expect(error { _ = try all.get(\.words) } == .wrongType(expected: "String", found: "NSNumber"))
        try all.object.send("setTable:", "no table")
        #expect(throws: BridgingError.self) { try all.get(\.table) }
        #expect(!RuntimeException.isPending)
    }

    @Test("Where nothing can be thrown, such a value ends the process")
    func misfitUncaught() async {
        let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
            let all = Everything.new()
            try all.object.send("setColor:", "mauve")
            _ = all.color
        }
        #expect(
            standardError(of: result).contains(
                "uncaught exception 'BridgingError', reason: 'The value mauve does not fit into 'Color''"))
    }
}
