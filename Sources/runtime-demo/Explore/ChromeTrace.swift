// ChromeTrace.swift - the events of a trace file in Chrome's trace format, which Perfetto and speedscope draw.
//
// Calls and notifications become slices, all other events marks in their threads. One event is written after the other,
// so that a file of any length needs the same memory.
import FoundationEssentials

enum ChromeTrace {
    /// An event of the format; the names of its members are the format's.
    private struct Event: Encodable {
        let name, cat, ph: String
        /// In microseconds.
        let ts: Double
        let pid = 1
        let tid: Int
        /// The scope of a mark: its thread.
        let s: String?
    }

    /// The kinds of events at which a slice begins and ends.
    private static let phases = [
        "original called": "B", "original returned": "E", "override entered": "B", "override returned": "E",
        "notification": "B", "notification done": "E",
    ]

    /// Prints the events of a file. Throws a `ValidationError` if it cannot be read.
    static func show(_ path: String) throws {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        var separator = "{\"traceEvents\":[\n"
        try TraceFile.read(path) { line in
            let phase = phases[line.kind]
            guard line.isStep || phase != nil, let time = line.time else { return true }
            let event = Event(
                name: TraceFileSteps.text(line).text(), cat: line.kind, ph: phase ?? "i", ts: Double(time) / 1000,
                tid: line.thread ?? 1, s: phase == nil ? "t" : nil)
            let text = String(decoding: try encoder.encode(event), as: UTF8.self)
            print(separator + text, terminator: "")
            separator = ",\n"
            return true
        }
        print(separator.hasPrefix("{") ? "{\"traceEvents\":[]}" : "\n]}")
    }
}
