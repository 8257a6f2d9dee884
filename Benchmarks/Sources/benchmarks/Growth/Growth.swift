// Growth.swift - the command that measures curves, fits an exponent to each, and draws them.
import ArgumentParser
import FoundationEssentials

struct Growth: ParsableCommand {
    static let configuration = CommandConfiguration(
        abstract: "Measures how costs grow with numbers, and draws it.",
        discussion: "An exponent of 0 means that the number does not matter, 1 that the cost is proportional to it.")

    @Option(help: "Only the curves whose names begin so; may be given more than once.")
    var only: [String] = []

    @Option(help: "Seconds after which a curve is not followed to the next size.")
    var seconds = 8.0

    @Option(help: "Writes the drawing to this file.")
    var svg: String?

    @Option(help: "Writes the points to this file as JSON.")
    var json: String?

    @Option(help: "Puts the exponents into this page, between its marks.")
    var updateReadme: String?

    func validate() throws {
        for prefix in only where !Curves.all.contains(where: { $0.name.hasPrefix(prefix) }) {
            throw ValidationError("no curve's name begins with '\(prefix)'; 'benchmarks list' prints them")
        }
    }

    func run() throws {
        let curves = Curves.all.filter { curve in only.isEmpty || only.contains { curve.name.hasPrefix($0) } }
        print(Machine.description + "\n")
        print(
            "curve".padded(26) + "sizes".padded(17) + "smallest".leftPadded(10) + "greatest".leftPadded(10)
                + "  exponent")
        var measured: [MeasuredCurve] = []
        for curve in curves {
            let result = MeasuredCurve(curve, limit: seconds)
            print(result.text)
            measured.append(result)
        }
        if let svg { try Files.write(Data(Plot(measured).svg.utf8), to: svg) }
        if let json { try Files.write(JSONEncoder().encode(measured.map(\.contents)), to: json) }
        if let updateReadme { try Files.replaceBlock("growth", of: updateReadme, with: Self.page(measured)) }
    }

    private static func page(_ curves: [MeasuredCurve]) -> String {
        let rows = curves.map { curve in
            let cells = [
                curve.curve.panel.title, curve.curve.label, curve.sizes, curve.firstCost, curve.lastCost,
                curve.exponentText,
            ]
            return "| " + cells.joined(separator: " | ") + " |"
        }
        return """
            \(Machine.description).

            | number of | operation | sizes | at the smallest | at the greatest | exponent |
            |---|---|---|---:|---:|---:|
            \(rows.joined(separator: "\n"))
            """
    }
}

struct MeasuredCurve {
    struct Contents: Encodable {
        let name: String
        let points: [Point]
        let exponent: Double?
        let isComplete: Bool
    }

    let curve: Curve
    private(set) var points: [Point] = []
    private(set) var isComplete = true

    /// Measures a curve from its smallest size, until the next size would exceed the time limit.
    init(_ curve: Curve, limit: Double) {
        self.curve = curve
        guard let program = Program.again() else { fail("this program cannot be started again") }
        let start = wallSeconds()
        for size in curve.panel.sizes {
            let before = wallSeconds()
            guard let cost = program.ask("\(curve.name) \(size)").flatMap(Double.init) else {
                fail("\(curve.name) failed")
            }
            points.append(Point(size: size, nanoseconds: cost))
            let now = wallSeconds()
            if size < curve.panel.sizes.last!, now - start + 4 * (now - before) > limit {
                isComplete = false
                break
            }
        }
    }

    var exponent: Double? { fittedExponent(points) }
    var exponentText: String { exponent.map { ($0.magnitude < 0.005 ? 0 : $0).fixed(2) } ?? "-" }
    var contents: Contents { Contents(name: curve.name, points: points, exponent: exponent, isComplete: isComplete) }
    var sizes: String { "\(points.first!.size) to \(points.last!.size)" }
    var firstCost: String { duration(points.first!.nanoseconds) }
    var lastCost: String { duration(points.last!.nanoseconds) }

    var text: String {
        curve.name.padded(26) + sizes.padded(17) + firstCost.leftPadded(10) + lastCost.leftPadded(10)
            + exponentText.leftPadded(10) + (isComplete ? "" : "  (time was up)")
    }
}

/// Formats a duration, as in "45.2 ns" or "3.10 us".
func duration(_ nanoseconds: Double) -> String {
    let units = [("ns", 1.0), ("us", 1e3), ("ms", 1e6), ("s", 1e9)]
    let (unit, scale) = units.last { nanoseconds >= $0.1 } ?? units[0]
    return (nanoseconds / scale).short + " " + unit
}
