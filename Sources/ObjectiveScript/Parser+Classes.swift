// Parser+Classes.swift - parses @class, its members, and types.
import MiniRuntime

extension Parser {
    mutating func classDefinition() throws(ScriptError) -> ClassSyntax {
        let start = position
        guard returnType == nil else { throw start.error("a class cannot be made within a method") }
        advance()
        let name = try expectIdentifier("the name of a class")
        let kind = try classKind()
        let opening = position
        try expect("{", "to begin the members of the class")
        var members = Members()
        while !isAt("}") {
            if take(";") { continue }
            if isAt("-") || isAt("+") {
                try method(of: name, into: &members)
            } else {
                if case .category = kind, token.kind != .end {
                    throw position.error("a category adds methods only: instances cannot grow")
                }
                guard identifier != nil else {
                    throw unexpected("a property, a method or '}' to end the members that begin at \(opening.text)")
                }
                try propertyDeclaration(into: &members)
            }
        }
        try expect("}", "to end the members")
        return ClassSyntax(
            name: name, position: start, kind: kind, properties: members.properties, methods: members.methods)
    }

    /// The members parsed so far.
    private struct Members {
        var properties: [PropertySyntax] = []
        var methods: [MethodSyntax] = []
        /// The names of properties, and of methods with their sign.
        var names: Set<String> = []
    }

    /// Parses `: Super` or `(Category)`.
    private mutating func classKind() throws(ScriptError) -> ClassSyntax.Kind {
        if take("(") {
            _ = try expectIdentifier("the name of a category")
            try expect(")", "after the name of the category")
            return .category
        }
        guard take(":") else { throw unexpected("':' and the superclass, or '(' and the name of a category") }
        let position = position
        return .subclass(of: try expectIdentifier("the name of the superclass"), position)
    }

    // ── Properties ──────────────────────────────────────────────────────────────────────────────────

    /// The modifiers before the type of a property.
    private struct PropertyPrefix {
        var storage: PropertyStorage?
        var isReadOnly = false
        var getter: String?
    }

    private mutating func prefix() throws(ScriptError) -> PropertyPrefix {
        var prefix = PropertyPrefix()
        while case .identifier(let word) = token.kind {
            switch (word, peek()) {
            case ("weak", _): prefix.storage = .weak
            case ("copy", _): prefix.storage = .copy
            case ("strong", _): prefix.storage = .strong
            case ("readonly", _): prefix.isReadOnly = true
            case ("getter", .symbol("=")):
                advance()
                advance()
                prefix.getter = try expectIdentifier("the name of the getter")
                continue
            default: return prefix
            }
            advance()
        }
        return prefix
    }

    /// Parses `weak id a, b;`.
    private mutating func propertyDeclaration(into members: inout Members) throws(ScriptError) {
        let start = position
        let prefix = try prefix()
        let type = try type()
        guard !type.isVoid, type.encoding != "*", type.encoding != "^v" else {
            throw start.error("a property cannot be of type '\(type.text)'")
        }
        if prefix.storage != nil && !type.isObject {
            throw start.error("only objects can be weak, strong or copied, not '\(type.text)'")
        }
        repeat {
            let position = position
            if type.text.hasSuffix("*") { _ = take("*") }
            let name = try expectIdentifier("the name of a property")
            try checkAssignable(name, at: position)
            guard members.names.insert(name).inserted else {
                throw position.error("the class has a property '\(name)' already")
            }
            members.properties.append(
                PropertySyntax(
                    type: type, name: name, position: position,
                    storage: prefix.storage ?? (type.encoding == "@\"NSString\"" ? .copy : .strong),
                    isReadOnly: prefix.isReadOnly, getter: prefix.getter ?? name))
        } while take(",")
        guard isAt(";") || isAt("}") || (token.startsLine && token.kind != .end) else {
            throw unexpected("';' after the property")
        }
    }

    // ── Methods ─────────────────────────────────────────────────────────────────────────────────────

    private mutating func method(of cls: String, into members: inout Members) throws(ScriptError) {
        let start = position
        let isClassMethod = isAt("+")
        advance()
        let returnType = try parenthesizedType() ?? TypeSyntax(text: "id", encoding: "@")
        let (name, parameters) = try methodName()
        let signed = (isClassMethod ? "+" : "-") + name
        guard members.names.insert(signed).inserted else {
            throw start.error("the class has a method '\(signed)' already")
        }
        self.returnType = returnType
        let body = try block("to begin the body of '\(isClassMethod ? "+" : "-")[\(cls) \(name)]'")
        self.returnType = nil
        members.methods.append(
            MethodSyntax(
                isClassMethod: isClassMethod, selector: Selector(name), returnType: returnType, parameters: parameters,
                body: body, position: start))
    }

    /// Parses `count`, or `insert: (id)object at: (int)index`.
    private mutating func methodName() throws(ScriptError) -> (String, [(type: TypeSyntax, name: String)]) {
        var name = try expectIdentifier("the name of the method")
        var parameters: [(type: TypeSyntax, name: String)] = []
        var names: Set<String> = []
        while isAt(":") || (!parameters.isEmpty && peek() == .symbol(":") && identifier != nil) {
            if !parameters.isEmpty, let part = identifier {
                name += part
                advance()
            }
            try expect(":", "before the parameter")
            name += ":"
            let parameter = try parameter()
            guard names.insert(parameter.name).inserted else {
                throw position.error("the method has a parameter '\(parameter.name)' already")
            }
            parameters.append(parameter)
        }
        return (name, parameters)
    }

    private mutating func parameter() throws(ScriptError) -> (type: TypeSyntax, name: String) {
        let typePosition = position
        let type = try parenthesizedType() ?? TypeSyntax(text: "id", encoding: "@")
        if type.isVoid { throw typePosition.error("a parameter cannot be void") }
        let position = position
        let name = try expectIdentifier("the name of the parameter")
        try checkAssignable(name, at: position)
        return (type, name)
    }

    // ── Types ───────────────────────────────────────────────────────────────────────────────────────

    private mutating func parenthesizedType() throws(ScriptError) -> TypeSyntax? {
        let start = position
        guard take("(") else { return nil }
        let type = try type()
        try expect(")", "to end the type that begins at \(start.text)")
        return type
    }

    /// Parses `unsigned int`, `NSString *` or `const char *`.
    mutating func type() throws(ScriptError) -> TypeSyntax {
        let start = position
        if identifier == "const" { advance() }
        guard let first = identifier else { throw unexpected("a type") }
        advance()
        var words = first
        while let next = identifier, TypeWords.encodings[words + " " + next] != nil {
            words += " " + next
            advance()
        }
        let isPointer = isAt("*")
        if isPointer { advance() }
        switch (TypeWords.encodings[words], isPointer) {
        case (let encoding?, false): return TypeSyntax(text: words, encoding: encoding)
        case ("c", true): return TypeSyntax(text: "char *", encoding: "*")
        case ("v", true): return TypeSyntax(text: "void *", encoding: "^v")
        case (_?, true): throw start.error("a pointer to '\(words)' is no type of this language")
        case (nil, true): return TypeSyntax(text: "\(words) *", encoding: "@\"\(words)\"")
        case (nil, false):
            throw start.error(
                "'\(words)' is no type; objects are written '\(words) *'"
                    + suggestion(for: words, among: TypeWords.encodings.keys.filter { !$0.contains(" ") }))
        }
    }
}

/// The words for types, and their encodings.
enum TypeWords {
    static let encodings: [String: String] = [
        "void": "v", "id": "@", "instancetype": "@", "Class": "#", "SEL": ":", "BOOL": "B", "bool": "B",
        "char": "c", "unsigned char": "C", "short": "s", "short int": "s", "unsigned short": "S", "int": "i",
        "unsigned": "I", "unsigned int": "I", "long": "q", "long int": "q", "long long": "q", "unsigned long": "Q",
        "unsigned long long": "Q", "NSInteger": "q", "NSUInteger": "Q", "float": "f", "double": "d", "CGFloat": "d",
    ]
    /// The words that can begin a declaration.
    static let all = Set(encodings.keys.flatMap { $0.split(separator: " ").map(String.init) } + ["const"])
    static let pointers: Set = ["char", "void"]

    /// Returns the name of a type for error messages, such as `int` for `i`; the encoding in quotes if it has no name.
    static func name(_ encoding: String) -> String {
        switch encoding.first {
        case "@": "an object"
        case "#": "a class"
        case ":": "a selector"
        case "*": "a C string"
        case "^": "a pointer"
        case "i": "int"
        case "I": "unsigned int"
        case "q": "long"
        case "Q": "unsigned long"
        case "B": "BOOL"
        case "v": "nothing"
        default: encodings.filter { $0.value == encoding }.keys.min { $0.count < $1.count } ?? "'\(encoding)'"
        }
    }
}
