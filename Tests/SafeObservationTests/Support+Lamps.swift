// Support+Lamps.swift - classes to observe, observers by messages, and objects that record their deallocation.
import Glibc
import KVONotifying
import MiniFoundation
import MiniRuntime
import Synchronization
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

private let counter = Atomic<Int>(0)

/// Returns a class name that no other test uses.
func unusedName(_ base: String) -> String {
    "\(base)OfLamps\(counter.add(1, ordering: .relaxed).newValue)"
}

/// The lines that handlers have added, in order.
final class Lines: Sendable {
    private let storage = Locked<[String]>([])
    var all: [String] { storage.withLock { $0 } }

    func add(_ line: String) {
        storage.append(line)
    }

    /// Returns the lines since the last call, and removes them.
    func take() -> [String] {
        storage.exchange([])
    }
}

/// An object for a handler to own, which sets a flag when it is freed.
final class Canary: Sendable {
    private let isFreed: Locked<Bool>

    init(_ isFreed: Locked<Bool>) {
        self.isFreed = isFreed
    }

    deinit {
        isFreed.withLock { $0 = true }
    }

    func sing() {}
}

extension Locked<Bool> {
    var isSet: Bool { withLock { $0 } }
}

/// Makes an observer by messages, which adds `told KEYPATH` for each notification.
func makeWatcher(_ lines: Lines) throws -> Object {
    let builder = try ClassBuilder(unusedName("Watcher"))
    try builder.addMethod("observeValueForKeyPath:ofObject:change:context:") {
        (_: Object, keyPath: String, _: Object, _: Object, _: UnsafeMutableRawPointer?) in
        lines.add("told \(keyPath)")
    }
    return try builder.register().new()
}

/// Makes a class with `int number` and `id child`, whose accessors several threads may call at the same time.
func makeSharedClass() throws -> Class {
    let builder = try ClassBuilder(unusedName("Shared"))
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

/// Returns the exception that `body` raises.
func raisedIn(_ body: () throws -> Void) -> RuntimeException? {
    do {
        try body()
        return nil
    } catch {
        return error as? RuntimeException
    }
}

/// Runs `body` on `count` threads at the same time, and waits for all. An error that one of them throws fails the test.
func onThreads(_ count: Int, _ body: @escaping @Sendable (Int) throws -> Void) {
    final class Start: Sendable {
        let body: @Sendable () -> Void
        init(_ body: @escaping @Sendable () -> Void) { self.body = body }
    }
    let failures = Lines()
    let threads = (0..<count).map { number in
        let start = Start {
            do { try autoreleasepool { try body(number) } } catch { failures.add("\(error)") }
        }
        var thread = pthread_t()
        pthread_create(
            &thread, nil,
            {
                Unmanaged<Start>.fromOpaque($0!).takeRetainedValue().body()
                return nil
            }, Unmanaged.passRetained(start).toOpaque())
        return thread
    }
    for thread in threads { pthread_join(thread, nil) }
    #expect(failures.all == [])
}

/// Returns the standard error of a process that has ended.
func standardError(of result: ExitTest.Result?) -> String {
    String(decoding: result?.standardErrorContent ?? [], as: UTF8.self)
}
