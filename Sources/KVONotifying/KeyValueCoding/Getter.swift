// Getter.swift - what `valueForKey:` does: finds where a key's value is, and reads it.
//
//      get<Key>  <key>  is<Key>  _<key>                        a method
//      countOf<Key> and objectIn<Key>AtIndex: / <key>AtIndexes:      an NSArray that asks them
//      countOf<Key>, enumeratorOf<Key> and memberOf<Key>:            an NSSet that asks them
//      _<key>  _is<Key>  <key>  is<Key>                        an ivar, if the class allows that
//      valueForUndefinedKey:
import MiniFoundation
import MiniRuntime

/// Where the value of a key is, in instances of one class.
final class Getter: Sendable {
    private enum Source: Sendable {
        case method(AccessorMethod)
        /// By its name the method returns an object that the caller owns.
        case owningMethod(AccessorMethod)
        case collection(CollectionReaders)
        case ivar(IvarAccess)
        case undefined
    }

    private let source: Source

    private init(_ source: Source) {
        self.source = source
    }

    private static let cache = AccessorCache<Getter>()

    /// The value, boxed if it is no object; borrowed. nil with an exception pending.
    static func value(of object: UnmanagedObject, _ key: KeyArgument) -> UnmanagedObject? {
        find(object, key.text)?.value(of: object, key)
    }

    /// The method that answers for a key; nil if its value is found in another way.
    static func method(of object: UnmanagedObject, _ key: String) -> AccessorMethod? {
        guard case .method(let method) = find(object, key)?.source else { return nil }
        return method
    }

    private static func find(_ object: UnmanagedObject, _ key: String) -> Getter? {
        cache.find(object.isa, key) { Getter(search(AccessorSearch(object, key))) }
    }

    private func value(of object: UnmanagedObject, _ key: KeyArgument) -> UnmanagedObject? {
        switch source {
        case .method(let method): method.value(of: object)
        case .owningMethod(let method): Self.ownedResult(object, method.selector)
        case .collection(let readers): readers.proxy(of: object, key)
        case .ivar(let ivar): ivar.value(of: object)
        case .undefined: object.message(Selectors.valueForUndefinedKey, key.object)
        }
    }

    // ── Searching ───────────────────────────────────────────────────────────────────────────────────

    private static func search(_ search: AccessorSearch) -> Source {
        for name in ["get\(search.name)", search.key, "is\(search.name)", "_\(search.key)"] {
            if let source = method(search, name) { return source }
        }
        if let readers = CollectionReaders(search) { return .collection(readers) }
        return search.ivar().map(Source.ivar) ?? .undefined
    }

    private static func method(_ search: AccessorSearch, _ name: String) -> Source? {
        guard let method = AccessorMethod(getter: search.method(name)) else { return nil }
        if case .object = method.type.shape, mayReturnOwned(name) { return .owningMethod(method) }
        return .method(method)
    }

    /// Whether the naming rules might apply; the typed send knows them to the letter.
    private static func mayReturnOwned(_ name: String) -> Bool {
        ["alloc", "new", "copy", "mutableCopy", "init"].contains { name.hasPrefix($0) }
    }

    private static func ownedResult(_ object: UnmanagedObject, _ selector: Selector) -> UnmanagedObject? {
        do {
            return try object.send(selector, as: Object?.self)?.autoreleased()
        } catch {
            CodingException.raise(error)
            return nil
        }
    }
}
