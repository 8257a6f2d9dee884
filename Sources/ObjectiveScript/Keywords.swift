// Keywords.swift - the words that mean something by themselves.
import MiniRuntime

enum Keywords {
    static let literals: [String: ScriptValue] = [
        "YES": .bool(true), "NO": .bool(false), "nil": .object(nil), "Nil": .object(nil), "NULL": .pointer(0),
    ]
    /// Words that begin a statement, and have no meaning within one.
    static let statements: Set = ["if", "else", "while", "return"]
    /// What cannot be the name of a variable. `self` is assigned to by `init` alone, which is seen to when it runs.
    static let reserved = statements.union(literals.keys).union(["super", "_cmd"])
    static let directives = [
        "@class", "@selector", "@try", "@catch", "@finally", "@throw", "@autoreleasepool",
    ]

    /// Everything that can be typed and is no name of a class, a method or a variable.
    static var all: [String] {
        let words = directives + statements.sorted() + literals.keys.sorted() + ["self", "super", "_cmd"]
        return words + Command.allCases.map(\.rawValue) + ["trace"] + TypeWords.all.sorted() + Constants.names
            + Functions.names
    }
}
