// Load.swift - the command line: load COMMAND [THREAD], where THREAD is `main` or `small`, with 512 KB of stack.
//
//      sets [main|small]      a million sets with a token, two streams, a controller and a binding on them
//      events [main|small]    a hundred thousand events of the trace
//      repeat N               N sets, for whoever counts instructions
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

    /// On the main thread, or on one with little stack.
    private static func run(on thread: String, _ body: @escaping @Sendable () -> Void) {
        if thread == "main" { body() } else { onThreads(1, stackSize: 512 << 10) { _ in body() } }
    }
}

/// Where the stack was in the first and the last call of a handler.
final class StackDepth: Sendable {
    private let (first, last) = (Count(), Count())

    @inline(__always)
    func note() {
        let address = stackAddress()
        if first.value == 0 { first.set(address) }
        last.set(address)
    }

    /// A first call may take a slower road than others, but depth does not grow with their number.
    func expectConstant(_ what: String) {
        expect(first.value != 0, "\(what) was never called")
        let growth = abs(first.value - last.value)
        expect(growth < 4096, "the stack of \(what) differs by \(growth) bytes between the first call and the last")
    }
}

/// Objects and memory, at one moment and at a later one.
struct Footprint {
    let objects, kilobytes: Int

    /// So many kilobytes are no growth: a page here and there is the allocator's.
    static let tolerance = 2048

    /// - Parameter objects: how many live objects there are.
    init(objects: Int) {
        (self.objects, kilobytes) = (objects, residentKilobytes())
    }

    func expectUnchanged(_ later: Footprint, _ what: String) {
        expect(later.objects, is: objects, "the number of live objects after \(what)")
        let growth = later.kilobytes - kilobytes
        expect(growth < Self.tolerance, "\(what) made the process \(growth) KB larger")
    }
}
