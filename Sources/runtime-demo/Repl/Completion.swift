// Completion.swift - completions for a line: commands, variables, classes, properties, parts of selectors.
import MiniRuntime
import ObjectiveScript

package struct Completion: Sendable {
    private let interpreter: Interpreter

    package init(interpreter: Interpreter) { self.interpreter = interpreter }

    /// Returns the completions of the word that begins at `start`, sorted.
    /// - Parameters:
    ///   - line: the text up to the cursor; text after the word does not narrow the result.
    ///   - start: the offset of the word's first byte.
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

    /// Returns the class in which a message to the receiver is looked up.
    private func cls(ofReceiver name: String) -> Class? {
        if let variable = interpreter.variables.first(where: { $0.name == name }) {
            return variable.value.object?.isa
        }
        return Class(named: name)?.isa
    }

    /// Returns the parts, as in `forKeyPath:`, that follow the given parts, as in `addObserver:`, in the class's
    /// selectors.
    private func selectorParts(of cls: Class, after parts: [String]) -> [String] {
        let selectors = cls.chain.flatMap(\.methods).map { Self.parts(of: $0.selector.name) }
        let next = selectors.filter { $0.count > parts.count && Array($0.prefix(parts.count)) == parts }
        return Set(next.map { $0[parts.count] }).sorted()
    }

    private static func parts(of selector: String) -> [String] {
        selector.hasSuffix(":") ? selector.split(separator: ":").map { $0 + ":" } : [selector]
    }
}

/// The unfinished message at the end of a line: `[p addObserver: printer `.
private struct Message {
    let receiver: String
    /// The parts of the selector so far, as in `addObserver:`.
    let parts: [String]
    /// Whether the last part has no argument yet.
    let wantsArgument: Bool

    /// Returns nil if no bracket is open, or if the receiver is not a single name.
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
