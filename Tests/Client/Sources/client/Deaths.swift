// Deaths.swift - objects that die with every kind of observation on them at once.
import KVONotifying
import MiniRuntime
import SafeObservation
import Support
import Synchronization
import TypedClasses

private class Gauge: ClassDescription {
    let level = Property<Int>(0)
}

/// Owns the token of an observation whose handler owns this.
private final class Owner: Sendable {
    let token = Mutex<KeyValueObservation?>(nil)
}

/// Makes an object with two streams, a token that its own handler owns, bindings in both directions, an observation
/// whose handler owns the bound object, and a controller. All of them go when the function returns.
private func live(_ round: Int) throws {
    let (gauge, follower, owner) = (Gauge.new(), Gauge.new(), Owner())
    owner.token.withLock { $0 = gauge.observe(\.level) { _, _ in withExtendedLifetime(owner) {} } }
    let streams = [gauge.changes(of: \.level), gauge.changes(of: \.level, bufferingPolicy: .bufferingNewest(1))]
    try follower.bind(\.level, to: gauge, \.level)
    try gauge.bind(\.level, to: follower, \.level)
    try gauge.object.onChange(of: "level") { _, _ in withExtendedLifetime(follower) {} }
    try gauge.object.kvoController.observe(follower, \.level, options: [.new]) { (_: Ref<Gauge>, _, _) in
        withExtendedLifetime(owner) {}
    }
    gauge.level = round
    expect(follower.level, is: round, "the level of the bound object")
    withExtendedLifetime(streams) {}
}

/// The stream of an object that died after three changes.
private func lastChanges() -> ObservedChanges<Int> {
    let gauge = Gauge.new()
    let stream = gauge.changes(of: \.level)
    for level in 1...3 { gauge.level = level }
    return stream
}

@Sendable func dyingWhileObserved() async {
    await repeatedly {
        for round in 1...500 { try live(round) }
        onThreads(4) { _ in
            do {
                for round in 1...125 { try live(round) }
            } catch {
                fail("\(error) was thrown")
            }
        }
        var levels: [Int] = []
        for await change in lastChanges() { levels.append(change.newValue ?? -1) }
        expect(levels, is: [1, 2, 3], "what the stream of a dead object delivered")
        expect(Gauge.description.runtimeClass.instanceCount, is: 0, "the number of gauges")
    }
}
