// DictionaryElementsTests.swift - changes of single entries of a dictionary: `cart.quantities["apple"] = 1`.
import KVONotifying
import MiniFoundation
import MiniRuntime
import Testing
import TypedClasses

private final class Prices: ClassDescription {
    let cents = Property<[String: Int]>(["a": 1, "b": 2])
    let names = Property<[Int: String]>([:])
}

@Suite("Entries of dictionaries")
struct DictionaryElementsTests {
    private let prices = Prices.new()

    @Test("What Swift's dictionaries have changes the entries")
    func allOperations() {
        var expected = prices.cents
        func both(_ change: (inout [String: Int]) -> Void, _ same: () -> Void, _ line: Int = #line) {
            change(&expected)
            same()
            #expect(prices.cents == expected, "line \(line)")
        }
        both({ $0["c"] = 3 }, { prices.cents["c"] = 3 })
        both({ $0["c"] = 4 }, { prices.cents["c"] = 4 })
        both({ $0["c"]? += 4 }, { prices.cents["c"]? += 4 })
        both({ $0["d", default: 10] += 1 }, { prices.cents["d", default: 10] += 1 })
        both({ $0["a"] = nil }, { prices.cents["a"] = nil })
        both({ $0["z"] = nil }, { prices.cents["z"] = nil })
        both(
            { $0.merge(["b": 5, "e": 6]) { $0 + $1 } }, { prices.cents.merge(["b": 5, "e": 6]) { $0 + $1 } })
        both({ $0.removeValue(forKey: "e") }, { prices.cents.removeValue(forKey: "e") })
        both({ $0 = $0.filter { $0.value > 5 } }, { prices.cents = prices.cents.filter { $0.value > 5 } })
        both({ $0.removeAll() }, { prices.cents.removeAll() })
    }

    @Test("Setting and removing say what was there")
    func answers() {
        #expect(prices.cents.updateValue(9, forKey: "a") == 1)
        #expect(prices.cents.updateValue(9, forKey: "n") == nil)
        #expect(prices.cents.removeValue(forKey: "a") == 9)
        #expect(prices.cents.removeValue(forKey: "a") == nil)
    }

    @Test("A dictionary that was got before stays as it was")
    func valueSemantics() throws {
        let before = try #require(try prices.object.value(forKey: "cents") as Object?)
        prices.cents["c"] = 3
        prices.cents["a"] = 7
        #expect(try [String: Int].bridged(from: before) == ["a": 1, "b": 2])
        #expect(prices.cents == ["a": 7, "b": 2, "c": 3])
    }

    @Test("A dictionary that has grown and shrunk finds its entries")
    func growth() {
        for number in 0..<500 { prices.names[number] = "\(number)" }
        for number in 0..<490 { prices.names[number] = nil }
        #expect(prices.names == Dictionary(uniqueKeysWithValues: (490..<500).map { ($0, "\($0)") }))
    }

    @Test("A message with keys that are there and keys that are not sets them all")
    func mixedMessage() throws {
        let entries = try #require(["a": 10, "x": 20].bridgedObject)
        try prices.object.send("addCents:", entries)
        #expect(prices.cents == ["a": 10, "b": 2, "x": 20])
        try prices.object.send("intersectCents:", NSSet.object([NSString.object("x")]))
        #expect(prices.cents == ["x": 20])
    }

    @Test("What is no dictionary is refused, in the name of the message")
    func misfits() throws {
        #expect(
            throws: RuntimeException(
                "NSInvalidArgumentException",
                "*** -[\(prices.object.isa.name) addCents:]: dictionary argument is not an NSDictionary")
        ) {
            try prices.object.send("addCents:", NSSet.object([]))
        }
    }

    @Test("Eight threads set and remove at once, and nothing is lost")
    func threads() async {
        let prices = Prices.new()
        await withTaskGroup(of: Void.self) { group in
            for thread in 0..<8 {
                group.addTask {
                    for index in 0..<200 {
                        prices.names[thread * 1000 + index] = "\(index)"
                        if index % 2 == 0 { prices.names[thread * 1000 + index] = nil }
                    }
                }
            }
        }
        #expect(prices.names.count == 800)
    }
}
