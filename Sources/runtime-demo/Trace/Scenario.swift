// Scenario.swift - a script to be traced: one that is built in, a file, or standard input.
import ArgumentParser
import FoundationEssentials
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
        } else if name == "-" {
            self.init("standard input", "", try Self.standardInput())
        } else if let data = try? Data(contentsOf: URL(filePath: name)) {
            self.init(name, "", try Self.text(data, name))
        } else {
            let nearest = suggestion(for: name, among: Self.all.map(\.name))
            throw ValidationError("There is no scenario '\(name)', and no file of that name\(nearest)")
        }
    }

    init(_ name: String, _ about: String, _ source: String) {
        self.name = name
        self.about = about
        self.source = source
    }

    /// Throws a ``ScriptError``.
    func script() throws -> Script { try Script(parsing: source, named: name) }

    private static func standardInput() throws -> String {
        var lines = ""
        while let line = readLine(strippingNewline: false) { lines += line }
        return lines
    }

    private static func text(_ data: Data, _ name: String) throws -> String {
        guard let text = String(validating: data, as: UTF8.self) else {
            throw ValidationError("'\(name)' is not text in UTF-8")
        }
        return text
    }
}
