// OperandMessage.swift - the messages of expressions: FUNCTION, and the elements that stand in brackets.
import MiniFoundation
import MiniRuntime

extension Operand {
    /// Sends a message with objects as its arguments, and returns its result as an object.
    static func result(of receiver: Object, _ name: String, _ arguments: [Object?]) throws -> Object? {
        let selector = Selector(name)
        let signature: MethodSignature? = try receiver.send("methodSignatureForSelector:", selector)
        guard let signature, signature.argumentCount == arguments.count + 2 else {
            throw RuntimeException(
                "NSInvalidArgumentException", "\(receiver.isa) has no method \(name) with \(arguments.count) arguments")
        }
        let invocation = Invocation(signature)
        (invocation.target, invocation.selector) = (receiver, selector)
        for (index, argument) in arguments.enumerated() { try invocation.setArgument(argument, at: index + 2) }
        try invocation.object.send("invoke")
        return try NSInvocationOperation.result(of: invocation)
    }
}

extension Operand.Index {
    /// Returns an element of a collection. Raises an exception if the position of an array has none.
    func element(of collection: Object, for object: Object?) throws -> Object? {
        switch self {
        case .first: return try collection.send("firstObject")
        case .last: return try collection.send("lastObject")
        case .size: return try MiniFoundation.NSNumber.object(collection.send("count") as UInt)
        case .value(let operand):
            guard let place = try operand.value(for: object) else { return nil }
            guard try !collection.send("respondsToSelector:", "objectForKey:" as Selector) else {
                return try collection.send("objectForKey:", place)
            }
            return try collection.send("objectAtIndex:", place.send("unsignedIntegerValue") as UInt)
        }
    }

    func isEqual(to other: Self) throws -> Bool {
        switch (self, other) {
        case (.first, .first), (.last, .last), (.size, .size): true
        case (.value(let first), .value(let second)): try first.isEqual(to: second)
        default: false
        }
    }

    var format: String {
        switch self {
        case .first: "FIRST"
        case .last: "LAST"
        case .size: "SIZE"
        case .value(let operand): operand.format
        }
    }
}
