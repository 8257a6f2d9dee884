// ObserverList.swift - the watches on one key of one object, and what a delivery sees of them.
//
//      buffer:  │ watch │ watch │ watch │ watch │ - │ - │        a snapshot: the buffer, and how many count
//                               ▲ snapshot      ▲ list
//
// Adding writes behind what snapshots read, or into a larger buffer. Removing marks the watch and leaves it where it is,
// until half of the buffer is marked. So both cost O(1) amortised, and a snapshot stays what it was, but for the marks,
// which are meant to be seen: who is removed while a change is delivered is not told any more.

/// Memory that watches are kept alive in, behind the two numbers. Lists and snapshots share it.
private final class WatchBuffer: ManagedBuffer<WatchBuffer.Header, Unmanaged<Watch>> {
    struct Header {
        let room: Int
        var count = 0
    }

    static func make(room: Int) -> WatchBuffer {
        let buffer = create(minimumCapacity: room) { _ in Header(room: room) }
        return unsafeDowncast(buffer, to: WatchBuffer.self)
    }

    deinit {
        for index in 0..<count { self[index].release() }
    }

    // By pointers: the property of the header is checked for exclusive access each time, which takes 40 instructions.
    var isFull: Bool { withUnsafeMutablePointerToHeader { $0.pointee.count == $0.pointee.room } }
    var count: Int { withUnsafeMutablePointerToHeader { $0.pointee.count } }

    subscript(index: Int) -> Unmanaged<Watch> {
        withUnsafeMutablePointerToElements { $0[index] }
    }

    func append(_ watch: Unmanaged<Watch>) {
        withUnsafeMutablePointers { header, watches in
            (watches + header.pointee.count).initialize(to: watch.retain())
            header.pointee.count += 1
        }
    }
}

/// The watches on a key at one moment, in the order they came. A plain pointer, +1, until it is released: it keeps them
/// alive.
struct WatchSnapshot: @unchecked Sendable {
    // Sendable: what is written to a buffer once, under the lock of the object, is not changed, and is read by those who
    // have been told of it under that lock.
    private let buffer: Unmanaged<WatchBuffer>?
    let count: Int
    /// Whether one of them is there for a registration that reaches further than one key.
    let hasReach: Bool

    static let empty = WatchSnapshot(nil, 0, hasReach: false)

    /// One that is in no list.
    init(of hop: Hop) {
        let buffer = WatchBuffer.make(room: 1)
        buffer.append(Unmanaged.passUnretained(hop))
        self.init(.passRetained(buffer), 1, hasReach: true)
    }

    fileprivate init(_ buffer: Unmanaged<WatchBuffer>?, _ count: Int, hasReach: Bool) {
        self.buffer = buffer
        self.count = count
        self.hasReach = hasReach
    }

    /// Borrowed from the snapshot, without counting: a delivery to a thousand observers looks at each.
    subscript(index: Int) -> Unmanaged<Watch> {
        buffer.unsafelyUnwrapped._withUnsafeGuaranteedRef { $0[index] }
    }

    /// Borrowed likewise.
    var last: Unmanaged<Watch>? { count == 0 ? nil : self[count - 1] }

    /// All of them, owned.
    var all: [Watch] { (0..<count).map { self[$0].takeUnretainedValue() } }

    func release() {
        buffer?.release()
    }
}

/// Guarded by the lock of the observed object.
struct ObserverList {
    let key: Key
    private var buffer = WatchBuffer.make(room: 1)
    private(set) var liveCount = 0
    private var hasReach = false
    /// Registrations by observer, once the list is long: removing looks from the latest back.
    private var index: [UInt: [Observance]]?

    private static let indexFrom = 16

    init(_ key: Key) {
        self.key = key
    }

    /// +1
    var snapshot: WatchSnapshot { WatchSnapshot(.passRetained(buffer), buffer.count, hasReach: hasReach) }

    func reachesFurther(than known: WatchSnapshot) -> Bool {
        hasReach && buffer[buffer.count - 1].toOpaque() != known.last?.toOpaque()
    }

    /// Returns what is not needed any more, to be let go when no lock is held.
    mutating func append(_ watch: Watch) -> AnyObject? {
        let outgrown = buffer.isFull ? moveLive(room: buffer.count * 2) : nil
        buffer.append(Unmanaged.passUnretained(watch))
        liveCount += 1
        if watch.reaches { hasReach = true }
        if index != nil {
            if let observance = watch.asObservance {
                index![observance.observerAddress, default: []].append(observance)
            }
        } else if buffer.count == Self.indexFrom {
            index = Dictionary(grouping: live.compactMap(\.asObservance), by: \.observerAddress)
        }
        return outgrown
    }

    /// The latest registration of an observer that `matches`; nil if there is none. Amortised O(1), and O(registrations of
    /// the same observer for this key) where contexts differ.
    func latest(of observer: UInt, where matches: (Observance) -> Bool) -> Observance? {
        if let index { return index[observer]?.last(where: matches) }
        var position = buffer.count
        while position > 0 {
            position -= 1
            let watch = buffer[position].takeUnretainedValue()
            if !watch.isRemoved, let found = watch.asObservance, found.observerAddress == observer, matches(found) {
                return found
            }
        }
        return nil
    }

    /// Removes one that is there. Returns as ``append(_:)``.
    mutating func remove(_ observance: Observance) -> AnyObject? {
        observance.markRemoved()
        let observer = observance.observerAddress
        if let position = index?[observer]?.lastIndex(where: { $0 === observance }) {
            index![observer]!.remove(at: position)
            if index![observer]!.isEmpty { index![observer] = nil }
        }
        return forgetOne()
    }

    /// Takes the count of a watch that is marked as removed. Amortised O(1). Returns as ``append(_:)``.
    mutating func forgetOne() -> AnyObject? {
        liveCount -= 1
        if liveCount == 0 { return buffer }
        guard liveCount * 2 < buffer.count else { return nil }
        let old = moveLive(room: max(liveCount, 1))
        if buffer.count < Self.indexFrom / 2 { index = nil }
        return old
    }

    /// To a buffer of their own. Returns the old one.
    private mutating func moveLive(room: Int) -> WatchBuffer {
        let old = buffer
        buffer = WatchBuffer.make(room: room)
        for position in 0..<old.count where !old[position]._withUnsafeGuaranteedRef({ $0.isRemoved }) {
            buffer.append(old[position])
        }
        return old
    }

    /// Those there now, in the order they came.
    var live: [Watch] {
        (0..<buffer.count).map { buffer[$0].takeUnretainedValue() }.filter { !$0.isRemoved }
    }
}
