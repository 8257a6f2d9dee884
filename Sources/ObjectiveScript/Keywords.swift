// Keywords.swift - the words that are part of the language.
import MiniRuntime

enum Keywords {
    static let literals: [String: ScriptValue] = [
        "YES": .bool(true), "NO": .bool(false), "nil": .object(nil), "Nil": .object(nil), "NULL": .pointer(0),
    ]
    /// Words that may only begin a statement.
    static let statements: Set = ["if", "else", "while", "return"]
    /// Words that cannot name a variable. `self` is not among them: init methods may assign to it, which is checked at
    /// run time.
    static let reserved = statements.union(literals.keys).union(["super", "_cmd"])
    static let directives = [
        "@class", "@selector", "@try", "@catch", "@finally", "@throw", "@autoreleasepool",
    ]

    /// All words that a user can type, except the names of classes, methods and variables.
    static var all: [String] {
        let words = directives + statements.sorted() + literals.keys.sorted() + ["self", "super", "_cmd"]
        return words + Command.allCases.map(\.rawValue) + ["trace"] + TypeWords.all.sorted() + Constants.names
            + Functions.names
    }
}
