// SourceLines.swift - the functions and lines of a program at the places in its images, as llvm-symbolizer reads them
// from the debug information.
import FoundationEssentials

struct SourceLines {
    struct Place {
        let function, file: String
        let line: Int
    }

    private var places: [String: Place] = [:]

    /// Whether any place is known.
    var isEmpty: Bool { places.isEmpty }

    init(of file: TraceFile) {
        let wanted = Dictionary(grouping: file.events.flatMap { $0.callers ?? [] }, by: \.image)
        for (image, callers) in wanted {
            guard let path = file.images[image] else { continue }
            let addresses = Array(Set(callers.map(\.place))).sorted()
            // The arguments of a process have a limit.
            for start in stride(from: 0, to: addresses.count, by: 1000) {
                resolve(addresses[start..<min(start + 1000, addresses.count)], in: path, image)
            }
        }
    }

    /// The program's places, outermost first: those with a line, in a file outside the runtime's sources.
    func callers(_ line: TraceFile.Line, outside sources: String) -> [Place] {
        let known = (line.callers ?? []).compactMap { places["\($0.image) \($0.place)"] }
        return known.filter { sources.isEmpty || !Self.isOwn($0.file, sources) }.reversed()
    }

    /// Whether a file is one of the runtime's: of the core, whose folder is given, or of the folder ObjectiveC beside
    /// it, in which some folders contain programs.
    private static func isOwn(_ file: String, _ sources: String) -> Bool {
        if file.hasPrefix(sources + "/") { return true }
        let beside = sources.dropLast("Sources".count) + "ObjectiveC/"
        guard sources.hasSuffix("/Sources"), file.hasPrefix(beside) else { return false }
        let folder = file.dropFirst(beside.count).prefix { $0 != "/" }
        return !["examples", "package", "swift-package", "tests", "tests-swift"].contains(String(folder))
    }

    private mutating func resolve(_ addresses: ArraySlice<String>, in path: String, _ image: Int) {
        let command = ["llvm-symbolizer", "--obj=\(path)", "--output-style=GNU", "--no-inlines"] + addresses
        guard let child = try? ChildProcess(command: command), child.exitStatus == 0 else { return }
        let lines = child.output.split(separator: "\n", omittingEmptySubsequences: false)
        for (index, address) in addresses.enumerated() where 2 * index + 1 < lines.count {
            let parts = lines[2 * index + 1].split(separator: " ")[0].split(separator: ":")
            guard parts.count == 2, let number = Int(parts[1]), number > 0, parts[0] != "??" else { continue }
            places["\(image) \(address)"] = Place(
                function: String(lines[2 * index]), file: String(parts[0]), line: number)
        }
    }
}
