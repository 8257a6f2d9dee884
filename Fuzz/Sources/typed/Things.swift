// Things.swift - the classes of the typed target, and the shelf through which its threads share objects.
import FuzzSupport
import MiniFoundation
import MiniRuntime
import SafeObservation
import Synchronization
import TypedClasses

/// A structure larger than a processor stores at once. Its words are equal unless a read was torn.
struct Quad: StructureValue, Bridged, PropertyValue, Equatable {
    typealias Stored = Quad
    var a, b, c, d: Int64

    init(_ value: Int64) { (a, b, c, d) = (value, value, value, value) }
    var isWhole: Bool { a == b && b == c && c == d }

    static let messageEncoding: StaticString = "{FuzzQuad=qqqq}"
}

private let serial = Atomic(0)

class Thing: ClassDescription {
    let serial = ReadOnly<Int>(nextSerial())
    let flag = Property<Bool>(false)
    let small = Property<Int8>(0)
    let real = Property<Double>(0)
    let quad = Property<Quad>(Quad(0))
    let text = Property<String>("")
    let note = Property<String?>(nil)
    let list = Property<[Int]>([])
    let names = Property<[String: String]>([:])
    let near = Property<Ref<Thing>?>(nil, storage: .weak)
    let friend = Property<Ref<Thing>?>(nil)
    let title = Computed<String>(affectedBy: \Thing.text, \Thing.friend.text) { (thing: Ref<Thing>) in
        try thing.get(\.text) + (thing.get(\.friend)?.get(\.text) ?? "")
    }
    let twice = TypedMethod { (_: Ref<Thing>, number: Int32) in 2 * number }
    let quadruple = TypedMethod { (_: Ref<Thing>, quad: Quad) in Quad(4 * quad.a) }
}

private func nextSerial() -> Int { serial.add(1, ordering: .relaxed).newValue }

final class Gadget: Thing {
    let extra = Property<Float>(0)
}

/// A generic class: each type of content makes another runtime class.
final class Box<Content>: ClassDescription {
    let number = Property<Int>(0)
}

/// Numbered places for values. Can be used on any thread.
final class Places<Value: Sendable>: Sendable {
    private let values = Mutex<[Value?]>(Array(repeating: nil, count: 3))

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
        for place in 0..<3 { put(nil, UInt8(place)) }
    }
}

final class Shelf: Sendable {
    let things = Places<Ref<Thing>>()
    let tokens = Places<KeyValueObservation>()

    func clear() {
        tokens.clear()
        things.clear()
    }
}
