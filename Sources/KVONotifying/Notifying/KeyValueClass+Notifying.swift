// KeyValueClass+Notifying.swift - how a class comes by its notifying class, and a property by the setters that tell.
import CKeyValueObserving
import MiniRuntime

/// Held while a class is entered under both of its names.
private let entering = Locked(0, rank: .observedClasses)

extension KeyValueClass {
    /// The one for an object's isa, made if need be.
    static func of(_ isa: MiniRuntime.Class) -> KeyValueClass {
        known(isa) ?? make(for: isa)
    }

    /// Makes it with no lock held, for others see the class being made. Of two threads that do, one's counts.
    private static func make(for original: MiniRuntime.Class) -> KeyValueClass {
        // A class that is observed itself keeps its metaclass: only manual notification reaches its observers.
        let isMetaclass = original.isMetaclass
        let notifying = isMetaclass ? nil : NotifyingClass(of: original)
        let record = KeyValueClass(original, notifying?.cls)
        notifying?.addClosures(of: record)
        let winner = entering.withLock { _ in
            if let other = known(original) { return other }
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
    /// Overrides the setter and mutators of an automatic key in the notifying class, those that the class has by now.
    func hookSetters() {
        guard isAutomatic, isLasting, let notifying = cls.notifying, !kvo_property_is_hooked(raw) else { return }
        let generation = ObjectRuntime.methodGeneration
        // The one that key-value coding finds: one setter may call another.
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

    /// The class's method, unless it is overridden already. Two threads may both find it is not: the class keeps the
    /// first override, and neither goes on to register before there is one.
    private func methodToOverride(_ selector: Selector, in notifying: MiniRuntime.Class) -> MiniRuntime.Method? {
        guard let method = cls.original.resolvedMethod(selector), notifying.instanceMethod(selector) == method else {
            return nil
        }
        return method
    }
}
