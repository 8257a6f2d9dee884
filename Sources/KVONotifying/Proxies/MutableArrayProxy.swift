// MutableArrayProxy.swift - the result of `mutableArrayValueForKey:`, and the code shared with ordered sets.
//
// Invalid arguments raise before anything happens, so observers are not notified of a change that fails. Each message
// makes one change, of one or many elements; a message that changes nothing notifies no observer.
import MiniFoundation
import MiniRuntime

/// The class NSKeyValueMutableArray.
enum MutableArrayProxy {
    static let cls: ProxyClass = ProxyClass("NSKeyValueMutableArray", superclass: NSMutableArray.cls) { cls in
        IndexedProxy.addMethods(to: cls)
        cls.addFunction("addObject:", "v24@0:8@16", IndexedProxy.addObject)
        cls.addFunction("addObjectsFromArray:", "v24@0:8@16", IndexedProxy.addObjectsFromArray)
        cls.addFunction("setArray:", "v24@0:8@16", IndexedProxy.setArray)
        cls.addFunction(
            Selectors.dealloc, "v16@0:8", { me, _ in MutableArrayProxy.cls.deallocate(me) } as TakingNothing)
    }
}

/// An ordered proxy that is handling a message.
struct IndexedProxy {
    let me: ID
    let selector: SEL
    private let target: ProxyTarget
    /// The class of the collection that the proxy represents.
    let mutableClass: Class

    /// nil for an instance without a target.
    init?(_ me: ID, _ selector: SEL) {
        let isArray = UnmanagedObject(me).isa.isSubclass(of: NSArray.cls)
        let proxyClass = isArray ? MutableArrayProxy.cls : MutableOrderedSetProxy.cls
        guard let target = proxyClass.target(of: me) else { return nil }
        self.me = me
        self.selector = selector
        self.target = target
        mutableClass = isArray ? NSMutableArray.cls : NSMutableOrderedSet.cls
    }

    private var message: ProxyMessage { ProxyMessage(proxy: me, selector: selector) }

    /// The current collection of the property, borrowed. nil with an exception pending.
    var collection: UnmanagedObject? { target.collection(for: message) }

    // ── Changing ────────────────────────────────────────────────────────────────────────────────────

    private func insert(_ objects: [Object], at indexes: [Int]) {
        if !indexes.isEmpty { IndexedMutators.find(target)?.insert(objects, at: indexes, use) }
    }

    private func remove(at indexes: [Int]) {
        if !indexes.isEmpty { IndexedMutators.find(target)?.remove(at: indexes, use) }
    }

    private func replace(at indexes: [Int], with objects: [Object]) {
        if !indexes.isEmpty { IndexedMutators.find(target)?.replace(at: indexes, with: objects, use) }
    }

    private var use: ProxyUse { ProxyUse(target: target, message: message, mutableClass: mutableClass) }

    private func append(_ objects: [Object]) {
        guard let count = count() else { return }
        insert(objects, at: Array(count..<count + objects.count))
    }

    // ── Arguments ───────────────────────────────────────────────────────────────────────────────────

    /// Returns the number of elements; nil with an exception pending.
    private func count() -> Int? {
        let count = collection?.elementCount
        return RuntimeException.isPending ? nil : count
    }

    /// Returns the number of elements before an insertion; nil with an exception pending. If the collection is nil but
    /// the class has mutators, returns 0, because the mutators may create the collection.
    private func countToInsert() -> Int? {
        if let collection = target.collection {
            let count = collection.elementCount
            return RuntimeException.isPending ? nil : count
        }
        if RuntimeException.isPending { return nil }
        if IndexedMutators.find(target)?.hasRequiredMutators == true { return 0 }
        if !RuntimeException.isPending { ProxyException.nilCollection(message, target).raise() }
        return nil
    }

    /// Returns an object argument; nil after raising if it is nil.
    private func checked(_ object: ID?) -> Object? {
        if let object = UnmanagedObject(object) { return object.retained() }
        ProxyException.badArgument(me, selector, "object cannot be nil").raise()
        return nil
    }

    /// Returns an object argument if `index` is less than the count plus `more`; nil after raising.
    private func checked(_ object: ID?, _ index: UInt, more: Int = 0) -> Object? {
        guard let object = checked(object), isInBounds(index, more: more) else { return nil }
        return object
    }

    /// `[collection objectAtIndex:index]`
    private func element(at index: UInt) -> UnmanagedObject? {
        guard let collection else { return nil }
        let count = collection.elementCount
        if RuntimeException.isPending { return nil }
        guard index < count else {
            ProxyException.beyondBounds(index, count, me, selector).raise()
            return nil
        }
        let answer = collection.sendWords(Selectors.objectAtIndex, (index, 0, 0, 0))
        return RuntimeException.isPending ? nil : UnmanagedObject(word: answer)
    }

    private func isInBounds(_ index: UInt, more: Int = 0) -> Bool {
        guard let count = more > 0 ? countToInsert() : count() else { return false }
        if index < count + more { return true }
        ProxyException.beyondBounds(index, count, me, selector).raise()
        return false
    }

    /// Returns the indexes of an NSIndexSet in ascending order if all are less than the count plus `more`; nil after
    /// raising.
    private func checkedIndexes(_ argument: ID?, more: Int = 0) -> [Int]? {
        guard let set = UnmanagedObject(argument)?.retained(), let indexes = NSIndexSet.ranges(of: set) else {
            ProxyException.badArgument(me, selector, "the indexes are no NSIndexSet").raise()
            return nil
        }
        let all = indexes.ranges.flatMap { Array($0) }
        if let last = all.last, !isInBounds(UInt(last), more: more) { return nil }
        return all
    }

    private func checkedArray(_ argument: ID?) -> [Object]? {
        guard let array = UnmanagedObject(argument)?.retained(), let elements = NSArray.elements(of: array) else {
            if !RuntimeException.isPending {
                ProxyException.badArgument(me, selector, "array argument is not an NSArray").raise()
            }
            return nil
        }
        return elements
    }

    private func areAsMany(_ objects: [Object], _ indexes: [Int]) -> Bool {
        if objects.count == indexes.count { return true }
        ProxyException.badArgument(
            me, selector,
            "count of array (\(objects.count)) differs from count of index set (\(indexes.count))"
        ).raise()
        return false
    }
}

// ── Methods ─────────────────────────────────────────────────────────────────────────────────────────

extension IndexedProxy {
    /// Adds the methods that mutable arrays and mutable ordered sets share.
    static func addMethods(to cls: Class) {
        cls.addFunction(
            Selectors.count, "Q16@0:8", { me, selector in UInt(IndexedProxy(me, selector)?.count() ?? 0) } as Count)
        cls.addFunction(
            Selectors.objectAtIndex, "@24@0:8Q16",
            { me, selector, index in
                IndexedProxy(me, selector)?.element(at: index)?.address
            } as ObjectAtIndex)
        addChangingOne(to: cls)
        addChangingMany(to: cls)
    }

    private static func addChangingOne(to cls: Class) {
        cls.addFunction(
            "insertObject:atIndex:", "v32@0:8@16Q24",
            { me, selector, object, index in
                guard let me = IndexedProxy(me, selector), let object = me.checked(object, index, more: 1) else {
                    return
                }
                me.insert([object], at: [Int(index)])
            } as @convention(c) (ID, SEL, ID?, UInt) -> Void)
        cls.addFunction(
            "removeObjectAtIndex:", "v24@0:8Q16",
            { me, selector, index in
                guard let me = IndexedProxy(me, selector), me.isInBounds(index) else { return }
                me.remove(at: [Int(index)])
            } as @convention(c) (ID, SEL, UInt) -> Void)
        cls.addFunction(
            "replaceObjectAtIndex:withObject:", "v32@0:8Q16@24",
            { me, selector, index, object in
                guard let me = IndexedProxy(me, selector), let object = me.checked(object, index) else { return }
                me.replace(at: [Int(index)], with: [object])
            } as @convention(c) (ID, SEL, UInt, ID?) -> Void)
        cls.addFunction(
            "removeLastObject", "v16@0:8",
            { me, selector in
                guard let me = IndexedProxy(me, selector), let count = me.count() else { return }
                if me.isInBounds(UInt(bitPattern: count - 1)) { me.remove(at: [count - 1]) }
            } as TakingNothing)
    }

    private static func addChangingMany(to cls: Class) {
        cls.addFunction(
            "insertObjects:atIndexes:", "v32@0:8@16@24",
            { me, selector, array, indexes in
                guard let me = IndexedProxy(me, selector), let objects = me.checkedArray(array),
                    let indexes = me.checkedIndexes(indexes, more: objects.count), me.areAsMany(objects, indexes)
                else { return }
                me.insert(objects, at: indexes)
            } as TakingTwoObjects)
        cls.addFunction(
            "removeObjectsAtIndexes:", "v24@0:8@16",
            { me, selector, indexes in
                guard let me = IndexedProxy(me, selector), let indexes = me.checkedIndexes(indexes) else { return }
                me.remove(at: indexes)
            } as TakingObject)
        cls.addFunction(
            "replaceObjectsAtIndexes:withObjects:", "v32@0:8@16@24",
            { me, selector, indexes, array in
                guard let me = IndexedProxy(me, selector), let objects = me.checkedArray(array),
                    let indexes = me.checkedIndexes(indexes), me.areAsMany(objects, indexes)
                else { return }
                me.replace(at: indexes, with: objects)
            } as TakingTwoObjects)
        cls.addFunction("removeAllObjects", "v16@0:8", removeAllObjects)
    }

    private static let removeAllObjects: TakingNothing = { me, selector in
        guard let me = IndexedProxy(me, selector), let count = me.count() else { return }
        me.remove(at: Array(0..<count))
    }

    // ── For arrays only: an ordered set first checks whether it contains the object ─────────────────

    static let addObject: TakingObject = { me, selector, object in
        guard let me = IndexedProxy(me, selector), let object = me.checked(object) else { return }
        me.append([object])
    }

    static let addObjectsFromArray: TakingObject = { me, selector, array in
        guard let me = IndexedProxy(me, selector), let objects = me.checkedArray(array) else { return }
        me.append(objects)
    }

    static let setArray: TakingObject = { me, selector, array in
        guard let me = IndexedProxy(me, selector), let objects = me.checkedArray(array), let count = me.count() else {
            return
        }
        me.remove(at: Array(0..<count))
        if !RuntimeException.isPending { me.append(objects) }
    }
}
