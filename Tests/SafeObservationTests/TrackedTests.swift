// TrackedTests.swift - withObservationTracking and Observations, on objects of the runtime.
import KVONotifying
import MiniFoundation
import MiniRuntime
import Observation
import SafeObservation
import TestSupport
import Testing
import TypedClasses

private class Basket: ClassDescription {
    let count = Property<Int>(0)
    let price = Property<Int>(5)
    let shop = ReadOnly<String>("corner")
    let total = Computed<Int>(affectedBy: \Basket.count, \Basket.price) { (me: Ref<Basket>) in me.count * me.price }
}

/// A class for tests of deallocation.
private final class MortalBasket: Basket {}

/// A class whose properties the compiler has tracked, in a file that imports SafeObservation as well.
@Observable private final class Shelf {
    var level = 0
}

@Suite("Observation of the standard library")
struct TrackedTests {
    private let basket = Basket.new()
    private let lines = Log()

    private func track(_ name: String, _ read: () -> Int) -> Int {
        withObservationTracking(read) { [lines, basket] in lines.add("\(name), \(basket.count) so far") }
    }

    @Test("A property that was read by tracked calls onChange once, before it changes; others do not")
    func property() {
        #expect(track("count") { basket.tracked.count } == 0)
        basket.price = 6
        #expect(lines.all == [])
        basket.count = 2
        #expect(lines.take() == ["count, 0 so far"])
        basket.count = 3
        #expect(lines.all == [])
        #expect(track("again") { basket.tracked.count } == 3)
        basket.tracked.count = 4
        #expect(lines.all == ["again, 3 so far"])
        #expect(basket.count == 4)
    }

    @Test("A computed property is tracked by what it is computed from, and a read-only one by its name")
    func computed() throws {
        #expect(track("total") { basket.tracked.total } == 0)
        basket.price = 6
        #expect(lines.take() == ["total, 0 so far"])
        #expect(track("shop") { basket.tracked.shop.count } == 6)
        try basket.object.willChangeValue(forKey: "shop")
        try basket.object.didChangeValue(forKey: "shop")
        #expect(lines.all == ["shop, 0 so far"])
    }

    @Test("A class with @Observable compiles beside SafeObservation, and is tracked together with an object")
    func besideObservable() {
        let shelf = Shelf()
        #expect(track("both") { shelf.level + basket.tracked.count } == 0)
        shelf.level = 1
        #expect(lines.take() == ["both, 0 so far"])
        #expect(track("both again") { shelf.level + basket.tracked.count } == 1)
        basket.count = 1
        #expect(lines.all == ["both again, 0 so far"])
    }

    @Test("What is read without tracked is not tracked, and not observed")
    func untracked() {
        #expect(track("count") { basket.count } == 0)
        basket.count = 1
        #expect(lines.all == [])
        #expect(basket.object.isUntouched)
    }

    @Test("Tracking keeps no object alive: it dies with what is tracked, and no observer is notified")
    func lifetime() {
        autoreleasepool {
            let mortal = MortalBasket.new()
            withObservationTracking {
                _ = mortal.tracked.total
            } onChange: { [lines] in
                lines.add("notified")
            }
        }
        #expect(MortalBasket.description.runtimeClass.instanceCount == 0)
        #expect(lines.all == [])
    }

    @Test("Any number of reads make one observation of each property")
    func once() {
        onPooledThreads(4) { _ in for _ in 0..<50 { _ = basket.tracked.count + basket.tracked.price } }
        #expect(basket.object.keyValueRegistrations.count == 2)
    }

    @Test("Observations sees each value that stays for a while")
    func observations() async {
        let (totals, basket) = (Observations { [basket] in basket.tracked.total }, basket)
        var seen: [Int] = []
        for await total in totals {
            seen.append(total)
            if seen.count == 3 { break }
            Task { basket.count += 1 }
        }
        #expect(seen == [0, 5, 10])
    }
}
