// TypedThreadTests.swift - typed properties that several threads read, set and observe while objects die. These tests
// also run with the thread sanitizer, which reports races that no counter detects.
import KVONotifying
import MiniFoundation
import MiniRuntime
import SafeObservation
import Synchronization
import Testing
import TypedClasses

/// A structure larger than a processor stores at once.
private struct Corner: StructureValue, Bridged, PropertyValue, Equatable {
    typealias Stored = Corner
    var x, y, width, height: Int64

    init(_ value: Int64) { (x, y, width, height) = (value, value, value, value) }
    var isWhole: Bool { x == y && y == width && width == height }

    static let messageEncoding: StaticString = "{SharedCorner=qqqq}"
}

private class SharedRoom: ClassDescription {
    let title = Property<String>("hall")
}

private class SharedLamp: ClassDescription {
    let isOn = Property<Bool>(false)
    let level = Property<Int32>(0)
    let celsius = Property<Double>(0)
    let name = Property<String>("lamp")
    let note = Property<String?>(nil, storage: .copy)
    let corner = Property<Corner>(Corner(0))
    let levels = Property<[Int]>([])
    let room = Property<Ref<SharedRoom>?>(nil)
    let neighbour = Property<Ref<SharedRoom>?>(nil, storage: .weak)
    let label = Computed<String>(affectedBy: \SharedLamp.name, \SharedLamp.room.title) { (lamp: Ref<SharedLamp>) in
        "\(lamp.name) in \(lamp.room?.title ?? "no room")"
    }
}

private func set(_ lamp: Ref<SharedLamp>, _ round: Int, _ room: Ref<SharedRoom>) throws {
    try lamp.set(\.isOn, to: round % 2 == 0)
    try lamp.set(\.level, to: Int32(round))
    try lamp.set(\.celsius, to: Double(round))
    try lamp.set(\.name, to: "a name of more than fifteen bytes \(round)")
    try lamp.set(\.note, to: round % 3 == 0 ? nil : "a note of more than fifteen bytes \(round)")
    try lamp.set(\.corner, to: Corner(Int64(round)))
    try lamp.set(\.levels, to: [round, round])
    try lamp.set(\.room, to: round % 4 == 0 ? nil : SharedRoom.new())
    try lamp.set(\.neighbour, to: round % 2 == 0 ? room : lamp.get(\.room))
}

/// Reads all properties, and returns whether every value was stored as a whole.
private func isWhole(_ lamp: Ref<SharedLamp>) throws -> Bool {
    let (levels, note) = try (lamp.get(\.levels), lamp.get(\.note))
    _ = try (lamp.get(\.isOn), lamp.get(\.level), lamp.get(\.celsius), lamp.get(\.label))
    _ = try (lamp.get(\.room)?.get(\.title), lamp.get(\.neighbour)?.get(\.title), lamp.get(\.room.title))
    return try lamp.get(\.corner).isWhole && Set(levels).count <= 1 && note?.hasPrefix("a note") ?? true
        && lamp.get(\.name).contains("a")
}

/// The number of values that were read but never stored.
private final class Torn: Sendable {
    private let number = Atomic(0)
    var count: Int { number.load(ordering: .relaxed) }
    func note() { number.add(1, ordering: .relaxed) }
}

// Serialized, because each test counts all instances of its class.
@Suite("Typed properties on several threads", .serialized)
struct TypedThreadTests {
    private static let rounds = 60

    @Test("Each property may be read, set and observed on several threads: every value is whole")
    func properties() throws {
        let (lamp, room, torn) = (SharedLamp.new(), SharedRoom.new(), Torn())
        onPooledThreads(6) { thread in
            for round in 0..<Self.rounds {
                switch thread % 3 {
                case 0: try set(lamp, round, room)
                case 1: if try !isWhole(lamp) { torn.note() }
                default:
                    let tokens = [
                        lamp.observe(\.corner, options: [.old, .new]) { _, change in
                            if change.newValue?.isWhole == false || change.oldValue?.isWhole == false {
                                torn.note()
                            }
                        },
                        lamp.observe(\.room.title, options: [.old, .new, .initial]) { _, _ in },
                        lamp.observe(\.label, options: [.new, .prior]) { lamp, _ in _ = try lamp.get(\.name) },
                    ]
                    if round % 2 == 0 { tokens[0].invalidate() }
                    withExtendedLifetime(tokens) {}
                }
            }
        }
        #expect(torn.count == 0)
        #expect(lamp.object.isUntouched)
    }

    @Test("Objects may die on one thread while others read and observe them, and what leads to them")
    func deaths() throws {
        onPooledThreads(4) { _ in _ = SharedLamp.new() }
        let lamp = SharedLamp.new()
        onPooledThreads(4) { thread in
            for round in 0..<Self.rounds {
                switch thread {
                case 0: try lamp.set(\.room, to: SharedRoom.new())
                case 1: _ = try lamp.get(\.room)?.observe(\.title) { _, _ in }
                case 2: try lamp.get(\.room)?.set(\.title, to: "room \(round)")
                default:
                    // Dies with its stream, its token and its controller, which another thread releases.
                    let mortal = SharedLamp.new()
                    let stream = mortal.changes(of: \.level)
                    let controller = KVOController(observer: lamp)
                    try controller.observe(mortal, \.name, options: [.new]) { (_: Ref<SharedLamp>, _, _) in }
                    mortal.level = Int32(round)
                    withExtendedLifetime((stream, controller)) {}
                }
            }
        }
        lamp.room = nil
        #expect(SharedRoom.description.runtimeClass.instanceCount == 0)
    }

    @Test("Bindings may be made, used and cut off on several threads: in the end both sides are equal")
    func bindings() throws {
        let lamps = (0..<3).map { _ in SharedLamp.new() }
        for (index, lamp) in lamps.enumerated() { try lamp.bind(\.level, to: lamps[(index + 1) % 3], \.level) }
        onPooledThreads(4) { thread in
            for round in 0..<Self.rounds {
                if thread < 3 {
                    try lamps[thread].set(\.level, to: Int32(round))
                } else {
                    let follower = SharedLamp.new()
                    try follower.bind(\.name, to: lamps[round % 3], \.name)
                    try lamps[round % 3].set(\.name, to: "name \(round)")
                    if round % 2 == 0 { follower.cutOff(\.name) }
                }
            }
        }
        #expect(Set(lamps.map(\.level)).count == 1)
    }

    @Test("A stream may be consumed on one thread while others set, and its task is cancelled on a third")
    func streams() async {
        let lamp = SharedLamp.new()
        let stream = lamp.changes(of: \.level)
        let consumer = Task {
            var count = 0
            for await _ in stream {
                count += 1
                if count == 2 * Self.rounds { break }
            }
            return count
        }
        onPooledThreads(2) { _ in for round in 0..<Self.rounds { try lamp.set(\.level, to: Int32(round)) } }
        #expect(await consumer.value == 2 * Self.rounds)
        let waiting = (0..<4).map { _ in
            let stream = lamp.changes(of: \.name)
            return Task { for await _ in stream {} }
        }
        onPooledThreads(4) { waiting[$0].cancel() }
        for task in waiting { await task.value }
    }
}
