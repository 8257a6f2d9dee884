// Options.swift - the options of a registration, and the keys of a change dictionary.
import MiniFoundation
import MiniRuntime

/// Options of a registration: the contents of its notifications, and when they are sent. Objective-C:
/// `NSKeyValueObservingOptions`.
public struct KeyValueObservingOptions: OptionSet, Sendable {
    /// The bits, with the values of Objective-C's constants.
    public let rawValue: UInt

    /// Creates options from their bits. Unknown bits have no effect.
    public init(rawValue: UInt) {
        self.rawValue = rawValue
    }

    /// The change dictionary contains the value after the change.
    public static let new = KeyValueObservingOptions(rawValue: 1)
    /// The change dictionary contains the value before the change.
    public static let old = KeyValueObservingOptions(rawValue: 2)
    /// A notification is sent before the registration returns.
    public static let initial = KeyValueObservingOptions(rawValue: 4)
    /// A notification is sent before each change as well as after it.
    public static let prior = KeyValueObservingOptions(rawValue: 8)
    /// The registration ends by itself, without an exception: when the observed object dies, or, if the observer dies
    /// first, at the next change. No exception is raised for a value on the key path that was replaced without a
    /// notification. An observer that is still alive when the object dies is sent `observedObjectDied:` with the
    /// context, if it implements that method. For layers that remove registrations for their users. Apple has no such
    /// option.
    public static let untilEitherDies = KeyValueObservingOptions(rawValue: 0x100)
    /// While the observer is notified, ``KeyValueChangeCause/current`` is the reason: which property of which object
    /// changed, on which thread, and the dependent keys in between. Apple has no such option.
    public static let cause = KeyValueObservingOptions(rawValue: 0x200)
}

/// The keys of a change dictionary. Objective-C: `NSKeyValueChangeKey`.
public enum KeyValueChangeKey: String, Sendable {
    /// The ``/KeyValueCoding/KeyValueChangeKind``. Always present.
    case kind
    /// The value after the change, with the option ``KeyValueObservingOptions/new``.
    case new
    /// The value before the change, with the option ``KeyValueObservingOptions/old``.
    case old
    /// The indexes of the elements that changed in an ordered collection, as an NSIndexSet.
    case indexes
    /// Present, and true, only in the notification before a change.
    case notificationIsPrior

    /// The key as an NSString.
    public var object: Object { Self.objects[self]! }

    private static let objects: [KeyValueChangeKey: Object] = Dictionary(
        uniqueKeysWithValues: [.kind, .new, .old, .indexes, .notificationIsPrior].map {
            ($0, NSString.object($0.rawValue))
        })
}
