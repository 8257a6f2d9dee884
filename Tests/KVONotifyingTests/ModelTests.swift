// ModelTests.swift - observing against its model: random scripts, the same events. The folder Model holds the parts.
//
// A failure prints a script that is as short as could be found, and the seed. MINIRUNTIME_SEED in the environment gives
// the seed; without it each run tries other scripts.
import MiniRuntime
import Testing

#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#endif

@Suite("Observing and its model")
struct ModelTests {
    private static let stepCount = 100_000

    @Test("Whatever is done in whatever order, observers are told what the model says")
    func randomScripts() throws {
        let seed =
            getenv("MINIRUNTIME_SEED").flatMap { UInt64(String(cString: $0)) } ?? .random(in: 0...UInt64(Int64.max))
        print("seed \(seed)")
        var seeds = SplitMix64(state: seed)
        let stage = try ObservingStage()
        var steps = 0
        while steps < Self.stepCount {
            let script = StepGenerator.script(seed: seeds.next())
            steps += script.count
            if try difference(script, stage) != nil {
                let short = Shrinking.shrink(script) { (try? difference($0, stage)) != .some(nil) }
                Issue.record("seed \(seed): \(report(short, try difference(short, stage) ?? "not always"))")
                return
            }
        }
    }

    @Test("Scripts that were told wrongly once", arguments: Script.onceTold)
    func knownScripts(script: [Step]) throws {
        let difference = try difference(script, ObservingStage())
        #expect(difference == nil, "\(difference.map { report(script, $0) } ?? "")")
    }

    @Test("A long script that fails is made short and simple")
    func shrinking() {
        // It fails if somebody observes node 1 before its value is set to 3 or more.
        func fails(_ script: [Step]) -> Bool {
            let added = script.firstIndex { if case .add(_, node: 1, _, _, _) = $0 { true } else { false } }
            let set = script.lastIndex { if case .setValue(node: 1, 3...) = $0 { true } else { false } }
            return if let added, let set { added < set } else { false }
        }
        let script = (0...).lazy.map { StepGenerator.script(seed: $0) }.first(where: fails)!
        #expect(
            Shrinking.shrink(script, fails) == [
                .add(observer: 0, node: 1, path: "value", [], context: 0), .setValue(node: 1, 3),
            ])
    }

    private func report(_ script: [Step], _ difference: String) -> String {
        "the model says something else\n"
            + script.map { "    \($0)\n" }.joined() + difference
    }

    /// Runs a script and ends what it has begun; what was not as the model says, nil if nothing.
    private func difference(_ script: [Step], _ stage: ObservingStage) throws -> String? {
        let countBefore = stage.instanceCount
        let difference = try run(script, stage)
        if difference == nil, stage.instanceCount != countBefore { return "objects were not released" }
        return difference
    }

    private func run(_ script: [Step], _ stage: ObservingStage) throws -> String? {
        let (model, driver) = (ObservingModel(), try ObservingDriver(stage))
        let difference = driver.onStage { () -> String? in
            do {
                return try run(script, model, driver)
            } catch {
                return "    threw \(error)"
            }
        }
        if difference != nil { driver.abandon() }
        return difference
    }

    private func run(_ script: [Step], _ model: ObservingModel, _ driver: ObservingDriver) throws -> String? {
        for step in script {
            if let difference = try compare(step, model, driver) { return difference }
        }
        if let difference = try compareValues(model, driver) { return difference }
        model.cancelOrders()
        driver.cancelOrders()
        for step in model.end {
            if let difference = try compare(step, model, driver) { return difference }
        }
        #expect(!(0..<Script.nodeCount).contains(where: model.isObserved), "the model lets go of everybody")
        return nil
    }

    private func compare(_ step: Step, _ model: ObservingModel, _ driver: ObservingDriver) throws -> String? {
        model.perform(step)
        try driver.perform(step)
        let (expected, found) = (model.takeEvents(), driver.takeEvents())
        var difference = expected == found ? nil : "    expected: \(lines(expected))\n    but was: \(lines(found))"
        for node in 0..<Script.nodeCount where difference == nil {
            if model.isObserved(node) != driver.isObserved(node) {
                difference = "    node \(node) is\(model.isObserved(node) ? " not" : "") observed"
            } else if model.isNotifying(node) != driver.isNotifying(node) {
                difference = "    the isa of node \(node) is \(model.isNotifying(node) ? "X" : "NSKVONotifying_X")"
            }
        }
        return difference.map { "  at: \(step)\n" + $0 }
    }

    private func compareValues(_ model: ObservingModel, _ driver: ObservingDriver) throws -> String? {
        for node in 0..<Script.nodeCount {
            for path in Script.storedKeys {
                let (expected, found) = (model.value(node, path), try driver.value(node, path))
                guard expected == found else { return "    node \(node) \(path) is \(found), not \(expected)" }
            }
        }
        return nil
    }

    private func lines(_ events: [Event]) -> String {
        events.isEmpty ? "nothing" : events.map { "\n        \($0)" }.joined()
    }
}
