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
        // A file that exists is replaced when the new one is whole, and kept if that fails. Devices and pipes, and a
        // file in a folder that cannot be written, are written in place.
        let target = resolved(path)
        let part = target + ".part"
        guard isRegular(target), let file = fopen(part, "wx") else { return try write(text, fopen(path, "w"), path) }
        do {
            try write(text, file, path)
            if rename(part, target) != 0 { throw failure(path) }
        } catch {
            unlink(part)
            throw error
        }
    }

    private static func write(_ text: String, _ file: UnsafeMutablePointer<FILE>?, _ path: String) throws {
        guard let file else { throw failure(path) }
        let isWritten = fputs(text, file) >= 0
        guard fclose(file) == 0, isWritten else { throw failure(path) }
    }

    /// Returns the path of the file that a link leads to.
    private static func resolved(_ path: String) -> String {
        guard let resolved = realpath(path, nil) else { return path }
        defer { free(resolved) }
        return String(cString: resolved)
    }

    /// Returns whether two paths lead to one file that exists.
    static func isSame(_ one: String, _ other: String) -> Bool {
        var (status, otherStatus) = (stat(), stat())
        guard isRegular(one), stat(one, &status) == 0, stat(other, &otherStatus) == 0 else { return false }
        return status.st_dev == otherStatus.st_dev && status.st_ino == otherStatus.st_ino
    }

    private static func isRegular(_ path: String) -> Bool {
        var status = stat()
        return stat(path, &status) == 0 && status.st_mode & S_IFMT == S_IFREG
    }

    /// Returns an error with the reason in `errno`.
    static func failure(_ path: String) -> ValidationError {
        ValidationError("Cannot write '\(path)': \(String(cString: strerror(errno)))")
    }
}
