// Threads.swift - splits an input into programs, and runs each on its own thread.
import Synchronization

#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#endif

extension Input {
    /// Splits the unread bytes into `count` parts of equal length.
    package mutating func parts(_ count: Int) -> [Input] {
        let bytes = Array(rest)
        rest = rest[rest.endIndex...]
        let length = (bytes.count + count - 1) / count
        return (0..<count).map { part in Input(Array(bytes.dropFirst(part * length).prefix(length))) }
    }
}

private final class Start: Sendable {
    let body: @Sendable () -> Void
    init(_ body: @escaping @Sendable () -> Void) { self.body = body }
}

/// Lets threads pass only when all of them have arrived.
private final class Gate: Sendable {
    private let missing: Atomic<Int>

    init(_ count: Int) { missing = Atomic(count) }

    func pass() {
        missing.subtract(1, ordering: .releasing)
        while missing.load(ordering: .acquiring) > 0 { sched_yield() }
    }
}

/// Runs `body` for each part on its own thread, all at the same time, and waits until all have ended.
package func onThreads(_ parts: [Input], _ body: @escaping @Sendable (_ part: inout Input, _ number: Int) -> Void) {
    let gate = Gate(parts.count)
    let threads = parts.enumerated().map { number, part in
        let start = Start {
            var part = part
            gate.pass()
            body(&part, number)
        }
        var thread = pthread_t()
        let failure = pthread_create(
            &thread, nil,
            {
                Unmanaged<Start>.fromOpaque($0!).takeRetainedValue().body()
                return nil
            }, Unmanaged.passRetained(start).toOpaque())
        expect(failure == 0, "a thread can be made")
        return thread
    }
    for thread in threads { pthread_join(thread, nil) }
}
