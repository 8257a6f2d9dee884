// PermanentTable.swift - what is found out once and kept for ever: read by all threads without a lock.
//
//      slots ──► │ mask │ hash, element │ 0, 0 │ hash, element │ ... │      a power of two, at most half of them taken
//
// An element is written once, hash first, and never moves or goes. A table that has grown too small is copied; the old
// one stays for those who are reading it. All of them together are smaller than the one in use.
import MiniRuntime
import Synchronization

/// Elements by hash. They, and the table, are never freed.
final class PermanentTable<Element: AnyObject & Sendable>: @unchecked Sendable {
    // Sendable: the slots are atomic, and written under the lock.
    private typealias Slots = UnsafeMutablePointer<Atomic<UInt>>
    private let slots: Atomic<UInt>
    /// How many elements there are.
    private let count = Locked(0)

    init() {
        slots = Atomic(UInt(bitPattern: Self.allocate(8)))
    }

    private static func allocate(_ capacity: Int) -> Slots {
        let slots = Slots.allocate(capacity: 1 + 2 * capacity)
        (slots).initialize(to: Atomic(UInt(capacity - 1)))
        for index in 1...2 * capacity { (slots + index).initialize(to: Atomic(0)) }
        return slots
    }

    /// The element with that hash that `matches`; nil if there is none. O(1).
    func find(_ hash: UInt, _ matches: (Element) -> Bool) -> Element? {
        let slots = Slots(bitPattern: slots.load(ordering: .acquiring)).unsafelyUnwrapped
        let mask = slots[0].load(ordering: .relaxed)
        var place = hash & mask
        while let word = UnsafeRawPointer(bitPattern: slots[Int(2 + 2 * place)].load(ordering: .acquiring)) {
            if slots[Int(1 + 2 * place)].load(ordering: .relaxed) == hash {
                let element = Unmanaged<Element>.fromOpaque(word).takeUnretainedValue()
                if matches(element) { return element }
            }
            place = (place + 1) & mask
        }
        return nil
    }

    /// Adds an element, unless another thread has added one that `matches`. Returns the one that is there.
    func insert(_ fresh: Element, _ hash: UInt, _ matches: (Element) -> Bool) -> Element {
        count.withLock { count in
            if let other = find(hash, matches) { return other }
            var slots = Slots(bitPattern: slots.load(ordering: .relaxed))!
            count += 1
            if count * 2 > Int(slots[0].load(ordering: .relaxed)) { slots = grow(slots) }
            Self.write(hash, UInt(bitPattern: Unmanaged.passRetained(fresh).toOpaque()), in: slots)
            return fresh
        }
    }

    private func grow(_ old: Slots) -> Slots {
        let capacity = Int(old[0].load(ordering: .relaxed)) + 1
        let larger = Self.allocate(capacity * 2)
        for place in 0..<capacity {
            let element = old[2 + 2 * place].load(ordering: .relaxed)
            if element != 0 { Self.write(old[1 + 2 * place].load(ordering: .relaxed), element, in: larger) }
        }
        slots.store(UInt(bitPattern: larger), ordering: .releasing)
        return larger
    }

    private static func write(_ hash: UInt, _ element: UInt, in slots: Slots) {
        let mask = slots[0].load(ordering: .relaxed)
        var place = hash & mask
        while slots[Int(2 + 2 * place)].load(ordering: .relaxed) != 0 { place = (place + 1) & mask }
        slots[Int(1 + 2 * place)].store(hash, ordering: .relaxed)
        slots[Int(2 + 2 * place)].store(element, ordering: .releasing)
    }
}

/// A hash of an address.
func hashOfAddress(_ address: UnsafeRawPointer?) -> UInt {
    let mixed = UInt(bitPattern: address) &* 0x9E37_79B9_7F4A_7C15
    return mixed ^ mixed >> 32
}
