// Load.swift - the command line: load COMMAND [THREAD], where THREAD is `main` or `small`, with 512 KB of stack.
//
//      sets [main|small]      a million sets with a token, two streams, a controller and a binding on them
//      events [main|small]    a hundred thousand events of the trace
//      repeat N               N sets, for counting instructions
import Foundation
import Support

@main
enum Load {
    static func main() {
        let words = CommandLine.arguments.dropFirst()
        switch (words.first, words.dropFirst().first ?? "main") {
        case ("sets", let thread): run(on: thread) { setMillions(of: 1_000_000) }
        case ("events", let thread): run(on: thread) { traceMany(100_000) }
        case ("repeat", let count): setRepeatedly(Int(count) ?? 0)
        default: fail("load sets main|small, load events main|small, load repeat N")
        }
        exit(hasFailed ? 1 : 0)
    }

    /// Runs `body` on the main thread, or on a thread with a small stack.
    private static func run(on thread: String, _ body: @escaping @Sendable () -> Void) {
        if thread == "main" { body() } else { onThreads(1, stackSize: 512 << 10) { _ in body() } }
    }
}

/// The stack addresses of the first and the last call of a handler.
final class StackDepth: Sendable {
    private let (first, last) = (Count(), Count())

    @inline(__always)
    func note() {
        let address = stackAddress()
        if first.value == 0 { first.set(address) }
        last.set(address)
    }

    /// Checks that the stack does not grow with the number of calls. The first call may take a longer path than others.
    func expectConstant(_ what: String) {
        expect(first.value != 0, "\(what) was never called")
        let growth = abs(first.value - last.value)
        expect(growth < 4096, "the stack of \(what) differs by \(growth) bytes between the first call and the last")
    }
}

/// The number of objects and the memory in use, for comparison with a later moment.
struct Footprint {
    let objects, kilobytes: Int

    /// Growth in kilobytes that is accepted, because the allocator may keep some pages.
    static let tolerance = 2048

    /// - Parameter objects: the number of live objects.
    init(objects: Int) {
        (self.objects, kilobytes) = (objects, residentKilobytes())
    }

    func expectUnchanged(_ later: Footprint, _ what: String) {
        expect(later.objects, is: objects, "the number of live objects after \(what)")
        let growth = later.kilobytes - kilobytes
        expect(growth < Self.tolerance, "\(what) made the process \(growth) KB larger")
    }
}
