// Plot.swift - draws curves as SVG with logarithmic axes: a straight line is a power of the size, and its slope the
// exponent.
//
// The drawing has one field for each panel, two in a row. Its colours follow the reader's light or dark theme.
import Glibc

func logarithm(_ value: Double) -> Double { log10(value) }

struct Plot {
    private static let width = 460.0
    private static let height = 330.0
    private let fields: [(panel: Panel, curves: [MeasuredCurve])]

    init(_ curves: [MeasuredCurve]) {
        fields = Panel.allCases.compactMap { panel in
            let own = curves.filter { $0.curve.panel == panel }
            return own.isEmpty ? nil : (panel, own)
        }
    }

    var svg: String {
        let rows = (fields.count + 1) / 2
        let (width, height) = (2 * Self.width, Double(rows) * Self.height)
        var body = ""
        for (index, field) in fields.enumerated() {
            let (x, y) = (Double(index % 2) * Self.width, Double(index / 2) * Self.height)
            body +=
                "<g transform=\"translate(\(x.plain) \(y.plain))\">\n\(PlotField(field.panel, field.curves).svg)</g>\n"
        }
        return """
            <svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 \(width.plain) \(height.plain)" role="img">
            <title>What an operation costs against the number of observers, objects, keys, classes, methods ...</title>
            \(Self.style)
            <rect class="paper" width="100%" height="100%"/>
            \(body)</svg>

            """
    }

    private static let style = """
        <style>
        text { font: 12px sans-serif; fill: #1f2328; }
        .title { font-size: 14px; font-weight: bold; }
        .paper { fill: #ffffff; }
        .grid { stroke: #d0d7de; }
        .curve { fill: none; stroke-width: 2; }
        .c0 { stroke: #0969da; } .c1 { stroke: #bc4c00; } .c2 { stroke: #1a7f37; }
        .dot.c0 { fill: #0969da; } .dot.c1 { fill: #bc4c00; } .dot.c2 { fill: #1a7f37; }
        @media (prefers-color-scheme: dark) {
          text { fill: #e6edf3; } .paper { fill: #0d1117; } .grid { stroke: #30363d; }
          .c0 { stroke: #58a6ff; } .c1 { stroke: #f0883e; } .c2 { stroke: #3fb950; }
          .dot.c0 { fill: #58a6ff; } .dot.c1 { fill: #f0883e; } .dot.c2 { fill: #3fb950; }
        }
        </style>
        """
}

/// One field: axes, a legend and up to three curves.
private struct PlotField {
    private let panel: Panel
    private let curves: [MeasuredCurve]
    /// The ranges of the axes, which end at powers of ten.
    private let sizes: ClosedRange<Double>
    private let costs: ClosedRange<Double>
    private let top: Double
    private let left = 64.0
    private let right = 424.0
    private let bottom = 284.0

    init(_ panel: Panel, _ curves: [MeasuredCurve]) {
        self.panel = panel
        self.curves = curves
        let points = curves.flatMap(\.points)
        let logarithms = points.map { logarithm($0.nanoseconds) }
        let lowest = logarithms.min()!.rounded(.down)
        sizes = 0...max(1, points.map { logarithm(Double($0.size)) }.max()!.rounded(.up))
        costs = lowest...max(lowest + 2, logarithms.max()!.rounded(.up))
        top = 40 + 18 * Double(curves.count)
    }

    var svg: String {
        var text = "<text class=\"title\" x=\"\(left.plain)\" y=\"24\">\(panel.title)</text>\n"
        for power in Int(sizes.lowerBound)...Int(sizes.upperBound) { text += sizeTick(Double(power)) }
        for power in Int(costs.lowerBound)...Int(costs.upperBound) { text += costTick(Double(power)) }
        for (index, curve) in curves.enumerated() { text += drawn(curve, index) }
        return text
    }

    private func x(_ power: Double) -> Double {
        left + (right - left) * (power - sizes.lowerBound) / (sizes.upperBound - sizes.lowerBound)
    }

    private func y(_ power: Double) -> Double {
        bottom - (bottom - top) * (power - costs.lowerBound) / (costs.upperBound - costs.lowerBound)
    }

    private func sizeTick(_ power: Double) -> String {
        let (x, label) = (x(power).fixed(1), grouped(Int(pow(10, power))))
        return """
            <line class="grid" x1="\(x)" x2="\(x)" y1="\(top.plain)" y2="\(bottom.plain)"/>
            <text x="\(x)" y="\((bottom + 18).plain)" text-anchor="middle">\(label)</text>

            """
    }

    private func costTick(_ power: Double) -> String {
        let unit = ["ns", "us", "ms", "s"][min(3, max(0, Int(power) / 3))]
        let label = "\(Int(pow(10, Double(Int(power) % 3)))) \(unit)"
        let y = y(power)
        return """
            <line class="grid" x1="\(left.plain)" x2="\(right.plain)" y1="\(y.fixed(1))" y2="\(y.fixed(1))"/>
            <text x="\((left - 8).plain)" y="\((y + 4).fixed(1))" text-anchor="end">\(label)</text>

            """
    }

    private func drawn(_ curve: MeasuredCurve, _ index: Int) -> String {
        let points = curve.points.map {
            (x(logarithm(Double($0.size))).fixed(1), y(logarithm($0.nanoseconds)).fixed(1))
        }
        let legendY = 44 + 18 * Double(index)
        let exponent = curve.exponent == nil ? "" : ": exponent \(curve.exponentText)"
        let line = points.map { "\($0.0),\($0.1)" }.joined(separator: " ")
        let dots = points.map { "<circle class=\"dot c\(index)\" cx=\"\($0.0)\" cy=\"\($0.1)\" r=\"2.5\"/>\n" }.joined()
        return """
            <line class="curve c\(index)" x1="\(left.plain)" x2="\((left + 22).plain)" y1="\((legendY - 4).plain)" \
            y2="\((legendY - 4).plain)"/>
            <text x="\((left + 30).plain)" y="\(legendY.plain)">\(curve.curve.label)\(exponent)</text>
            <polyline class="curve c\(index)" points="\(line)"/>
            \(dots)
            """
    }

    /// Formats a number with separators, as in "100,000".
    private func grouped(_ number: Int) -> String {
        var (digits, text) = (String(number), "")
        while digits.count > 3 {
            text = "," + digits.suffix(3) + text
            digits.removeLast(3)
        }
        return digits + text
    }
}
