// FastEnumeration.swift - fetches the members of any collection in batches: countByEnumeratingWithState:objects:count:.
//
//      Enumeration │ collection │ state │ buffer for 16 objects │ position │       must not move while it is used
//                                   │
//                                   ├─► itemsPtr: the collection's own memory, or the buffer
//                                   └─► mutationsPtr: a mutation counter; if it changes, the enumeration ends
//
// The code of this module reads the members of a collection by fast enumeration; only the entries of a dictionary that
// overrides no primitive are read directly. So a subclass with its own storage is read through its own methods, and a
// collection that changes during the loop raises instead of causing reads of freed memory.
import MiniRuntime

extension Object {
    /// The members of a collection: the elements of an array or a set, the keys of a dictionary, the remaining objects
    /// of an enumerator.
    ///
    ///     for friend in friends.elements { print(friend) }
    ///
    /// A collection that changes during the loop, or an object that is not a collection, raises and ends the loop. The
    /// exception is thrown by a `try` send on this thread's stack; without one the process ends. Objective-C: `for (id
    /// element in collection)`.
    public var elements: CollectionElements { CollectionElements(collection: self) }
}

/// The members of a collection in order, fetched by `countByEnumeratingWithState:objects:count:` in batches of up to
/// 16.
public struct CollectionElements: Sequence {
    let collection: Object

    /// Returns an iterator from the first member on, to be used on one thread.
    public func makeIterator() -> Iterator { Iterator(collection) }

    /// The state of a loop.
    public final class Iterator: IteratorProtocol {
        private let collection: Object
        private let enumeration = UnsafeMutablePointer<Enumeration>.allocate(capacity: 1)

        init(_ collection: Object) {
            self.collection = collection
            enumeration.initialize(to: Enumeration(collection.unmanaged.address, owns: true))
        }

        deinit {
            Enumeration.end(enumeration)
            enumeration.deallocate()
        }

        /// Returns the next member; nil at the end. Amortised O(1).
        public func next() -> Object? {
            if let member = Enumeration.next(enumeration) { return UnmanagedObject(member).retained() }
            RuntimeException.terminateIfUncaught()
            return nil
        }
    }
}

// ── The loop ────────────────────────────────────────────────────────────────────────────────────────

/// `NSFastEnumerationState`, as clang lays it out.
struct FastEnumerationState {
    var state: UInt = 0
    var items: UnsafeMutablePointer<ID?>?
    var mutations: UnsafeMutablePointer<UInt>?
    var extra: (UInt, UInt, UInt, UInt, UInt) = (0, 0, 0, 0, 0)
}

/// One loop over a collection.
///
/// Members and the enumerator behind them may be autoreleased. A loop within one function leaves them to the pool. A
/// loop that owns them may go on after the pool has ended: it retains the members in its buffer, asks
/// ``EnumerationRequest`` for an enumerator of its own, and opens a pool for each batch if the thread has none.
struct Enumeration {
    private let collection: ID
    private let owns: Bool
    /// The number of members in `room` that the loop has retained.
    private var heldCount = 0
    private var state = FastEnumerationState()
    private var room = InlineArray<16, ID?>(repeating: nil)
    private var position = 0
    private var count = 0
    /// The mutation counter when the loop began.
    private var mutations: UInt?
    private var isOver = false

    /// Borrows the collection. A loop that owns its members must be ended by ``end(_:)``.
    init(_ collection: ID, owns: Bool = false) {
        self.collection = collection
        self.owns = owns
        if owns { state.extra.4 = EnumerationRequest.wantsEnumerator }
    }

    /// Returns the next member, borrowed. nil at the end; also nil, with an exception pending, if the collection has
    /// changed.
    @inline(__always)
    static func next(_ me: UnsafeMutablePointer<Enumeration>) -> ID? {
        if me.pointee.position == me.pointee.count && !fetch(me) { return nil }
        guard me.pointee.state.mutations?.pointee == me.pointee.mutations else {
            end(me)
            return raiseMutation(of: me.pointee.collection)
        }
        defer { me.pointee.position += 1 }
        return me.pointee.state.items?[me.pointee.position]
    }

    /// Ends the loop, and releases what it owns. Further calls have no effect.
    static func end(_ me: UnsafeMutablePointer<Enumeration>) {
        (me.pointee.position, me.pointee.count, me.pointee.isOver) = (0, 0, true)
        if !me.pointee.owns { return }
        releaseMembers(me)
        if me.pointee.state.extra.4 == EnumerationRequest.gaveEnumerator {
            me.pointee.state.extra.4 = 0
            if let enumerator = ID(bitPattern: me.pointee.state.extra.0) { release(enumerator) }
        }
    }

    private static func releaseMembers(_ me: UnsafeMutablePointer<Enumeration>) {
        let count = me.pointee.heldCount
        me.pointee.heldCount = 0
        for index in 0..<count { release(me.pointee.room[index]!) }
    }

    /// Sends the message that fetches a batch. Returns the number of its members.
    private static func request(_ me: UnsafeMutablePointer<Enumeration>) -> UInt {
        let collection = UnmanagedObject(me.pointee.collection)
        return withUnsafeMutablePointer(to: &me.pointee.state) { state in
            withUnsafeMutablePointer(to: &me.pointee.room) { room in
                collection.sendWords(
                    Selectors.enumerate, (UInt(bitPattern: state), UInt(bitPattern: room), 16, 0))
            }
        }
    }

    /// Requests a batch, and retains the members that lie in the buffer. The others belong to the collection.
    private static func requestOwned(_ me: UnsafeMutablePointer<Enumeration>) -> UInt {
        releaseMembers(me)
        return autoreleasepoolIfNone {
            let count = request(me)
            let isInRoom = withUnsafeMutablePointer(to: &me.pointee.room) { room in
                UnsafeMutableRawPointer(room) == UnsafeMutableRawPointer(me.pointee.state.items)
            }
            if isInRoom {
                for index in 0..<Int(count) { _ = retain(me.pointee.room[index]!) }
                me.pointee.heldCount = Int(count)
            }
            return count
        }
    }

    private static func fetch(_ me: UnsafeMutablePointer<Enumeration>) -> Bool {
        if me.pointee.isOver { return false }
        let count = me.pointee.owns ? requestOwned(me) : request(me)
        if count == 0 {
            end(me)
            return false
        }
        if me.pointee.mutations == nil { me.pointee.mutations = me.pointee.state.mutations?.pointee }
        (me.pointee.position, me.pointee.count) = (0, Int(count))
        return true
    }
}

/// Calls `body` with each member, borrowed, until it returns false. Returns whether it always returned true. An
/// exception also ends the loop: callers test for one.
@discardableResult
func everyMember(of collection: ID, _ body: (ID) -> Bool) -> Bool {
    var enumeration = Enumeration(collection)
    return withUnsafeMutablePointer(to: &enumeration) { enumeration in
        while let member = Enumeration.next(enumeration) {
            if !body(member) { return false }
        }
        return true
    }
}

/// Returns the members, borrowed; nil if an exception was raised.
func members(of collection: ID) -> [ID]? {
    let check = ExceptionCheck()
    var list: [ID] = []
    everyMember(of: collection) {
        list.append($0)
        return true
    }
    return check.raised ? nil : list
}

/// Raises as `objc_enumerationMutation` does, which loops compiled by clang call. Returns nil.
@discardableResult
func raiseMutation(of collection: ID) -> ID? {
    let reason = "*** Collection \(classAndAddress(of: collection)) was mutated while being enumerated."
    RuntimeException("NSGenericException", reason).raise()
    return nil
}

// ── The method ──────────────────────────────────────────────────────────────────────────────────────

/// `countByEnumeratingWithState:objects:count:`: the state, the buffer, and its capacity.
typealias EnumerationMethod = @convention(c) (ID, SEL, ID, UnsafeMutablePointer<ID?>, UInt) -> UInt

extension ClassBuilder {
    /// Adds the method for fast enumeration.
    func addEnumeration(_ method: EnumerationMethod) {
        add(Selectors.enumerate, "Q", "^{?=Q^@^Q[5Q]}", "^@", "Q", function: method)
    }
}

/// One call of the method, with Swift types.
struct EnumerationRequest {
    let state: UnsafeMutablePointer<FastEnumerationState>
    private let room: UnsafeMutablePointer<ID?>
    private let capacity: Int

    init(_ state: ID, _ room: UnsafeMutablePointer<ID?>, _ capacity: UInt) {
        self.state = state.assumingMemoryBound(to: FastEnumerationState.self)
        self.room = room
        self.capacity = Int(capacity)
    }

    /// Fills the buffer with the results of `next` until `next` returns nil. `next` advances the position, which starts
    /// at 0.
    func fill(mutations: UnsafeMutablePointer<UInt> = neverMutated, _ next: (inout Int) -> ID?) -> UInt {
        var position = Int(bitPattern: state.pointee.state)
        var count = 0
        while count < capacity, let member = next(&position) {
            room[count] = member
            count += 1
        }
        state.pointee.state = UInt(bitPattern: position)
        state.pointee.items = room
        state.pointee.mutations = mutations
        return UInt(count)
    }

    /// Returns all members at once, in the collection's own memory.
    func answer(_ members: UnsafeMutableBufferPointer<ID>, mutations: UnsafeMutablePointer<UInt>) -> UInt {
        guard state.pointee.state == 0 else { return 0 }
        state.pointee.state = 1
        state.pointee.items = UnsafeMutableRawPointer(members.baseAddress)?.assumingMemoryBound(to: ID?.self)
        state.pointee.mutations = mutations
        return UInt(members.count)
    }

    /// Fills the buffer with the keys of a table.
    func fill<Value>(_ table: HashTable<Value>) -> UInt {
        fill(mutations: table.mutations) { table.next(&$0)?.key }
    }

    /// Fills the buffer by `objectAtIndex:`, for subclasses of ordered collections.
    func fillByIndex(_ collection: ID) -> UInt {
        let total = count(of: collection)
        return fill { position in
            guard position < total else { return nil }
            defer { position += 1 }
            return send(collection, Selectors.objectAtIndex, UInt(position))
        }
    }

    /// In the state's last word: the loop wants to own the enumerator.
    static let wantsEnumerator = UInt(bitPattern: neverMutated)
    /// In its place: the loop has a +1 of the enumerator, which is in the state's first extra word.
    static let gaveEnumerator = wantsEnumerator + 1

    /// Fills the buffer from an enumerator, for subclasses of unordered collections. The enumerator lives until the
    /// autorelease pool ends, or as long as a loop that wants to own it.
    func fill(_ collection: ID, by enumerator: Selector) -> UInt {
        if state.pointee.extra.0 == 0 {
            let created = send(collection, enumerator)
            state.pointee.extra.0 = UInt(bitPattern: created)
            if let created, state.pointee.extra.4 == Self.wantsEnumerator {
                _ = retain(created)
                state.pointee.extra.4 = Self.gaveEnumerator
            }
        }
        guard let enumerator = ID(bitPattern: state.pointee.extra.0) else { return 0 }
        return fill { _ in send(enumerator, Selectors.nextObject) }
    }
}

/// A mutation counter for collections that detect changes themselves.
nonisolated(unsafe) let neverMutated: UnsafeMutablePointer<UInt> = {
    let word = UnsafeMutablePointer<UInt>.allocate(capacity: 1)
    word.initialize(to: 0)
    return word
}()
