// Scenario.swift - a script to be traced: one that is built in, a file, or standard input.
import ArgumentParser
import ObjectiveScript

struct Scenario: Sendable {
    let name: String
    /// What there is to see.
    let about: String
    let source: String

    /// The built-in scenario of that name, the file at that path, or for `-` standard input.
    /// Throws a `ValidationError` if there is none.
    init(named name: String) throws {
        if let known = Self.all.first(where: { $0.name == name }) {
            self = known
        } else {
            self.init(name == "-" ? "standard input" : name, "", try InputFile.text(at: name))
        }
    }

    init(_ name: String, _ about: String, _ source: String) {
        self.name = name
        self.about = about
        self.source = source
    }

    /// Throws a ``ScriptError``.
    func script() throws -> Script { try Script(parsing: source, named: name) }
}
