// LongRunTests.swift - observations that last for many changes, and objects that die beside many others.
import KVONotifying
import MiniFoundation
import MiniRuntime
import SafeObservation
import Testing
import TypedClasses

private class Ticker: ClassDescription {
    let count = Property<Int>(0)
    let copy2 = Property<Int>(0)
}

/// A size that the compiler does not know. Under the address sanitizer, such memory is on the real stack, while
/// fixed-size variables may be on a separate one.
nonisolated(unsafe) private var unknownSize = 16

/// Returns an address in the caller's part of the stack.
@inline(never)
private func stackAddress() -> UInt {
    withUnsafeTemporaryAllocation(of: UInt8.self, capacity: unknownSize) { UInt(bitPattern: $0.baseAddress) }
}

/// The highest stack addresses of the first and the last hundred of a thousand calls. A single call may go deeper than
/// the others: the first one fills the caches, and so does one after another test has changed a class.
private struct Depths: Lockable {
    var first: UInt = 0
    var last: UInt = 0
    var calls = 0

    mutating func note(_ address: UInt) {
        if calls < 100 { first = max(first, address) }
        if calls >= 900 { last = max(last, address) }
        calls += 1
    }
}

@Suite("Observations that go on for long")
struct LongRunTests {
    private let ticker = Ticker.new()
    private let depths = Locked(Depths())

    private func expectConstantDepth(calls: Int) {
        let seen = depths.read { copy $0 }
        #expect(seen.calls == calls)
        #expect(seen.first == seen.last, "the stack has grown by \(seen.first &- seen.last) bytes")
    }

    private func count(_ rounds: Int) {
        for number in 1...rounds { autoreleasepool { ticker.count = number } }
    }

    @Test("The thousandth delivery to a closure stands no deeper in the stack than the second")
    func closures() {
        let token = ticker.observe(\.count) { [depths] _, _ in
            let address = stackAddress()
            depths.withLock { $0.note(address) }
        }
        count(1_000)
        token.invalidate()
        expectConstantDepth(calls: 1_000)
    }

    @Test("The same holds for a controller, and for an observation that an object asked for")
    func heldObservations() throws {
        let controller = KVOController(observer: ticker)
        let depths = depths
        try controller.observe(ticker, \.count, options: [.new]) { (_: Ref<Ticker>, _, _) in
            let address = stackAddress()
            depths.withLock { $0.note(address) }
        }
        count(1_000)
        controller.unobserveAll()
        expectConstantDepth(calls: 1_000)
        depths.exchange(Depths())
        try ticker.onChange(of: \.count) { _, _ in
            let address = stackAddress()
            depths.withLock { $0.note(address) }
        }
        count(1_000)
        ticker.unobserveAll()
        expectConstantDepth(calls: 1_000)
    }

    @Test("The same holds for a binding")
    func bindings() throws {
        let target = Ticker.new()
        try target.bind(\.copy2, to: ticker, \.count)
        let token = target.observe(\.copy2) { [depths] _, _ in
            let address = stackAddress()
            depths.withLock { $0.note(address) }
        }
        count(1_000)
        token.invalidate()
        #expect(target.copy2 == 1_000)
        expectConstantDepth(calls: 1_000)
    }

    @Test("The handler of the trace stands no deeper in the stack after a hundred thousand events")
    func traceEvents() async {
        await #expect(processExitsWith: .success) {
            let depths = Locked(Depths())
            Trace.setHandler { event in
                guard event.kind == .willChange else { return }
                let address = stackAddress()
                depths.withLock { $0.note(address) }
            }
            for _ in 0..<100_000 { Trace.emit(TraceEvent(.willChange, text: "level")) }
            Trace.setHandler(nil)
            let seen = depths.read { copy $0 }
            #expect(seen.calls == 100_000)
            #expect(seen.first == seen.last)
        }
    }

    // ── Deaths ──────────────────────────────────────────────────────────────────────────────────────

    @Test("An object dies while the stream of its changes is alive, and the stream ends")
    func streamOutlivesObject() async {
        var seen: [Int] = []
        let changes = {
            let ticker = Ticker.new()
            let changes = ticker.changes(of: \.count)
            ticker.count = 7
            return changes
        }()
        for await change in changes { seen.append(change.newValue ?? -1) }
        #expect(seen == [7])
    }

    @Test("An object dies while its handler owns the token of the observation")
    func handlerOwnsToken() {
        let calls = Locked(0)
        let box = Locked<KeyValueObservation?>(nil)
        do {
            let ticker = Ticker.new()
            box.exchange(
                ticker.observe(\.count) { [box] _, _ in
                    withExtendedLifetime(box) { calls.withLock { $0 += 1 } }
                })
            ticker.count = 1
        }
        #expect(calls.withLock { $0 } == 1)
        #expect(box.exchange(nil)?.isValid == false)
    }

    @Test("An object dies while its handler owns the last reference to the token of another observation of the object")
    func handlerOwnsOtherToken() {
        final class Owner: Sendable {
            let token: KeyValueObservation
            init(_ token: KeyValueObservation) { self.token = token }
        }
        weak var owner: Owner?
        do {
            let ticker = Ticker.new()
            let fresh = Owner(ticker.observe(\.count) { _, _ in })
            owner = fresh
            let tokens = Locked<[KeyValueObservation]>([])
            tokens.append(ticker.observe(\.count) { _, _ in withExtendedLifetime((fresh, tokens)) {} })
        }
        #expect(owner == nil)
    }

    @Test("Removing an object's associated objects leaves its observations, bindings and controllers as they are")
    func removedAssociations() throws {
        let (calls, target) = (Locked(0), Ticker.new())
        let token = ticker.observe(\.count) { _, _ in calls.withLock { $0 += 1 } }
        try ticker.onChange(of: \.count) { _, _ in calls.withLock { $0 += 1 } }
        try target.bind(\.copy2, to: ticker, \.count)
        let controller = ticker.object.kvoController
        ticker.object.removeAssociatedObjects()
        target.object.removeAssociatedObjects()
        ticker.count = 4
        #expect(calls.withLock { $0 } == 2)
        #expect(target.copy2 == 4)
        #expect(ticker.object.kvoController === controller)
        #expect(token.isValid)
    }
}
