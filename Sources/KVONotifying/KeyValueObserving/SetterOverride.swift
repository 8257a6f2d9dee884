// SetterOverride.swift - what a notifying setter does when it is called.
import MiniFoundation
import MiniRuntime
import Synchronization

/// The context of a setter's closure: a C function is given it, which saves 30 ns against a Swift closure in a box.
final class SetterOverride: Sendable {
    private let original: NotifyingClass.Original
    private let property: ChangingProperty
    private let notifying: Class
    /// As of when the original's IMP is the one below, and objects of the notifying class do not want to see messages.
    /// Written after the IMP, so that whoever reads this one reads that IMP or a newer.
    private let knownGeneration = Atomic<UInt>(0)
    private let knownImplementation = Atomic<UInt>(0)
    /// The same generation, while another is written.
    private let latest = Locked<UInt>(0)

    init(_ original: NotifyingClass.Original, _ property: ChangingProperty, _ notifying: Class) {
        self.original = original
        self.property = property
        self.notifying = notifying
    }

    static let enter: IMP.ContextFunction = { context, result, arguments in
        Unmanaged<SetterOverride>.fromOpaque(context!)._withUnsafeGuaranteedRef {
            $0.enter(IncomingMessage(result, arguments))
        }
    }

    @inline(__always)
    private func enter(_ message: IncomingMessage) {
        let object = message.receiver
        guard isPlain(object) else {
            return AutomaticNotification.around(object, property) { original.take(message) }
        }
        AutomaticNotification.telling(object, property, .setting) {
            // An observer that was told before the change may have replaced the method.
            guard isKnown else { return original.take(message) }
            message.pass(to: known, original.signature)
        }
    }

    /// Whether a set comes to no more than telling the observers and calling the original. Asked in one go, because that
    /// and the look-up of the IMP take 90 instructions of 900.
    @inline(__always)
    private func isPlain(_ object: UnmanagedObject) -> Bool {
        object.isa == notifying && !RuntimeException.isPending && !PendingChanges.isAnySuppressed && !Trace.isOn
            && (isKnown || findOriginal())
    }

    private var isKnown: Bool { knownGeneration.load(ordering: .acquiring) == Runtime.methodGeneration }

    private var known: IMP {
        IMP(address: UnsafeRawPointer(bitPattern: knownImplementation.load(ordering: .relaxed)).unsafelyUnwrapped)
    }

    /// false if objects of the notifying class want to see messages.
    @inline(never)
    private func findOriginal() -> Bool {
        // Read first: what is added meanwhile will be found next time.
        let generation = Runtime.methodGeneration
        if property.cls._withUnsafeGuaranteedRef({ $0.wantsMessages(.setting, notifying) }) { return false }
        let implementation = original.cls.methodImplementation(original.selector)
        latest.withLock { latest in
            guard generation > latest else { return }
            latest = generation
            knownImplementation.store(UInt(bitPattern: implementation.address), ordering: .relaxed)
            knownGeneration.store(generation, ordering: .releasing)
        }
        return true
    }
}
