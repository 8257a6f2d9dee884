// KeyValueClass+Notifying.swift - makes one notifying class for each class, and overrides the accessors of a key in it.
import CKeyValueObserving
import KeyValueCoding
import MiniRuntime

/// Held while the observing record is set in a class and in its notifying class.
private let recordsLock = Locked(0, rank: .observedClasses)

extension KeyValueClass {
    /// Returns the KeyValueClass for an object's isa, creating it if needed.
    static func of(_ isa: MiniRuntime.Class) -> KeyValueClass {
        known(isa) ?? make(for: isa)
    }

    /// Creates a KeyValueClass with no lock held, because creating a class calls the trace hook. If another thread has
    /// created one for the class, returns that one.
    private static func make(for original: MiniRuntime.Class) -> KeyValueClass {
        // A metaclass gets no notifying class: observers of a class object on a key path get manual notifications only.
        if original.isMetaclass { return enter(KeyValueClass(original, nil))! }
        let name = "NSKVONotifying_" + original.name
        guard let builder = try? ClassBuilder(name, superclass: original) else { return makeAlone(original, name) }
        let record = KeyValueClass(original, builder.cls)
        NotifyingClass.addMethods(to: builder.cls, of: record)
        builder.prepare()
        let winner = enter(record)
        if winner === record {
            builder.finish()
        } else {
            record.removeOverrides()
            _ = consume builder  // frees the class, which is not registered
        }
        return winner ?? makeAlone(original, name)
    }

    /// Creates a KeyValueClass without a notifying class, whose name is taken.
    private static func makeAlone(_ original: MiniRuntime.Class, _ name: String) -> KeyValueClass {
        let record = KeyValueClass(original, nil)
        let winner = enter(record)!
        if winner === record {
            logLine(
                "KVO failed to allocate class pair for name \(name), "
                    + "automatic key-value observing will not work for this class")
        }
        return winner
    }

    /// Registers the notifying class, and sets the observing record of both classes. If the class already has a record,
    /// returns that one; nil if another class has taken the notifying class's name.
    private static func enter(_ record: KeyValueClass) -> KeyValueClass? {
        recordsLock.withLock { _ in
            if let other = known(record.original) { return other }
            // Before another thread can find the class in the record, and set the isa of an object to it.
            if let notifying = record.notifying, !notifying.enterPermanent() { return nil }
            let entry = Unmanaged.passRetained(record).takeUnretainedValue().raw
            _ = record.notifying?.enterObservingRecord(entry)
            _ = record.original.enterObservingRecord(entry)
            return record
        }
    }
}

extension KeyValueProperty {
    /// Overrides the setter and the mutators that the class has now, in the notifying class, if the key is automatic.
    func hookSetters() {
        guard isAutomatic, isLasting, let notifying = cls.notifying, !kvo_property_is_hooked(raw) else { return }
        let generation = ObjectRuntime.methodGeneration
        // Only the setter that key-value coding calls: one setter may call another, which would notify twice.
        let accessors = AccessorSelectors.of(key)
        // There is no closure for a method that does not take one value.
        if let setter = accessors.setters.lazy.compactMap({ self.cls.original.instanceMethod($0) }).first,
            isToBeOverridden(setter, in: notifying), let types = setter.typeEncoding,
            let closure = kvo_setter_create(OpaquePointer(setter.selector.address), raw)
        {
            cls.override(setter.selector, types, in: notifying, MiniRuntime.IMP(address: UnsafeRawPointer(closure)))
        }
        for mutator in accessors.mutators {
            guard let method = cls.original.instanceMethod(mutator.selector), mutator.fits(method),
                isToBeOverridden(method, in: notifying)
            else { continue }
            NotifyingClass.overrideMutator(mutator, method, in: notifying, of: self)
        }
        kvo_property_set_hooked(raw, Int(generation))
    }

    /// Whether the notifying class does not override the method yet. If two threads override a method at once, the
    /// class keeps the first override, and neither thread goes on before the class has that override.
    private func isToBeOverridden(_ method: MiniRuntime.Method, in notifying: MiniRuntime.Class) -> Bool {
        notifying.instanceMethod(method.selector) == method
    }
}
