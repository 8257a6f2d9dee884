// ModelThreadTests.swift - runs scripts on several threads at the same time, each against a model of its own.
//
// A thread changes only its own objects, so the notifications of its observers are determined. All threads use the
// shared parts at the same time: classes, keys, stripes, and a few nodes on or through which their paths lead. Between
// the rounds one thread changes such a node while the others wait.
import CKeyValueObserving
import KVONotifying
import MiniRuntime
import TestSupport
import Testing

private let sharedCount = 2

/// Returns the step for a shared node after a round.
private func sharedStep(_ round: Int, _ seed: UInt64) -> Step {
    var random = SplitMix64(state: seed &+ UInt64(round))
    let node = Script.nodeCount + Int.random(in: 0..<sharedCount, using: &random)
    switch Int.random(in: 0..<6, using: &random) {
    case 0: return .setNext(node: node, nil)
    case 1: return .setNext(node: node, Script.nodeCount + Int.random(in: 0..<sharedCount, using: &random))
    case 2: return .byHand(.setHidden(node: node, round))
    case 3: return .setItems(node: node, [round])
    case 4: return .setTags(node: node, [round])
    default: return .setValue(node: node, round)
    }
}

/// The threads of one run.
private final class Crew: Sendable {
    private let stage: ObservingStage, shared: [Object]
    private let barrier: Barrier, count: Int, seed: UInt64
    let differences = Log()

    init(_ count: Int, seed: UInt64) throws {
        let stage = try ObservingStage()
        self.stage = stage
        (self.count, self.seed, barrier) = (count, seed, Barrier(count))
        shared = try (0..<sharedCount).map {
            try stage.makeNode(hasMutators: Script.hasMutators(Script.nodeCount + $0))
        }
    }

    func run(rounds: Int) throws {
        onThreads(count) { number in
            try autoreleasepool {
                let run = ScriptRun(
                    ObservingModel(sharedCount: sharedCount), try ObservingDriver(self.stage, shared: self.shared))
                self.work(number, run, rounds)
            }
        }
        // The registrations of dead observers end at the next change of the keys they depend on.
        for node in shared {
            try node.send("setNext:", Object?.none)
            for key in Script.storedKeys {
                try node.willChangeValue(forKey: key)
                try node.didChangeValue(forKey: key)
            }
        }
        if !areUntouched(shared) { differences.add("shared nodes are observed in the end") }
        if stage.instanceCount != shared.count { differences.add("objects were not released") }
    }

    private func work(_ number: Int, _ run: ScriptRun, _ rounds: Int) {
        var generator = StepGenerator(seed: seed &+ UInt64(number) << 32, hasDeaths: true, sharedCount: sharedCount)
        var wrong: String?
        for round in 0..<rounds {
            for _ in 0..<25 where wrong == nil && !run.model.isUndetermined {
                let step = generator.step()
                wrong = run.compare(step).map { "thread \(number) round \(round) at: \(step)\n\($0)" }
            }
            // Cancels the actions of observers, because another thread would perform them.
            run.cancelOrders()
            let step = sharedStep(round, seed)
            barrier.wait()
            if number == round % count { lead(step, run) }
            barrier.wait()
            run.model.perform(step)
            let difference = wrong == nil ? run.compareEvents() : nil
            if let difference { wrong = "thread \(number) round \(round), when all wait: \(step)\n\(difference)" }
        }
        wrong = wrong ?? run.end().map { "thread \(number)\n\($0)" }
        if let wrong {
            run.driver.abandon()
            differences.add(wrong)
        }
    }

    /// Performs a step on a shared node, while all other threads wait.
    private func lead(_ step: Step, _ run: ScriptRun) {
        if let broken = run.checkTable() { differences.add(broken) }
        do { try run.driver.perform(step) } catch { differences.add("threw \(error)") }
        if let broken = run.checkTable() { differences.add(broken) }
    }
}

@Suite("Observing on several threads, and its model")
struct ModelThreadTests {
    @Test("Threads that look at the same objects and classes receive the notifications of their models")
    func scripts() async {
        let seed = modelSeed()
        await #expect(processExitsWith: .success, "seed \(seed)") { [seed = seed as UInt64] in
            // Leftovers are not reported, because all threads share one standard error.
            LeftoverPolicy.current = .forgive
            for count in 2...4 {
                // Several short runs, because a run ends early when the model cannot determine the next events.
                let crews = try (0..<5).map { try Crew(count, seed: seed &+ $0) }
                for crew in crews { try crew.run(rounds: 25) }
                let differences = crews.flatMap(\.differences.all)
                #expect(differences == [], "seed \(seed), \(count) threads: \(differences.joined(separator: "\n"))")
            }
        }
    }

    @Test(
        "Two threads change one object on a path at once: it follows the one that is there, and nothing else is observed"
    )
    func sameMiddle() throws {
        let stage = try ObservingStage()
        for round in 0..<200 {
            try autoreleasepool { try Race(stage).run(round) }
            #expect(kvo_check_invariants() == nil)
        }
        #expect(stage.instanceCount == 0)
    }
}

/// A root, two objects that it can reference, and four leaves that these can reference.
private struct Race {
    private let root: Object, middles: [Object], leaves: [Object]
    private let paths = ["next.next.value", "ahead.value", "next.sum", "next.next.sum"]

    init(_ stage: ObservingStage) throws {
        root = try stage.makeNode(hasMutators: false)
        middles = try (0..<2).map { _ in try stage.makeNode(hasMutators: false) }
        leaves = try (0..<4).map { _ in try stage.makeNode(hasMutators: false) }
        try root.send("setNext:", middles[0])
        for middle in middles { try middle.send("setNext:", leaves[0]) }
    }

    func run(_ round: Int) throws {
        let (recorder, together) = (try Recorder(), Barrier(2))
        for path in paths { try root.addObserver(recorder.object, forKeyPath: path, options: [.new, .old]) }
        onThreads(2) { thread in
            together.wait()
            for turn in 0..<6 { try change(round, thread, turn) }
        }
        try check(recorder, "kind of race: \(round % 2)")
        for path in paths { try root.removeObserver(recorder.object, forKeyPath: path) }
        #expect(areUntouched([root] + middles + leaves))
    }

    /// Changes the same middle object on both threads, on one of them by hand in some rounds. A change of which middle
    /// the root references is tested in C (observing-threads.c), where both middles are observed all the time: a set
    /// that begins before its object is first observed announces nothing.
    private func change(_ round: Int, _ thread: Int, _ turn: Int) throws {
        let leaf = leaves[(2 * thread + turn) % 4]
        switch (round % 2, thread) {
        case (1, 1):
            try middles[0].willChangeValue(forKey: "next")
            try middles[0].setIvar("_next", to: Object?.some(leaf))
            try middles[0].didChangeValue(forKey: "next")
        default: try middles[0].send("setNext:", turn == 3 ? nil : leaf)
        }
    }

    private func check(_ recorder: Recorder, _ comment: Comment) throws {
        let middle = try #require(try root.send("next", as: Object?.self))
        let last = try #require(try middle.send("next", as: Object?.self))
        #expect(areUntouched(leaves.filter { $0 != last } + middles.filter { $0 != middle }), comment)
        for leaf in leaves {
            let before = recorder.count
            try leaf.send("setValue:", 7)
            #expect(recorder.keyPaths[before...].sorted() == (leaf == last ? paths.sorted() : []), comment)
        }
    }
}
