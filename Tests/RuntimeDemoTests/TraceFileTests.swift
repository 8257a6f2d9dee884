// TraceFileTests.swift - programs that write their events to a file, and the page of such a file.
import Foundation
import Testing

private struct Event: Decodable {
    struct Ivar: Decodable { let name, bytes: String }

    let kind: String
    let thread, version, image: Int?
    let time: Int64?
    let object, isa, other, otherName, text, old, new, selector, path, superclass: String?
    let `class`: String?
    let ivars: [Ivar]?
}

/// Calls `body` with the path of a file in a new folder.
private func withFile(_ body: (_ path: String) throws -> Void) throws {
    let folder = FileManager.default.temporaryDirectory.appendingPathComponent(UUID().uuidString)
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    try body(folder.appendingPathComponent("events.jsonl").path)
}

@Suite("MINIRUNTIME_TRACE_FILE")
struct TraceFileTests {
    /// The first two lines of a file, for tests that write the others.
    private static let beginning = "{\"kind\":\"begin\",\"version\":1,\"cpu\":\"x86-64\"}\n"

    @Test("A program in Swift writes its events as lines of JSON: classes, isa, observers, old and new values, ivars")
    func writing() throws {
        try withFile { path in
            let plain = try runTool("print-info").output
            let traced = try runTool("print-info", environment: ["MINIRUNTIME_TRACE_FILE": path]).output
            #expect(traced.split(separator: "\n").count == plain.split(separator: "\n").count)
            let text = try String(contentsOfFile: path, encoding: .utf8)
            let events = try text.split(separator: "\n").map {
                try JSONDecoder().decode(Event.self, from: Data($0.utf8))
            }
            #expect(events[0].kind == "begin")
            #expect(events[0].version == 1)
            #expect(events.contains { $0.kind == "image" && $0.path?.hasSuffix("/runtime-demo") == true })
            // The library's own classes are made before the file begins.
            #expect(!events.contains { $0.kind == "class allocated" && $0.class == "NSString" })
            let made = try #require(
                events.first { $0.kind == "class allocated" && $0.class == "NSKVONotifying_Person" })
            #expect(made.superclass == "Person")
            let isas = events.filter { $0.kind == "isa changed" }
            #expect(isas.map(\.isa) == ["NSKVONotifying_Person", "Person"])
            #expect(isas.map(\.otherName) == ["Person", "NSKVONotifying_Person"])
            let added = try #require(events.first { $0.kind == "observer added" })
            #expect(added.text == "age")
            #expect(added.object == isas[0].object)
            #expect(added.ivars?.contains { $0.name.contains("age") } == true)
            let steps = events.dropFirst().filter { $0.kind != "image" }
            #expect(steps.allSatisfy { $0.thread == 1 })
            #expect(steps.compactMap(\.time) == steps.compactMap(\.time).sorted())
        }
    }

    @Test("A file that cannot be written gets one line on standard error, and the program runs")
    func unwritable() throws {
        let result = try runTool("print-info", environment: ["MINIRUNTIME_TRACE_FILE": "/nonexistent/x.jsonl"])
        #expect(result.status == 0)
        let reason = "MINIRUNTIME_TRACE_FILE: cannot write '/nonexistent/x.jsonl': No such file or directory\n"
        #expect(result.error.hasSuffix(reason))
        #expect(!result.output.isEmpty)
    }

    @Test("The page of a program shows its objects and classes at each event")
    func exploring() throws {
        try withFile { path in
            _ = try runTool("print-info", environment: ["MINIRUNTIME_TRACE_FILE": path])
            let result = try runTool("explore", path, "--json")
            #expect(result.status == 0)
            let recording = try unfolded(Stage.self, result.output)
            let turns = recording.steps.filter { $0.kind == "isaChanged" }
            let isas = turns.map { $0.objects.first { $0.isa.hasSuffix("Person") }?.isa }
            #expect(isas == ["NSKVONotifying_Person", "Person"])
            let observed = try #require(recording.steps.first { $0.kind == "observerAdded" })
            #expect(observed.objects.flatMap(\.registrations).map(\.keyPath) == ["age"])
            let setter = recording.steps.last?.classes.first { $0.isNotifying }?.methods.first {
                $0.selector == "setAge:"
            }
            #expect(setter?.overrides == "Person")
            #expect(setter?.what == "stub (notifying setter)")
        }
    }

    private struct Stage: Decodable {
        struct Registration: Decodable { let keyPath: String }

        struct Object: Decodable {
            let isa: String
            let registrations: [Registration]
        }

        struct Method: Decodable {
            let selector, what: String
            let overrides: String?
        }

        struct Class: Decodable {
            let isNotifying: Bool
            let methods: [Method]
        }

        struct Step: Decodable {
            let kind, text: String
            let objects: [Object]
            let classes: [Class]
        }

        let steps: [Step]
    }

    @Test("In Chrome's trace format, calls and notifications are slices that begin and end, and other events are marks")
    func chrome() throws {
        struct Trace: Decodable {
            struct Event: Decodable {
                let name, cat, ph: String
                let ts: Double
                let pid, tid: Int
                let s: String?
            }

            let traceEvents: [Event]
        }
        try withFile { path in
            let common = "\"object\":\"0x7f0000000000\",\"isa\":\"NSKVONotifying_A\",\"class\":\"A\",\"text\":\"age\""
            let kinds = [
                "will change", "original called", "cache filled", "original returned", "did change", "notification",
                "notification done",
            ]
            let lines = kinds.enumerated().map { index, kind in
                "{\"kind\":\"\(kind)\",\"thread\":\(index / 4 + 1),\"time\":\(1500 * index),\"selector\":\"setAge:\",\(common)}\n"
            }
            let text = Self.beginning + lines.joined()
            try text.write(toFile: path, atomically: true, encoding: .utf8)
            let result = try runTool("explore", path, "--chrome")
            #expect(result.status == 0)
            #expect(result.error.isEmpty)
            let events = try JSONDecoder().decode(Trace.self, from: Data(result.output.utf8)).traceEvents
            #expect(events.map(\.ph) == ["i", "B", "E", "i", "B", "E"])
            #expect(events.map(\.ts) == [0, 1.5, 4.5, 6, 7.5, 9])
            #expect(events.map(\.tid) == [1, 1, 1, 2, 2, 2])
            #expect(events.map(\.s) == ["t", nil, nil, "t", nil, nil])
            #expect(events.allSatisfy { $0.pid == 1 })
            #expect(events[0].name == "will change \"age\" of <A: 0x7f0000000000>")
            #expect(events.map(\.cat) == kinds.filter { $0 != "cache filled" })
            try Self.beginning.write(toFile: path, atomically: true, encoding: .utf8)
            #expect(try runTool("explore", path, "--chrome").output == "{\"traceEvents\":[]}\n")
        }
        let script = try runTool("explore", "set", "--chrome")
        #expect(script.status == 64)
        #expect(script.error == "Error: --chrome prints the events of a file that ends in .jsonl, and 'set' is none.\n")
        #expect(try runTool("explore", "a.jsonl", "--chrome", "--json").status == 64)
    }

    @Test("Of a file without end, the first 2,000 events are read, in bounded memory, and a sentence says so")
    func endless() throws {
        try withFile { path in
            #expect(mkfifo(path, 0o600) == 0)
            let line =
                "{\"kind\":\"object allocated\",\"thread\":1,\"time\":1,\"object\":\"0x7f0000000000\",\"class\":\"A\"}"
            let script =
                "(printf '%s' '\(Self.beginning)'; exec yes '\(line)') > '\(path)' & "
                + "ulimit -d 262144; exec '\(toolPath)' explore "
                + "'\(path)' -o /dev/null"
            let result = try runProgram("/bin/sh", ["-c", script])
            #expect(result.status == 0)
            #expect(result.output == "/dev/null: 2000 steps. Open it in a browser.\n")
            #expect(result.error.hasPrefix("The recording ends after 2000 steps, and the file goes on: --max-steps"))
        }
    }

    @Test(
        "A file that no program has written is refused with the number of the line; a last line that is cut off is none",
        arguments: [
            ("", "the file is empty"), ("no JSON\n", "line 1 is not one that MINIRUNTIME_TRACE_FILE writes"),
            ("{\"kind\":\"begin\",\"version\":2}\n", "line 1 is not one that MINIRUNTIME_TRACE_FILE writes"),
            (beginning + "[]\n\n", "line 2 is not one that MINIRUNTIME_TRACE_FILE writes"),
        ])
    func damaged(_ text: String, _ reason: String) throws {
        try withFile { path in
            try text.write(toFile: path, atomically: false, encoding: .utf8)
            let result = try runTool("explore", path)
            #expect(result.status == 64)
            #expect(result.error == "Error: Cannot read '\(path)': \(reason)\n")
        }
        try withFile { path in
            let event =
                "{\"kind\":\"class registered\",\"thread\":1,\"time\":1,\"class\":\"A\",\"classAddress\":\"0x1\"}\n"
            try (Self.beginning + event + "{\"kind\":\"isa ch").write(toFile: path, atomically: false, encoding: .utf8)
            let result = try runTool("explore", path, "-o", "/dev/null")
            #expect(result.output == "/dev/null: 1 step. Open it in a browser.\n")
        }
    }
}
