// Evaluation.swift - evaluates expressions and assigns to variables, ivars and properties.
import MiniFoundation
import MiniRuntime

extension Frame {
    func evaluate(_ expression: Expression) throws(ScriptError) -> ScriptValue {
        let position = expression.position
        switch expression.kind {
        case .literal(let value): return value
        case .string(let text): return try raising(at: position) { try session.string(text) }
        case .boxed(let operand): return ScriptValue(try box(operand))
        case .array(let elements): return ScriptValue(try array(elements, position))
        case .dictionary(let entries): return ScriptValue(try dictionary(entries, position))
        case .name(let name): return try value(of: name, at: position)
        case .superclass: throw position.error("'super' can only be sent a message")
        case .message(let receiver, let selector, let arguments):
            return try message(selector, to: receiver, arguments, at: position)
        case .property(let receiver, "isa"): return try isa(of: receiver)
        case .property(let receiver, let name):
            return try property(name, of: receiver, at: position)
        case .call(let function, let arguments): return try call(function, arguments, at: position)
        case .not(let operand):
            return try computing(at: position, try evaluate(operand)) { (value) throws(ArithmeticError) in
                .bool(try !value.isTrue())
            }
        case .minus(let operand):
            return try computing(at: position, try evaluate(operand)) { (value) throws(ArithmeticError) in
                try value.negated()
            }
        case .binary(let left, let sign, let right): return try binary(left, sign, right, at: position)
        }
    }

    /// Returns the class that the isa of an object points to. No message is sent: `class` may be overridden.
    private func isa(of expression: Expression) throws(ScriptError) -> ScriptValue {
        switch try evaluate(expression) {
        case .object(let reference): return ScriptValue(reference?.unmanaged.isa)
        case .cls(let cls): return ScriptValue(cls.isa)
        default: throw expression.position.error("only an object has an isa")
        }
    }

    func evaluate(_ expressions: [Expression]) throws(ScriptError) -> [ScriptValue] {
        var values: [ScriptValue] = []
        for expression in expressions { values.append(try evaluate(expression)) }
        return values
    }

    private func binary(_ left: Expression, _ sign: BinaryOperator, _ right: Expression, at position: Position)
        throws(ScriptError) -> ScriptValue
    {
        let value = try evaluate(left)
        if sign == .and || sign == .or {
            let holds = try computing(at: left.position, value) { (value) throws(ArithmeticError) in try value.isTrue()
            }
            if holds == (sign == .or) { return .bool(holds) }
            return try computing(at: right.position, try evaluate(right)) { (value) throws(ArithmeticError) in
                .bool(try value.isTrue())
            }
        }
        let other = try evaluate(right)
        return try computing(at: position, value) { (value) throws(ArithmeticError) in
            try value.applying(sign, to: other)
        }
    }

    // ── Names ───────────────────────────────────────────────────────────────────────────────────────

    /// Looks a name up, in this order: local variable, self and _cmd, ivar, variable of the script, constant, class.
    private func value(of name: String, at position: Position) throws(ScriptError) -> ScriptValue {
        if let local = locals[name] { return local }
        if let method {
            if name == "self" { return receiver }
            if name == "_cmd" { return .selector(method.syntax.selector) }
            if let ivar = ivar(name) { return read(ivar) }
        }
        if let variable = session.variable(name) { return variable }
        if let constant = Constants.value(of: name) { return constant }
        if let cls = Class(named: name) { return .cls(cls) }
        if name == "self" || name == "_cmd" { throw position.error("'\(name)' has a meaning only in a method") }
        throw position.error("there is no variable or class '\(name)'\(suggestion(for: name, among: knownNames))")
    }

    private var knownNames: [String] {
        let ivars = method.map { sequence(first: $0.cls, next: \.superclass).flatMap(\.ivars).map(\.name) } ?? []
        return locals.keys + ivars + session.variables.map(\.name) + Constants.names + Class.allNames
    }

    private func ivar(_ name: String) -> Ivar? {
        guard let method, !method.syntax.isClassMethod, let receiver = receiver.unmanaged,
            receiver.isa.isSubclass(of: method.cls)
        else {
            return nil
        }
        return receiver.isTagged ? nil : method.cls.instanceVariable(name)
    }

    private func read(_ ivar: Ivar) -> ScriptValue {
        guard let object = receiver.unmanaged else { return .none }
        if Conversion.kind(ivar.typeEncoding) == "@" {
            let held = (try? object.retained().ivar(ivar.name, as: Object?.self)) ?? nil
            return withExtendedLifetime(held) { ScriptValue(borrowing: held?.unmanaged) }
        }
        return Conversion.load(ivar.typeEncoding, from: object.address + ivar.offset, .borrowed)
    }

    private func write(_ value: ScriptValue, to ivar: Ivar, at position: Position) throws(ScriptError) {
        guard let object = receiver.unmanaged else { return }
        let encoding = ivar.typeEncoding
        try raising(at: position) {
            guard Conversion.holds(encoding) else {
                throw position.error("'\(ivar.name)' is of type '\(encoding)', which scripts cannot hold")
            }
            guard Conversion.kind(encoding) == "@" else {
                return try Conversion.store(value, encoding, at: object.address + ivar.offset)
            }
            var word: UInt = 0
            try withUnsafeMutableBytes(of: &word) { try Conversion.store(value, encoding, at: $0.baseAddress!) }
            try object.retained().setIvar(ivar.name, to: value.object)
        }
    }

    // ── Assignment ──────────────────────────────────────────────────────────────────────────────────

    func assign(_ target: Expression, _ sign: BinaryOperator?, _ expression: Expression) throws(ScriptError) {
        switch target.kind {
        case .name(let name):
            let value = try operand(sign, expression, at: target.position) { () throws(ScriptError) in
                try self.value(of: name, at: target.position)
            }
            try assign(value, to: name, at: target.position, from: expression.position)
        case .property(let receiver, let name):
            // Evaluates the receiver only once.
            let resolved = try self.receiver(receiver)
            let value = try operand(sign, expression, at: target.position) { () throws(ScriptError) in
                try property(name, of: resolved, at: target.position)
            }
            try setProperty(name, of: resolved, to: value, at: target.position, from: expression.position)
        default: throw target.position.error("only a variable, an ivar or a property can be assigned to")
        }
    }

    private func operand(
        _ sign: BinaryOperator?, _ expression: Expression, at position: Position,
        _ old: () throws(ScriptError) -> ScriptValue
    ) throws(ScriptError) -> ScriptValue {
        guard let sign else { return try valueToKeep(expression) }
        let old = try old()
        let operand = try evaluate(expression)
        return try computing(at: position, old) { (old) throws(ArithmeticError) in try old.applying(sign, to: operand) }
    }

    /// Evaluates an expression that must have a value.
    private func valueToKeep(_ expression: Expression) throws(ScriptError) -> ScriptValue {
        let value = try evaluate(expression)
        if case .none = value { throw expression.position.error("this gives no value that could be assigned") }
        return value
    }

    private func assign(_ value: ScriptValue, to name: String, at position: Position, from source: Position)
        throws(ScriptError)
    {
        if name == "self" {
            guard let method, method.syntax.selector.consumesReceiver else {
                throw position.error("only a method of the init family can assign to 'self'")
            }
            guard case .object = value else {
                throw source.error("'self' must be an object, but \(value.designation) is given")
            }
            receiver = value.kept
        } else if locals[name] == nil, let ivar = ivar(name) {
            try write(value, to: ivar, at: source)
        } else {
            setVariable(name, value)
        }
    }

    /// Sets a local variable; outside of methods, a variable of the script.
    func setVariable(_ name: String, _ value: ScriptValue) {
        if method == nil { session.setVariable(name, value) } else { setLocal(name, value) }
    }

    func declare(_ type: TypeSyntax, _ name: String, _ expression: Expression?, _ position: Position)
        throws(ScriptError)
    {
        let value = try expression.map { (value) throws(ScriptError) in try valueToKeep(value) }
        var word: UInt = 0
        let converted = try raising(at: expression?.position ?? position) {
            try withUnsafeMutableBytes(of: &word) { place in
                if let value { try Conversion.store(value, type.encoding, at: place.baseAddress!) }
                return Conversion.load(type.encoding, from: place.baseAddress!, .borrowed)
            }
        }
        withExtendedLifetime(value) { setVariable(name, converted) }
    }

    // ── Literals ────────────────────────────────────────────────────────────────────────────────────

    /// `@(…)`: returns a string, or a number of the type that a compiler would choose.
    private func box(_ expression: Expression) throws(ScriptError) -> Object {
        let value = try evaluate(expression)
        return try raising(at: expression.position) {
            switch value {
            case .integer(let value): Int32(exactly: value).map { NSNumber.object($0) } ?? NSNumber.object(value)
            case .unsigned(let value): NSNumber.object(value)
            case .double(let value): NSNumber.object(value)
            case .bool(let value): NSNumber.object(value)
            case .string(let text): NSString.object(text)
            default: throw expression.position.error("@(…) takes a number or a C string, not \(value.designation)")
            }
        }
    }

    private func objects(_ expressions: [Expression]) throws(ScriptError) -> [ScriptValue] {
        let values = try evaluate(expressions)
        for (expression, value) in zip(expressions, values) where value.unmanaged == nil {
            if case .object = value { continue }
            throw expression.position.error(
                "a collection holds objects, but this is \(value.designation)"
                    + (value.isNumber ? "; as an object it is @(x)" : ""))
        }
        return values
    }

    /// Sends `+[NSArray arrayWithObjects:count:]`, as a compiler does; the method raises for nil.
    private func array(_ elements: [Expression], _ position: Position) throws(ScriptError) -> Object {
        let objects = try objects(elements)
        return try raising(at: position) {
            try withAddresses(objects) {
                try NSArray.cls.send("arrayWithObjects:count:", $0, UInt(objects.count), as: Object.self)
            }
        }
    }

    /// Sends `+[NSDictionary dictionaryWithObjects:forKeys:count:]`, as a compiler does.
    private func dictionary(_ entries: [(key: Expression, value: Expression)], _ position: Position)
        throws(ScriptError) -> Object
    {
        let keys = try objects(entries.map(\.key))
        let values = try objects(entries.map(\.value))
        return try raising(at: position) {
            try withAddresses(values) { values in
                try withAddresses(keys) { keys in
                    try NSDictionary.cls.send(
                        "dictionaryWithObjects:forKeys:count:", values, keys, UInt(entries.count), as: Object.self)
                }
            }
        }
    }

    private func withAddresses<Result>(_ objects: [ScriptValue], _ body: (UnsafeRawPointer?) throws -> Result) rethrows
        -> Result
    {
        try withExtendedLifetime(objects) {
            try objects.map { $0.unmanaged?.address }.withUnsafeBytes { try body($0.baseAddress) }
        }
    }
}
