// Support+Memory.swift - the memory of the process.
import Glibc

/// Overwrites small blocks of memory that this thread has freed, so that later reads of them find wrong values.
func overwriteFreedMemory() {
    for size in stride(from: 16, through: 512, by: 16) {
        let blocks = (0..<200).map { _ in malloc(size)! }
        for block in blocks { memset(block, 0x5a, size) }
        for block in blocks { free(block) }
    }
}
