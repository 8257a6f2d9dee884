// Syntax.swift - the tree that a script is parsed into. Immutable, and never deeper than the parser allows.
import MiniRuntime

// ── Statements ──────────────────────────────────────────────────────────────────────────────────────

/// One statement of a script, ready to run any number of times.
public struct Statement: Sendable {
    /// The statement as it is written, without the comments around it.
    public let text: String
    /// The line that it begins on.
    public var line: Int { position.line }
    /// The name that the script was given.
    public var file: String { position.source.file }

    let position: Position
    let kind: Kind

    indirect enum Kind: Sendable {
        case expression(Expression)
        /// `x = value`, `x += value`
        case assignment(to: Expression, BinaryOperator?, Expression)
        /// `int x = value`
        case declaration(TypeSyntax, String, Expression?)
        case classDefinition(ClassSyntax)
        case choice([(condition: Expression, block: [Statement])], otherwise: [Statement])
        case loop(while: Expression, [Statement])
        case result(Expression?)
        case attempt([Statement], CatchSyntax?, finally: [Statement])
        case raising(Expression)
        case pool([Statement])
        case command(Command, [Subject])
        case trace(Bool)
    }
}

/// The commands of the language: what it has beyond Objective-C.
enum Command: String, CaseIterable, Sendable {
    case print, inspect, graph
}

/// An expression, and how it is written: the host names it so.
struct Subject: Sendable {
    let text: String
    let expression: Expression
}

struct CatchSyntax: Sendable {
    /// nil for `@catch (...)`.
    let variable: String?
    let block: [Statement]
}

// ── Expressions ─────────────────────────────────────────────────────────────────────────────────────

struct Expression: Sendable {
    let position: Position
    let kind: Kind

    indirect enum Kind: Sendable {
        case literal(ScriptValue)
        /// `@"text"`
        case string(String)
        /// `@42`, `@(…)`
        case boxed(Expression)
        case array([Expression])
        case dictionary([(key: Expression, value: Expression)])
        /// A variable, an ivar, a constant or a class: which one turns out when it runs.
        case name(String)
        /// `super`, as a receiver.
        case superclass
        case message(to: Expression, Selector, [Expression])
        case property(of: Expression, String)
        case call(Function, [Expression])
        case not(Expression)
        case minus(Expression)
        case binary(Expression, BinaryOperator, Expression)
    }
}

enum BinaryOperator: String, Sendable {
    case or = "||"
    case and = "&&"
    case bitOr = "|"
    case equal = "=="
    case unequal = "!="
    case less = "<"
    case greater = ">"
    case lessOrEqual = "<="
    case greaterOrEqual = ">="
    case plus = "+"
    case minus = "-"
    case times = "*"
    case divided = "/"
    case remainder = "%"

    /// Operators of a higher one bind tighter, as in C.
    var precedence: Int {
        switch self {
        case .or: 1
        case .and: 2
        case .bitOr: 3
        case .equal, .unequal: 4
        case .less, .greater, .lessOrEqual, .greaterOrEqual: 5
        case .plus, .minus: 6
        case .times, .divided, .remainder: 7
        }
    }
}

// ── Classes ─────────────────────────────────────────────────────────────────────────────────────────

/// `int`, `NSString *`: how it is written, and what it means.
struct TypeSyntax: Sendable {
    let text: String
    /// As for an ivar: `@"NSString"`.
    let encoding: String

    var isObject: Bool { encoding.hasPrefix("@") }
    var isVoid: Bool { encoding == "v" }
    /// As in a method, where clang leaves the class out.
    var methodEncoding: String { isObject ? "@" : encoding }
}

struct ClassSyntax: Sendable {
    enum Kind: Sendable {
        case subclass(of: String, Position)
        case category
    }

    let name: String
    let position: Position
    let kind: Kind
    let properties: [PropertySyntax]
    let methods: [MethodSyntax]
}

struct PropertySyntax: Sendable {
    let type: TypeSyntax
    let name: String
    let position: Position
    let storage: PropertyStorage
    let isReadOnly: Bool
    let getter: String

    var ivar: String { "_" + name }
    var setter: String { "set\(name.prefix(1).uppercased())\(name.dropFirst()):" }
}

struct MethodSyntax: Sendable {
    let isClassMethod: Bool
    let selector: Selector
    let returnType: TypeSyntax
    let parameters: [(type: TypeSyntax, name: String)]
    let body: [Statement]
    let position: Position

    /// As clang writes it: each type but the result followed by its offset in the frame, in which nothing is smaller
    /// than an int.
    var encoding: String {
        var offset = 16
        var arguments = "@0:8"
        for parameter in parameters {
            arguments += "\(parameter.type.methodEncoding)\(offset)"
            offset += max((try? TypeEncoding(parameter.type.encoding))?.layout?.size ?? 0, 4)
        }
        return "\(returnType.methodEncoding)\(offset)\(arguments)"
    }
}
