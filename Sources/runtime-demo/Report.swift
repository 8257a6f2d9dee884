// Report.swift - prints the facts of the demonstration, as lines of text or as JSON.
import FoundationEssentials
import MiniRuntime

/// Receives the facts of each stage.
protocol Report: Sendable {
    func begin(_ stage: String)
    func add(_ info: PersonInfo)
    func end()
}

/// Prints the lines of the article about isa-swizzling that this demo reproduces, including its misspelling.
struct TextReport: Report {
    let prefixed: Bool

    func begin(_ stage: String) {
        line(stage + "————————————————————————–")
    }

    func add(_ info: PersonInfo) {
        line("isa:\(info.isa),supperclass:\(info.superclass)")
        line("age setter function pointer:\(info.ageSetter)")
        line("printInfo function pointer:\(info.printInfo)")
    }

    func end() {}

    private func line(_ text: String) {
        print((prefixed ? LogPrefix.now() : "") + text)
    }
}

/// Prints the same facts as JSON, at the end.
final class JSONReport: Report {
    private struct Stage: Encodable, Lockable {
        var stage: String
        var isa = ""
        var superclass = ""
        var ageSetter = ""
        var printInfo = ""
    }

    private let stages = Locked<[Stage]>([])

    func begin(_ stage: String) {
        stages.append(Stage(stage: stage))
    }

    func add(_ info: PersonInfo) {
        stages.withLock { stages in
            let last = stages.count - 1
            stages[last].isa = info.isa
            stages[last].superclass = info.superclass
            stages[last].ageSetter = info.ageSetter
            stages[last].printInfo = info.printInfo
        }
    }

    func end() {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.prettyPrinted, .sortedKeys]
        let data = stages.withLock { try? encoder.encode($0) }
        print(String(decoding: data ?? Data(), as: UTF8.self))
    }
}
