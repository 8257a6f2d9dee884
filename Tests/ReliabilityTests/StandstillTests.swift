// StandstillTests.swift - tests that stand still are named and ended, by scripts/test/run-tests.sh.
import BuildTestSupport
import Foundation
import Testing

private let standsStill = "MINIRUNTIME_STAND_STILL"

@Suite("Tests that wait for ever if they are asked to")
struct StandingStill {
    @Test("Each thread of Swift's pool waits", arguments: 0..<2 * ProcessInfo.processInfo.activeProcessorCount)
    func waits(number: Int) {
        while ProcessInfo.processInfo.environment[standsStill] != nil { pause() }
    }
}

@Suite("A standstill of the tests")
struct StandstillTests {
    @Test("The tests end, and the test that stands still is named, also if no thread of Swift's pool is left")
    func named() throws {
        try Workshop.with("standstill") { workshop in
            var environment = ProcessInfo.processInfo.environment
            environment[standsStill] = "1"
            environment["STANDSTILL"] = "5"
            environment["EVENTS"] = workshop.folder.appendingPathComponent("events").path
            let script = ThisBuild.package.appendingPathComponent("scripts/test/run-tests.sh").path
            let result = try workshop.run(
                [script, "--program", Bundle.main.executablePath!, "--filter", "StandingStill/"], limit: 600,
                environment: environment)
            #expect(result.status == 124)
            #expect(result.output.contains("for 5 s no test has begun or ended; these have not ended:\n"))
            #expect(result.output.contains("    Test \"Each thread of Swift's pool waits\" (StandstillTests.swift:"))
        }
    }
}
