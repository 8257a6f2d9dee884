// Finding.swift - what the doctor has found out: a fact, whether it is well, and what it means.

struct Finding: Encodable {
    enum Verdict: String, Encodable {
        case ok
        /// Nothing is broken, and one should know it.
        case note
        /// Something is broken, or soon will be. The exit status says so.
        case wrong
    }

    let name, value: String
    let verdict: Verdict
    /// What it means; empty where the value says all.
    let meaning: String

    init(_ name: String, _ value: String, _ verdict: Verdict = .ok, _ meaning: String = "") {
        (self.name, self.value, self.verdict, self.meaning) = (name, value, verdict, meaning)
    }

    /// Findings about one thing.
    struct Group: Encodable {
        let title: String
        let findings: [Finding]

        init(_ title: String, _ findings: [Finding]) {
            (self.title, self.findings) = (title, findings)
        }
    }
}

extension Finding.Group {
    func write(to page: inout Page) {
        page.heading(title)
        for finding in findings {
            let style: Page.Style =
                switch finding.verdict {
                case .ok: .plain
                case .note: .attention
                case .wrong: .bad
                }
            let mark = finding.verdict == .ok ? "  " : finding.verdict == .note ? "- " : "! "
            let name = finding.name + String(repeating: " ", count: max(0, 26 - finding.name.count))
            for (index, line) in folded(finding.value, width: Page.width - 32).enumerated() {
                page.line("  " + (index == 0 ? mark + name : String(repeating: " ", count: 28)) + "  " + line, style)
            }
            if !finding.meaning.isEmpty { page.paragraph(finding.meaning, indent: 32, .faint) }
        }
    }
}
