// ScriptRunner.swift - runs scripts on real objects and on the model, and describes the first difference.
import CKeyValueObserving
import MiniRuntime
import TestSupport
import Testing

final class ScriptRunner: @unchecked Sendable {
    // Sendable: one script runs at a time.
    private let stage: ObservingStage
    private let reports: Reports?

    init(reports: Reports? = nil) throws {
        stage = try ObservingStage()
        self.reports = reports
    }

    /// Runs random scripts until `stepCount` steps were performed or a script has failed, which is then shortened and
    /// recorded.
    func runRandomScripts(seed: UInt64, stepCount: Int, hasDeaths: Bool = false) throws {
        var (seeds, steps) = (SplitMix64(state: seed), 0)
        while steps < stepCount {
            let script = StepGenerator.script(seed: seeds.next(), hasDeaths: hasDeaths)
            steps += script.count
            if let first = try difference(script) {
                let short = Shrinking.shrink(script) { (try? difference($0)) != .some(nil) }
                Issue.record("seed \(seed): \(Self.text(short, try difference(short) ?? "  not always:\n\(first)"))")
                return
            }
        }
    }

    static func text(_ script: [Step], _ difference: String) -> String {
        "the model says something else\n"
            + script.map { "    \($0)\n" }.joined() + difference
    }

    /// Runs a script and ends what it has begun. Returns the first difference to the model; nil if there is none.
    func difference(_ script: [Step]) throws -> String? {
        let (countBefore, found) = (stage.instanceCount, Log())
        // Changes that were never ended end with their thread; their reports must not reach the next script.
        defer { _ = reports?.take { _ in -1 } }
        onAnotherThread {
            if let difference = try autoreleasepool({ try self.run(script, countBefore) }) { found.add(difference) }
        }
        if found.all.isEmpty, stage.instanceCount != countBefore { return "objects were not released" }
        return found.all.first
    }

    private func run(_ script: [Step], _ countBefore: Int) throws -> String? {
        let run = ScriptRun(ObservingModel(), try ObservingDriver(stage, reports: reports))
        let difference = run.all(script) { [stage] model in
            stage.instanceCount - countBefore == model.objectCount
                ? nil : "    other objects are alive than there should be"
        }
        if difference != nil { run.driver.abandon() }
        return difference
    }
}

/// One script, on a driver and a model.
struct ScriptRun {
    let model: ObservingModel, driver: ObservingDriver
    /// Whether reports of deaths are compared.
    let isReporting: Bool

    init(_ model: ObservingModel, _ driver: ObservingDriver) {
        (self.model, self.driver, isReporting) = (model, driver, driver.hasReports)
    }

    /// Runs all steps. Returns the first difference.
    /// - Parameter check: an additional check after each step.
    func all(_ script: [Step], _ check: (ObservingModel) -> String?) -> String? {
        for step in script where !model.isUndetermined {
            let wrong = compare(step) ?? checkTable() ?? (model.isUndetermined ? nil : check(model))
            if let wrong { return "  at: \(step)\n\(wrong)" }
        }
        return compareValues() ?? end() ?? checkTable()
    }

    /// Ends everything that the script has begun. Afterwards no node owns another, and only dead observers are
    /// registered.
    func end() -> String? {
        cancelOrders()
        for step in model.end {
            if let difference = compare(step) { return "  at the end: \(step)\n\(difference)" }
        }
        for step in (0..<Script.nodeCount).map(Step.renewNode) where model.hasDead || model.isUndetermined {
            if let difference = compare(step) { return "  at the end: \(step)\n\(difference)" }
        }
        #expect(!(0..<Script.nodeCount).contains { model.isObserved(place: $0) }, "the model lets go of everybody")
        return nil
    }

    /// Cancels the steps that observers would perform in notifications.
    func cancelOrders() {
        model.cancelOrders()
        driver.cancelOrders()
    }

    /// Performs a step on both, and compares the events.
    func compare(_ step: Step) -> String? {
        model.perform(step)
        do { try driver.perform(step) } catch { return "    threw \(error)" }
        return compareEvents()
    }

    /// Compares the events of the last step, and which nodes are observed.
    func compareEvents() -> String? {
        let (expected, found) = (model.takeExpectations(), driver.takeEvents())
        if model.isUndetermined { return nil }
        if !expected.fit(found, isReporting: isReporting) {
            return "    expected: \(lines(expected.texts))\n    but was: \(lines(found.map { "\($0)" }))"
        }
        for node in 0..<Script.nodeCount {
            if model.isObserved(place: node) != driver.isObserved(node) {
                return "    node \(node) is\(model.isObserved(place: node) ? " not" : "") observed"
            }
            if let isNotifying = model.isNotifying(place: node), isNotifying != driver.isNotifying(node) {
                return "    the isa of node \(node) is \(isNotifying ? "X" : "NSKVONotifying_X")"
            }
        }
        return nil
    }

    func checkTable() -> String? {
        kvo_check_invariants().map { "    the table is broken: \(String(cString: $0))" }
    }

    private func compareValues() -> String? {
        if model.isUndetermined { return nil }
        for node in 0..<Script.nodeCount {
            for path in Script.storedKeys {
                let expected = model.value(place: node, path), found = try? driver.value(node, path)
                guard expected == found else {
                    return "    node \(node) \(path) is \(found, default: "?"), not \(expected)"
                }
            }
        }
        return nil
    }

    private func lines(_ texts: [String]) -> String {
        texts.isEmpty ? "nothing" : texts.map { "\n        \($0)" }.joined()
    }
}
