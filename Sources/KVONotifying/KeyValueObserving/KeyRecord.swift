// KeyRecord.swift - what is known of a key of a class: asked once, when the key is first observed, and kept for good.
import MiniFoundation
import MiniRuntime
import Synchronization

/// A key of a class, and what the class says about it.
final class KeyRecord: Sendable {
    let key: Key
    /// Whether the class notifies by itself, when a setter is called.
    let isAutomatic: Bool
    /// The key paths that the class says affect this key; without the class's other keys' own.
    let affecting: [String]
    unowned(unsafe) let cls: ClassRecord
    /// As of when the class's setters are known to be overridden.
    private let hookedGeneration = Atomic<UInt>(0)
    /// As of when the getter is known; written after it, so that whoever reads this one reads that getter or a newer.
    private let getterGeneration = Atomic<UInt>(0)
    /// One of the known getters, which live for ever; nil if the value is found in another way.
    private let currentGetter = Atomic<Unmanaged<AccessorMethod>?>(nil)
    private let knownGetters = Locked<[AccessorMethod]>([])

    init(_ key: Key, isAutomatic: Bool, affecting: [String], cls: ClassRecord) {
        self.key = key
        self.isAutomatic = isAutomatic
        self.affecting = affecting
        self.cls = cls
    }

    /// What a method that changes the key's value changes.
    func property(_ content: ChangingProperty.Content) -> ChangingProperty {
        ChangingProperty(key, content, of: cls)
    }

    /// Overrides the setter and mutators of an automatic key in the notifying class, those that the class has by now.
    func hookSetters() {
        guard isAutomatic, let notifying = cls.notifying else { return }
        // Read first: what is added meanwhile will be found next time.
        let generation = Runtime.methodGeneration
        guard hookedGeneration.load(ordering: .acquiring) != generation else { return }
        // The one that key-value coding finds: one setter may call another.
        let accessors = key.accessors
        resolve(accessors.setters + accessors.mutators.map(\.selector))
        if RuntimeException.isPending { return }
        let setters = accessors.setters.lazy.compactMap { self.cls.original.instanceMethod($0) }
        if let setter = setters.first, let method = methodToOverride(setter.selector, in: notifying) {
            NotifyingClass.overrideSetter(method, in: notifying, of: self)
        }
        for mutator in accessors.mutators {
            guard let method = methodToOverride(mutator.selector, in: notifying), mutator.fits(method) else { continue }
            NotifyingClass.overrideMutator(mutator, method, in: notifying, of: self)
        }
        hookedGeneration.store(generation, ordering: .releasing)
    }

    /// Lets a class that resolves methods itself add its methods of these names, as `@dynamic` properties have them, to
    /// the class that is observed. Asked later, it would add them to the notifying class, past the override.
    private func resolve(_ selectors: [Selector]) {
        let (question, original) = (Selectors.resolveInstanceMethod, cls.original)
        guard original.isa.methodImplementation(question) != Class.nsObject.isa.methodImplementation(question) else {
            return
        }
        for selector in selectors where original.instanceMethod(selector) == nil {
            _ = original.instancesRespond(to: selector)
            if RuntimeException.isPending { return }
        }
    }

    /// The class's method, unless it is overridden already. Two threads may both find it is not: the class keeps the
    /// first override, and neither goes on to register before there is one.
    private func methodToOverride(_ selector: Selector, in notifying: Class) -> Method? {
        guard let method = cls.original.instanceMethod(selector), notifying.instanceMethod(selector) == method else {
            return nil
        }
        return method
    }

    // ── Reading ─────────────────────────────────────────────────────────────────────────────────────

    /// What `valueForKey:` would send to the object, if it is of the notifying class and nobody overrides that message or
    /// `valueForKeyPath:`. 5 ns, where the messages take 150. Lives for ever.
    @inline(__always)
    func getter(of object: UnmanagedObject) -> Unmanaged<AccessorMethod>? {
        guard object.isa == cls.notifying else { return nil }
        if getterGeneration.load(ordering: .acquiring) != Runtime.methodGeneration { findGetter(of: object) }
        return currentGetter.load(ordering: .acquiring)
    }

    @inline(never)
    private func findGetter(of object: UnmanagedObject) {
        // Read first: what is added meanwhile will be found next time.
        let generation = Runtime.methodGeneration
        let isa = object.isa
        let isOverridden =
            isa.methodImplementation(Selectors.valueForKey) != CodingMethods.ownValueForKey
            || isa.methodImplementation(Selectors.valueForKeyPath) != CodingMethods.ownValueForKeyPath
        let found = isOverridden ? nil : Getter.method(of: object, key.name)
        if RuntimeException.isPending { return }
        // As many are kept as there are getters of different names and types.
        knownGetters.withLock { known in
            guard generation > getterGeneration.load(ordering: .relaxed) else { return }
            let same = found.flatMap { found in known.first { $0.isSame(as: found) } }
            if let found, same == nil { known.append(found) }
            currentGetter.store((same ?? found).map(Unmanaged.passUnretained), ordering: .releasing)
            getterGeneration.store(generation, ordering: .releasing)
        }
    }

    // ── Dependent keys ──────────────────────────────────────────────────────────────────────────────

    /// What affects this key, directly and by way of others: keys of the same object, and paths that lead away from
    /// it. Keys that depend on each other, or on the same, are there once. nil with an exception pending.
    ///
    /// Found when first asked for; O(keys and paths in it).
    func dependencies() -> (keys: [KeyRecord], paths: [String])? {
        guard !affecting.isEmpty else { return ([], []) }
        if let known = dependenciesFound.withLock({ $0 }) { return known }
        var (keys, paths) = ([KeyRecord](), [String]())
        var (seen, pending) = (Set([key.name]), [self])
        while let record = pending.popLast() {
            for path in record.affecting where seen.insert(path).inserted {
                if path.contains(".") {
                    paths.append(path)
                } else {
                    guard let affecting = cls.keyRecord(path) else { return nil }
                    keys.append(affecting)
                    pending.append(affecting)
                }
            }
        }
        dependenciesFound.withLock { $0 = (keys, paths) }
        return (keys, paths)
    }

    private let dependenciesFound = Locked<(keys: [KeyRecord], paths: [String])?>(nil)
}
