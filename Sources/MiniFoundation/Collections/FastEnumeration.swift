// FastEnumeration.swift - the members of any collection, many at a time: countByEnumeratingWithState:objects:count:.
//
//      Enumeration │ collection │ state │ room for 16 objects │ where we are │       must not move while it is used
//                                   │
//                                   ├─► itemsPtr: the collection's own memory, or the room for 16
//                                   └─► mutationsPtr: a count of changes; one that moves ends the enumeration
//
// Everything here that reads a collection reads it this way: a subclass with storage of its own is read through its own
// methods, and a collection that changes meanwhile is an exception instead of a read of freed memory.
import MiniRuntime

extension Object {
    /// The members of a collection: the elements of an array or a set, the keys of a dictionary, what is left of an
    /// enumerator.
    ///
    ///     for friend in friends.elements { print(friend) }
    ///
    /// A collection that changes meanwhile, or an object that is none, raises and ends the loop: the `try` send that is
    /// under way throws it; without one the process ends. Objective-C: `for (id element in collection)`.
    public var elements: CollectionElements { CollectionElements(collection: self) }
}

/// The members of a collection in order, fetched 16 at a time by `countByEnumeratingWithState:objects:count:`.
public struct CollectionElements: Sequence {
    let collection: Object

    /// Starts from the beginning. To be used by one thread.
    public func makeIterator() -> Iterator { Iterator(collection) }

    /// Where a loop is.
    public final class Iterator: IteratorProtocol {
        private let collection: Object
        private let enumeration = UnsafeMutablePointer<Enumeration>.allocate(capacity: 1)

        init(_ collection: Object) {
            self.collection = collection
            enumeration.initialize(to: Enumeration(collection.unmanaged.address))
        }

        deinit {
            enumeration.deallocate()
        }

        /// The next member; nil at the end. Amortised O(1).
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
struct Enumeration {
    private let collection: ID
    private var state = FastEnumerationState()
    private var room = InlineArray<16, ID?>(repeating: nil)
    private var position = 0
    private var count = 0
    /// What the count of changes was at first.
    private var mutations: UInt?
    private var isOver = false

    /// Borrows the collection.
    init(_ collection: ID) {
        self.collection = collection
    }

    /// The next member, borrowed. nil at the end, and with an exception pending if the collection has changed.
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

    private static func end(_ me: UnsafeMutablePointer<Enumeration>) {
        (me.pointee.position, me.pointee.count, me.pointee.isOver) = (0, 0, true)
    }

    private static func fetch(_ me: UnsafeMutablePointer<Enumeration>) -> Bool {
        if me.pointee.isOver { return false }
        let collection = UnmanagedObject(me.pointee.collection)
        let count = withUnsafeMutablePointer(to: &me.pointee.state) { state in
            withUnsafeMutablePointer(to: &me.pointee.room) { room in
                collection.sendWords(
                    Selectors.enumerate, (UInt(bitPattern: state), UInt(bitPattern: room), 16, 0))
            }
        }
        if count == 0 {
            end(me)
            return false
        }
        if me.pointee.mutations == nil { me.pointee.mutations = me.pointee.state.mutations?.pointee }
        (me.pointee.position, me.pointee.count) = (0, Int(count))
        return true
    }
}

/// Calls `body` with each member, borrowed, until it answers false; answers whether it never did. An exception ends the
/// loop as well: ask for it.
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

/// The members, borrowed; nil if an exception was raised.
func members(of collection: ID) -> [ID]? {
    let watch = ExceptionWatch()
    var list: [ID] = []
    everyMember(of: collection) {
        list.append($0)
        return true
    }
    return watch.raised ? nil : list
}

/// What clang's loops call as well: `objc_enumerationMutation`. Answers nil.
@discardableResult
func raiseMutation(of collection: ID) -> ID? {
    let reason = "*** Collection \(classAndAddress(of: collection)) was mutated while being enumerated."
    RuntimeException("NSGenericException", reason).raise()
    return nil
}

// ── The method ──────────────────────────────────────────────────────────────────────────────────────

/// `countByEnumeratingWithState:objects:count:`: state, room for objects, how many fit.
typealias EnumerationMethod = @convention(c) (ID, SEL, ID, UnsafeMutablePointer<ID?>, UInt) -> UInt

extension ClassBuilder {
    /// Adds the method.
    func addEnumeration(_ method: EnumerationMethod) {
        add(Selectors.enumerate, "Q", "^{?=Q^@^Q[5Q]}", "^@", "Q", function: method)
    }
}

/// One call of the method, in Swift's types.
struct EnumerationRequest {
    let state: UnsafeMutablePointer<FastEnumerationState>
    private let room: UnsafeMutablePointer<ID?>
    private let capacity: Int

    init(_ state: ID, _ room: UnsafeMutablePointer<ID?>, _ capacity: UInt) {
        self.state = state.assumingMemoryBound(to: FastEnumerationState.self)
        self.room = room
        self.capacity = Int(capacity)
    }

    /// Answers with what `next` makes of the position, which is 0 at first and `next`'s to move, until it is nil.
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

    /// Answers with all there is, where it is.
    func answer(_ members: UnsafeMutableBufferPointer<ID>, mutations: UnsafeMutablePointer<UInt>) -> UInt {
        guard state.pointee.state == 0 else { return 0 }
        state.pointee.state = 1
        state.pointee.items = UnsafeMutableRawPointer(members.baseAddress)?.assumingMemoryBound(to: ID?.self)
        state.pointee.mutations = mutations
        return UInt(members.count)
    }

    /// Answers with the keys of a table.
    func fill<Value>(_ table: HashTable<Value>) -> UInt {
        fill(mutations: table.mutations) { table.next(&$0)?.key }
    }

    /// Answers by `objectAtIndex:`, for subclasses of ordered collections.
    func fillByIndex(_ collection: ID) -> UInt {
        let total = count(of: collection)
        return fill { position in
            guard position < total else { return nil }
            defer { position += 1 }
            return send(collection, Selectors.objectAtIndex, UInt(position))
        }
    }

    /// Answers by an enumerator, for subclasses of unordered collections. It lives until the autorelease pool ends.
    func fill(_ collection: ID, by enumerator: Selector) -> UInt {
        if state.pointee.extra.0 == 0 { state.pointee.extra.0 = UInt(bitPattern: send(collection, enumerator)) }
        guard let enumerator = ID(bitPattern: state.pointee.extra.0) else { return 0 }
        return fill { _ in send(enumerator, Selectors.nextObject) }
    }
}

/// For collections that notice a change themselves.
nonisolated(unsafe) let neverMutated: UnsafeMutablePointer<UInt> = {
    let word = UnsafeMutablePointer<UInt>.allocate(capacity: 1)
    word.initialize(to: 0)
    return word
}()
