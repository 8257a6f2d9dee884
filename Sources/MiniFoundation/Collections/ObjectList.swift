// ObjectList.swift - the storage of arrays: objects in order, retained.
//
//      │ isa │ mutations │ count │ capacity │ elements ─┼─► │ id │ id │ ... │
//
// A change is complete before anything is released: a dealloc that looks finds the array as it will be.
import MiniRuntime

/// The list behind the isa of an object. A handle, to be copied freely.
struct ObjectList {
    /// Zeroed, it is empty.
    struct Storage {
        fileprivate var mutations: UInt = 0
        fileprivate var count = 0
        fileprivate var capacity = 0
        fileprivate var elements: UnsafeMutablePointer<ID>?
    }

    private let storage: UnsafeMutablePointer<Storage>

    init(of object: ID) {
        storage = MiniFoundation.storage(of: object, as: Storage.self)
    }

    var count: Int { storage.pointee.count }
    /// Borrowed, and gone with the next change.
    var elements: UnsafeMutableBufferPointer<ID> {
        UnsafeMutableBufferPointer(start: storage.pointee.elements, count: count)
    }
    /// Counts changes.
    var mutations: UnsafeMutablePointer<UInt> { UnsafeMutableRawPointer(storage).assumingMemoryBound(to: UInt.self) }

    func reserve(_ wanted: Int) {
        guard wanted > storage.pointee.capacity else { return }
        let larger = UnsafeMutablePointer<ID>.allocate(capacity: wanted)
        if let elements = storage.pointee.elements {
            larger.moveInitialize(from: elements, count: count)
            elements.deallocate()
        }
        storage.pointee.elements = larger
        storage.pointee.capacity = wanted
    }

    private func makeRoom(for more: Int) {
        if count + more > storage.pointee.capacity { reserve(max(count + more, storage.pointee.capacity * 2, 4)) }
    }

    /// Retains it. O(n) behind the index, amortised O(1) at the end.
    func insert(_ object: ID, at index: Int) {
        retain(object)
        makeRoom(for: 1)
        let place = storage.pointee.elements! + index
        (place + 1).moveInitialize(from: place, count: count - index)
        place.initialize(to: object)
        changed(by: 1)
    }

    /// For a new one.
    func fill(_ objects: some Collection<ID>) {
        reserve(objects.count)
        for object in objects { insert(object, at: count) }
    }

    /// Retains them. `indexes` are where they will be; there are as many. O(n).
    func insert(_ objects: [ID], at indexes: RangeSet<Int>) {
        objects.forEach { retain($0) }
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

    /// The caller owns what it was.
    func replace(at index: Int, with object: ID) -> ID {
        let old = elements[index]
        elements[index] = retain(object)
        changed(by: 0)
        return old
    }

    /// The caller owns it. O(n) behind the index.
    func remove(at index: Int) -> ID {
        let place = storage.pointee.elements! + index
        let old = place.move()
        place.moveInitialize(from: place + 1, count: count - index - 1)
        changed(by: -1)
        return old
    }

    /// The caller owns them. O(n).
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

    /// Releases all, and the memory.
    func removeAll() {
        let old = storage.pointee
        storage.pointee = Storage(mutations: old.mutations &+ 1)
        for index in 0..<old.count { release(old.elements![index]) }
        old.elements?.deallocate()
    }

    private func changed(by difference: Int) {
        storage.pointee.count += difference
        storage.pointee.mutations &+= 1
    }
}
