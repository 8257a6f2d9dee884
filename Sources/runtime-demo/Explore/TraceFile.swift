// TraceFile.swift - a file that a program has written because of MINIRUNTIME_TRACE_FILE: its events and images.
//
// trace-file.c describes the format. The file may be much larger than memory: lines are read one after the other, and
// only the events that become steps are kept.
import ArgumentParser
import FoundationEssentials

#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#endif

struct TraceFile {
    /// A line of the file.
    struct Line: Decodable {
        struct Ivar: Decodable {
            let name, encoding, bytes: String
            let offset: Int
        }

        struct Caller: Decodable {
            let image: Int
            let place: String

            init(from decoder: any Decoder) throws {
                var container = try decoder.unkeyedContainer()
                image = try container.decode(Int.self)
                place = try container.decode(String.self)
            }
        }

        let kind: String
        let thread: Int?
        /// In nanoseconds since the file began.
        let time: Int64?
        let object, isa, isaAddress, selector, imp, what, other, otherName, text, old, new: String?
        let `class`, classAddress, superclass: String?
        let isMetaclass: Bool?
        let ivars: [Ivar]?
        let callers: [Caller]?
        // Of the first line, and of lines about images.
        let version, image: Int?
        let sources, path: String?
    }

    /// The events that are steps, in the order of the file.
    private(set) var events: [Line] = []
    /// The paths of the images, by their numbers.
    private(set) var images: [Int: String] = [:]
    /// The folder of the runtime's sources; empty if the program does not know it.
    private(set) var sources = ""
    /// Whether the file has more events than were asked for.
    private(set) var isCut = false

    /// Reads at most `maximum` events that are steps. Throws a `ValidationError` if the file cannot be read, or is none
    /// of these files.
    init(_ path: String, maximum: Int) throws {
        try Self.read(path) { line in
            add(line, maximum: maximum)
            return !isCut
        }
    }

    /// Calls `body` with each line, until it returns false. Throws a `ValidationError` if the file cannot be read, or
    /// is none of these files.
    static func read(_ path: String, _ body: (Line) throws -> Bool) throws {
        guard let file = fopen(path, "re") else { throw failure(path, String(cString: strerror(errno))) }
        defer { fclose(file) }
        var buffer: UnsafeMutablePointer<CChar>?
        var capacity = 0
        defer { free(buffer) }
        let decoder = JSONDecoder()
        var number = 0
        var goesOn = true
        while goesOn, getline(&buffer, &capacity, file) > 0, let buffer {
            number += 1
            // Names may have any bytes.
            let line = try? decoder.decode(Line.self, from: Data(String(cString: buffer).utf8))
            guard let line, number > 1 || line.kind == "begin" && line.version == 1 else {
                // A program that was killed may leave a line cut off.
                if number > 1 && feof(file) != 0 { break }
                throw failure(path, "line \(number) is not one that MINIRUNTIME_TRACE_FILE writes")
            }
            goesOn = try body(line)
        }
        if number == 0 { throw failure(path, "the file is empty") }
    }

    private mutating func add(_ line: Line, maximum: Int) {
        if line.kind == "begin" {
            sources = line.sources ?? ""
        } else if line.kind == "image" {
            if let image = line.image { images[image] = line.path }
        } else if line.isStep {
            isCut = events.count == maximum
            if !isCut { events.append(line) }
        }
    }

    private static func failure(_ path: String, _ reason: String) -> ValidationError {
        ValidationError("Cannot read '\(path)': \(reason)")
    }
}

extension TraceFile.Line {
    /// Whether a class is one of the program: its name has no prefix of the library's classes.
    static func isOfProgram(_ name: String?) -> Bool {
        guard let name else { return false }
        let notifying = "NSKVONotifying_"
        if name.hasPrefix(notifying) { return isOfProgram(String(name.dropFirst(notifying.count))) }
        return name != "Protocol" && !["NS", "OS_", "_"].contains { name.hasPrefix($0) }
    }

    /// Whether the event is about the program, and no detail of the runtime.
    var isStep: Bool {
        switch kind {
        case "class allocated", "class registered", "method added", "method replaced", "object allocated",
            "object deallocated":
            Self.isOfProgram(self.class)
        case "class disposed": Self.isOfProgram(text)
        case "cache filled", "cache flushed", "+initialize", "notification done": false
        case "message": Self.isOfProgram(isa)
        // Of dealloc, which returns nothing.
        case "override returned": otherName != nil
        default: true
        }
    }
}
