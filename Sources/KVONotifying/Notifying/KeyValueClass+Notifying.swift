// KeyValueClass+Notifying.swift - makes one notifying class for each class, and overrides the accessors of a key in it.
import CKeyValueObserving
import MiniRuntime

/// Held while the observing record is set in a class and in its notifying class.
private let entering = Locked(0, rank: .observedClasses)

extension KeyValueClass {
    /// Returns the KeyValueClass for an object's isa, creating it if needed.
    static func of(_ isa: MiniRuntime.Class) -> KeyValueClass {
        known(isa) ?? make(for: isa)
    }

    /// Creates a KeyValueClass with no lock held, because creating a class calls the trace hook. If another thread has
    /// created one for the class, returns that one.
    private static func make(for original: MiniRuntime.Class) -> KeyValueClass {
        // A metaclass gets no notifying class: observers of a class object on a key path get manual notifications only.
        let isMetaclass = original.isMetaclass
        let notifying = isMetaclass ? nil : NotifyingClass(of: original)
        let record = KeyValueClass(original, notifying?.cls)
        notifying?.addClosures(of: record)
        let winner = entering.withLock { _ in
            if let other = known(original) { return other }
            // Before another thread can find it: an object whose isa it becomes meanwhile would be counted wrongly.
            notifying?.cls.setPermanent()
            let entry = Unmanaged.passRetained(record).takeUnretainedValue().raw
            _ = record.notifying?.enterObservingRecord(entry)
            _ = original.enterObservingRecord(entry)
            return record
        }
        if winner === record {
            notifying?.register()
            if notifying == nil && !isMetaclass { NotifyingClass.logNameTaken(original) }
        } else {
            record.removeOverrides()
            notifying?.dispose()
        }
        return winner
    }
}

extension KeyValueProperty {
    /// Overrides the setter and the mutators that the class has now, in the notifying class, if the key is automatic.
    func hookSetters() {
        guard isAutomatic, isLasting, let notifying = cls.notifying, !kvo_property_is_hooked(raw) else { return }
        let generation = ObjectRuntime.methodGeneration
        // Only the setter that key-value coding calls: one setter may call another, which would notify twice.
        let accessors = key.accessors
        let setters = accessors.setters.lazy.compactMap { self.cls.original.resolvedMethod($0) }
        if let setter = setters.first, let method = methodToOverride(setter.selector, in: notifying) {
            NotifyingSetter.override(method, of: self, in: notifying)
        }
        for mutator in accessors.mutators {
            guard let method = methodToOverride(mutator.selector, in: notifying), mutator.fits(method) else { continue }
            NotifyingClass.overrideMutator(mutator, method, in: notifying, of: self)
        }
        kvo_property_set_hooked(raw, Int(generation))
    }

    /// Returns the class's method; nil if the notifying class already overrides it. If two threads override a method at
    /// once, the class keeps the first override, and both go on only when it has one.
    private func methodToOverride(_ selector: Selector, in notifying: MiniRuntime.Class) -> MiniRuntime.Method? {
        guard let method = cls.original.resolvedMethod(selector), notifying.instanceMethod(selector) == method else {
            return nil
        }
        return method
    }
}
