// Hooks.swift - the functions that CKeyValueObserving calls (kvo_hooks): values, properties,
// exceptions. observing.h contains their contracts.
import CKeyValueObserving
import MiniFoundation
import MiniRuntime

enum Hooks {
    /// Passes the functions to C. Called once, after the methods were added to NSObject and before the first
    /// observation.
    static func load() {
        var hooks = kvo_hooks(
            value: { object, key, getter in
                if let getter { return CurrentValue.of(UnmanagedObject(object), KnownGetter.of(getter))?.pointer }
                return CurrentValue.of(UnmanagedObject(object), property(key))?.pointer
            },
            find_getter: { object, key in
                _ = property(key).getter(of: UnmanagedObject(object))
                var found: UnsafePointer<kvo_getter>?
                return kvo_property_knows_getter(key, &found) ? found : nil
            },
            value_at_path: { object, only, path in
                CurrentValue.of(UnmanagedObject(object), only.map(property), path: UnmanagedObject(path))?.pointer
            },
            property: { object, key, length, isForeign in
                let name = String(decoding: UnsafeRawBufferPointer(start: key, count: length), as: UTF8.self)
                return findProperty(name, isForeign ? .ofNobody : KeyValueClass.of(UnmanagedObject(object).isa))
            },
            retain_property: { _ = KeyValueProperty.of($0).retain() },
            release_property: { KeyValueProperty.of($0).release() },
            is_dependent: { property($0).isAffected },
            visit_dependencies: { visitDependencies($0, $1, $2) },
            delegate: { node, object, path in
                NodeObserver.register(
                    node, with: UnmanagedObject(object), path: NSString.object(String(cString: path)))?.pointer
            },
            undelegate: { NodeObserver.unregister(UnmanagedObject($0), from: UnmanagedObject($1)) },
            abandoned: { NodeObserver.abandon(UnmanagedObject($0)) },
            observer_died: { Registrations.observerDied($0, UnmanagedObject($1)) },
            raise_replaced: { replaced, observer, keyPath, object in
                Registrations.raiseReplaced(
                    "Cannot update for observer", replaced, UnmanagedObject(observer),
                    NSString.string(UnmanagedObject(keyPath)) ?? "", UnmanagedObject(object))
            })
        kvo_load(&hooks)
        UnmanagedObject.setDeathHook { object in
            if let object { Registrations.objectDied(UnmanagedObject(object)) }
        }
    }
}

// ── Objects behind pointers from C ──────────────────────────────────────────────────────────────

private func property(_ raw: UnsafePointer<kvo_property>) -> KeyValueProperty {
    KeyValueProperty.of(raw).takeUnretainedValue()
}

// ── Properties ──────────────────────────────────────────────────────────────────────────────────

/// Returns a property, ready to be observed: +1 unless it is lasting; nil if an exception is pending afterwards.
private func findProperty(_ name: String, _ cls: KeyValueClass) -> UnsafePointer<kvo_property>? {
    guard let property = cls.property(name) else { return nil }
    property.hookSetters()
    if !property.isLasting { _ = Unmanaged.passRetained(property) }
    return UnsafePointer(property.raw)
}

private func visitDependencies(
    _ raw: UnsafePointer<kvo_property>, _ context: UnsafeMutableRawPointer,
    _ visit: (
        UnsafePointer<kvo_property>?, UnsafePointer<CChar>?, UnsafeMutableRawPointer
    ) -> Void
) {
    guard let found = property(raw).dependencies() else { return }
    for key in found.keys {
        key.hookSetters()
        visit(key.raw, nil, context)
    }
    for path in found.paths { visit(nil, path, context) }
}
