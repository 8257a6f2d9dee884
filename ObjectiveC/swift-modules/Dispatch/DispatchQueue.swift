// DispatchQueue.swift - queues: making them, and what they are.
//
// The classes are those of <dispatch/dispatch.h>, whose objects Objective-C uses too; CDispatch.apinotes has the names.
@_exported import CDispatch
import Glibc
@_exported import ObjectiveC

// Sendable: libdispatch is made for threads. The module CDispatch has no other declarations in Swift than those here.
// swift-format-ignore: AvoidRetroactiveConformances
extension DispatchQueue: @retroactive @unchecked Sendable {}

extension DispatchQueue {
    /// Options of a new queue.
    public struct Attributes: OptionSet, Sendable {
        /// The options as bits.
        public let rawValue: UInt64
        /// Creates options from bits.
        public init(rawValue: UInt64) { self.rawValue = rawValue }
        /// Work runs at the same time as other work of the queue.
        public static let concurrent = Attributes(rawValue: 1 << 1)
        /// No work runs before `activate()` is called.
        public static let initiallyInactive = Attributes(rawValue: 1 << 2)
    }

    /// Whether a queue has an autorelease pool around each work.
    public enum AutoreleaseFrequency: UInt, Sendable {
        /// As the target queue.
        case inherit
        /// A pool around each work.
        case workItem
        /// No pool.
        case never
    }

    /// The queue whose work runs on the main thread: in `RunLoop.main`, or after a call of `dispatchMain()`.
    public class var main: DispatchQueue { dispatch_get_main_queue() }

    /// Returns the concurrent queue of the process for a quality of service.
    public class func global(qos: DispatchQoS.QoSClass = .default) -> DispatchQueue {
        dispatch_get_global_queue(Int(qos.rawValue.rawValue), 0)
    }

    /// Creates a queue, which runs its work in order unless `attributes` contains `concurrent`.
    ///
    /// - Parameter target: the queue on whose threads the work runs.
    public convenience init(
        label: String, qos: DispatchQoS = .unspecified, attributes: Attributes = [],
        autoreleaseFrequency: AutoreleaseFrequency = .inherit, target: DispatchQueue? = nil
    ) {
        var attribute = attributes.contains(.concurrent) ? DispatchQueueAttribute.concurrent : nil
        if attributes.contains(.initiallyInactive) {
            attribute = dispatch_queue_attr_make_initially_inactive(attribute)
        }
        if autoreleaseFrequency != .inherit {
            attribute = dispatch_queue_attr_make_with_autorelease_frequency(
                attribute, dispatch_autorelease_frequency_t(rawValue: autoreleaseFrequency.rawValue))
        }
        if qos != .unspecified {
            attribute = dispatch_queue_attr_make_with_qos_class(
                attribute, qos.qosClass.rawValue, Int32(qos.relativePriority))
        }
        self.init(__label: label, attribute: attribute, target: target)
    }

    /// The name that the queue was created with.
    public var label: String { String(cString: dispatch_queue_get_label(self)) }

    /// The quality of service that the queue was created with.
    public var qos: DispatchQoS {
        var priority: Int32 = 0
        let qosClass = dispatch_queue_get_qos_class(self, &priority)
        return DispatchQoS(
            qosClass: DispatchQoS.QoSClass(rawValue: qosClass) ?? .unspecified, relativePriority: Int(priority))
    }

    /// Returns the value of a key for this queue and its targets, or nil.
    public func getSpecific<Value>(key: DispatchSpecificKey<Value>) -> Value? {
        dispatch_queue_get_specific(self, key.address).map(DispatchSpecificKey<Value>.value)
    }

    /// Returns the value of a key for the queue that runs the caller, or nil.
    public class func getSpecific<Value>(key: DispatchSpecificKey<Value>) -> Value? {
        dispatch_get_specific(key.address).map(DispatchSpecificKey<Value>.value)
    }

    /// Sets the value of a key for this queue; nil removes it.
    public func setSpecific<Value>(key: DispatchSpecificKey<Value>, value: Value?) {
        dispatch_queue_set_specific(self, key.address, value.map(DispatchSpecificKey<Value>.box)) {
            Unmanaged<AnyObject>.fromOpaque($0!).release()
        }
    }
}

extension DispatchQueueAttribute {
    fileprivate static var concurrent: DispatchQueueAttribute {
        Unmanaged.fromOpaque(constant("__wrap__dispatch_queue_attr_concurrent")).takeUnretainedValue()
    }
}

/// Returns the address of a constant whose type Swift cannot import.
func constant(_ name: String) -> UnsafeMutableRawPointer { dlsym(nil, name)! }

/// A key of values that queues have.
public final class DispatchSpecificKey<Value>: Sendable {
    private final class Box {
        let value: Value
        init(_ value: Value) { self.value = value }
    }

    /// Creates a key, which differs from all others.
    public init() {}

    fileprivate var address: UnsafeRawPointer { UnsafeRawPointer(Unmanaged.passUnretained(self).toOpaque()) }
    fileprivate static func box(_ value: Value) -> UnsafeMutableRawPointer {
        Unmanaged.passRetained(Box(value)).toOpaque()
    }
    fileprivate static func value(_ box: UnsafeMutableRawPointer) -> Value {
        Unmanaged<Box>.fromOpaque(box).takeUnretainedValue().value
    }
}

/// What ``dispatchPrecondition(condition:)`` tests.
public enum DispatchPredicate: Sendable {
    /// The caller runs on the queue.
    case onQueue(DispatchQueue)
    /// The caller is a barrier of the queue.
    case onQueueAsBarrier(DispatchQueue)
    /// The caller does not run on the queue.
    case notOnQueue(DispatchQueue)
}

/// Ends the process if the caller does not run on the queue that it expects.
public func dispatchPrecondition(condition: @autoclosure () -> DispatchPredicate) {
    switch condition() {
    case .onQueue(let queue): dispatch_assert_queue(queue)
    case .onQueueAsBarrier(let queue): dispatch_assert_queue_barrier(queue)
    case .notOnQueue(let queue): dispatch_assert_queue_not(queue)
    }
}

/// Runs the work of the main queue for ever. Called on the main thread.
public func dispatchMain() -> Never { dispatch_main() }
