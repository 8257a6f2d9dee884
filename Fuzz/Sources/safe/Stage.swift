// Stage.swift - shared by the threads of the safe target: objects, their observations, and the actions of handlers.
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

/// The action of a handler in one call.
enum Order: UInt8, CaseIterable {
    case nothing, raise, invalidate, dropToken, dropLamp, dropController, dropStream, setLevel, setNext, unobserve
}

/// A sequence of changes that is never awaited.
final class Stream: Sendable {
    let changes: ObservedChanges<Int>
    init(_ changes: ObservedChanges<Int>) { self.changes = changes }
}

/// Numbered places for values. Can be used on any thread.
final class Places<Value: Sendable>: Sendable {
    private let values = Mutex<[Value?]>(Array(repeating: nil, count: 4))

    func get(_ place: UInt8) -> Value? { values.withLock { $0[Int(place) % $0.count] } }

    /// The old value is released only after the lock, because its release may run other code.
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
    /// Each order is carried out once, so that handlers that set properties do not recurse for ever.
    private let orders = Mutex<[Order]>([])

    func order(_ order: Order) { orders.withLock { $0.append(order) } }

    /// Carries out the next order, if there is one. Handlers call it.
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
