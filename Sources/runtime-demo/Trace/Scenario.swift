// Scenario.swift - a script to trace: a built-in one, a file, or standard input.
import ArgumentParser
import ObjectiveScript

struct Scenario: Sendable {
    let name: String
    /// What the scenario shows.
    let about: String
    let source: String

    /// Finds the built-in scenario of that name, or reads the file at that path, or standard input for `-`. Throws a
    /// `ValidationError` if the file cannot be read.
    init(named name: String) throws {
        if let known = Self.all.first(where: { $0.name == name }) {
            self = known
        } else if name.hasSuffix(".m") || name.hasSuffix(".mm") {
            throw ValidationError(
                "'\(name)' is a program in Objective-C, and no script: 'runtime-demo run --explore \(name)' runs it, and "
                    + "writes a page that steps through it.")
        } else {
            self.init(name == "-" ? "standard input" : name, "", try InputFile.text(at: name))
        }
    }

    init(_ name: String, _ about: String, _ source: String) {
        self.name = name
        self.about = about
        self.source = source
    }

    /// Parses the script. Throws a ``ScriptError``.
    func script() throws -> Script { try Script(parsing: source, named: name) }
}
