// ObjectList.swift - the storage of arrays: retained objects in order.
//
//      │ isa │ mutations │ count │ capacity │ gap │ elements ─┼─► │ id │ id │ ... │
//
// `elements` is the address of the first one, and `capacity` counts the places from there on. The free places before it
// make changes at the front of a long list as cheap as at the end.
// A method releases objects only after its change is complete, so a dealloc that reads the array sees the new contents.
import MiniRuntime

/// The list in the ivar of an object: a handle that can be copied freely.
struct ObjectList {
    /// All zeros is an empty list.
    struct Storage {
        fileprivate var mutations: UInt = 0
        fileprivate var count = 0
        fileprivate var capacity = 0
        fileprivate var gap = 0
        fileprivate var elements: UnsafeMutablePointer<ID>?
    }

    private let storage: UnsafeMutablePointer<Storage>

    init(of object: ID) {
        storage = MiniFoundation.storage(of: object, as: Storage.self)
    }

    var count: Int { storage.pointee.count }
    /// The elements, borrowed. The buffer is invalid after the next change.
    var elements: UnsafeMutableBufferPointer<ID> {
        UnsafeMutableBufferPointer(start: storage.pointee.elements, count: count)
    }
    /// The mutation counter.
    var mutations: UnsafeMutablePointer<UInt> { UnsafeMutableRawPointer(storage).assumingMemoryBound(to: UInt.self) }

    func reserve(_ wanted: Int) {
        if wanted > storage.pointee.capacity { move(capacity: wanted, gap: 0) }
    }

    /// Moves the elements to new memory.
    private func move(capacity: Int, gap: Int) {
        let larger = UnsafeMutablePointer<ID>.allocate(capacity: gap + capacity) + gap
        if let elements = storage.pointee.elements {
            larger.moveInitialize(from: elements, count: count)
            (elements - storage.pointee.gap).deallocate()
        }
        storage.pointee.elements = larger
        (storage.pointee.capacity, storage.pointee.gap) = (capacity, gap)
    }

    /// Makes the free places before the elements more or fewer, without moving an element.
    private func moveStart(by difference: Int) {
        storage.pointee.elements! += difference
        storage.pointee.gap += difference
        storage.pointee.capacity -= difference
    }

    private func makeRoom(for more: Int) {
        guard count + more > storage.pointee.capacity else { return }
        let gap = storage.pointee.gap
        // Each move down follows the removal of as many elements.
        if gap > count, gap >= more, let elements = storage.pointee.elements {
            (elements - gap).moveInitialize(from: elements, count: count)
            return moveStart(by: -gap)
        }
        reserve(max(count + more, storage.pointee.capacity * 2, 4))
    }

    /// Whether fewer elements are before an index than after it, in a list that is long enough for that to matter.
    private func isNearFront(_ index: Int) -> Bool { count >= 16 && index < count / 2 }

    /// Retains and inserts an object. O(n) in the number of elements before or after it, amortised O(1) at both ends.
    func insert(_ object: ID, at index: Int) {
        take(retain(object), at: index)
    }

    /// Fills the list of a new object.
    func fill(_ objects: some Collection<ID>) {
        reserve(objects.count)
        for object in objects { insert(object, at: count) }
    }

    /// Inserts an object and takes over a +1 of the caller's. Otherwise like ``insert(_:at:)``.
    func take(_ object: ID, at index: Int) {
        if isNearFront(index) {
            if storage.pointee.gap == 0 { move(capacity: storage.pointee.capacity, gap: count) }
            moveStart(by: -1)
            let start = storage.pointee.elements!
            start.moveInitialize(from: start + 1, count: index)
            (start + index).initialize(to: object)
        } else {
            makeRoom(for: 1)
            let place = storage.pointee.elements! + index
            (place + 1).moveInitialize(from: place, count: count - index)
            place.initialize(to: object)
        }
        changed(by: 1)
    }

    /// Inserts objects and takes over a +1 of each. `indexes` are the positions after the insertion, one for each
    /// object. O(n).
    func insert(_ objects: [ID], at indexes: RangeSet<Int>) {
        makeRoom(for: objects.count)
        guard let elements = storage.pointee.elements else { return }
        var (end, source, next) = (count + objects.count, count, objects.count)
        for range in indexes.ranges.reversed() {
            let moved = end - range.upperBound
            source -= moved
            (elements + range.upperBound).moveInitialize(from: elements + source, count: moved)
            next -= range.count
            for (offset, index) in range.enumerated() { (elements + index).initialize(to: objects[next + offset]) }
            end = range.lowerBound
        }
        changed(by: objects.count)
    }

    /// Replaces an object and takes over a +1 of the new one. Returns the old one, which the caller then owns.
    func replace(at index: Int, with object: ID) -> ID {
        let old = elements[index]
        elements[index] = object
        changed(by: 0)
        return old
    }

    /// Removes an object and returns it; the caller then owns it. O(n) in the number of elements before or after it.
    func remove(at index: Int) -> ID {
        let place = storage.pointee.elements! + index
        let old = place.move()
        if isNearFront(index) {
            let start = storage.pointee.elements!
            (start + 1).moveInitialize(from: start, count: index)
            moveStart(by: 1)
        } else {
            place.moveInitialize(from: place + 1, count: count - index - 1)
        }
        changed(by: -1)
        return old
    }

    /// Removes objects and returns them; the caller then owns them. O(n).
    func remove(at indexes: RangeSet<Int>) -> [ID] {
        guard let elements = storage.pointee.elements, !indexes.isEmpty else { return [] }
        let old = indexes.each.map { elements[$0] }
        var target = 0
        for kept in RangeSet(0..<count).subtracting(indexes).ranges {
            (elements + target).moveInitialize(from: elements + kept.lowerBound, count: kept.count)
            target += kept.count
        }
        changed(by: -old.count)
        return old
    }

    /// Releases all objects and frees the memory.
    func removeAll() {
        let old = storage.pointee
        storage.pointee = Storage(mutations: old.mutations &+ 1)
        for index in 0..<old.count { release(old.elements![index]) }
        if let elements = old.elements { (elements - old.gap).deallocate() }
    }

    private func changed(by difference: Int) {
        storage.pointee.count += difference
        storage.pointee.mutations &+= 1
    }
}
