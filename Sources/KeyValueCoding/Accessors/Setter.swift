// Setter.swift - implements `setValue:forKey:`: searches for the setter of a key and calls it.
//
//      set<Key>:  _set<Key>:  setIs<Key>:      a method, which notifies if the object is observed
//      _<key>  _is<Key>  <key>  is<Key>        an ivar, if the class allows direct access; this file notifies
//      setValue:forUndefinedKey:               otherwise
import MiniFoundation
import MiniRuntime

/// The destination of a key's value, for the instances of one class.
enum Setter: Sendable {
    case method(SetterMethod)
    /// An ivar, and the key if observers are to be notified.
    case ivar(IvarAccess, automatic: HeldKey?)
    case undefined

    private static let cache = AccessorCache<Setter>()

    /// Sets the value. An exception may be pending afterwards.
    static func set(_ value: UnmanagedObject?, _ key: KeyArgument) {
        find(key.receiver, key.text)?.set(value, key)
    }

    private static func find(_ object: UnmanagedObject, _ key: String) -> Setter? {
        cache.find(object.isa, key) { search(AccessorSearch(object, key)) }
    }

    private static func search(_ search: AccessorSearch) -> Setter {
        for name in setterNames(search.names) {
            if let method = SetterMethod(search.method(name, .any)) { return .method(method) }
        }
        return search.ivar().map { .ivar($0, automatic: search.automaticKey()) } ?? .undefined
    }

    /// Returns the ivar that stores new values of a key; nil if they have another destination.
    static func ivar(of object: UnmanagedObject, _ key: String) -> IvarAccess? {
        guard case .ivar(let ivar, _) = find(object, key) else { return nil }
        return ivar
    }

    /// Whether a setter method stores new values of a key, and not an ivar or `setValue:forUndefinedKey:`.
    static func isMethod(of object: UnmanagedObject, _ key: String) -> Bool {
        guard case .method = find(object, key) else { return false }
        return true
    }

    // ── Setting ─────────────────────────────────────────────────────────────────────────────────────

    private func set(_ value: UnmanagedObject?, _ key: KeyArgument) {
        let object = key.receiver
        switch self {
        case .method(let method):
            Self.convert(value, method.type, key) { method.send(to: object, $0) }
        case .ivar(let ivar, let automatic):
            Self.convert(value, ivar.type, key) { bytes in
                guard let automatic else { return ivar.store(bytes, in: object) }
                withExtendedLifetime(automatic.holder) {
                    Notifier.around(object, automatic.key, !ivar.type.takesNil, .setting) {
                        ivar.store(bytes, in: object)
                    }
                }
            }
        case .undefined:
            _ = object.message(Selectors.setValueForUndefinedKey, value, key.object)
        }
    }

    /// Calls `body` with the value converted to `type`. Sends `setNilValueForKey:` for nil if the type cannot hold it,
    /// and raises for a value that does not fit: then nothing changes, and no observer is notified.
    private static func convert(
        _ value: UnmanagedObject?, _ type: ValueType, _ key: KeyArgument, _ body: (UnsafeMutableRawPointer) -> Void
    ) {
        if value == nil && !type.takesNil {
            _ = key.receiver.message(Selectors.setNilValueForKey, key.object)
            return
        }
        do {
            try type.withBytes(value, body)
        } catch {
            CodingException.wrongType(key.receiver, key.text, "\(error)").raise()
        }
    }
}
