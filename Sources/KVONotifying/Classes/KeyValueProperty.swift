// KeyValueProperty.swift - a key of a class: its getter, and the class's declarations about it, which are read when the
// key is first observed, and again after later declarations.
//
// The class keeps a property if its instances have accessors for the key (it is lasting). Otherwise its users retain
// it.
import CKeyValueObserving
import KeyValueCoding
import MiniFoundation
import MiniRuntime

/// A key of a class: the contents of an NSKeyValueProperty, which C retains, and sends the messages in observing.h.
final class KeyValueProperty: @unchecked Sendable {
    // Sendable: the memory behind `raw` is written atomically; the rest is immutable, atomic, or guarded by a lock.
    /// The property for C.
    let raw: UnsafeMutablePointer<kvo_property>
    /// Keeps `key` alive.
    let held: HeldKey
    var key: Key { held.key }
    /// Whether the class keeps the property. Only then can the class have setters to override.
    var isLasting: Bool { raw.pointee.is_lasting }
    /// Whether the setters and mutators of the key notify.
    var isAutomatic: Bool { raw.pointee.is_automatic }
    /// Lives as long as the original class, and so longer than a lasting property. Users of a property that is not
    /// lasting have an object of that class, and the object keeps its class.
    unowned(unsafe) let cls: KeyValueClass

    init(_ held: HeldKey, isAutomatic: Bool, _ affecting: Affecting, cls: KeyValueClass, isLasting: Bool) {
        self.held = held
        self.cls = cls
        declared = Locked(Declared(affecting: affecting), rank: .table)
        raw = .allocate(capacity: 1)
        raw.initialize(
            to: kvo_property(
                key: held.key.raw, original: cls.original.pointer,
                notifying: cls.notifying?.pointer, is_automatic: isAutomatic, is_lasting: isLasting,
                is_foreign: cls === KeyValueClass.ofNobody, owner: nil,
                declared: Int(affecting.generation), hooked: 0,
                is_dependent: !affecting.paths.isEmpty, getter_generation: 0, getter: nil))
    }

    deinit {
        raw.deallocate()
    }

    /// Returns a new object that owns the property. Called once.
    func makeObject() -> Object {
        let object = Self.objectClass.instance(holding: self).takeOwnership()
        raw.pointee.owner = object.unmanaged.pointer
        return object
    }

    /// Returns the contents of a property object.
    static func held(by object: Object) -> KeyValueProperty {
        withExtendedLifetime(object) { HolderClass.held(by: object.unmanaged, as: KeyValueProperty.self) }
    }

    /// Returns the object that owns a property from C.
    static func object(_ raw: UnsafePointer<kvo_property>) -> Object { UnmanagedObject(raw.pointee.owner!).retained() }

    /// Implements `getterOfObject:`. Finds no getter if the class overrides `valueForKey:` or `valueForKeyPath:`.
    func findGetter(of object: UnmanagedObject) -> UnsafePointer<kvc_getter>? {
        let generation = ObjectRuntime.methodGeneration
        let isa = object.isa
        let isOverridden =
            isa.methodImplementation(Selectors.valueForKey) != Self.ownValueForKey
            || isa.methodImplementation(Selectors.valueForKeyPath) != Self.ownValueForKeyPath
        let getter = isOverridden ? nil : GetterMethod.find(object, key.name)?.raw
        if RuntimeException.isPending { return nil }
        declared.read { _ in
            // Another thread may have searched later than this one, and stored a newer getter.
            if generation > UInt(raw.pointee.getter_generation) {
                kvo_property_set_getter(raw, getter, Int(generation))
            }
        }
        return getter
    }

    /// NSObject's own methods: first read while the modules are loaded, before the program could swizzle them.
    static let ownValueForKey = MiniRuntime.Class.nsObject.methodImplementation(Selectors.valueForKey)
    static let ownValueForKeyPath = MiniRuntime.Class.nsObject.methodImplementation(Selectors.valueForKeyPath)

    // ── Dependent keys ──────────────────────────────────────────────────────────────────────────────

    /// The key paths that affect a key, as its class declares them.
    struct Affecting {
        /// The generation of declarations, read before the class was sent the message.
        let generation: UInt
        /// The declared key paths only, without those that affect them in turn.
        let paths: [String]
    }

    struct Dependencies {
        /// Property objects.
        var keys: [Object] = []
        var paths: [String] = []
    }

    private struct Declared: Lockable {
        var affecting: Affecting
        /// Set on first use.
        var dependencies: (generation: UInt, found: Dependencies)?
    }

    private let declared: Locked<Declared>

    private var affecting: [String] { declared.read({ copy $0 }).affecting.paths }

    /// Reads the class's declaration again if declarations have changed. Returns false if an exception is pending
    /// afterwards.
    func isUpToDate() -> Bool {
        if !isLasting || kvo_property_is_declared(raw) { return true }
        guard let asked = cls.declaredAffecting(key) else { return false }
        declared.withLock { declared in
            // Another thread may have asked later than this one, and stored a newer declaration.
            guard asked.generation >= declared.affecting.generation else { return }
            declared.affecting = asked
            kvo_property_set_declared(raw, !asked.paths.isEmpty, Int(asked.generation))
        }
        return true
    }

    /// Returns everything that affects this key, directly or through other keys: keys of the same object, and key paths
    /// that begin at it. Each appears once. nil if an exception is pending afterwards.
    ///
    /// The first call is O(keys and paths in the result).
    func dependencies() -> Dependencies? {
        guard kvo_property_is_dependent(raw) else { return Dependencies() }
        let generation = UInt(kvo_declarations())
        if let known = declared.read({ copy $0 }).dependencies, known.generation == generation { return known.found }
        var found = Dependencies()
        var (seen, pending) = (Set([key.name]), [self])
        while let property = pending.popLast() {
            for path in property.affecting where seen.insert(path).inserted {
                if path.contains(".") {
                    found.paths.append(path)
                } else {
                    guard let affecting = cls.property(path) else { return nil }
                    found.keys.append(affecting)
                    pending.append(Self.held(by: affecting))
                }
            }
        }
        // Stored in lasting properties only. Two properties that are not lasting, and depend on each other, would keep
        // each other alive for ever.
        if isLasting { keep((generation, found)) }
        return found
    }

    private func keep(_ dependencies: (generation: UInt, found: Dependencies)?) {
        // Returned from the closure, so that the old value is released after the lock.
        _ = declared.withLock { declared in
            defer { declared.dependencies = dependencies }
            return declared.dependencies
        }
    }

    /// Releases the stored dependencies when the class is disposed of: properties may refer to each other in a cycle.
    func forgetDependencies() {
        keep(nil)
    }
}
