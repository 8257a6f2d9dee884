// ElsewhereTests.swift - handlers that run on the main actor, an actor, a queue or an executor.
import Dispatch
import KVONotifying
import MiniFoundation
import MiniRuntime
import SafeObservation
import Synchronization
import Testing
import TypedClasses

private class Boiler: ClassDescription {
    let degrees = Property<Int>(0)
    let label = Property<String?>(nil)
}

private final class BoilerThatSaysItDies: ClassDescription {
    let degrees = Property<Int>(0)
    let dealloc = TypedMethod { (me: Ref<BoilerThatSaysItDies>) in me.degrees = -1 }
}

/// As BoilerThatSaysItDies, for a test of its own: the other counts the instances.
private final class TargetThatSaysItDies: ClassDescription {
    let degrees = Property<Int>(0)
    let dealloc = TypedMethod { (me: Ref<TargetThatSaysItDies>) in me.degrees = -1 }
}

/// A view model such as users write.
@MainActor private final class Panel {
    private(set) var shown: [Int] = []
    private var tokens: [KeyValueObservation] = []
    private let expected: Int
    private var waiting: CheckedContinuation<Void, Never>?

    init(_ boilers: [Ref<Boiler>], expecting count: Int) {
        expected = count
        tokens = boilers.map { boiler in
            boiler.observe(\.degrees, on: MainActor.shared) { [weak self] _, change in self?.show(change.newValue!) }
        }
    }

    private func show(_ degrees: Int) {
        shown.append(degrees)
        if shown.count == expected { waiting?.resume() }
    }

    func all() async -> [Int] {
        if shown.count < expected { await withCheckedContinuation { waiting = $0 } }
        return shown
    }

    func stop() { tokens.forEach { $0.invalidate() } }
}

/// An actor with its own state.
private actor Journal {
    private(set) var lines: [String] = []
    private var waiting: (count: Int, CheckedContinuation<Void, Never>)?

    func write(_ line: String) {
        lines.append(line)
        if let (count, continuation) = waiting, lines.count == count {
            waiting = nil
            continuation.resume()
        }
    }

    func lines(_ count: Int) async -> [String] {
        if lines.count < count { await withCheckedContinuation { waiting = (count, $0) } }
        return lines
    }
}

@Suite("Handlers that run elsewhere")
struct ElsewhereTests {
    @Test("A handler on the main actor uses what is the main actor's, whichever threads set the value")
    func mainActor() async {
        let boilers = (0..<4).map { _ in Boiler.new() }
        let panel = await Panel(boilers, expecting: 4_000)
        await withTaskGroup(of: Void.self) { group in
            for (number, boiler) in boilers.enumerated() {
                group.addTask { for turn in 0..<1_000 { boiler.degrees = number * 1_000 + turn } }
            }
        }
        let shown = await panel.all()
        for number in 0..<4 {
            let own = shown.filter { $0 / 1_000 == number }
            #expect(own.elementsEqual(number * 1_000..<(number + 1) * 1_000), "each change once, in order")
        }
    }

    @Test("Nothing comes any more once a token was invalidated on the main actor, whatever waits there")
    @MainActor func invalidated() async {
        let boiler = Boiler.new()
        let panel = Panel([boiler], expecting: 1)
        boiler.degrees = 1
        #expect(panel.shown.isEmpty, "the setter does not call the handler")
        #expect(await panel.all() == [1])
        for degrees in 2..<10 { boiler.degrees = degrees }
        panel.stop()
        boiler.degrees = 10
        await Task.yield()
        await Task { @MainActor in }.value
        #expect(panel.shown == [1])
        #expect(boiler.object.observationInfo == nil)
    }

    @Test("A handler may end its own observation: what waits behind it is dropped")
    @MainActor func endedInside() async {
        let boiler = Boiler.new()
        var (shown, token): ([Int], KeyValueObservation?) = ([], nil)
        token = boiler.observe(\.degrees, on: MainActor.shared) { _, change in
            shown.append(change.newValue!)
            token?.invalidate()
        }
        for degrees in 1...5 { boiler.degrees = degrees }
        await Task { @MainActor in }.value
        await Task { @MainActor in }.value
        #expect(shown == [1])
    }

    @Test("A handler on an actor gets the actor, and the value as it is comes first if it was asked for")
    func actor() async {
        let (boiler, journal) = (Boiler.new(), Journal())
        boiler.label = "cold"
        let token = boiler.observe(\.label, options: [.initial, .old, .new], on: journal) { journal, boiler, change in
            journal.write("\(change.hasOldValue ? change.oldValue ?? "-" : "none") to \(change.newValue ?? "-")")
        }
        boiler.label = "warm"
        boiler.label = nil
        #expect(await journal.lines(3) == ["none to cold", "cold to warm", "warm to -"])
        token.invalidate()
    }

    @Test("An observation does not keep its actor alive; without it nothing waits")
    func deadActor() async {
        let boiler = Boiler.new()
        weak var gone: Journal?
        let token: KeyValueObservation
        do {
            let journal = Journal()
            gone = journal
            token = boiler.observe(\.degrees, on: journal) { journal, _, _ in journal.write("notified") }
        }
        #expect(gone == nil)
        for degrees in 0..<3 { boiler.degrees = degrees }
        #expect(boiler.degrees == 2)
        token.invalidate()
    }

    @Test("On a concurrent queue a handler is called in order, once for each change, and by one thread at a time")
    func concurrentQueue() async {
        let (boiler, queue) = (Boiler.new(), DispatchQueue(label: "boilers", attributes: .concurrent))
        let seen = Locked<[Int]>([])
        let running = Atomic<Int>(0)
        let count = 20_000
        await withCheckedContinuation { (done: CheckedContinuation<Void, Never>) in
            let token = Locked<[KeyValueObservation]>([])
            token.append(
                boiler.observe(\.degrees, on: queue) { _, change in
                    #expect(running.add(1, ordering: .relaxed).oldValue == 0)
                    seen.append(change.newValue!)
                    running.subtract(1, ordering: .relaxed)
                    if change.newValue == count {
                        token.exchange([]).forEach { $0.invalidate() }
                        done.resume()
                    }
                })
            for degrees in 1...count { boiler.degrees = degrees }
        }
        #expect(seen.read { copy $0 } == Array(1...count))
    }

    @Test("A handler runs on the executor that was named")
    func executor() async {
        let (boiler, executor) = (Boiler.new(), QueueExecutor())
        let isThere = await withCheckedContinuation { (done: CheckedContinuation<Bool, Never>) in
            let token = Locked<[KeyValueObservation]>([])
            token.append(
                boiler.observe(\.degrees, on: executor) { _, _ in
                    let isThere = executor.isCurrent
                    token.exchange([]).forEach { $0.invalidate() }
                    done.resume(returning: isThere)
                })
            boiler.degrees = 1
        }
        #expect(isThere)
    }

    @Test("A change that waits keeps its object alive; one that an object makes while it dies is left out")
    @MainActor func death() async {
        let heard = Locked<[Int]>([])
        let token = observeBriefly(heard)
        #expect(BoilerThatSaysItDies.description.runtimeClass.instanceCount == 1)
        await Task { @MainActor in }.value
        #expect(heard.read { copy $0 } == [7])
        #expect(BoilerThatSaysItDies.description.runtimeClass.instanceCount == 0)
        await Task { @MainActor in }.value
        #expect(heard.read { copy $0 } == [7])
        token.invalidate()
    }

    @MainActor private func observeBriefly(_ heard: Locked<[Int]>) -> KeyValueObservation {
        let boiler = BoilerThatSaysItDies.new()
        defer { boiler.degrees = 7 }
        return boiler.observe(\.degrees, on: MainActor.shared) { _, change in heard.append(change.newValue!) }
    }

    @Test("A change that an object makes while it dies does not reach the queue of an observation without token either")
    func deathOfTarget() throws {
        let (owner, queue, heard) = (Boiler.new(), DispatchQueue(label: "death"), Locked<[Int]>([]))
        func observeBriefly() throws {
            let boiler = TargetThatSaysItDies.new()
            try owner.onChange(of: boiler, \.degrees, on: queue) { _, _, change in
                heard.append(change.newValue ?? 0)
            }
            boiler.degrees = 7
            queue.sync {}
        }
        try observeBriefly()
        queue.sync {}
        #expect(heard.read { copy $0 } == [7])
    }

    @Test("A block that is put on the queue after a change runs after its notification")
    func queueOrder() {
        let (boiler, queue, seen) = (Boiler.new(), DispatchQueue(label: "order"), Locked<[Int]>([]))
        let token = boiler.observe(\.degrees, on: queue) { _, change in seen.append(change.newValue!) }
        for degrees in 0..<1_000 { boiler.degrees = degrees }
        queue.sync {}
        #expect(seen.read { $0.elementsEqual(0..<1_000) })
        token.invalidate()
    }

    @Test("Equal values are left out on the thread that sets them, and never travel")
    @MainActor func equalValues() async {
        let boiler = Boiler.new()
        var heard: [Int] = []
        let token = boiler.observe(\.degrees, skipsEqualValues: true, on: MainActor.shared) { _, change in
            heard.append(change.newValue!)
        }
        for degrees in [1, 1, 2, 2, 1] { boiler.degrees = degrees }
        await Task { @MainActor in }.value
        #expect(heard == [1, 2, 1])
        token.invalidate()
    }
}

/// A task executor that runs jobs on a queue.
private final class QueueExecutor: TaskExecutor {
    private let queue = DispatchQueue(label: "executor")
    private let key = DispatchSpecificKey<Bool>()

    init() { queue.setSpecific(key: key, value: true) }

    var isCurrent: Bool { DispatchQueue.getSpecific(key: key) == true }

    func enqueue(_ job: consuming ExecutorJob) {
        let job = UnownedJob(job)
        queue.async { job.runSynchronously(on: self.asUnownedTaskExecutor()) }
    }
}
