// Syntax.swift - the syntax tree of a script. Immutable, and never deeper than the parser allows.
import MiniRuntime

// ── Statements ──────────────────────────────────────────────────────────────────────────────────────

/// A statement of a script. It can run any number of times.
public struct Statement: Sendable {
    /// The text of the statement, without surrounding comments.
    public let text: String
    /// The line of its first character.
    public var line: Int { position.line }
    /// The name of the script.
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

/// The commands that the language adds to Objective-C.
enum Command: String, CaseIterable, Sendable {
    case print, inspect, graph
}

/// An expression with its source text, which the host uses as its name.
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
        /// A variable, an ivar, a constant or a class, looked up at run time.
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

    /// The precedence, as in C: operators with a higher one bind tighter.
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

/// A type such as `int` or `NSString *`: its source text and its encoding.
struct TypeSyntax: Sendable {
    let text: String
    /// The encoding of an ivar of the type: `@"NSString"`.
    let encoding: String

    var isObject: Bool { encoding.hasPrefix("@") }
    var isVoid: Bool { encoding == "v" }
    /// The encoding in a method, where clang omits the class.
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
    var setter: String { "set\(capitalized(name)):" }
}

struct MethodSyntax: Sendable {
    let isClassMethod: Bool
    let selector: Selector
    let returnType: TypeSyntax
    let parameters: [(type: TypeSyntax, name: String)]
    let body: [Statement]
    let position: Position

    /// The encoding as clang writes it: each argument type is followed by its offset in the frame, where every argument
    /// takes at least the size of an int.
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
