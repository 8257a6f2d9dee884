// NotifyingSetter.swift - the setters of notifying classes. What one does when it is called is setter.c's; here is what C
// asks about the class.
import CKeyValueObserving
import MiniFoundation
import MiniRuntime

/// The context of a setter's closure.
final class NotifyingSetter: Sendable {
    private let original: NotifyingClass.Original
    private let property: KeyValueProperty
    private let isObject: Bool

    private init(_ original: NotifyingClass.Original, _ property: KeyValueProperty, isObject: Bool) {
        self.original = original
        self.property = property
        self.isObject = isObject
    }

    /// Overrides a setter. Whatever it takes and returns is passed on.
    static func override(
        _ method: MiniRuntime.Method, of property: KeyValueProperty, in notifying: MiniRuntime.Class
    ) {
        guard let original = NotifyingClass.Original(method.selector, of: property.cls.original),
            original.signature.argumentCount == 3
        else { return }
        let isObject = original.signature.argumentType(at: 2)?.unqualified.text.first == "@"
        let setter = NotifyingSetter(original, property, isObject: isObject)
        let types = original.signature.types
        let implementation = kvo_setter_create(
            OpaquePointer(method.selector.address), property.raw, isObject ? KVO_OBJECT : KVO_SCALAR,
            Unmanaged.passRetained(setter).toOpaque())
        guard let implementation else { return }
        property.cls.override(method.selector, types, in: notifying, MiniRuntime.IMP(function: implementation))
    }

    // ── What C asks ─────────────────────────────────────────────────────────────────────────────────

    /// The superclass's setter; nil if the class wants to see the messages by which a change is said.
    var silentOriginal: MiniRuntime.IMP? {
        let cls = property.cls
        return cls.wantsMessages(.setting, cls.notifying!) ? nil : implementation
    }

    /// The superclass's setter, as it is now.
    var implementation: MiniRuntime.IMP { original.cls.methodImplementation(original.selector) }

    /// Tells around it, where more is to be looked at than who observes.
    func set(_ message: IncomingMessage) {
        let changing = ChangingProperty(property.key, isObject ? .object : .scalar, of: property.cls)
        Change.around(message.receiver, changing) { original.take(message) }
    }
}
