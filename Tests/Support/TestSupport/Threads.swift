// Threads.swift - threads that run at the same time, and waiting for them.
import Glibc
import Testing

/// Runs `body` on `count` new threads at the same time, with the number of each, and waits for all. If a thread throws
/// an error, the test fails. The threads have no autorelease pool.
package func onThreads(
    _ count: Int, sourceLocation: SourceLocation = #_sourceLocation, _ body: @escaping @Sendable (Int) throws -> Void
) {
    final class Start: Sendable {
        let run: @Sendable () -> Void
        init(_ run: @escaping @Sendable () -> Void) { self.run = run }
    }
    let failures = Log()
    let threads = (0..<count).map { number in
        let start = Start {
            do { try body(number) } catch { failures.add("\(error)") }
        }
        var thread = pthread_t()
        let error = pthread_create(
            &thread, nil,
            {
                Unmanaged<Start>.fromOpaque($0!).takeRetainedValue().run()
                return nil
            }, Unmanaged.passRetained(start).toOpaque())
        precondition(error == 0, "pthread_create failed with error \(error)")
        return thread
    }
    for thread in threads { pthread_join(thread, nil) }
    #expect(failures.all == [], sourceLocation: sourceLocation)
}
