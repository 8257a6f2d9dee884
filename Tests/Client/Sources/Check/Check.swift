import Synchronization

// Check.swift - what the programs share: expectations, threads, memory, and a time limit.
#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#endif

private let failures = Atomic<Int>(0)

/// Says what is wrong on standard error if `condition` is false; the program goes on.
public func expect(_ condition: Bool, _ what: @autoclosure () -> String, line: Int = #line) {
    if condition { return }
    failures.add(1, ordering: .relaxed)
    say("line \(line): \(what())")
}

/// Ends the process: with status 0 if all expectations were met.
public func finish() -> Never {
    let count = failures.load(ordering: .relaxed)
    if count > 0 { say("\(count) expectations were not met") }
    exit(count == 0 ? 0 : 1)
}

private func say(_ text: String) {
    var line = text + "\n"
    line.withUTF8 { _ = write(STDERR_FILENO, $0.baseAddress, $0.count) }
}

/// Ends the process with status 1 if it runs for longer than this: what hangs fails.
public func limitTime(seconds: UInt32) {
    signal(SIGALRM) { _ in
        say("the time limit is over: something hangs")
        _exit(1)
    }
    alarm(seconds)
}

/// Runs `body` on a thread of its own, with a stack of that size and no autorelease pool, and waits for it.
public func onThread(stackSize: Int = 512 << 10, _ body: @escaping @Sendable () -> Void) {
    onThreads(1, stackSize: stackSize) { _ in body() }
}

/// The same on several threads at once, which are numbered.
public func onThreads(_ count: Int, stackSize: Int = 512 << 10, _ body: @escaping @Sendable (Int) -> Void) {
    var threads: [pthread_t] = []
    var attributes = pthread_attr_t()
    pthread_attr_init(&attributes)
    pthread_attr_setstacksize(&attributes, stackSize)
    for index in 0..<count {
        var thread = pthread_t()
        let start = Unmanaged.passRetained(Start { body(index) }).toOpaque()
        pthread_create(
            &thread, &attributes,
            { start in
                Unmanaged<Start>.fromOpaque(start!).takeRetainedValue().body()
                return nil
            }, start)
        threads.append(thread)
    }
    for thread in threads { pthread_join(thread, nil) }
}

private final class Start: Sendable {
    let body: @Sendable () -> Void

    init(_ body: @escaping @Sendable () -> Void) {
        self.body = body
    }
}

/// How many bytes of memory the process has now.
public func residentBytes() -> Int {
    guard let file = fopen("/proc/self/statm", "r") else { return 0 }
    defer { fclose(file) }
    var buffer = [CChar](repeating: 0, count: 256)
    guard fgets(&buffer, Int32(buffer.count), file) != nil else { return 0 }
    let text = String(decoding: buffer.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }, as: UTF8.self)
    let pages = text.split(separator: " ").dropFirst().first.flatMap { Int($0) } ?? 0
    return pages * sysconf(Int32(_SC_PAGESIZE))
}
