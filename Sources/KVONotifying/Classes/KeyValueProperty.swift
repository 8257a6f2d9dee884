// KeyValueProperty.swift - a key of a class, and what the class says about it: asked once, when the key is first observed.
// The class keeps it if its instances have accessors for the key, else those who observe it do.
import CKeyValueObserving
import MiniFoundation
import MiniRuntime
import Synchronization

/// A key of a class.
final class KeyValueProperty: Lockable, @unchecked Sendable {
    // Sendable: what `raw` points at does not change; the rest is immutable, atomic, or behind a lock.
    /// As C sees it.
    let raw: UnsafeMutablePointer<kvo_property>
    let key: Key
    /// Keeps the key.
    let held: HeldKey
    /// Whether the class keeps it: only then there is a setter to be overridden.
    let isLasting: Bool
    /// Whether the class notifies by itself, when a setter is called.
    let isAutomatic: Bool
    /// Alive as long as the class: see `isLasting`. Who keeps another property does so for an object of the class.
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

    /// The property that C was given.
    static func of(_ raw: UnsafePointer<kvo_property>) -> Unmanaged<KeyValueProperty> { .fromOpaque(raw.pointee.owner) }

    /// What `valueForKey:` would send to the object, if it is of the notifying class and nobody overrides that message or
    /// `valueForKeyPath:`. C is told, and does not ask again until methods change.
    func getter(of object: UnmanagedObject) -> AccessorMethod? {
        guard object.isa == cls.notifying else { return nil }
        var known: UnsafePointer<kvo_getter>?
        if kvo_property_knows_getter(raw, &known) { return known.map(KnownGetter.of) }
        // Read first: what is added meanwhile will be found next time.
        let generation = ObjectRuntime.methodGeneration
        let isa = object.isa
        let isOverridden =
            isa.methodImplementation(Selectors.valueForKey) != Self.ownValueForKey
            || isa.methodImplementation(Selectors.valueForKeyPath) != Self.ownValueForKeyPath
        let found = isOverridden ? nil : Getter.method(of: object, key.name)
        return RuntimeException.isPending ? nil : keep(found, generation)
    }

    private static let ownValueForKey = MiniRuntime.Class.nsObject.methodImplementation(Selectors.valueForKey)
    private static let ownValueForKeyPath = MiniRuntime.Class.nsObject.methodImplementation(Selectors.valueForKeyPath)

    /// Finds NSObject's own methods. To be called while the modules are loaded, before a program could swizzle them.
    static func findOwnMethods() {
        _ = (ownValueForKey, ownValueForKeyPath)
    }

    /// As many are kept as there are getters of different names and types.
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

    /// What the class says affects a key, and when it said so.
    struct Affecting {
        /// That of the declarations, read before the class was asked.
        let generation: UInt
        /// Key paths; without what affects these in their turn.
        let paths: [String]
    }

    struct Dependencies: Lockable {
        var keys: [KeyValueProperty] = []
        var paths: [String] = []
    }

    private struct Declared: Lockable {
        var affecting: Affecting
        /// Found when first asked for.
        var dependencies: (generation: UInt, found: Dependencies)?
    }

    private let declared: Locked<Declared>
    /// What is looked at without the lock.
    private let isDependent: Atomic<Bool>

    /// Whether the class says that other keys affect this one. Registrations that were made before keep what they found.
    var isAffected: Bool { isDependent.load(ordering: .relaxed) }

    private var affecting: [String] { declared.read({ copy $0 }).affecting.paths }

    /// Asks the class again if keys were declared since. false with an exception pending.
    func isUpToDate() -> Bool {
        if !isLasting || kvo_property_is_declared(raw) { return true }
        guard let asked = cls.asksWhatAffects(key) else { return false }
        declared.withLock { $0.affecting = asked }
        isDependent.store(!asked.paths.isEmpty, ordering: .relaxed)
        kvo_property_set_declared(raw, Int(asked.generation))
        return true
    }

    /// What affects this key, directly and by way of others: keys of the same object, and paths that lead away from
    /// it. Keys that depend on each other, or on the same, are there once. nil with an exception pending.
    ///
    /// Found when first asked for; O(keys and paths in it).
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
        // Two that depend on each other and are kept by nobody else would keep each other.
        if isLasting { keep((generation, found)) }
        return found
    }

    private func keep(_ dependencies: (generation: UInt, found: Dependencies)?) {
        // What was there is let go after the lock.
        _ = declared.withLock { declared in
            defer { declared.dependencies = dependencies }
            return declared.dependencies
        }
    }

    /// The class is gone: properties that depend on each other let go of each other.
    func forgetDependencies() {
        keep(nil)
    }
}
