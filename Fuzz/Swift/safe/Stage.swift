// Stage.swift - what the threads of the safe target share: objects, what observes them, and what handlers do.
import FuzzSupport
import MiniFoundation
import MiniRuntime
import SafeObservation
import Synchronization
import TypedClasses

private let serial = Atomic(0)

class Lamp: ClassDescription {
    let serial = ReadOnly<Int>(nextSerial())
    let level = Property<Int>(0)
    let name = Property<String>("lamp")
    let next = Property<Ref<Lamp>?>(nil)
}

private func nextSerial() -> Int { serial.add(1, ordering: .relaxed).newValue }

/// What a handler does, once.
enum Order: UInt8, CaseIterable {
    case nothing, raise, invalidate, dropToken, dropLamp, dropController, dropStream, setLevel, setNext, unobserve
}

/// A sequence of changes that nobody awaits.
final class Stream: Sendable {
    let changes: ObservedChanges<Int>
    init(_ changes: ObservedChanges<Int>) { self.changes = changes }
}

/// Places that any thread may use.
final class Places<Value: Sendable>: Sendable {
    private let values = Mutex<[Value?]>(Array(repeating: nil, count: 4))

    func get(_ place: UInt8) -> Value? { values.withLock { $0[Int(place) % $0.count] } }

    /// What was there goes once the lock is free.
    func put(_ value: Value?, _ place: UInt8) {
        let old = values.withLock { values in
            let index = Int(place) % values.count
            defer { values[index] = value }
            return values[index]
        }
        withExtendedLifetime(old) {}
    }

    func clear() {
        for place in 0..<4 { put(nil, UInt8(place)) }
    }
}

final class Stage: Sendable {
    let lamps = Places<Ref<Lamp>>()
    let tokens = Places<KeyValueObservation>()
    let controllers = Places<KVOController>()
    let streams = Places<Stream>()
    /// Each is carried out once, so that handlers that set come to an end.
    private let orders = Mutex<[Order]>([])

    func order(_ order: Order) { orders.withLock { $0.append(order) } }

    /// What a handler does.
    func obey() throws {
        guard let order = orders.withLock({ $0.popLast() }) else { return }
        let place = order.rawValue
        switch order {
        case .nothing: break
        case .raise: throw RuntimeException("FuzzException", "a handler raises")
        case .invalidate: tokens.get(place)?.invalidate()
        case .dropToken: tokens.put(nil, place)
        case .dropLamp: lamps.put(nil, place)
        case .dropController: controllers.put(nil, place)
        case .dropStream: streams.put(nil, place)
        case .setLevel: try lamps.get(place)?.set(\.level, to: 7)
        case .setNext: try lamps.get(place)?.set(\.next, to: nil)
        case .unobserve: lamps.get(place)?.unobserveAll()
        }
    }

    func clear() {
        orders.withLock { $0 = [] }
        streams.clear()
        tokens.clear()
        controllers.clear()
        lamps.clear()
    }
}
