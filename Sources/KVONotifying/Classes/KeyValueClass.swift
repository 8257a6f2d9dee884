// KeyValueClass.swift - a class whose instances are observed: its notifying class, and the keys that ever were.
import CKeyValueObserving
import MiniFoundation
import MiniRuntime
import Synchronization

/// A class X, its notifying class, and the properties that were observed.
///
/// One per class, as long as the class, on which it hangs. What it asks the class, it asks by messages and without holding
/// its lock.
final class KeyValueClass: @unchecked Sendable {
    // Sendable: what `raw` points at is read without a lock, and written under that of `properties`; the rest is immutable,
    // atomic, or behind a lock.
    /// As C sees it: the record of both classes.
    let raw: UnsafeMutablePointer<kvo_class>
    let original: MiniRuntime.Class
    /// `NSKVONotifying_X`; nil if the name was taken, or X is a metaclass, and then nothing is automatic.
    let notifying: MiniRuntime.Class?
    /// That the notifying class overrides no message by which a change of a value is said.
    let silent = GenerationMark()
    /// Those that the class keeps.
    private let properties = Locked<[KeyValueProperty]>([], rank: .observedKeys)

    init(_ original: MiniRuntime.Class, _ notifying: MiniRuntime.Class?) {
        self.original = original
        self.notifying = notifying
        raw = .allocate(capacity: 1)
        raw.initialize(to: kvo_class(properties: mr_table(), owner: Unmanaged.passUnretained(self).toOpaque()))
    }

    deinit {
        mr_table_free(&raw.pointee.properties)
        raw.deallocate()
    }

    /// For keys of objects that have their own way of observing: nothing is known of their class.
    static let ofNobody = KeyValueClass(.nsObject, nil)

    // ── Finding one ─────────────────────────────────────────────────────────────────────────────────

    /// The one for an object's isa, if there is one already: that of X for X, for its notifying class, and for a class that
    /// somebody else put on top of the notifying class; X's overrides are reached from there, and a second set would tell
    /// everybody twice.
    static func known(_ isa: MiniRuntime.Class) -> KeyValueClass? {
        if let record = entered(isa) { return record }
        var ancestor = isa.superclass
        while let cls = ancestor {
            if let record = entered(cls), record.notifying == cls { return record }
            ancestor = cls.superclass
        }
        return nil
    }

    private static func entered(_ cls: MiniRuntime.Class) -> KeyValueClass? {
        cls.observingRecord.map { owner(of: $0).takeUnretainedValue() }
    }

    /// The one that a class's record belongs to.
    private static func owner(of record: UnsafeMutableRawPointer) -> Unmanaged<KeyValueClass> {
        .fromOpaque(record.assumingMemoryBound(to: kvo_class.self).pointee.owner)
    }

    // ── The end ─────────────────────────────────────────────────────────────────────────────────────

    /// A class is disposed of: its notifying class before it, when neither has instances.
    static func disposed(_ cls: MiniRuntime.Class, _ record: UnsafeMutableRawPointer) {
        let known = owner(of: record)
        if known.takeUnretainedValue().notifying == cls {
            known.takeUnretainedValue().removeOverrides()
        } else {
            known.takeRetainedValue().properties.read { copy $0 }.forEach { $0.forgetDependencies() }
        }
    }

    /// The closures that the notifying class was given: nobody else owns them.
    private let overrides = Locked<[MiniRuntime.IMP]>([], rank: .table)

    /// Adds an override to the notifying class, which keeps the first one of a name.
    func override(
        _ selector: Selector, _ types: String, in notifying: MiniRuntime.Class, _ implementation: MiniRuntime.IMP
    ) {
        guard notifying.addMethod(selector, implementation, types: types) else {
            implementation.remove()
            return
        }
        overrides.append(implementation)
    }

    /// An override that somebody has moved to another class stays.
    func removeOverrides() {
        let present = Set(notifying?.methods.map(\.implementation) ?? [])
        for implementation in overrides.exchange([]) where present.contains(implementation) { implementation.remove() }
    }

    // ── Keys ────────────────────────────────────────────────────────────────────────────────────────

    /// The property of a key: kept by the class if its instances have an accessor or an ivar for the key, so that there are no
    /// more of them than methods and ivars; else it is the caller's. The class is asked about it when it is made. nil with
    /// an exception pending if asking raised, or the answer cannot be.
    func property(_ name: String) -> KeyValueProperty? {
        if let key = Key.knownLasting(name), let known = kvo_property_find(raw, key.raw) {
            let property = KeyValueProperty.of(known).takeUnretainedValue()
            return property.isUpToDate() ? property : nil
        }
        let key = HeldKey.named(name)
        return withExtendedLifetime(key.holder) {
            let isOperator = name.hasPrefix("@")
            let isLasting = !isOperator && self !== Self.ofNobody && hasAccessors(name)
            guard let property = makeProperty(of: isLasting ? key.lasting() : key, isOperator, isLasting) else {
                return nil
            }
            return isLasting ? keep(property) : property
        }
    }

    /// Of two threads that make one, one's counts.
    private func keep(_ property: KeyValueProperty) -> KeyValueProperty {
        properties.withLock { properties in
            if let other = kvo_property_find(raw, property.key.raw) {
                return KeyValueProperty.of(other).takeUnretainedValue()
            }
            properties.append(property)
            kvo_property_enter(raw, property.raw)
            return property
        }
    }

    private func makeProperty(of held: HeldKey, _ isOperator: Bool, _ isLasting: Bool) -> KeyValueProperty? {
        let key = held.key
        if isOperator {
            let argument = KeyValueProperty.Affecting(
                generation: 0, paths: operatorArgument(key.name).map { [$0] } ?? [])
            return KeyValueProperty(held, isAutomatic: false, argument, cls: self, isLasting: false)
        }
        guard let isAutomatic = asksWhetherAutomatic(key), let affecting = asksWhatAffects(key) else { return nil }
        return KeyValueProperty(held, isAutomatic: isAutomatic, affecting, cls: self, isLasting: isLasting)
    }

    /// Whether instances have a method or an ivar that bears the name of the key as one that reads or changes it does.
    private func hasAccessors(_ key: String) -> Bool {
        let name = capitalized(key)
        func hasMethod(_ names: [String]) -> Bool { names.contains { original.resolvedMethod(named: $0) != nil } }
        // In the order in which it is likely: what is not reached is not spelt.
        return hasMethod([key]) || hasMethod(setterNames(name)) || hasMethod(["get\(name)", "is\(name)", "_\(key)"])
            || ["_\(key)", "_is\(name)", key, "is\(name)"].contains { original.instanceVariable($0) != nil }
            || hasMethod(Mutator.names(of: name))
    }

    private func asksWhetherAutomatic(_ key: Key) -> Bool? {
        let answer = original.object.unmanaged.asks(Selectors.automaticallyNotifies, key.object.unmanaged)
        return RuntimeException.isPending ? nil : answer
    }

    /// In the order of the set that the class answers. nil with an exception pending.
    func asksWhatAffects(_ key: Key) -> KeyValueProperty.Affecting? {
        // Read first: what is declared meanwhile will be asked for next time.
        let generation = UInt(kvo_declarations())
        return answer(onWhatAffects: key).map { KeyValueProperty.Affecting(generation: generation, paths: $0) }
    }

    private func answer(onWhatAffects key: Key) -> [String]? {
        autoreleasepool { () -> [String]? in
            let cls = original.object
            let answer = cls.unmanaged.message(Selectors.keyPathsForValuesAffecting, key.object.unmanaged)
            if RuntimeException.isPending { return nil }
            guard let set = answer?.retained() else { return [] }
            let paths = (NSSet.elements(of: set) ?? []).compactMap { NSString.string($0) }
            for path in paths where key.isNamed(splitKeyPath(path).key) {
                RuntimeException.dependsOnItself(key.name, path, of: cls, set).raise()
                return nil
            }
            return paths
        }
    }
}
