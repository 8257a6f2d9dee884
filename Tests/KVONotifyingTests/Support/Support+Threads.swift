// Support+Threads.swift - threads that begin together, and waiting for them.
import Glibc
import MiniFoundation
import MiniRuntime
import TestSupport
import Testing

/// Runs `body` on another thread, and waits. Hangs if the caller holds a lock that `body` needs.
func onAnotherThread(_ body: @escaping @Sendable () throws -> Void) {
    onThreads(1) { _ in try body() }
}

/// A barrier at which threads wait until all have arrived.
final class Barrier: @unchecked Sendable {
    // Sendable: a pthread barrier is made for use by several threads.
    private let barrier = UnsafeMutablePointer<pthread_barrier_t>.allocate(capacity: 1)

    init(_ count: Int) {
        pthread_barrier_init(barrier, nil, UInt32(count))
    }

    deinit {
        pthread_barrier_destroy(barrier)
        barrier.deallocate()
    }

    func wait() {
        pthread_barrier_wait(barrier)
    }
}

/// Returns the number of the calling thread.
func currentThread() -> UInt {
    UInt(pthread_self())
}

/// Makes a class with `int age`, `int number`, `NSString *name` and `id child`, whose accessors are safe on several
/// threads.
func makeAtomicClass(_ name: String = uniqueName("Atomic")) throws -> Class {
    let builder = try ClassBuilder(name)
    for key in ["age", "number"] {
        let association = AssociationKey()
        try builder.addMethod(Selector(key)) { (self: Object) -> Int32 in
            try self.associatedObject(association).map { try Int32.bridged(from: $0) } ?? 0
        }
        try builder.addMethod(Selector("set\(capitalized(key)):")) { (self: Object, value: Int32) in
            self.setAssociatedObject(value.bridgedObject, for: association)
        }
    }
    for key in ["name", "child"] {
        let association = AssociationKey()
        try builder.addMethod(Selector(key)) { (self: Object) -> Object? in self.associatedObject(association) }
        try builder.addMethod(Selector("set\(capitalized(key)):")) { (self: Object, value: Object?) in
            self.setAssociatedObject(value, for: association)
        }
    }
    return builder.register()
}
