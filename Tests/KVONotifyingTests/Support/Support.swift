// Support.swift - classes to observe, and an observer that records its notifications.
import KVONotifying
import MiniFoundation
import MiniRuntime
import TestSupport

/// Makes a class with `int age` and `NSString *name`, each with accessors.
func makePersonClass(_ name: String = uniqueName("Person"), superclass: Class = .nsObject) throws -> Class {
    var builder = try ClassBuilder(name, superclass: superclass)
    try builder.addProperty("age", Int32.self)
    try builder.addProperty("name", Object?.self)
    return builder.register()
}

/// One notification: its parts as text.
struct Notification: Sendable, Equatable, Lockable {
    var keyPath: String
    var kind: UInt?
    var old: String?
    var new: String?
    var isPrior: Bool
    var context: UInt
    var entryCount: UInt
}

/// An observer object that records its notifications, and can act during each.
final class Recorder: Sendable {
    let object: Object
    private let state: State

    struct Action: Lockable {
        let run: @Sendable (Notification) throws -> Void
    }

    final class State: Sendable {
        let notifications = Locked<[Notification]>([])
        let action = Locked<Action?>(nil)
    }

    init(_ name: String = "Recorder") throws {
        let state = State()
        let builder = try ClassBuilder(uniqueName(name))
        try builder.addMethod("observeValueForKeyPath:ofObject:change:context:") {
            (_: Object, keyPath: String, _: Object, change: Object, context: UnsafeMutableRawPointer?) in
            let notification = try Notification(
                keyPath: keyPath,
                kind: change.entry("kind").map { try UInt.bridged(from: $0) },
                old: change.entry("old")?.description,
                new: change.entry("new")?.description,
                isPrior: change.entry("notificationIsPrior") != nil,
                context: UInt(bitPattern: context),
                entryCount: change.send("count", as: UInt.self))
            state.notifications.append(notification)
            try state.action.read { copy $0 }?.run(notification)
        }
        object = try builder.register().new()
        self.state = state
    }

    var notifications: [Notification] { state.notifications.withLock { $0 } }
    var count: Int { notifications.count }

    func whenTold(_ action: (@Sendable (Notification) throws -> Void)?) {
        state.action.exchange(action.map(Action.init))
    }
}

extension Object {
    func entry(_ key: String) throws -> Object? {
        try send("objectForKey:", key, as: Object?.self)
    }

    func setAge(_ age: Int32) throws {
        try send("setAge:", age)
    }

    func imp(_ selector: Selector) -> IMP {
        isa.methodImplementation(selector)
    }
}

/// Returns a context pointer that is an arbitrary number, which is never dereferenced.
func context(_ number: Int) -> UnsafeMutableRawPointer? {
    UnsafeMutableRawPointer(bitPattern: number)
}

/// Returns the text with `0x` in place of each address.
func withoutAddresses(_ text: String) -> String {
    text.replacing(/0x[0-9a-f]+/, with: "0x")
}
