// ProxyMessage.swift - a message that a mutable proxy is handling: its property, and the checks of its arguments.
//
// A wrong argument raises before anything happens, so observers are not notified of a change that fails.
import MiniFoundation
import MiniRuntime

/// A message to a mutable proxy.
struct ProxyMessage {
    let me: ID
    let selector: SEL
    let target: ProxyTarget
    /// The class that a collection must have to be changed in place.
    let mutableClass: Class

    /// nil for an instance without a target.
    init?(_ me: ID, _ selector: SEL) {
        let proxyClass = Self.proxyClass(of: UnmanagedObject(me).isa)
        guard let target = proxyClass.target(of: me) else { return nil }
        self.me = me
        self.selector = selector
        self.target = target
        mutableClass = proxyClass.cls.superclass!
    }

    /// Returns the class of a proxy. Creates no other class: each is created when the first proxy of its kind is.
    private static func proxyClass(of isa: Class) -> ProxyClass {
        if isa.isSubclass(of: NSArray.cls) { return MutableArrayProxy.cls }
        return isa.isSubclass(of: NSSet.cls) ? MutableSetProxy.cls : MutableOrderedSetProxy.cls
    }

    /// The object with the property.
    var object: UnmanagedObject { target.object.unmanaged }

    /// The current collection of the property, borrowed. If the property is nil, an empty one if the first addition
    /// may create it; otherwise raises and returns nil.
    var collection: UnmanagedObject? {
        if let collection = target.collection { return collection }
        if RuntimeException.isPending { return nil }
        if createsCollection { return mutableClass.superclass!.object.unmanaged.message("new")?.autorelease() }
        if !RuntimeException.isPending { raiseNilCollection() }
        return nil
    }

    /// Whether the first addition creates the collection of a property that is nil: if the property has no setter, and
    /// for the keys of a dictionary. A setter could refuse a collection that the class did not make.
    var createsCollection: Bool {
        object.isKind(of: NSMutableDictionary.cls) || !Setter.isMethod(of: object, target.text)
    }

    /// `-[NSKeyValueMutableArray addObject:]: value for key items of object 0x7f01… is nil`
    func raiseNilCollection() {
        RuntimeException(
            "NSInternalInconsistencyException",
            "-[\(UnmanagedObject(me).isa.name) \(Selector(address: selector))]: value for key \(target.text) of object "
                + "\(hex(target.object.receiverAddress)) is nil"
        ).raise()
    }

    /// Returns the number of elements; nil if an exception is pending afterwards.
    func count() -> Int? {
        let count = collection?.elementCount
        return RuntimeException.isPending ? nil : count
    }

    /// Returns the number of elements before an insertion; nil if an exception is pending afterwards. If the collection
    /// is nil but the class has mutators, returns 0, because the mutators may create the collection; likewise if the
    /// insertion creates it.
    private func countToInsert() -> Int? {
        if let collection = target.collection {
            let count = collection.elementCount
            return RuntimeException.isPending ? nil : count
        }
        if RuntimeException.isPending { return nil }
        if mutators?.changeIndexes == true || createsCollection { return 0 }
        if !RuntimeException.isPending { raiseNilCollection() }
        return nil
    }

    // ── Arguments ───────────────────────────────────────────────────────────────────────────────────

    private func refuse(_ why: String) {
        raise("NSInvalidArgumentException", me, selector, why)
    }

    /// Returns an object argument. If it is nil, raises and returns nil.
    func checked(_ object: ID?) -> Object? {
        isPresent(object, "object", me, selector) ? UnmanagedObject(object)?.retained() : nil
    }

    /// Returns an object argument. If the argument is nil, or `index` is not less than the count plus `more`, raises
    /// and returns nil.
    func checked(_ object: ID?, _ index: UInt, more: Int = 0) -> Object? {
        checked(object).flatMap { isInBounds(index, more: more) ? $0 : nil }
    }

    func isInBounds(_ index: UInt, more: Int = 0) -> Bool {
        guard let count = more > 0 ? countToInsert() : count() else { return false }
        return index < count + more || MiniFoundation.isInBounds(index, count, me, selector)
    }

    /// Returns the indexes of an NSIndexSet in ascending order if all are less than the count plus `more`; nil after
    /// raising.
    func checkedIndexes(_ argument: ID?, more: Int = 0) -> [Int]? {
        guard let set = UnmanagedObject(argument)?.retained(), let indexes = NSIndexSet.ranges(of: set) else {
            refuse("the indexes are no NSIndexSet")
            return nil
        }
        let all = indexes.ranges.flatMap { Array($0) }
        if let last = all.last, !isInBounds(UInt(last), more: more) { return nil }
        return all
    }

    func checkedArray(_ argument: ID?) -> [Object]? {
        if let elements = UnmanagedObject(argument).flatMap({ NSArray.elements(of: $0.retained()) }) { return elements }
        if !RuntimeException.isPending { refuse("array argument is not an NSArray") }
        return nil
    }

    /// Returns the members of a collection argument, where nil counts as an empty one; nil after raising.
    func checkedMembers(_ argument: ID?) -> [Object]? {
        let members = UnmanagedObject(argument).map { Collections.elements(of: $0) } ?? []
        if members == nil && !RuntimeException.isPending { refuse("the argument is not a collection") }
        return members
    }

    func areAsMany(_ objects: [Object], _ indexes: [Int]) -> Bool {
        if objects.count == indexes.count { return true }
        refuse("count of array (\(objects.count)) differs from count of index set (\(indexes.count))")
        return false
    }
}
