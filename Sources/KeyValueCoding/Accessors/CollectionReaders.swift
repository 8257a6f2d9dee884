// CollectionReaders.swift - the accessors by which a class provides a to-many property without storing a collection.
//
//      countOf<Key>   objectIn<Key>AtIndex:  or  <key>AtIndexes:      an array
//      countOf<Key>   enumeratorOf<Key>      and memberOf<Key>:       a set
import MiniFoundation
import MiniRuntime

final class CollectionReaders: Sendable {
    private enum Kind: Sendable {
        case array(objectAt: Selector?, objectsAt: Selector?)
        case set(enumerator: Selector, member: Selector)
    }

    private let kind: Kind
    private let count: GetterMethod

    /// nil if the class does not have all the accessors that one of the two kinds needs.
    /// - Parameter name: the key as accessor names contain it.
    init?(_ search: AccessorSearch, _ name: String) {
        guard let count = GetterMethod(search.method("countOf\(name)")), count.isInteger else { return nil }
        let objectAt = search.method("objectIn\(name)AtIndex:", .index)?.selector
        let objectsAt = search.method("\(search.key)AtIndexes:", .object)?.selector
        if objectAt != nil || objectsAt != nil {
            kind = .array(objectAt: objectAt, objectsAt: objectsAt)
        } else if let enumerator = search.method("enumeratorOf\(name)")?.selector,
            let member = search.method("memberOf\(name):", .object)?.selector
        {
            kind = .set(enumerator: enumerator, member: member)
        } else {
            return nil
        }
        self.count = count
    }

    /// Returns a collection that reads the property through these accessors; borrowed.
    func proxy(_ key: KeyArgument) -> UnmanagedObject {
        switch kind {
        case .array: ArrayProxy.cls.proxy(key, self)
        case .set: SetProxy.cls.proxy(key, self)
        }
    }

    // ── Reading ─────────────────────────────────────────────────────────────────────────────────────

    func count(in object: Object) -> UInt {
        withExtendedLifetime(object) { count.integer(of: object.unmanaged) }
    }

    /// Returns the element at an index, which must be in bounds.
    func element(at index: UInt, in object: Object) -> UnmanagedObject? {
        guard case .array(let objectAt, let objectsAt) = kind else { return nil }
        if let objectAt {
            return UnmanagedObject(word: object.unmanaged.sendWords(objectAt, (index, 0, 0, 0)))
        }
        guard let objectsAt else { return nil }
        return object.message(objectsAt, NSIndexSet.object(Int(index)))?.autoreleased().message("firstObject")
    }

    func enumerator(of object: Object) -> UnmanagedObject? {
        guard case .set(let enumerator, _) = kind else { return nil }
        return object.unmanaged.message(enumerator)
    }

    func member(_ member: UnmanagedObject?, in object: Object) -> UnmanagedObject? {
        guard case .set(_, let selector) = kind else { return nil }
        return object.unmanaged.message(selector, member)
    }
}

/// The class NSKeyValueArray.
enum ArrayProxy {
    static let cls: ProxyClass = ProxyClass("NSKeyValueArray", superclass: NSArray.cls) { cls in
        cls.addFunction(Selectors.count, "Q16@0:8", count)
        cls.addFunction(Selectors.objectAtIndex, "@24@0:8Q16", objectAtIndex)
        cls.addCopyMethod(of: NSMutableArray.cls)
    }

    private static let count: WordMethod = { me, _ in
        guard let target = ArrayProxy.cls.target(of: me) else { return 0 }
        return target.readers!.count(in: target.object)
    }

    private static let objectAtIndex: ObjectFromWord = { me, selector, index in
        guard let target = ArrayProxy.cls.target(of: me) else { return nil }
        let count = target.readers!.count(in: target.object)
        if RuntimeException.isPending || !isInBounds(index, Int(bitPattern: count), me, selector) { return nil }
        return target.readers!.element(at: index, in: target.object)?.address
    }
}

/// The class NSKeyValueSet.
enum SetProxy {
    static let cls: ProxyClass = ProxyClass("NSKeyValueSet", superclass: NSSet.cls) { cls in
        cls.addFunction(Selectors.count, "Q16@0:8", count)
        cls.addFunction(Selectors.member, "@24@0:8@16", member)
        cls.addFunction(Selectors.objectEnumerator, "@16@0:8", objectEnumerator)
        cls.addCopyMethod(of: NSMutableSet.cls)
    }

    private static let count: WordMethod = { me, _ in
        guard let target = SetProxy.cls.target(of: me) else { return 0 }
        return target.readers!.count(in: target.object)
    }

    private static let member: ObjectFromObject = { me, _, member in
        guard let target = SetProxy.cls.target(of: me) else { return nil }
        return target.readers!.member(UnmanagedObject(member), in: target.object)?.address
    }

    private static let objectEnumerator: ObjectMethod = { me, _ in
        guard let target = SetProxy.cls.target(of: me) else { return nil }
        return target.readers!.enumerator(of: target.object)?.address
    }
}

extension Class {
    /// Adds the `copyWithZone:` of a mutable collection, which copies the elements into an immutable one.
    fileprivate func addCopyMethod(of mutable: Class) {
        let selector: Selector = "copyWithZone:"
        addMethod(selector, mutable.methodImplementation(selector), types: "@24@0:8^v16")
    }
}
