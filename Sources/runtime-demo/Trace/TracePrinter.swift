// TracePrinter.swift - prints the steps of a trace as they happen.
//
//        14  p.age = 42
//        15    setAge: to p finds -[NSKVONotifying_Person setAge:], 0x7f…
//        16      will change "age" of p
import MiniRuntime

/// Prints steps to standard output, in colour on a terminal.
final class TracePrinter: Sendable {
    /// Whether the first step of each kind is followed by an explanation.
    private let explains: Bool
    private let explained = Locked<Set<TraceStep.Kind>>([])

    init(explains: Bool = false) {
        self.explains = explains
    }

    /// Prints a step.
    /// - Parameter isNumbered: false for output of the script while tracing is off.
    func show(_ step: TraceStep, isNumbered: Bool = true) {
        var page = Page()
        let margin = 5 + 2 * min(step.depth, 20)
        let digits = "\(step.number)"
        let number = isNumbered ? String(repeating: " ", count: max(0, 3 - digits.count)) + digits : ""
        let parts = folded(step.text, width: Page.width - margin - 4)
        for (index, part) in parts.enumerated() {
            let head = index == 0 ? number : ""
            let indent = index == 0 ? max(1, margin - head.count) : margin + (step.kind == .output ? 0 : 4)
            page.line(
                head + String(repeating: " ", count: indent) + step.kind.mark + part,
                isNumbered ? step.kind.style : .faint)
        }
        if explains, let explanation = step.kind.explanation,
            explained.withLock({ $0.insert(step.kind).inserted })
        {
            page.paragraph(explanation, indent: margin + 4, .faint)
        }
        page.show()
    }
}

extension TraceStep.Kind {
    /// A mark that distinguishes the program's output from the lines about it.
    fileprivate var mark: String { self == .output ? "| " : "" }

    fileprivate var style: Page.Style {
        switch self {
        case .statement: .heading
        case .output, .notification: .good
        case .isaChanged, .classAllocated, .classDisposed: .attention
        case .exception, .changeAbandoned: .bad
        case .message, .cacheFilled, .cacheFlushed, .initialize: .faint
        default: .plain
        }
    }
}
