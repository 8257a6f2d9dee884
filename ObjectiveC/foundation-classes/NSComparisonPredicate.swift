// NSComparisonPredicate.swift - predicates that compare two expressions, and NSExpression.
import MiniFoundation
import MiniRuntime

enum NSExpression {
    /// NSExpressionType
    private static func kind(_ operand: Operand) -> UInt {
        switch operand {
        case .constant: 0
        case .keyPath("SELF"): 1
        case .keyPath: 3
        case .variable: 2
        case .function, .message, .index, .path, .arithmetic: 4
        case .subquery: 13
        case .list: 14
        }
    }

    static let values = ValueClass<Operand>("NSExpression", adopting: ["NSCopying"]) { cls in
        try addMakers(cls)
        try addParts(cls)
        try cls.add("expressionValueWithObject:context:") { (operand, object: Object?, _: Object?) in
            try operand.value(for: object)
        }
        try cls.add("description") { $0.format }
        try cls.add("isEqual:") { (operand, other: Object?) -> Bool in
            guard let other, cls.holds(other) else { return false }
            return try operand.isEqual(to: cls.value(of: other))
        }
        try cls.add("hash") { UInt(bitPattern: $0.format.hashValue) }
        try cls.addCopy()
    }

    private static let evaluated: Object = values.object(.keyPath("SELF"))

    private static func addMakers(_ cls: ValueClass<Operand>) throws {
        try cls.addClassMethod("expressionForConstantValue:") { (_, value: Object?) in cls.object(.constant(value)) }
        try cls.addClassMethod("expressionForKeyPath:") { (_, path: String) in cls.object(.keyPath(path)) }
        try cls.addClassMethod("expressionForVariable:") { (_, name: String) in cls.object(.variable(name)) }
        try cls.addClassMethod("expressionWithFormat:argumentArray:") { (_, format: String, arguments: Object?) in
            var parser = try PredicateParser(format, arguments.map { try [Object].bridged(from: $0) } ?? [])
            return try cls.object(parser.parseExpression())
        }
        try cls.addClassMethod("expressionForEvaluatedObject") { _ in evaluated }
        try cls.addClassMethod("expressionForAggregate:") { (_, list: Object) in
            try cls.object(.list([Object].bridged(from: list).map { try cls.value(of: $0) }))
        }
        try cls.addClassMethod("expressionForFunction:arguments:") { (_, name: String, arguments: Object?) in
            let list = try arguments.map { try [Object].bridged(from: $0) } ?? []
            guard Operand.functions[name.hasSuffix(":") ? String(name.dropLast()) : name] != nil, list.count == 1 else {
                throw RuntimeException("NSInvalidArgumentException", "unknown function \(name)")
            }
            return try cls.object(.function(name, cls.value(of: list[0])))
        }
    }

    private static func wrong(_ part: String) -> RuntimeException {
        RuntimeException("NSInvalidArgumentException", "this expression has no \(part)")
    }

    private static func addParts(_ cls: ValueClass<Operand>) throws {
        try cls.add("expressionType") { kind($0) }
        try cls.add("constantValue") { (operand: Operand) -> Object? in
            guard case .constant(let value) = operand else { throw wrong("constant value") }
            return value
        }
        try cls.add("keyPath") { (operand: Operand) -> String in
            guard case .keyPath(let path) = operand else { throw wrong("key path") }
            return path
        }
        try cls.add("variable") { (operand: Operand) -> String in
            guard case .variable(let name) = operand else { throw wrong("variable") }
            return name
        }
        try cls.add("collection") { (operand: Operand) -> Object in
            guard case .list(let list) = operand else { throw wrong("collection") }
            return MiniFoundation.NSArray.object(list.map(cls.object))
        }
        try cls.add("function") { (operand: Operand) -> String in
            guard case .function(let name, _) = operand else { throw wrong("function") }
            return name
        }
        try cls.add("arguments") { (operand: Operand) -> Object in
            guard case .function(_, let argument) = operand else { throw wrong("arguments") }
            return MiniFoundation.NSArray.object([cls.object(argument)])
        }
    }
}

enum NSComparisonPredicate {
    static let values = ValueClass<Condition>("NSComparisonPredicate", superclass: NSPredicate.values.holder) { cls in
        try cls.addInit(
            "initWithLeftExpression:rightExpression:modifier:type:options:",
            maker: "predicateWithLeftExpression:rightExpression:modifier:type:options:"
        ) { (left: Object, right: Object, modifier: UInt, operation: UInt, options: UInt) in
            guard let modifier = Comparison.Modifier(rawValue: modifier),
                let operation = Comparison.Operator.types.first(where: { $0.value == operation })?.key
            else { throw RuntimeException("NSInvalidArgumentException", "no comparison of type \(operation)") }
            return try .comparison(
                Comparison(
                    modifier: modifier, left: NSExpression.values.value(of: left),
                    right: NSExpression.values.value(of: right), operation: operation,
                    ignoresCase: options & 1 != 0, ignoresMarks: options & 2 != 0))
        }
        try cls.add("leftExpression") { try NSExpression.values.object(comparison($0).left) }
        try cls.add("rightExpression") { try NSExpression.values.object(comparison($0).right) }
        try cls.add("comparisonPredicateModifier") { try comparison($0).modifier.rawValue }
        try cls.add("predicateOperatorType") { try Comparison.Operator.types[comparison($0).operation]! }
        try cls.add("options") { condition -> UInt in
            let comparison = try comparison(condition)
            return (comparison.ignoresCase ? 1 : 0) | (comparison.ignoresMarks ? 2 : 0)
        }
    }

    private static func comparison(_ condition: Condition) throws -> Comparison {
        guard case .comparison(let comparison) = condition else {
            throw RuntimeException("NSInvalidArgumentException", "the predicate compares nothing")
        }
        return comparison
    }
}
