// Completion.swift - what may stand at a place in a line: commands, variables, classes, properties, parts of selectors.
import MiniRuntime
import ObjectiveScript

package struct Completion: Sendable {
    private let interpreter: Interpreter

    package init(interpreter: Interpreter) { self.interpreter = interpreter }

    /// The words for the place at which a word begins, sorted.
    /// - Parameters:
    ///   - line: what was typed; what is behind the place narrows nothing.
    ///   - start: where the word begins, in bytes.
    package func words(in line: String, at start: Int) -> [String] {
        let before = String(decoding: line.utf8.prefix(start), as: UTF8.self)
        let word = String(decoding: line.utf8.dropFirst(start), as: UTF8.self)
        if before.allSatisfy(\.isWhitespace) && word.hasPrefix(":") {
            return ReplCommand.all.map { ":" + $0.name }
        }
        switch before.split(separator: " ").first {
        case ":load": return Scenario.all.map(\.name)
        case ":trace": return ["on", "off", "messages"]
        default: break
        }
        if let dot = word.lastIndex(of: ".") { return properties(of: String(word[..<dot])) }
        if let message = Message(before), let cls = cls(ofReceiver: message.receiver) {
            let parts = selectorParts(of: cls, after: message.parts)
            if message.parts.isEmpty || !parts.isEmpty && before.last == " " && !message.wantsArgument {
                return parts
            }
        }
        return names
    }

    private var names: [String] {
        (interpreter.variables.map(\.name) + Class.allNames + Interpreter.keywords).sorted()
    }

    private func properties(of receiver: String) -> [String] {
        guard let cls = cls(ofReceiver: receiver) else { return [] }
        return Set(cls.chain.flatMap(\.properties).map(\.name)).sorted().map { "\(receiver).\($0)" }
    }

    /// Where messages to the receiver are looked up.
    private func cls(ofReceiver name: String) -> Class? {
        if let variable = interpreter.variables.first(where: { $0.name == name }) {
            return variable.value.object?.isa
        }
        return Class(named: name)?.isa
    }

    /// The next parts, `forKeyPath:`, of the selectors that begin with these, `addObserver:`.
    private func selectorParts(of cls: Class, after parts: [String]) -> [String] {
        let selectors = cls.chain.flatMap(\.methods).map { Self.parts(of: $0.selector.name) }
        let next = selectors.filter { $0.count > parts.count && Array($0.prefix(parts.count)) == parts }
        return Set(next.map { $0[parts.count] }).sorted()
    }

    private static func parts(of selector: String) -> [String] {
        selector.hasSuffix(":") ? selector.split(separator: ":").map { $0 + ":" } : [selector]
    }
}

/// The message that a line ends in: `[p addObserver: printer `.
private struct Message {
    let receiver: String
    /// `addObserver:`
    let parts: [String]
    /// Whether the last part has no argument yet.
    let wantsArgument: Bool

    /// nil if no bracket is open, or its receiver is more than a name.
    init?(_ text: String) {
        var depth = 0
        var open: String.Index?
        for index in text.indices.reversed() {
            if text[index] == "]" { depth += 1 }
            if text[index] == "[" {
                if depth == 0 {
                    open = index
                    break
                }
                depth -= 1
            }
        }
        guard let open else { return nil }
        let words = text[text.index(after: open)...].split(separator: " ").map(String.init)
        guard let receiver = words.first,
            receiver.allSatisfy({ $0.isLetter || $0.isNumber || $0 == "_" })
        else {
            return nil
        }
        self.receiver = receiver
        parts = words.dropFirst().filter { $0.hasSuffix(":") }
        wantsArgument = words.count > 1 && words.last?.hasSuffix(":") == true
    }
}
