// SetElementsTests.swift - changes of single members of a set: `cart.tags.insert("gift")`.
import KVONotifying
import MiniFoundation
import MiniRuntime
import Testing
import TypedClasses

private final class Basket: ClassDescription {
    let tags = Property<Set<String>>(["a", "b", "c"])
    let numbers = Property<Set<Int>>([])
}

@Suite("Members of sets")
struct SetElementsTests {
    private let basket = Basket.new()

    @Test("What Swift's sets have changes the members")
    func allOperations() {
        var expected = basket.tags
        func both(_ change: (inout Set<String>) -> Void, _ same: () -> Void, _ line: Int = #line) {
            change(&expected)
            same()
            #expect(basket.tags == expected, "line \(line)")
        }
        both({ $0.insert("d") }, { basket.tags.insert("d") })
        both({ $0.insert("d") }, { basket.tags.insert("d") })
        both({ $0.formUnion(["d", "e"]) }, { basket.tags.formUnion(["d", "e"]) })
        both({ $0.subtract(["a", "z"]) }, { basket.tags.subtract(["a", "z"]) })
        both({ $0.formIntersection(["b", "d", "y"]) }, { basket.tags.formIntersection(["b", "d", "y"]) })
        both({ $0.formSymmetricDifference(["b", "n"]) }, { basket.tags.formSymmetricDifference(["b", "n"]) })
        both({ $0.remove("n") }, { basket.tags.remove("n") })
        both({ $0.removeAll() }, { basket.tags.removeAll() })
    }

    @Test("Inserting and removing say what was there")
    func answers() {
        #expect(basket.tags.insert("a").inserted == false)
        #expect(basket.tags.insert("d").inserted)
        #expect(basket.tags.remove("d") == "d")
        #expect(basket.tags.remove("d") == nil)
    }

    @Test("A set that was got before stays as it was")
    func valueSemantics() throws {
        let before = try #require(try basket.object.value(forKey: "tags") as Object?)
        basket.tags.insert("d")
        basket.tags.remove("a")
        #expect(try Set<String>.bridged(from: before) == ["a", "b", "c"])
        #expect(basket.tags == ["b", "c", "d"])
    }

    @Test("A set that has grown and shrunk finds its members")
    func growth() {
        for number in 0..<1000 { basket.numbers.insert(number) }
        basket.numbers.formIntersection(Set(0..<10))
        basket.numbers.subtract(5..<1000)
        #expect(basket.numbers == [0, 1, 2, 3, 4])
    }

    @Test("Key-value coding sends the same messages")
    func proxies() throws {
        let proxy = try basket.object.mutableSetValue(forKey: "tags")
        try proxy.send("addObject:", "d")
        try proxy.send("removeObject:", "a")
        #expect(basket.tags == ["b", "c", "d"])
    }

    @Test("Eight threads insert and remove at once, and nothing is lost")
    func threads() async {
        let basket = Basket.new()
        await withTaskGroup(of: Void.self) { group in
            for thread in 0..<8 {
                group.addTask {
                    for index in 0..<200 {
                        basket.numbers.insert(thread * 1000 + index)
                        if index % 2 == 0 { basket.numbers.remove(thread * 1000 + index) }
                    }
                }
            }
        }
        #expect(basket.numbers.count == 800)
    }
}
