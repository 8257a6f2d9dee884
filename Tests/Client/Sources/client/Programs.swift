// Programs.swift - all programs, and the command line: `client [NAME ...]` runs the named programs, or lists all names.
import Foundation
import Support

@main
enum Programs {
    static let all: [(name: String, run: @Sendable () async -> Void)] = [
        ("model-and-view", modelAndView), ("observable", observable), ("same-names", sameNames),
        ("nested-names", nestedNames), ("eight-threads", eightThreads), ("streams", streams),
        ("dying-while-streamed", dyingWhileStreamed), ("owning-tokens", owningTokens),
        ("dying-while-observed", dyingWhileObserved), ("circle", circle),
        ("controllers", controllers), ("transfers", transfers), ("without-pools", withoutPools), ("forks", forks),
        ("names", names),
        asked("main-actor", program01), asked("actor-and-queue", program02), asked("changes", program03),
        asked("array-properties", program04), asked("sets-and-dictionaries", program05),
        asked("foundation-values", program06), asked("values-in-methods", program07), asked("subclasses", program08),
        asked("initialisers-and-class-members", program09), asked("protocols", program10), asked("hooks", program11),
        asked("dynamic-use", program12), asked("consumers-and-bindings", program13),
        asked("observation-tracking", program15), asked("tests", program16),
        asked("form-by-names", program17), asked("mock", program18),
    ]

    /// Returns the entry of a program in the folder Asked.
    private static func asked(
        _ name: String, _ program: @escaping @Sendable () async throws -> Void
    ) -> (name: String, run: @Sendable () async -> Void) {
        (
            "asked-" + name,
            {
                do { try await program() } catch { fail("\(name): \(error)") }
            }
        )
    }

    static func main() async {
        let wanted = CommandLine.arguments.dropFirst()
        if wanted.isEmpty { return print(all.map(\.name).joined(separator: "\n")) }
        for name in wanted {
            guard let program = all.first(where: { $0.name == name }) else {
                fail("there is no program \(name)")
                continue
            }
            await program.run()
        }
        exit(hasFailed ? 1 : 0)
    }
}
