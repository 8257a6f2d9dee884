// ModelTests.swift - compares observing with its model: random scripts must cause the same events. The folder Model
// contains the parts.
//
// A failure prints the seed, and the shortest failing script that was found. The environment variable MINIRUNTIME_SEED
// sets the seed; without it, each run uses other scripts.
import MiniRuntime
import TestSupport
import Testing

#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#endif

/// Returns the seed in the environment, or a random one.
func modelSeed() -> UInt64 {
    let seed = getenv("MINIRUNTIME_SEED").flatMap { UInt64(String(cString: $0)) } ?? .random(in: 0...UInt64(Int64.max))
    print("seed \(seed)")
    return seed
}

@Suite("Observing and its model")
struct ModelTests {
    private static let stepCount = rounds(40_000, long: 100_000)
    private static let stepCountWithDeaths = rounds(25_000, long: 60_000)

    @Test("In any order of steps, observers receive the notifications of the model")
    func randomScripts() throws {
        try ScriptRunner().runRandomScripts(seed: modelSeed(), stepCount: Self.stepCount)
    }

    @Test("In any order of deaths, no dead observer is notified, and each death is reported as in the model")
    func randomDeaths() async {
        let seed = modelSeed()
        await #expect(processExitsWith: .success, "seed \(seed)") { [seed = seed as UInt64] in
            try ScriptRunner(reports: Reports()).runRandomScripts(
                seed: seed, stepCount: Self.stepCountWithDeaths, hasDeaths: true)
        }
    }

    @Test("Scripts with notifications that were wrong once", arguments: Script.onceTold)
    func knownScripts(script: [Step]) throws {
        let difference = try ScriptRunner().difference(script)
        #expect(difference == nil, "\(difference.map { ScriptRunner.text(script, $0) } ?? "")")
    }

    @Test("Scripts with deaths and with notifications that were wrong once")
    func knownDeaths() async {
        await #expect(processExitsWith: .success) {
            let runner = try ScriptRunner(reports: Reports())
            for script in Script.onceToldOfTheDead {
                let difference = try runner.difference(script)
                #expect(difference == nil, "\(difference.map { ScriptRunner.text(script, $0) } ?? "")")
            }
        }
    }

    @Test("A long script that fails is made short and simple")
    func shrinking() {
        // This script fails if node 1 is observed before its value is set to 3 or more.
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
}
