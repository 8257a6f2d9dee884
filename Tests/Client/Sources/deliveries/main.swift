// deliveries - a million typed sets, each told to a token, a controller, a binding and a stream, on a stack of 512 KB.
//
// Counts are exact, each set costs what the first did, and afterwards nothing is left.
import Check
import MiniRuntime
import SafeObservation
import TypedClasses

class Meter: ClassDescription {
    let level = Property<Int>(0)
}

struct Told: Sendable {
    var token = 0
    var controller = 0
}

let sets = 1_000_000
let told = Locked(Told())
limitTime(seconds: 300)

/// A thousand times `count / 1000` sets; how much memory the process has gained since the first thousandth.
@Sendable func run(_ count: Int, _ meter: Ref<Meter>) -> Int {
    for level in 1...count / 1000 { meter.level = level }
    let before = residentBytes()
    for level in count / 1000 + 1...count { meter.level = level }
    return residentBytes() - before
}

onThread {
    let (source, follower) = (Meter.new(), Meter.new())
    let token = source.observe(\.level) { _, _ in told.withLock { $0.token += 1 } }
    let controller = KVOController(observer: follower, retainsObserved: false)
    do {
        try controller.observe(source, \.level, options: [.new]) { (_: Ref<Meter>, _, _) in
            told.withLock { $0.controller += 1 }
        }
        try follower.bind(\.level, to: source, \.level)
    } catch {
        expect(false, "\(error)")
    }
    let growth = run(sets, source)
    expect(growth < 8 << 20, "a million sets grew the process by \(growth) bytes")
    expect(follower.level == sets, "the binding set \(follower.level)")
    expect(told.withLock { $0.token } == sets, "the token was told \(told.withLock { $0.token }) times")
    expect(told.withLock { $0.controller } == sets, "the controller was told \(told.withLock { $0.controller }) times")
    withExtendedLifetime((token, controller)) {}
}

// A stream that is consumed while another task sets.
let consumed = Locked(0)
let meter = Meter.new()
let stream = meter.changes(of: \.level)
let consumer = Task.detached {
    for await change in stream {
        let isNext = consumed.withLock { count in
            count += 1
            return change.newValue == count
        }
        if !isNext { expect(false, "a change came out of order") }
        if change.newValue == sets { break }
    }
}
await Task.detached { for level in 1...sets { meter.level = level } }.value
await consumer.value
expect(consumed.withLock { $0 } == sets, "the stream told \(consumed.withLock { $0 }) changes")

let alive = Meter.description.runtimeClass.instanceCount
expect(alive == 1, "\(alive) objects are alive")
finish()
