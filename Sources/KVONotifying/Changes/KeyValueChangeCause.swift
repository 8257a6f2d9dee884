// KeyValueChangeCause.swift - why an observer is notified: the property that changed, and how the observed key path
// depends on it.
//
//      "title" of a person was observed;  it depends on  "employer.name";  "name" of the company was set
import CKeyValueObserving
import KeyValueCoding
import MiniFoundation
import MiniRuntime

#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#endif

/// Why an observer was notified: the property that changed, its object, the thread, and the dependent keys in between.
///
///     let token = try person.observe("title", options: [.new, .cause]) { _, _ in
///         print(KeyValueChangeCause.current!)
///         // "name" of <Company: 0x7f01…> changed on the main thread: "title" depends on "employer.name"
///     }
///
/// For debugging. Only notifications of registrations with the option ``KeyValueObservingOptions/cause`` have one, and
/// the others pay nothing for it. It retains no object.
public struct KeyValueChangeCause: Sendable, CustomStringConvertible {
    private let facts: Facts

    private final class Facts: Sendable {
        let key: String
        let keyPaths: [String]
        let weakObject: WeakReference
        let designation: String
        let thread: Int

        init(_ cause: kvo_cause, _ object: UnmanagedObject, key: UnsafePointer<kvc_key>) {
            self.key = String(cString: key.pointee.text)
            keyPaths = KeyValueChangeCause.keyPaths(cause)
            weakObject = WeakReference(object.retainedIfAlive())
            designation = object.designation
            thread = kvo_cause_thread()
        }
    }

    /// The name of the property that changed.
    public var key: String { facts.key }
    /// The object whose property changed; nil after its death, and if it has changed during its dealloc.
    public var object: Object? { facts.weakObject.object }
    /// The key paths from the observed one to the changed property: the first is the one that was registered, and each
    /// following one affects a key of the one before it, directly or through other keys of the same object. The last
    /// one contains ``key``.
    public var keyPaths: [String] { facts.keyPaths }
    /// The number of the thread that made the change, as debuggers show it.
    public var thread: Int { facts.thread }
    /// Whether the main thread made the change.
    public var isOnMainThread: Bool { thread == Int(getpid()) }

    /// `"name" of <Company: 0x7f01…> changed on the main thread: "title" depends on "employer.name"`
    public var description: String {
        let place = isOnMainThread ? "the main thread" : "thread \(thread)"
        let set = "\"\(key)\" of \(facts.designation) changed on \(place)"
        if keyPaths == [key] { return set }
        if keyPaths.count == 1 { return "\(set): \"\(keyPaths[0])\" leads through it" }
        return "\(set): " + keyPaths.map { "\"\($0)\"" }.joined(separator: " depends on ")
    }

    /// The cause of the innermost notification on this thread whose registration has the option
    /// ``KeyValueObservingOptions/cause``. nil outside of such notifications, and in the notification for the option
    /// ``KeyValueObservingOptions/initial``, which no change causes.
    ///
    /// In a handler of SafeObservation that runs later, on an actor or a queue, read the cause from the change.
    public static var current: KeyValueChangeCause? { kvo_cause_current().flatMap { KeyValueChangeCause($0.pointee) } }

    private init?(_ cause: kvo_cause) {
        if let stored = cause.stored {
            facts = Unmanaged<Facts>.fromOpaque(stored).takeUnretainedValue()
        } else if let object = cause.object, let key = cause.key {
            facts = Facts(cause, UnmanagedObject(object), key: key)
        } else {
            return nil
        }
    }

    /// Makes a cause the current one during `body`, which delivers a notification later than its change.
    package static func with<Result>(_ cause: KeyValueChangeCause?, _ body: () throws -> Result) rethrows -> Result {
        guard let facts = cause?.facts else { return try body() }
        return try withExtendedLifetime(facts) {
            var frame = kvo_cause()
            frame.stored = UnsafeRawPointer(Unmanaged.passUnretained(facts).toOpaque())
            return try withUnsafeMutablePointer(to: &frame) { frame in
                kvo_cause_enter(frame)
                defer { kvo_cause_leave(frame) }
                return try body()
            }
        }
    }

    /// Reads the key paths, which C returns from the changed property to the registered one, each with a zero at its
    /// end.
    private static func keyPaths(_ cause: kvo_cause) -> [String] {
        let texts = withUnsafePointer(to: cause) { kvo_cause_copy_paths($0) }
        defer { free(texts) }
        var (paths, next): ([String], UnsafeMutablePointer<CChar>) = ([], texts)
        while next.pointee != 0 {
            paths.insert(String(cString: next), at: 0)
            next += strlen(next) + 1
        }
        return paths
    }
}
