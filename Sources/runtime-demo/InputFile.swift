// InputFile.swift - reads a text from a file, a pipe or standard input.
import ArgumentParser
import ObjectiveScript

#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#endif

enum InputFile {
    private static let limit = 16 << 20

    /// Returns the text at a path; `-` is standard input. Throws a `ValidationError` that says why it cannot be read.
    static func text(at path: String) throws -> String {
        let file = path == "-" ? dup(STDIN_FILENO) : open(path, O_RDONLY)
        guard file >= 0 else { throw failure(path) }
        defer { close(file) }
        var bytes: [UInt8] = []
        var buffer = [UInt8](repeating: 0, count: 1 << 16)
        while true {
            let count = read(file, &buffer, buffer.count)
            guard count >= 0 else { throw failure(path) }
            if count == 0 { break }
            bytes += buffer[..<count]
            guard bytes.count <= limit else { throw ValidationError("'\(path)' is larger than 16 MB") }
        }
        guard let text = String(validating: bytes, as: UTF8.self) else {
            throw ValidationError("'\(path)' is not text in UTF-8")
        }
        return text
    }

    private static func failure(_ path: String) -> ValidationError {
        if errno == ENOENT {
            let nearest = suggestion(for: path, among: Scenario.all.map(\.name))
            return ValidationError("There is no scenario '\(path)', and no file of that name\(nearest)")
        }
        return ValidationError("Cannot read '\(path)': \(String(cString: strerror(errno)))")
    }
}
