// ObservingHooks.swift - what the layer that observes needs of objects and classes: to hear of their end, and one word for
// each class.
import CMiniRuntime

extension UnmanagedObject {
    /// Sets what is called with each observed object, and each class, that is gone, and whose memory is still there: on the
    /// thread that let it die, with no lock held. Set once, by the observing layer.
    public static func setDeathHook(_ hook: @convention(c) (_ object: OpaquePointer?) -> Void) {
        mr_object_set_death_hook(hook)
    }
}

/// A function of the observing layer's.
private struct Silencer: Lockable {
    let run: UnmanagedObject.Silencing
}

private let silencer = Locked<Silencer?>(nil, rank: .table)

extension UnmanagedObject {
    /// Runs a closure in which nobody is told of changes of a key of an object that this thread makes.
    package typealias Silencing = @Sendable (UnmanagedObject, _ key: String, _ body: () -> Void) -> Void

    /// Sets how that is done. Set once, by the observing layer.
    package static func setSilencing(_ silencing: @escaping Silencing) {
        silencer.exchange(Silencer(run: silencing))
    }

    /// Runs `body`, in which setting the key of this object on this thread tells nobody: who calls this is within a setting
    /// that will. Where no layer observes, `body` just runs. No lock is held meanwhile.
    package func silencing(_ key: String, _ body: () -> Void) {
        guard let silencer = silencer.read({ copy $0 }) else { return body() }
        silencer.run(self, key, body)
    }
}

extension Class {
    /// What the observing layer entered for this class; nil if nothing. Found without a lock. A class that has the same
    /// record as its superclass belongs to that superclass: it is disposed of with it, and `+resolveInstanceMethod:` is
    /// sent to the superclass.
    public var observingRecord: UnsafeMutableRawPointer? { mr_class_record(pointer) }

    /// Enters a record for the life of the class; not retained. false if there is one already.
    public func enterObservingRecord(_ record: UnsafeMutableRawPointer) -> Bool {
        mr_class_enter_record(pointer, record)
    }

    /// Sets what is called with each class that is disposed of, and with its record: nobody can find the class any more,
    /// and its methods are still there. With no lock held. Set once, by the observing layer.
    public static func setDisposalHook(
        _ hook: @convention(c) (_ cls: OpaquePointer?, _ record: UnsafeMutableRawPointer?) -> Void
    ) {
        mr_class_set_disposal_hook(hook)
    }
}
