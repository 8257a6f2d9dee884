// OutputFile.swift - writes a file that the user has named.
import ArgumentParser

#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#endif

enum OutputFile {
    /// Writes a text to a file, or to standard output if `path` is nil or `-`. Throws a `ValidationError` that says why
    /// the file cannot be written.
    static func write(_ text: String, to path: String?) throws {
        guard let path, path != "-" else { return print(text, terminator: "") }
        guard let file = fopen(path, "w") else { throw failure(path) }
        let isWritten = fputs(text, file) >= 0
        guard fclose(file) == 0, isWritten else { throw failure(path) }
    }

    /// Returns an error with the reason in `errno`.
    static func failure(_ path: String) -> ValidationError {
        ValidationError("Cannot write '\(path)': \(String(cString: strerror(errno)))")
    }
}
