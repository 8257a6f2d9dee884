// Support+Memory.swift - the memory of the process.
import Glibc
import MiniRuntime
import TestSupport
import Testing

/// Expects that the process uses at most `limit` bytes more than before. Does not check with a sanitizer or zombies,
/// which keep freed memory for a while.
func expectGrowth(since before: Int, below limit: Int, _ location: SourceLocation = #_sourceLocation) {
    let growth = residentBytes() - before
    let keepsDead = ObjectRuntime.sanitizerName != nil || ObjectRuntime.keepsZombies
    #expect(growth < limit || keepsDead, "\(growth) bytes", sourceLocation: location)
}

/// Overwrites small blocks of memory that this thread has freed, so that later reads of them find wrong values.
func overwriteFreedMemory() {
    for size in stride(from: 16, through: 512, by: 16) {
        let blocks = (0..<200).map { _ in malloc(size)! }
        for block in blocks { memset(block, 0x5a, size) }
        for block in blocks { free(block) }
    }
}
