// NotifyingSetter.swift - overrides the setters of a class in its notifying class. setter.c contains the function
// behind each override; this file contains the functions that it calls.
import CKeyValueObserving
import KeyValueCoding
import MiniFoundation
import MiniRuntime

/// The Swift object of a notifying setter: the owner in its `kvo_setter`, which is the context of its closure.
final class NotifyingSetter: Sendable {
    private let original: NotifyingClass.Original
    private let property: KeyValueProperty
    private let isScalar: Bool

    private init(_ original: NotifyingClass.Original, _ property: KeyValueProperty, isScalar: Bool) {
        self.original = original
        self.property = property
        self.isScalar = isScalar
    }

    /// Overrides a setter. All arguments and the return value are passed on.
    static func override(
        _ method: MiniRuntime.Method, of property: KeyValueProperty, in notifying: MiniRuntime.Class
    ) {
        guard let original = NotifyingClass.Original(method.selector, of: property.cls.original),
            original.signature.argumentCount == 3
        else { return }
        let isScalar = original.signature.argumentType(at: 2)?.unqualified.text.first != "@"
        let setter = NotifyingSetter(original, property, isScalar: isScalar)
        let types = original.signature.types
        let implementation = kvo_setter_create(
            OpaquePointer(method.selector.address), property.raw, isScalar,
            Unmanaged.passRetained(setter).toOpaque())
        guard let implementation else { return }
        property.cls.override(
            method.selector, types, in: notifying, MiniRuntime.IMP(address: UnsafeRawPointer(implementation)))
    }

    // ── Called by C ─────────────────────────────────────────────────────────────────────────────────

    /// The original setter; nil if the class overrides the messages that announce a change: then they must be
    /// sent.
    var silentOriginal: MiniRuntime.IMP? {
        ChangeMessages.setting.areOverridden(property.cls.notifying!) ? nil : implementation
    }

    /// The original setter's current IMP.
    var implementation: MiniRuntime.IMP { original.cls.methodImplementation(original.selector) }

    /// Calls the original setter and notifies, in the cases that setter.c does not handle itself.
    func set(_ message: IncomingMessage) {
        NotifyingClass.traced(message.receiver, property.cls.notifying!, original.selector) {
            Change.around(message.receiver, property.key, isScalar: isScalar) { original.take(message) }
        }
    }
}
