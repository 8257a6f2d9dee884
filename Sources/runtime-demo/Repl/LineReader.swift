// LineReader.swift - reads lines from standard input, edited with libedit or readline if one of them is installed.
//
// Both libraries have the same functions, and are loaded when a terminal is read, so building needs neither. Without a
// library or a terminal, lines are read without editing.
import FoundationEssentials

#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#endif

/// Reads the lines of this process's standard input.
struct LineReader {
    private let editor: LineEditor?

    /// - Parameter completions: returns the completions of the word that begins at an offset of a line. It is called
    ///   for the Tab key, on the thread that reads.
    init(completions: @escaping @Sendable (_ line: String, _ start: Int) -> [String]) {
        editor = Self.isInteractive ? LineEditor(completions) : nil
    }

    /// Whether standard input and output are terminals.
    static var isInteractive: Bool { isatty(STDIN_FILENO) == 1 && isatty(STDOUT_FILENO) == 1 }

    /// Returns the next line without its line break; nil at the end of the input.
    /// - Parameter prompt: the prompt, shown on a terminal only.
    func read(prompt: String) -> String? {
        if let editor { return editor.read(prompt) }
        if Self.isInteractive {
            print(prompt, terminator: "")
            fflush(nil)
        }
        return readLine()
    }
}

/// The functions of libedit or readline.
private struct LineEditor {
    private typealias ReadLine = @convention(c) (UnsafePointer<CChar>) -> UnsafeMutablePointer<CChar>?
    private typealias TextFunction = @convention(c) (UnsafePointer<CChar>) -> Int32

    private let readLine: ReadLine
    private let addHistory: TextFunction
    private let writeHistory: TextFunction
    private let historyFile: String?

    /// Returns nil if neither library is installed.
    init?(_ completions: @escaping Completer.Source) {
        // The libraries decode text by the locale.
        setlocale(LC_CTYPE, "")
        let libraries = ["libedit.so.2", "libedit.so", "libreadline.so.8", "libreadline.so"]
        guard let library = libraries.lazy.compactMap({ dlopen($0, RTLD_NOW) }).first,
            let readLine = dlsym(library, "readline"), let addHistory = dlsym(library, "add_history"),
            let readHistory = dlsym(library, "read_history"),
            let writeHistory = dlsym(library, "write_history")
        else { return nil }
        self.readLine = unsafeBitCast(readLine, to: ReadLine.self)
        self.addHistory = unsafeBitCast(addHistory, to: TextFunction.self)
        self.writeHistory = unsafeBitCast(writeHistory, to: TextFunction.self)
        historyFile = Self.historyFile()
        Completer.install(in: library, completions)
        if let historyFile { _ = unsafeBitCast(readHistory, to: TextFunction.self)(historyFile) }
    }

    func read(_ prompt: String) -> String? {
        guard let line = readLine(prompt) else { return nil }
        defer { free(line) }
        if line.pointee != 0 {
            _ = addHistory(line)
            if let historyFile { _ = writeHistory(historyFile) }
        }
        return String(cString: line)
    }

    /// Returns a path below XDG_STATE_HOME or ~/.local/state; nil if neither can be determined.
    private static func historyFile() -> String? {
        let environment = ProcessInfo.processInfo.environment
        guard
            let state = environment["XDG_STATE_HOME"]
                ?? environment["HOME"].map({ $0 + "/.local/state" }),
            state.hasPrefix("/")
        else { return nil }
        let folder = state + "/runtime-demo"
        try? FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
        return access(folder, W_OK) == 0 ? folder + "/history" : nil
    }
}

/// The function that the Tab key calls. The libraries have one such function for the process, without a context
/// pointer.
private enum Completer {
    /// The characters that end a word of the language; the dot of a property does not.
    private static let wordBreaks = " \t\n[](){};,=@\"|"

    typealias Source = @Sendable (_ line: String, _ start: Int) -> [String]
    private typealias Function = @convention(c) (UnsafePointer<CChar>?, Int32, Int32) -> Matches?
    private typealias Matches = UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>

    // Written once, before the first line is read; read by the thread that reads lines.
    nonisolated(unsafe) private static var source: Source = { _, _ in [] }
    nonisolated(unsafe) private static var buffer: UnsafePointer<UnsafePointer<CChar>?>?
    nonisolated(unsafe) private static var isOver: UnsafeMutablePointer<Int32>?

    static func install(in library: UnsafeMutableRawPointer, _ source: @escaping Source) {
        self.source = source
        buffer = dlsym(library, "rl_line_buffer").map {
            UnsafePointer($0.assumingMemoryBound(to: UnsafePointer<CChar>?.self))
        }
        isOver = dlsym(library, "rl_attempted_completion_over")?.assumingMemoryBound(to: Int32.self)
        dlsym(library, "rl_attempted_completion_function")?.storeBytes(of: complete, as: Function?.self)
        dlsym(library, "rl_completer_word_break_characters")?.storeBytes(
            of: strdup(wordBreaks), as: UnsafeMutablePointer<CChar>?.self)
        dlsym(library, "rl_completion_append_character")?.storeBytes(of: 0, as: Int32.self)
    }

    private static let complete: Function = { text, start, _ in
        // Without this, the library would complete the names of files.
        isOver?.pointee = 1
        guard let text, let line = buffer?.pointee else { return nil }
        // libedit splits words by its own rules: `[NSO` is one word for it.
        let given = String(cString: text)
        let head = given.lastIndex(where: wordBreaks.contains).map { String(given[...$0]) } ?? ""
        let typed = given.dropFirst(head.count)
        let words = source(String(cString: line), Int(start) + head.utf8.count).filter { $0.hasPrefix(typed) }
            .map { head + $0 }
        guard let first = words.first else { return nil }
        let common = words.dropFirst().reduce(first) { $0.commonPrefix(with: $1) }
        let matches = (words.count == 1 ? [first] : [common] + words).map { strdup($0) } + [nil]
        let result = Matches.allocate(capacity: matches.count)
        result.initialize(from: matches, count: matches.count)
        return result
    }
}

extension String {
    fileprivate func commonPrefix(with other: String) -> String {
        String(zip(self, other).prefix { $0 == $1 }.map(\.0))
    }
}
