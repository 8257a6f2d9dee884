import Observation
import SafeObservation
import Support
import Synchronization
import TypedClasses

private final class Basket: ClassDescription {
    let count = Property<Int>(0)
    let price = Property<Int>(5)
    let note = Property<String>("")
    let total = Computed<Int>(affectedBy: \Basket.count, \Basket.price) { (me: Ref<Basket>) in me.count * me.price }
}

func program15() async throws {
    let basket = Basket.new()
    let fired = Mutex(0)

    let text = withObservationTracking {
        "\(basket.tracked.count) items"
    } onChange: {
        fired.withLock { $0 += 1 }
    }
    check(text == "0 items", "what is tracked is evaluated")
    basket.note = "fragile"
    check(fired.withLock { $0 } == 0, "a property that was not read does not count")
    basket.count = 2
    check(fired.withLock { $0 } == 1, "one that was read does")
    basket.count = 3
    check(fired.withLock { $0 } == 1, "once only, until it is tracked again")

    let total = withObservationTracking {
        basket.tracked.total
    } onChange: {
        fired.withLock { $0 += 1 }
    }
    check(total == 15, "computed properties are tracked")
    basket.price = 6
    check(fired.withLock { $0 } == 2, "... by what they are computed from")

    let totals = Observations { basket.tracked.total }
    var seen: [Int] = []
    for await total in totals {
        seen.append(total)
        if seen.count == 3 { break }
        Task { basket.count += 1 }
    }
    check(seen == [18, 24, 30], "Observations sees each total")
}
