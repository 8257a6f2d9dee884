// ResidentBytes.swift - the memory of the process.
import Glibc

/// Returns the number of bytes of memory that the process uses.
package func residentBytes() -> Int {
    let file = fopen("/proc/self/statm", "re")!
    defer { fclose(file) }
    var line = [CChar](repeating: 0, count: 256)
    fgets(&line, 256, file)
    let text = line.withUnsafeBufferPointer { String(cString: $0.baseAddress!) }
    return Int(text.split(separator: " ")[1])! * Int(sysconf(Int32(_SC_PAGESIZE)))
}
