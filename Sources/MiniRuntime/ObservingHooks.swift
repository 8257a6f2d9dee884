// ObservingHooks.swift - the interface for the layer that implements observing: hooks for the deaths of objects and
// classes, one word per class, and changes without notifications.
import CMiniRuntime

extension UnmanagedObject {
    /// Sets the function that is called with each observed object, and each class, that has died, while its memory is
    /// still allocated. It runs on the thread that released the object, with no lock held. Set once, by the layer that
    /// implements observing.
    package static func setDeathHook(_ hook: @convention(c) (_ object: OpaquePointer?) -> Void) {
        mr_object_set_death_hook(hook)
    }
}

/// A structure around the function, because a ``Locked`` cannot guard functions.
private struct Silencer: Lockable {
    let run: UnmanagedObject.Silencing
}

private let silencer = Locked<Silencer?>(nil, rank: .table)

extension UnmanagedObject {
    /// A function that runs `body`, during which no observer is notified of changes that this thread makes to a key of
    /// an object.
    package typealias Silencing = @Sendable (UnmanagedObject, _ key: String, _ body: () -> Void) -> Void

    /// Sets the function for ``silencing(_:_:)``. Set once, by the layer that implements observing.
    package static func setSilencing(_ silencing: @escaping Silencing) {
        silencer.exchange(Silencer(run: silencing))
    }

    /// Runs `body`, during which no observer is notified when this thread sets the key of this object. The caller is
    /// inside a set that will notify them. Without a layer that implements observing, only runs `body`. Holds no lock
    /// while `body` runs.
    package func silencing(_ key: String, _ body: () -> Void) {
        guard let silencer = silencer.read({ copy $0 }) else { return body() }
        silencer.run(self, key, body)
    }
}

extension Class {
    /// The record that the layer that implements observing entered for this class; nil if there is none. Takes no lock.
    /// A class with the same record as its superclass belongs to that superclass: it is disposed of together with the
    /// superclass, and `+resolveInstanceMethod:` is sent to the superclass instead.
    package var observingRecord: UnsafeMutableRawPointer? { mr_class_record(pointer) }

    /// Enters a record, for as long as the class lives. It is not retained. Returns false if the class already has one.
    package func enterObservingRecord(_ record: UnsafeMutableRawPointer) -> Bool {
        mr_class_enter_record(pointer, record)
    }

    /// Sets the function that is called with each class that is disposed of, and its record, once no lookup can find
    /// the class, and while its methods still exist. It runs with no lock held. Set once, by the layer that implements
    /// observing.
    package static func setDisposalHook(
        _ hook: @convention(c) (_ cls: OpaquePointer?, _ record: UnsafeMutableRawPointer?) -> Void
    ) {
        mr_class_set_disposal_hook(hook)
    }
}
