// LineReader.swift - reads lines from standard input, edited with libedit or readline if one of them is installed.
//
// Both libraries have the same functions, and are loaded when a terminal is read, so building needs neither. Without a
// library or a terminal, lines are read without editing. The libraries are given one character at a time, so that this
// file waits for the terminal, and Ctrl-C can end the wait.
import FoundationEssentials

#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#endif

/// Reads the lines of this process's standard input.
struct LineReader {
    enum Line {
        /// A line without its line break.
        case text(String)
        /// Ctrl-C was pressed while the line was typed.
        case cancelled
        /// The end of the input.
        case end
    }

    private let editor: LineEditor?

    /// - Parameter completions: returns the completions of the word that begins at an offset of a line. It is called
    ///   for the Tab key, on the thread that reads.
    init(completions: @escaping @Sendable (_ line: String, _ start: Int) -> [String]) {
        editor = Self.isInteractive ? LineEditor(completions) : nil
        if Self.isInteractive { Interrupts.install() }
    }

    /// Whether standard input and output are terminals.
    static var isInteractive: Bool { isatty(STDIN_FILENO) == 1 && isatty(STDOUT_FILENO) == 1 }

    /// Returns the next line.
    /// - Parameter prompt: the prompt, shown on a terminal only.
    func read(prompt: String) -> Line {
        if let editor { return editor.read(prompt) }
        if Self.isInteractive {
            print(prompt, terminator: "")
            fflush(nil)
            // The terminal itself discards what was typed before Ctrl-C.
            switch Interrupts.wait() {
            case .input: break
            case .interrupt:
                print()
                return .cancelled
            case .end: return .end
            }
        }
        return readLine().map { .text($0) } ?? .end
    }
}

/// The functions of libedit or readline.
private struct LineEditor {
    fileprivate typealias Receiver = @convention(c) (UnsafeMutablePointer<CChar>?) -> Void
    private typealias Install = @convention(c) (UnsafePointer<CChar>, Receiver) -> Void
    fileprivate typealias Action = @convention(c) () -> Void
    private typealias TextFunction = @convention(c) (UnsafePointer<CChar>) -> Int32

    private let installReceiver: Install
    private let readCharacter: Action
    /// Forgets the unfinished line; only of readline.
    private let forgetLine: Action?
    private let addHistory: TextFunction
    private let writeHistory: TextFunction
    private let historyFile: String?

    /// Returns nil if neither library is installed.
    init?(_ completions: @escaping Completer.Source) {
        // The libraries decode text by the locale.
        setlocale(LC_CTYPE, "")
        let libraries = ["libedit.so.2", "libedit.so", "libreadline.so.8", "libreadline.so"]
        guard let library = libraries.lazy.compactMap({ dlopen($0, RTLD_NOW) }).first,
            let install = dlsym(library, "rl_callback_handler_install"),
            let readCharacter = dlsym(library, "rl_callback_read_char"),
            let remove = dlsym(library, "rl_callback_handler_remove"), let addHistory = dlsym(library, "add_history"),
            let readHistory = dlsym(library, "read_history"),
            let writeHistory = dlsym(library, "write_history")
        else { return nil }
        installReceiver = unsafeBitCast(install, to: Install.self)
        self.readCharacter = unsafeBitCast(readCharacter, to: Action.self)
        forgetLine = dlsym(library, "rl_free_line_state").map { unsafeBitCast($0, to: Action.self) }
        TypedLine.removeReceiver = unsafeBitCast(remove, to: Action.self)
        // Ctrl-C is handled here, and other signals as in any program.
        dlsym(library, "rl_catch_signals")?.storeBytes(of: 0, as: Int32.self)
        self.addHistory = unsafeBitCast(addHistory, to: TextFunction.self)
        self.writeHistory = unsafeBitCast(writeHistory, to: TextFunction.self)
        historyFile = Self.historyFile()
        Completer.install(in: library, completions)
        if let historyFile { _ = unsafeBitCast(readHistory, to: TextFunction.self)(historyFile) }
    }

    func read(_ prompt: String) -> LineReader.Line {
        TypedLine.isOver = false
        fflush(nil)
        installReceiver(prompt, TypedLine.receive)
        while !TypedLine.isOver {
            switch Interrupts.wait() {
            case .input: readCharacter()
            case .interrupt:
                forgetLine?()
                TypedLine.removeReceiver?()
                print("^C")
                return .cancelled
            case .end:
                TypedLine.removeReceiver?()
                return .end
            }
        }
        guard let line = TypedLine.line else {
            print()
            return .end
        }
        defer { free(line) }
        if line.pointee != 0 {
            _ = addHistory(line)
            if let historyFile { _ = writeHistory(historyFile) }
        }
        return .text(String(cString: line))
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

/// The line that the library passes on when the return key is pressed. The library has one such function for the
/// process, without a context pointer.
private enum TypedLine {
    // Read and written by the thread that reads lines.
    nonisolated(unsafe) static var removeReceiver: LineEditor.Action?
    nonisolated(unsafe) static var isOver = false
    /// Owned by the reader; nil at the end of the input.
    nonisolated(unsafe) static var line: UnsafeMutablePointer<CChar>?

    static let receive: LineEditor.Receiver = { line in
        // Otherwise the library would begin another line at once.
        removeReceiver?()
        TypedLine.line = line
        isOver = true
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
