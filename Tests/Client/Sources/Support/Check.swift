// Check.swift - checks that report failures on standard error, threads, and the memory that a program has left behind.
import Foundation
import MiniRuntime
import Synchronization

private let failures = Atomic(0)

/// Reports a failure, and continues.
package func fail(_ sentence: String, file: StaticString = #fileID, line: UInt = #line) {
    failures.add(1, ordering: .relaxed)
    FileHandle.standardError.write(Data("\(file):\(line): failed: \(sentence)\n".utf8))
}

/// Reports a failure unless the condition holds.
package func expect(
    _ condition: Bool, _ sentence: @autoclosure () -> String, file: StaticString = #fileID, line: UInt = #line
) {
    if !condition { fail(sentence(), file: file, line: line) }
}

/// The same function under the name that the programs of the folder Asked use.
package func check(_ condition: Bool, _ sentence: String, file: StaticString = #fileID, line: UInt = #line) {
    expect(condition, sentence, file: file, line: line)
}

/// Reports a failure unless two values are equal.
package func expect<Value: Equatable>(
    _ found: Value, is expected: Value, _ what: @autoclosure () -> String, file: StaticString = #fileID,
    line: UInt = #line
) {
    if found != expected { fail("\(what()) is \(found), and not \(expected)", file: file, line: line) }
}

/// Whether a check has failed so far.
package var hasFailed: Bool { failures.load(ordering: .relaxed) > 0 }

/// A counter for any number of threads.
package final class Count: Sendable {
    private let number = Atomic(0)

    package init() {}
    package var value: Int { number.load(ordering: .sequentiallyConsistent) }
    package func add(_ amount: Int = 1) { number.add(amount, ordering: .sequentiallyConsistent) }
    package func set(_ value: Int) { number.store(value, ordering: .sequentiallyConsistent) }
}

/// Runs `body` on `count` threads at the same time, without an autorelease pool, and waits until the threads have
/// ended. By then, everything that `body` and the threads own has been released.
package func onThreads(_ count: Int, stackSize: Int = 8 << 20, _ body: @escaping @Sendable (Int) -> Void) {
    let begin = DispatchSemaphore(value: 0)
    let threads = (0..<count).map { number in
        startThread(stackSize: stackSize) {
            begin.wait()
            body(number)
        }
    }
    for _ in 0..<count { begin.signal() }
    for thread in threads { pthread_join(thread, nil) }
}

/// Starts a thread. Unlike a `Thread` of Foundation, it can be joined.
private func startThread(stackSize: Int, _ body: @escaping @Sendable () -> Void) -> pthread_t {
    final class Body: Sendable {
        let run: @Sendable () -> Void
        init(_ run: @escaping @Sendable () -> Void) { self.run = run }
    }
    var (attributes, thread) = (pthread_attr_t(), pthread_t())
    pthread_attr_init(&attributes)
    defer { pthread_attr_destroy(&attributes) }
    pthread_attr_setstacksize(&attributes, stackSize)
    let context = Unmanaged.passRetained(Body(body)).toOpaque()
    let status = pthread_create(
        &thread, &attributes,
        { context in
            Unmanaged<Body>.fromOpaque(context!).takeRetainedValue().run()
            return nil
        }, context)
    precondition(status == 0, "no thread can be started")
    return thread
}

/// Runs `body` several times. The first round makes the objects that live for ever: classes, names, constants. Each
/// further round must not change the number of live objects.
package func repeatedly(rounds: Int = 3, _ body: () async throws -> Void) async {
    do {
        try await body()
        let objects = ObjectRuntime.liveObjectCount
        for round in 1...rounds {
            try await body()
            expect(ObjectRuntime.liveObjectCount, is: objects, "the number of live objects after round \(round)")
        }
    } catch {
        fail("\(error) was thrown")
    }
    if let violation = ObjectRuntime.invariantViolation() { fail(violation) }
}

/// Returns once the condition holds, however long that takes: scripts/test/test-client.sh ends a program that waits in
/// vain.
package func eventually(isolation: isolated (any Actor)? = #isolation, _ condition: () async -> Bool) async {
    while await !condition() { await Task.yield() }
}

/// Returns the kilobytes of the process's memory that are in use.
package func residentKilobytes() -> Int {
    let text = (try? String(contentsOfFile: "/proc/self/statm", encoding: .utf8)) ?? ""
    let pages = text.split(separator: " ").dropFirst().first.flatMap { Int($0) } ?? 0
    return pages * sysconf(Int32(_SC_PAGESIZE)) / 1024
}

/// Returns the address of the stack at the point of the call.
@inline(never)
package func stackAddress() -> Int {
    var here: UInt8 = 0
    return withUnsafeMutablePointer(to: &here) { Int(bitPattern: $0) }
}
