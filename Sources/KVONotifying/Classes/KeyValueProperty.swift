// KeyValueProperty.swift - a key of a class: its getter, and the class's declarations about it, which are read when the
// key is first observed, and again after later declarations.
//
// The class keeps a property if its instances have accessors for the key (it is lasting). Otherwise its users retain
// it.
import CKeyValueObserving
import KeyValueCoding
import MiniFoundation
import MiniRuntime
import Synchronization

/// A key of a class.
final class KeyValueProperty: Lockable, @unchecked Sendable {
    // Sendable: the memory behind `raw` is written atomically; the rest is immutable, atomic, or guarded by a lock.
    /// The property for C.
    let raw: UnsafeMutablePointer<kvo_property>
    let key: Key
    /// Keeps `key` alive.
    let held: HeldKey
    /// Whether the class keeps the property. Only then can the class have setters to override.
    let isLasting: Bool
    /// Whether the setters and mutators of the key notify.
    let isAutomatic: Bool
    /// Lives as long as the original class, and so longer than a lasting property. Users of a property that is not
    /// lasting have an object of that class, and the object keeps its class.
    unowned(unsafe) let cls: KeyValueClass
    private let getters = Locked(Getters(), rank: .table)

    init(_ held: HeldKey, isAutomatic: Bool, _ affecting: Affecting, cls: KeyValueClass, isLasting: Bool) {
        key = held.key
        self.held = held
        self.isLasting = isLasting
        self.isAutomatic = isAutomatic
        self.cls = cls
        declared = Locked(Declared(affecting: affecting), rank: .table)
        isDependent = Atomic(!affecting.paths.isEmpty)
        raw = .allocate(capacity: 1)
        raw.initialize(
            to: kvo_property(
                key: held.key.raw, original: cls.original.pointer,
                notifying: cls.notifying?.pointer, is_automatic: isAutomatic, is_lasting: isLasting,
                is_foreign: cls === KeyValueClass.ofNobody, owner: Unmanaged.passUnretained(self).toOpaque(),
                declared: Int(affecting.generation), hooked: 0, getter_generation: 0, getter: nil))
    }

    deinit {
        raw.deallocate()
    }

    /// Returns the property behind a pointer from C, unretained.
    static func of(_ raw: UnsafePointer<kvo_property>) -> Unmanaged<KeyValueProperty> { .fromOpaque(raw.pointee.owner) }

    /// Returns the getter that `valueForKey:` would send to the object. nil if the object's isa is not the notifying
    /// class, if its class overrides `valueForKey:` or `valueForKeyPath:`, or if the value does not come from a getter.
    /// Stores the result for C, which uses it until methods change.
    func getter(of object: UnmanagedObject) -> AccessorMethod? {
        guard object.isa == cls.notifying else { return nil }
        var known: UnsafePointer<kvo_getter>?
        if kvo_property_knows_getter(raw, &known) { return known.map(KnownGetter.of) }
        // Reads the generation before searching, so that a concurrent method change invalidates the result.
        let generation = ObjectRuntime.methodGeneration
        let isa = object.isa
        let isOverridden =
            isa.methodImplementation(Selectors.valueForKey) != Self.ownValueForKey
            || isa.methodImplementation(Selectors.valueForKeyPath) != Self.ownValueForKeyPath
        let found = isOverridden ? nil : AccessorMethod.getter(of: object, key.name)
        return RuntimeException.isPending ? nil : keep(found, generation)
    }

    private static let ownValueForKey = MiniRuntime.Class.nsObject.methodImplementation(Selectors.valueForKey)
    private static let ownValueForKeyPath = MiniRuntime.Class.nsObject.methodImplementation(Selectors.valueForKeyPath)

    /// Reads NSObject's own methods. Called while the modules are loaded, before the program could swizzle them.
    static func findOwnMethods() {
        _ = (ownValueForKey, ownValueForKeyPath)
    }

    /// Stores the getter for C, and returns it. Keeps one KnownGetter for each selector and signature.
    private func keep(_ getter: AccessorMethod?, _ generation: UInt) -> AccessorMethod? {
        getters.withLock { getters in
            guard generation > getters.generation else { return getter }
            getters.generation = generation
            let same = getter.flatMap { getter in getters.known.first { $0.method.isSame(as: getter) } }
            let known = same ?? getter.map(KnownGetter.init)
            if let known, same == nil { getters.known.append(known) }
            kvo_property_set_getter(raw, known?.raw, Int(generation))
            return getter
        }
    }

    private struct Getters: Lockable {
        var known: [KnownGetter] = []
        var generation: UInt = 0
    }

    // ── Dependent keys ──────────────────────────────────────────────────────────────────────────────

    /// The key paths that affect a key, as its class declares them.
    struct Affecting {
        /// The generation of declarations, read before the class was sent the message.
        let generation: UInt
        /// The declared key paths only, without those that affect them in turn.
        let paths: [String]
    }

    struct Dependencies: Lockable {
        var keys: [KeyValueProperty] = []
        var paths: [String] = []
    }

    private struct Declared: Lockable {
        var affecting: Affecting
        /// Set on first use.
        var dependencies: (generation: UInt, found: Dependencies)?
    }

    private let declared: Locked<Declared>
    /// A copy of "`affecting` is not empty", read without the lock.
    private let isDependent: Atomic<Bool>

    /// Whether the class declares keys that affect this one. A registration keeps the dependencies it has found,
    /// whatever is declared later.
    var isAffected: Bool { isDependent.load(ordering: .relaxed) }

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
            isDependent.store(!asked.paths.isEmpty, ordering: .relaxed)
            kvo_property_set_declared(raw, Int(asked.generation))
        }
        return true
    }

    /// Returns everything that affects this key, directly or through other keys: keys of the same object, and key paths
    /// that begin at it. Each appears once. nil if an exception is pending afterwards.
    ///
    /// The first call is O(keys and paths in the result).
    func dependencies() -> Dependencies? {
        guard isAffected else { return Dependencies() }
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
                    pending.append(affecting)
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
