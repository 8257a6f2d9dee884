// Support+Lamps.swift - classes to observe, observers by messages, and objects that record their deallocation.
import KVONotifying
import MiniFoundation
import MiniRuntime
import TestSupport
import Testing
import TypedClasses

class DeskLamp: ClassDescription {
    let level = Property<Int>(0)
    let name = Property<String?>("lamp")
    let room = Property<Ref<LampRoom>?>(nil)
}

class LampRoom: ClassDescription {
    let title = Property<String>("hall")
}

class LampPanel: ClassDescription {
    let text = Property<String>("")
    let level = Property<Int>(0)
    let celsius = Property<Double>(0)
    let fahrenheit = Property<Double>(0)
}

/// An object for a handler to own, which sets a flag when it is freed.
final class Canary: Sendable {
    private let isFreed: Locked<Bool>
    private let whenSinging: @Sendable () -> Void

    init(_ isFreed: Locked<Bool>, whenSinging: @escaping @Sendable () -> Void = {}) {
        self.isFreed = isFreed
        self.whenSinging = whenSinging
    }

    deinit {
        isFreed.withLock { $0 = true }
    }

    /// Called by the handler that owns the canary.
    func sing() { whenSinging() }
}

extension Locked<Bool> {
    var isSet: Bool { withLock { $0 } }
}

/// Makes an observer by messages, which adds `told KEYPATH` for each notification.
func makeWatcher(_ lines: Log) throws -> Object {
    let builder = try ClassBuilder(uniqueName("Watcher"))
    try builder.addMethod("observeValueForKeyPath:ofObject:change:context:") {
        (_: Object, keyPath: String, _: Object, _: Object, _: UnsafeMutableRawPointer?) in
        lines.add("notified \(keyPath)")
    }
    return try builder.register().new()
}

/// Makes a class with `int number` and `id child`, whose accessors several threads may call at the same time.
func makeSharedClass() throws -> Class {
    let builder = try ClassBuilder(uniqueName("Shared"))
    let (number, child) = (AssociationKey(), AssociationKey())
    try builder.addMethod("number") { (me: Object) -> Int32 in
        try me.associatedObject(number).map { try Int32.bridged(from: $0) } ?? 0
    }
    try builder.addMethod("setNumber:") { (me: Object, value: Int32) in
        me.setAssociatedObject(value.bridgedObject, for: number)
    }
    try builder.addMethod("child") { (me: Object) -> Object? in me.associatedObject(child) }
    try builder.addMethod("setChild:") { (me: Object, value: Object?) in me.setAssociatedObject(value, for: child) }
    return builder.register()
}

extension Object {
    /// Whether the object is not observed, and its isa is its original class.
    var isUntouched: Bool { observationInfo == nil && (try? send("class", as: Class.self)) == isa }
}

/// Runs `body` as `onThreads` does, in an autorelease pool on each thread.
func onPooledThreads(_ count: Int, _ body: @escaping @Sendable (Int) throws -> Void) {
    onThreads(count) { number in try autoreleasepool { try body(number) } }
}
