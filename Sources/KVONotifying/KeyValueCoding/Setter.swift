// Setter.swift - what `setValue:forKey:` does: finds where a key's value goes, and puts it there.
//
//      set<Key>:  _set<Key>:  setIs<Key>:      a method; if the object is observed, it is the one that notifies
//      _<key>  _is<Key>  <key>  is<Key>        an ivar, if the class allows that; the change is told
//      setValue:forUndefinedKey:
import MiniFoundation
import MiniRuntime

/// Where a new value of a key goes, in instances of one class.
final class Setter: Sendable {
    private enum Destination: Sendable {
        case method(AccessorMethod)
        /// And the key, if the change is to be told.
        case ivar(IvarAccess, automatic: Key?)
        case undefined
    }

    private let destination: Destination

    private init(_ destination: Destination) {
        self.destination = destination
    }

    private static let cache = AccessorCache<Setter>()

    /// Sets the value. An exception may be pending afterwards.
    static func set(_ value: UnmanagedObject?, _ object: UnmanagedObject, _ key: KeyArgument) {
        find(object, key.text)?.set(value, object, key)
    }

    private static func find(_ object: UnmanagedObject, _ key: String) -> Setter? {
        cache.find(object.isa, key) { Setter(search(AccessorSearch(object, key))) }
    }

    private static func search(_ search: AccessorSearch) -> Destination {
        for name in setterNames(search.name) {
            if let method = AccessorMethod(setter: search.method(name, .any)) { return .method(method) }
        }
        return search.ivar().map { .ivar($0, automatic: search.automaticKey()) } ?? .undefined
    }

    /// The ivar that a new value goes to; nil if it goes elsewhere.
    static func ivar(of object: UnmanagedObject, _ key: String) -> IvarAccess? {
        guard case .ivar(let ivar, _) = find(object, key)?.destination else { return nil }
        return ivar
    }

    // ── Setting ─────────────────────────────────────────────────────────────────────────────────────

    private func set(_ value: UnmanagedObject?, _ object: UnmanagedObject, _ key: KeyArgument) {
        switch destination {
        case .method(let method):
            convert(value, method.type, object, key) { method.call(object, $0) }
        case .ivar(let ivar, let automatic):
            convert(value, ivar.type, object, key) { bytes in
                guard let automatic else { return ivar.store(bytes, in: object) }
                let content: ChangingProperty.Content = ivar.type.takesNil ? .object : .scalar
                AutomaticNotification.around(object, ChangingProperty(automatic, content)) {
                    ivar.store(bytes, in: object)
                }
            }
        case .undefined:
            _ = object.message(Selectors.setValueForUndefinedKey, value, key.object)
        }
    }

    /// Calls `body` with the value as the type. nil for what cannot be nil, and a misfit, go another way: nothing is
    /// changed then, and nobody told.
    private func convert(
        _ value: UnmanagedObject?, _ type: ValueType, _ object: UnmanagedObject, _ key: KeyArgument,
        _ body: (UnsafeMutableRawPointer) -> Void
    ) {
        if value == nil && !type.takesNil {
            _ = object.message(Selectors.setNilValueForKey, key.object)
            return
        }
        do {
            try type.withBytes(value, body)
        } catch {
            CodingException.wrongType(object, key.text, "\(error)").raise()
        }
    }
}
