// MessagesFromC.swift - the methods of the messages that CKeyValueObserving sends: properties and reports. observing.h
// contains their contracts.
import CKeyValueObserving
import KeyValueCoding
import MiniFoundation
import MiniRuntime

// ── Properties ──────────────────────────────────────────────────────────────────────────────────────

extension KeyValueProperty {
    static let objectClass = HolderClass("NSKeyValueProperty") { cls in
        cls.isa.addFunction(
            "propertyOfObject:key:length:foreign:", "^v44@0:8@16*24Q32B40", as: PropertyOfObject.self
        ) {
            _, _, object, key, length, isForeign in
            let name = String(decoding: UnsafeRawBufferPointer(start: key, count: length), as: UTF8.self)
            return KeyValueProperty.ready(name, isForeign ? .ofNobody : KeyValueClass.of(UnmanagedObject(object).isa))
        }
        cls.addFunction("getterOfObject:", "^v24@0:8@16", as: GetterOfObject.self) { me, _, object in
            HolderClass.held(by: UnmanagedObject(me), as: KeyValueProperty.self)
                .findGetter(of: UnmanagedObject(object)).map { UnsafeRawPointer($0) }
        }
        cls.addFunction("visitDependencies:context:", "v32@0:8^?16^v24", as: VisitDependencies.self) {
            me, _, visit, context in
            HolderClass.held(by: UnmanagedObject(me), as: KeyValueProperty.self).visitDependencies(visit, context)
        }
    }

    private typealias PropertyOfObject =
        @convention(c) (ID, MiniFoundation.SEL, ID, UnsafePointer<UInt8>, Int, Bool)
        -> UnsafeRawPointer?
    private typealias GetterOfObject = @convention(c) (ID, MiniFoundation.SEL, ID) -> UnsafeRawPointer?
    private typealias VisitDependencies =
        @convention(c) (
            ID, MiniFoundation.SEL, kvo_dependency_visitor, UnsafeMutableRawPointer
        ) -> Void

    /// Returns a property, ready to be observed: +1 unless it is lasting; nil if an exception is pending afterwards.
    private static func ready(_ name: String, _ cls: KeyValueClass) -> UnsafeRawPointer? {
        guard let object = cls.property(name) else { return nil }
        let property = held(by: object)
        property.hookSetters()
        if !property.isLasting { object.unmanaged.retain() }
        return UnsafeRawPointer(property.raw)
    }

    private func visitDependencies(_ visit: kvo_dependency_visitor, _ context: UnsafeMutableRawPointer) {
        guard let found = dependencies() else { return }
        for key in found.keys {
            withExtendedLifetime(key) {
                Self.held(by: key).hookSetters()
                visit(Self.held(by: key).raw, nil, context)
            }
        }
        for path in found.paths { visit(nil, path, context) }
    }
}

// ── Reports ─────────────────────────────────────────────────────────────────────────────────────────

extension Registrations {
    /// Adds the methods that report mistakes to a class, as class methods.
    static func addReports(to cls: MiniRuntime.Class) {
        cls.isa.addFunction("reportDeadObserver:object:", "v32@0:8^v16@24", as: ReportDeadObserver.self) {
            _, _, registration, object in
            Registrations.observerDied(
                registration.assumingMemoryBound(to: kvo_observance.self), UnmanagedObject(object))
        }
        cls.isa.addFunction("raiseReplaced:observer:keyPath:object:", "v48@0:8^v16@24@32@40", as: RaiseReplaced.self) {
            _, _, replaced, observer, keyPath, object in
            RuntimeException.replacedSilently(
                "Cannot update for observer", UnmanagedObject(observer),
                NSString.string(UnmanagedObject(keyPath)) ?? "",
                replaced.assumingMemoryBound(to: kvo_replaced.self).pointee, UnmanagedObject(object)
            ).raise()
        }
    }

    private typealias ReportDeadObserver = @convention(c) (ID, MiniFoundation.SEL, UnsafeRawPointer, ID) -> Void
    private typealias RaiseReplaced = @convention(c) (ID, MiniFoundation.SEL, UnsafeRawPointer, ID, ID, ID) -> Void
}
