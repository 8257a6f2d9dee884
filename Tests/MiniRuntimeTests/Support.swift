// Support.swift - what these tests share. Through the public face alone: no C name is in sight here.
//
// Tests run side by side in one process: each makes its classes under names of its own and leaves all others alone.
import Glibc
import MiniRuntime
import Synchronization
import Testing

private let nameCount = Atomic<Int>(0)

/// A name that no other test has.
func uniqueName(_ stem: String = "Thing") -> String {
    "S\(stem)\(nameCount.wrappingAdd(1, ordering: .relaxed).newValue)"
}

/// A registered class that has what `prepare` adds.
func makeClass(
    _ stem: String = "Thing", _ superclass: Class? = .nsObject, prepare: (inout ClassBuilder) throws -> Void = { _ in }
) throws -> Class {
    var builder = try ClassBuilder(uniqueName(stem), superclass: superclass)
    try prepare(&builder)
    return builder.register()
}

/// Lines, in order, from any thread.
final class Log: Sendable {
    private let lines = Mutex<[String]>([])
    func add(_ line: String) { lines.withLock { $0.append(line) } }
    var all: [String] { lines.withLock { $0 } }
}

/// An object whose class logs `line` when it dies.
func trackedObject(_ log: Log, _ line: String) throws -> Object {
    let cls = try makeClass("Tracked")
    try cls.addMethod("dealloc") { (self: UnmanagedObject) in
        log.add(line)
        try self.sendSuper(of: cls, "dealloc")
    }
    return try cls.new()
}

struct Point: StructureValue, Equatable {
    var x, y: Double
    static let messageEncoding: StaticString = "{Point=dd}"
}

struct Box: StructureValue, Equatable {
    var origin, size, tip: Point
    static let messageEncoding: StaticString = "{Box={Point=dd}{Point=dd}{Point=dd}}"
}

struct Mixed: StructureValue, Equatable {
    var number: Int64
    var real: Double
    static let messageEncoding: StaticString = "{Mixed=qd}"
}

struct Triple: StructureValue, Equatable {
    var x, y, z: Float
    static let messageEncoding: StaticString = "{Triple=fff}"
}

/// What an exit test's process printed on standard error.
func standardError(_ result: ExitTest.Result?) -> String {
    String(decoding: result?.standardErrorContent ?? [], as: UTF8.self)
}

/// Runs `body` on `count` threads at once, and waits for all.
func onThreads(_ count: Int, _ body: @escaping @Sendable (Int) -> Void) {
    final class Start: Sendable {
        let body: @Sendable () -> Void
        init(_ body: @escaping @Sendable () -> Void) { self.body = body }
    }
    let threads = (0..<count).map { number in
        var thread = pthread_t()
        let start = Unmanaged.passRetained(Start { body(number) }).toOpaque()
        pthread_create(
            &thread, nil,
            {
                Unmanaged<Start>.fromOpaque($0!).takeRetainedValue().body()
                return nil
            }, start)
        return thread
    }
    for thread in threads { pthread_join(thread, nil) }
}

/// Counts, from any thread.
final class Counter: Sendable {
    private let number = Atomic<Int>(0)
    func add() { number.add(1, ordering: .relaxed) }
    var value: Int { number.load(ordering: .acquiring) }
}
