// Consumers.swift - runs the programs, and reports failed checks.
import Foundation
import Synchronization

private let failures = Atomic(0)

/// Reports a failure unless the condition holds.
func check(_ condition: Bool, _ sentence: String, file: StaticString = #fileID, line: UInt = #line) {
    if condition { return }
    failures.add(1, ordering: .relaxed)
    FileHandle.standardError.write(Data("\(file):\(line): failed: \(sentence)\n".utf8))
}

/// Returns once the condition holds, however long that takes: scripts/test/test-consumers.sh ends a program that waits
/// in vain.
func eventually(_ condition: () -> Bool) async {
    while !condition() { await Task.yield() }
}

@main
enum Consumers {
    static func main() async throws {
        try await program14()
        exit(failures.load(ordering: .relaxed) == 0 ? 0 : 1)
    }
}
