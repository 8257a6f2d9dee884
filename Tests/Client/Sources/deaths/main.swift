// deaths - objects that die while streams, tokens that their own handlers hold, controllers and bindings are alive.
import Check
import MiniRuntime
import SafeObservation
import TypedClasses

class Meter: ClassDescription {
    let level = Property<Int>(0)
}

final class Owner: Sendable {
    let token = Locked<ObservationToken?>(nil)
}

limitTime(seconds: 60)

@Sendable func live(_ round: Int) {
    let meter = Meter.new()
    let follower = Meter.new()
    let owner = Owner()
    _ = owner.token.exchange(meter.observe(\.level) { _, _ in _ = owner })
    let stream = meter.changes(of: \.level)
    let other = meter.changes(of: \.level, bufferingPolicy: .bufferingNewest(1))
    do {
        try follower.bind(\.level, to: meter, \.level)
        try meter.bind(\.level, to: follower, \.level)
        try meter.object.observe("level") { _, _, _ in _ = follower }
        try meter.object.kvoController.observe(follower, \.level, options: [.new]) { (_: Ref<Meter>, _, _) in _ = owner
        }
    } catch {
        expect(false, "\(error)")
    }
    meter.level = round
    withExtendedLifetime((stream, other)) {}
}

for round in 1...2_000 { live(round) }
onThreads(4) { _ in for round in 1...500 { live(round) } }

// The stream outlives the object, and ends.
func lastWords() -> AsyncStream<ObservedChange<Int>> {
    let meter = Meter.new()
    let stream = meter.changes(of: \.level)
    for level in 1...3 { meter.level = level }
    return stream
}
var levels: [Int] = []
for await change in lastWords() { levels.append(change.newValue ?? 0) }
expect(levels == [1, 2, 3], "the stream told \(levels)")

let alive = Meter.description.runtimeClass.instanceCount
expect(alive == 0, "\(alive) objects are alive")
finish()
