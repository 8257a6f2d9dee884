// TraceFileSteps.swift - the events of a trace file as the steps of a recording.
import FoundationEssentials

struct TraceFileSteps {
    private let lines: SourceLines
    private let sources: String
    private let language: Language
    /// The program's files in the order of their appearance, and the number of lines before each.
    private let files: [(path: String, start: Int)]
    let source: [String]

    init(_ file: TraceFile, _ language: Language) {
        let lines = SourceLines(of: file)
        let places = file.events.flatMap { lines.callers($0, outside: file.sources) }
        (files, source) = Self.read(places.map(\.file))
        (self.lines, sources, self.language) = (lines, file.sources, language)
    }

    /// Whether the program's lines are known.
    var hasLines: Bool { !files.isEmpty }

    /// Reads each file once, and lays them out one below the other. If there are several, each begins with its name.
    private static func read(_ paths: [String]) -> (files: [(path: String, start: Int)], source: [String]) {
        var texts: [(path: String, lines: [String])] = []
        var seen: Set<String> = []
        for path in paths where seen.insert(path).inserted {
            guard let text = try? String(contentsOfFile: path, encoding: .utf8) else { continue }
            texts.append((path, text.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)))
        }
        if texts.count == 1 { return ([(texts[0].path, 0)], texts[0].lines) }
        var (files, source) = ([(path: String, start: Int)](), [String]())
        for (path, lines) in texts {
            if !source.isEmpty { source.append("") }
            source.append("// \(path.split(separator: "/").last ?? "")")
            files.append((path, source.count))
            source += lines
        }
        return (files, source)
    }

    /// The step of an event; `stage` has taken the event up.
    func step(_ event: TraceFile.Line, number: Int, logCount: Int, _ stage: TraceFileStage) -> Tree {
        // The C library has lines, too, but no files here.
        let callers = lines.callers(event, outside: sources).filter { line($0) != nil }
        let pictures = stage.pictures
        var stack = callers.map(\.function)
        if let method = Self.method(event), event.kind.hasPrefix("o") { stack.append(method) }
        return .record([
            "number": .number(number), "depth": .number(max(0, stack.count - 1)), "kind": .text(kind(event)),
            "text": .text(Self.text(event).text(in: language)), "line": callers.last.flatMap(line).map { .number($0) },
            "stack": .array(stack.map { .text($0) }), "logCount": .number(logCount), "objects": pictures.objects,
            "classes": pictures.classes,
        ])
    }

    private func line(_ place: SourceLines.Place) -> Int? {
        files.first { $0.path == place.file }.map { $0.start + place.line }
    }

    /// `isaChanged` for "isa changed", as the trace of a script calls it.
    private func kind(_ event: TraceFile.Line) -> String {
        let words = event.kind.split(separator: " ")
        return words.dropFirst().reduce(String(words[0])) { $0 + $1.prefix(1).uppercased() + $1.dropFirst() }
    }

    // ── Words ───────────────────────────────────────────────────────────────────────────────────────

    /// Returns `<Person: 0x55d0c0de>`, for an object of a notifying class too, as `print` does.
    static func designation(_ address: String?, _ cls: String?) -> String {
        let name = (cls ?? "?").trimmingPrefix("NSKVONotifying_")
        return "<\(name): \(address ?? "?")>"
    }

    private static func method(_ event: TraceFile.Line) -> String? {
        guard let cls = event.class, let selector = event.selector else { return nil }
        return "\(event.isMetaclass == true ? "+" : "-")[\(cls) \(selector)]"
    }

    /// The sentence of an event, with the words of Recorder.
    static func text(_ event: TraceFile.Line) -> Phrase {
        let object = designation(event.object, event.isa ?? event.class)
        let other = designation(event.other, event.otherName)
        let (key, method) = ("\"\(event.text ?? "")\"", Self.method(event) ?? "")
        let imp: Phrase = .verbatim([event.imp, event.what].compactMap { $0 }.joined(separator: " "))
        switch event.kind {
        case "class allocated": return "class pair allocated: \([event.class, event.superclass].joined)"
        case "class registered": return "class registered: \(event.class ?? "")"
        case "class disposed": return "class disposed of: \(event.text ?? "")"
        case "method added": return "method added: \(method), \(imp)"
        case "method replaced": return "method replaced: \(method), \(imp)"
        case "isa changed": return "isa of \(object): \(event.otherName ?? "") -> \(event.class ?? "")"
        case "object allocated": return "object allocated: <\(event.class ?? ""): \(event.object ?? "")>"
        case "object deallocated": return "object gone: <\(event.class ?? ""): \(event.object ?? "")>"
        case "observer added": return "\(other) observes \(key) of \(object)"
        case "observer removed": return "\(other) no longer observes \(key) of \(object)"
        case "will change": return "will change \(key) of \(object)"
        case "did change": return "did change \(key) of \(object)"
        case "change abandoned": return "the change of \(key) of \(object) is abandoned"
        case "notification": return "\(other) is notified: \(key) of \(object) \(event.change)"
        case "original called": return "the original \(method) is called, \(imp)"
        case "original returned": return "the original returned"
        case "override entered": return "\(method) is entered, \(imp)"
        case "override returned": return "returned instead: \(event.otherName ?? "")"
        case "exception": return "raised: \(object)"
        default: return .verbatim("\(event.kind): \(method) \(object)")
        }
    }
}

extension TraceFile.Line {
    /// `{old: 41, new: 42}`
    fileprivate var change: String {
        let entries = [old.map { "old: \($0)" }, new.map { "new: \($0)" }].compactMap { $0 }
        return entries.isEmpty ? "" : "{\(entries.joined(separator: ", "))}"
    }
}

extension [String?] {
    /// `Person : NSObject`
    fileprivate var joined: String { compactMap { $0 }.joined(separator: " : ") }
}
