// Typechecking.swift - type-checks pieces of Swift with the modules of this build.
import BuildTestSupport
import Foundation
import Testing

/// A piece of Swift, which is compiled as the body of a function. If it contains an extension, its declarations are
/// compiled at file scope, and the rest as the body of a function.
struct Snippet {
    var code: String
    /// The file of the code, for error messages.
    var file = "snippet.swift"
    var line = 1

    /// The declarations and the statements. Each part has all lines of the code, so that line numbers are right; lines
    /// of the other part are empty in it.
    var parts: (declarations: String, statements: String) {
        let lines = code.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
        guard lines.contains(where: { $0.hasPrefix("extension ") }) else { return ("", code) }
        var (declarations, statements, isInside) = ([String](), [String](), false)
        for line in lines {
            let isFirst =
                !isInside && line.prefixMatch(of: #/((public|final) )*(extension|protocol|class|struct|func) /#) != nil
            let isDeclaration = isInside || isFirst
            declarations.append(isDeclaration ? line : "")
            statements.append(isDeclaration ? "" : line)
            isInside = isDeclaration && !line.hasPrefix("}") && !(isFirst && line.hasSuffix("}"))
        }
        return (declarations.joined(separator: "\n"), statements.joined(separator: "\n"))
    }
}

/// The settings of a module.
enum ModuleSettings: String, CaseIterable {
    case strictMemorySafety = "-strict-memory-safety -Werror StrictMemorySafety"
    /// Those of a new app project: declarations belong to the main actor, and members are visible only if their module
    /// is imported.
    case newApp = """
        -default-isolation MainActor -enable-upcoming-feature MemberImportVisibility \
        -enable-upcoming-feature NonisolatedNonsendingByDefault -enable-upcoming-feature InferIsolatedConformances
        """

    var options: [String] { rawValue.split(separator: " ").map(String.init) }
}

/// Type-checks programs, and snippets with common imports and declarations, in one run of the compiler.
struct Typechecker {
    private let declarations: String
    private let settings: ModuleSettings

    init(declarations: String = "", _ settings: ModuleSettings = .strictMemorySafety) {
        self.declarations = declarations
        self.settings = settings
    }

    /// Returns the errors of the compiler for a main.swift, one line for each.
    func errors(inProgram program: String) throws -> [String] {
        try Workshop.with("snippets") { workshop in
            try workshop.write("main.swift", program)
            return try errors(of: ["main.swift"], in: workshop)
        }
    }

    /// Returns the errors of the compiler, one line for each.
    func errors(in snippets: [Snippet]) throws -> [String] {
        let imports = declarations.split(separator: "\n").filter { $0.hasPrefix("import ") }.joined(separator: "\n")
        return try Workshop.with("snippets") { workshop in
            try workshop.write("Declarations.swift", declarations)
            var files = ["Declarations.swift"]
            for (number, snippet) in snippets.enumerated() {
                let parts = snippet.parts
                let text = """
                    \(imports)
                    #sourceLocation(file: "\(snippet.file)", line: \(snippet.line))
                    \(parts.declarations)
                    #sourceLocation()
                    func snippet\(number)() async throws {
                    #sourceLocation(file: "\(snippet.file)", line: \(snippet.line))
                    \(parts.statements)
                    #sourceLocation()
                    }
                    """
                try workshop.write("Snippet\(number).swift", text)
                files.append("Snippet\(number).swift")
            }
            return try errors(of: ["-parse-as-library"] + files, in: workshop)
        }
    }

    private func errors(of arguments: [String], in workshop: Workshop) throws -> [String] {
        try workshop.typecheck(["-module-name", "Snippets"] + settings.options + arguments).errors
    }
}
