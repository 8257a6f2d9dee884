// Growth.swift - the growth of the memory of the process.
import MiniRuntime
import TestSupport
import Testing

/// Expects that the process uses at most `limit` bytes more than before. Does not check with a sanitizer or zombies,
/// which keep freed memory for a while.
package func expectGrowth(since before: Int, below limit: Int, _ location: SourceLocation = #_sourceLocation) {
    let growth = residentBytes() - before
    let keepsDead = ObjectRuntime.sanitizerName != nil || ObjectRuntime.keepsZombies
    #expect(growth < limit || keepsDead, "\(growth) bytes", sourceLocation: location)
}
