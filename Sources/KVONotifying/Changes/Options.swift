// Options.swift - what an observer asks for, and what it finds in a change dictionary.
import MiniFoundation
import MiniRuntime

/// What a notification holds, and when it is sent. Objective-C: `NSKeyValueObservingOptions`.
public struct KeyValueObservingOptions: OptionSet, Sendable {
    /// The bits.
    public let rawValue: UInt

    /// Options from their bits; unknown bits mean nothing.
    public init(rawValue: UInt) {
        self.rawValue = rawValue
    }

    /// The change dictionary holds the value after the change.
    public static let new = KeyValueObservingOptions(rawValue: 1)
    /// The change dictionary holds the value before the change.
    public static let old = KeyValueObservingOptions(rawValue: 2)
    /// A notification is sent before the registration returns.
    public static let initial = KeyValueObservingOptions(rawValue: 4)
    /// A notification is sent before each change as well as after it.
    public static let prior = KeyValueObservingOptions(rawValue: 8)
    /// The registration ends by itself and in silence: with the observed object, or, if the observer dies first, at the
    /// next change. It never complains of values that were replaced without notice. If the observer has a method
    /// `observedObjectDied:`, it is sent the context when it outlives the object. For layers that clean up after their
    /// users; Apple's has no such option.
    public static let untilEitherDies = KeyValueObservingOptions(rawValue: 0x100)
}

/// The keys of a change dictionary. Objective-C: `NSKeyValueChangeKey`.
public enum KeyValueChangeKey: String, Sendable {
    /// A ``KeyValueChangeKind``; always there.
    case kind
    /// The value after the change, if asked for.
    case new
    /// The value before the change, if asked for.
    case old
    /// Which elements of an ordered collection.
    case indexes
    /// Present, and true, in the notification before a change only.
    case notificationIsPrior

    /// The key as the NSString in the dictionary.
    public var object: Object { Self.objects[self]! }

    private static let objects: [KeyValueChangeKey: Object] = Dictionary(
        uniqueKeysWithValues: [.kind, .new, .old, .indexes, .notificationIsPrior].map {
            ($0, NSString.object($0.rawValue))
        })
}
