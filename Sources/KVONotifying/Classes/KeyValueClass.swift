// KeyValueClass.swift - a class whose instances are or were observed: its notifying class, and its observed keys.
import CKeyValueObserving
import KeyValueCoding
import MiniFoundation
import MiniRuntime
import Synchronization

/// A class X, its notifying class, and the properties that were observed.
///
/// Each X has at most one KeyValueClass, which lives as long as X. It is the observing record of X and of the notifying
/// class. Messages to X are sent without holding a lock.
final class KeyValueClass: @unchecked Sendable {
    // Sendable: the memory behind `raw` is read without a lock, and written under the lock of `properties`; the rest is
    // immutable, atomic, or guarded by a lock.
    /// The record for C.
    let raw: UnsafeMutablePointer<kvo_class>
    let original: MiniRuntime.Class
    /// `NSKVONotifying_X`; nil if the name was taken, or if X is a metaclass: then no key notifies automatically.
    let notifying: MiniRuntime.Class?
    /// The objects of the lasting properties. Its lock is held while one is entered.
    private let properties = Locked<[Object]>([], rank: .observedKeys)

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

    /// The class of the keys of foreign objects, whose classes override `addObserver:forKeyPath:options:context:`.
    static let ofNobody = KeyValueClass(.nsObject, nil)

    // ── Finding one ─────────────────────────────────────────────────────────────────────────────────

    /// Returns the KeyValueClass for an object's isa; nil if there is none. That of X serves X, its notifying class,
    /// and every subclass of the notifying class: such a subclass inherits the overrides, and a second notifying class
    /// below it would notify every observer twice.
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

    /// Returns the KeyValueClass of an observing record.
    private static func owner(of record: UnsafeMutableRawPointer) -> Unmanaged<KeyValueClass> {
        .fromOpaque(record.assumingMemoryBound(to: kvo_class.self).pointee.owner)
    }

    // ── The end ─────────────────────────────────────────────────────────────────────────────────────

    /// Called when a class with an observing record is disposed of. A notifying class is disposed of before its
    /// original class, when neither has instances.
    static func disposed(_ cls: MiniRuntime.Class, _ record: UnsafeMutableRawPointer) {
        let known = owner(of: record)
        if known.takeUnretainedValue().notifying == cls {
            known.takeUnretainedValue().removeOverrides()
        } else {
            known.takeRetainedValue().properties.read { copy $0 }.forEach {
                KeyValueProperty.held(by: $0).forgetDependencies()
            }
        }
    }

    /// The closures that override methods in the notifying class. Owned here only.
    private let overrides = Locked<[MiniRuntime.IMP]>([], rank: .table)

    /// Adds an override to the notifying class. If the class already has one for the selector, removes
    /// `implementation`.
    func override(
        _ selector: Selector, _ types: String, in notifying: MiniRuntime.Class, _ implementation: MiniRuntime.IMP
    ) {
        guard notifying.addMethod(selector, implementation, types: types) else {
            implementation.remove()
            return
        }
        overrides.append(implementation)
    }

    /// Removes the overrides that are still methods of the notifying class. A closure that was moved to another class,
    /// as by swizzling, stays valid.
    func removeOverrides() {
        let present = Set(notifying?.methods.map(\.implementation) ?? [])
        for implementation in overrides.exchange([]) where present.contains(implementation) { implementation.remove() }
    }

    // ── Keys ────────────────────────────────────────────────────────────────────────────────────────

    /// Returns the property object of a key, up to date; nil if an exception is pending afterwards.
    ///
    /// The class keeps the property if its instances have an accessor or an ivar for the key, so the number of kept
    /// properties is limited; otherwise the caller keeps it. When the property is created, sends the class the messages
    /// by which the class declares its keys. Fails if such a message raises or returns an invalid set of key paths.
    func property(_ name: String) -> Object? {
        if let key = Key.knownLasting(name), let known = kvo_property_find(raw, key.raw) {
            let property = KeyValueProperty.object(known)
            return KeyValueProperty.held(by: property).isUpToDate() ? property : nil
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

    /// Stores the property. If another thread has stored one for the key, returns that one.
    private func keep(_ property: Object) -> Object {
        let held = KeyValueProperty.held(by: property)
        return properties.withLock { properties in
            if let other = kvo_property_find(raw, held.key.raw) { return KeyValueProperty.object(other) }
            properties.append(property)
            kvo_property_enter(raw, held.raw)
            return property
        }
    }

    private func makeProperty(of held: HeldKey, _ isOperator: Bool, _ isLasting: Bool) -> Object? {
        let key = held.key
        if isOperator {
            let argument = KeyValueProperty.Affecting(
                generation: 0, paths: splitAtDot(key.name).rest.map { [$0] } ?? [])
            return KeyValueProperty(held, isAutomatic: false, argument, cls: self, isLasting: false).makeObject()
        }
        let isAutomatic = original.object.unmanaged.sendBool(Selectors.automaticallyNotifies, key.unmanagedObject)
        guard !RuntimeException.isPending, let affecting = declaredAffecting(key) else { return nil }
        return KeyValueProperty(held, isAutomatic: isAutomatic, affecting, cls: self, isLasting: isLasting).makeObject()
    }

    /// Whether instances have a method or an ivar with a name that an accessor or ivar of the key would have.
    private func hasAccessors(_ key: String) -> Bool {
        let names = accessorNames(key)
        func hasMethod(_ names: [String]) -> Bool { names.contains { original.resolvedMethod(named: $0) != nil } }
        // The likeliest names first: later names are not even built if an earlier one is found.
        return hasMethod([key]) || hasMethod(setterNames(names)) || hasMethod(getterNames(key, names))
            || ivarNames(key, names).contains { original.instanceVariable($0) != nil }
            || hasMethod(names.flatMap(Mutator.names))
    }

    /// Sends the class `keyPathsForValuesAffectingValueForKey:` and returns the key paths in the order of the resulting
    /// set. nil if an exception is pending afterwards.
    func declaredAffecting(_ key: Key) -> KeyValueProperty.Affecting? {
        let generation = UInt(kvo_declarations())
        let set = original.object.message(Selectors.keyPathsForValuesAffecting, key.object)
        if RuntimeException.isPending { return nil }
        guard let set else { return KeyValueProperty.Affecting(generation: generation, paths: []) }
        let members = NSSet.elements(of: set)?.map { NSString.string($0) }
        guard let members, let paths = members as? [String] else {
            RuntimeException.noKeyPaths(key.name, of: original.object, set).raise()
            return nil
        }
        for path in paths where key.name.utf8.elementsEqual(splitKeyPath(path).key.utf8) {
            RuntimeException.dependsOnItself(key.name, path, of: original.object, set).raise()
            return nil
        }
        return KeyValueProperty.Affecting(generation: generation, paths: paths)
    }
}
