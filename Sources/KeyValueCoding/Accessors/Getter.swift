// Getter.swift - implements `valueForKey:`: searches for the getter of a key and calls it.
//
//      get<Key>  <key>  is<Key>  _<key>                              a method
//      countOf<Key> and objectIn<Key>AtIndex: / <key>AtIndexes:      an NSArray proxy that calls them
//      countOf<Key>, enumeratorOf<Key> and memberOf<Key>:            an NSSet proxy that calls them
//      _<key>  _is<Key>  <key>  is<Key>                              an ivar, if the class allows direct access
//      valueForUndefinedKey:                                         otherwise
import CKeyValueCoding
import MiniFoundation
import MiniRuntime

/// The source of a key's value, for the instances of one class.
enum Getter: Sendable {
    case method(GetterMethod)
    /// A method whose name means that its result is owned by the caller.
    case owningMethod(GetterMethod)
    case collection(CollectionReaders)
    case ivar(IvarAccess)
    case undefined

    private static let cache = AccessorCache<Getter>()

    /// Returns the value as a borrowed object, boxed if necessary; nil if an exception is pending afterwards.
    static func value(_ key: KeyArgument) -> UnmanagedObject? {
        let generation = ObjectRuntime.methodGeneration
        guard let getter = find(key.receiver, key.text) else { return nil }
        if kvc_is_recognized(key.object.pointer), case .method(let method) = getter {
            kvc_getter_remember(key.receiver.isa.pointer, key.object.pointer, method.raw, Int(generation))
        }
        return getter.value(key)
    }

    fileprivate static func find(_ object: UnmanagedObject, _ key: String) -> Getter? {
        cache.find(object.isa, key) {
            let getter = search(AccessorSearch(object, key))
            if case .undefined = getter { return getter }
            // The key has an accessor, so it may live for ever, as the accessor's selector does. Later calls find its
            // NSString.
            _ = Key.lasting(key)
            return getter
        }
    }

    private func value(_ key: KeyArgument) -> UnmanagedObject? {
        switch self {
        case .method(let method): method.value(of: key.receiver)
        case .owningMethod(let method): Self.ownedResult(key.receiver, method.selector)
        case .collection(let readers): readers.proxy(key)
        case .ivar(let ivar): ivar.value(of: key.receiver)
        case .undefined: key.receiver.message(Selectors.valueForUndefinedKey, key.object)
        }
    }

    // ── Searching ───────────────────────────────────────────────────────────────────────────────────

    private static func search(_ search: AccessorSearch) -> Getter {
        for name in getterNames(search.key, search.names) {
            if let getter = method(search, name) { return getter }
        }
        if let readers = search.names.lazy.compactMap({ CollectionReaders(search, $0) }).first {
            return .collection(readers)
        }
        return search.ivar().map(Getter.ivar) ?? .undefined
    }

    private static func method(_ search: AccessorSearch, _ name: String) -> Getter? {
        // These two methods return the receiver, but are no getters: they are for reference counting.
        if name == "retain" || name == "autorelease" { return nil }
        guard let method = GetterMethod(search.method(name)) else { return nil }
        if method.isObject, mayReturnOwned(name) { return .owningMethod(method) }
        return .method(method)
    }

    /// Whether the name may belong to a method family that returns owned objects. The typed send applies the exact
    /// rules.
    private static func mayReturnOwned(_ name: String) -> Bool {
        ["alloc", "new", "copy", "mutableCopy", "init"].contains { name.hasPrefix($0) }
    }

    private static func ownedResult(_ object: UnmanagedObject, _ selector: Selector) -> UnmanagedObject? {
        do {
            return try object.send(selector, as: Object?.self)?.autoreleased()
        } catch {
            RuntimeException.raise(error)
            return nil
        }
    }
}

extension GetterMethod {
    /// Returns the getter method of a key; nil if its value has another source.
    package static func find(_ object: UnmanagedObject, _ key: String) -> GetterMethod? {
        guard case .method(let method) = Getter.find(object, key) else { return nil }
        return method
    }
}
