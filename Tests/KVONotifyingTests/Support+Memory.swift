// Support+Memory.swift - what the process takes.
import Glibc
import MiniRuntime
import Testing

/// Bytes of memory that the process has now.
func residentBytes() -> Int {
    let file = fopen("/proc/self/statm", "re")!
    defer { fclose(file) }
    var line = [CChar](repeating: 0, count: 256)
    fgets(&line, 256, file)
    let text = line.withUnsafeBufferPointer { String(cString: $0.baseAddress!) }
    return Int(text.split(separator: " ")[1])! * Int(sysconf(Int32(_SC_PAGESIZE)))
}

/// Expects the process to have no more than `limit` bytes more than it had, as far as that can be known: a sanitizer keeps
/// freed memory for a while.
func expectGrowth(since before: Int, below limit: Int, _ location: SourceLocation = #_sourceLocation) {
    let growth = residentBytes() - before
    let keepsDead = ObjectRuntime.sanitizerName != nil || ObjectRuntime.keepsZombies
    #expect(growth < limit || keepsDead, "\(growth) bytes", sourceLocation: location)
}

/// Overwrites small blocks of memory that this thread has freed: who still reads them finds nonsense.
func overwriteFreedMemory() {
    for size in stride(from: 16, through: 512, by: 16) {
        let blocks = (0..<200).map { _ in malloc(size)! }
        for block in blocks { memset(block, 0x5a, size) }
        for block in blocks { free(block) }
    }
}
