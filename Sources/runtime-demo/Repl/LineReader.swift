// LineReader.swift - lines from whoever types them, edited with libedit or readline where one of them is installed.
//
// Both offer the same functions, and either is looked for when a terminal is read: nothing needs them to build. Where
// neither is there, and where no terminal is, lines are read as they come.
import FoundationEssentials

#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#endif

/// Reads the lines of one process's standard input.
struct LineReader {
    private let editor: LineEditor?

    /// - Parameter completions: the words that may stand where a word begins, for the line so far and that place. They
    ///   are asked for by the Tab key, on the thread that reads.
    init(completions: @escaping @Sendable (_ line: String, _ start: Int) -> [String]) {
        editor = Self.isInteractive ? LineEditor(completions) : nil
    }

    /// Whether somebody types.
    static var isInteractive: Bool { isatty(STDIN_FILENO) == 1 && isatty(STDOUT_FILENO) == 1 }

    /// The next line, without its end; nil when there are no more.
    /// - Parameter prompt: shown where somebody types.
    func read(prompt: String) -> String? {
        if let editor { return editor.read(prompt) }
        if Self.isInteractive {
            print(prompt, terminator: "")
            fflush(nil)
        }
        return readLine()
    }
}

/// The functions of libedit, or of readline.
private struct LineEditor {
    private typealias ReadLine = @convention(c) (UnsafePointer<CChar>) -> UnsafeMutablePointer<CChar>?
    private typealias TextFunction = @convention(c) (UnsafePointer<CChar>) -> Int32

    private let readLine: ReadLine
    private let addHistory: TextFunction
    private let writeHistory: TextFunction
    private let historyFile: String?

    /// nil if neither library is installed.
    init?(_ completions: @escaping Completer.Source) {
        // The libraries read letters as the locale has them.
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

    /// Where the XDG base directories say that state belongs; nil if there is no such place.
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

/// What the Tab key calls. The libraries know one such function for the process, without a context.
private enum Completer {
    /// Words of the language end at these; the dot of a property does not end one.
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
        // Otherwise names of files are offered.
        isOver?.pointee = 1
        guard let text, let line = buffer?.pointee else { return nil }
        // libedit has a mind of its own about where words begin: `[NSO` is one to it.
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
