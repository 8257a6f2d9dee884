// MessageTypes.swift - finds the types of a message. A compiler reads them from declarations; this file looks them up,
// without sending messages where possible, so that a trace shows only the messages of the script.
import MiniRuntime

enum MessageTypes {
    private static let signatureSelector: Selector = "methodSignatureForSelector:"

    /// Returns the types of a message whose lookup starts at `cls`.
    static func signature(_ selector: Selector, to object: UnmanagedObject, from cls: Class, _ arguments: [ScriptValue])
        throws
        -> MethodSignature
    {
        if let method = cls.lookUpMethod(selector) { return try types(of: method) }
        // The message will be forwarded or rejected. Like a compiler, use the declaration of any class.
        if let declared = declared(selector) { return declared }
        return try resolved(selector, object, cls) ?? guessed(arguments)
    }

    private static func types(of method: Method) throws -> MethodSignature {
        if let signature = method.signature { return signature }
        throw RuntimeError.malformedEncoding(method.typeEncoding ?? "")
    }

    /// Returns the types on which all classes with such a method agree; nil if they differ, or if there is none.
    /// O(classes).
    static func declared(_ selector: Selector) -> MethodSignature? {
        var found: MethodSignature?
        for signature in selector.typeEncodings.compactMap({ try? MethodSignature($0) }) {
            if let found, !agree(found, signature) { return nil }
            found = signature
        }
        return found
    }

    /// Whether two methods have the same types. Ignores offsets, qualifiers and class names.
    static func agree(_ a: MethodSignature, _ b: MethodSignature) -> Bool {
        guard a.argumentCount == b.argumentCount, let result = a.returnType, let other = b.returnType else {
            return false
        }
        let arguments = (2..<a.argumentCount).map { (a.argumentType(at: $0), b.argumentType(at: $0)) }
        return result.isEquivalent(to: other)
            && arguments.allSatisfy { $0 != nil && $1 != nil && $0!.isEquivalent(to: $1!) }
    }

    /// Returns the types that the class or the object provides at run time, if it overrides `+resolveInstanceMethod:`,
    /// `+resolveClassMethod:` or `-methodSignatureForSelector:`; else nil. This sends real messages.
    private static func resolved(_ selector: Selector, _ object: UnmanagedObject, _ cls: Class) throws
        -> MethodSignature?
    {
        if let method = cls.instanceMethod(selector) { return try types(of: method) }
        try RuntimeException.throwIfPending()
        guard overridesSignatures(object.isa) else { return nil }
        return try object.send(signatureSelector, selector, as: Object?.self).flatMap { MethodSignature($0) }
    }

    private static func overridesSignatures(_ cls: Class) -> Bool {
        guard let own = cls.lookUpMethod(signatureSelector) else { return false }
        return own.implementation != Class.nsObject.lookUpMethod(signatureSelector)?.implementation
    }

    /// Guesses the types if nothing is known: those of the arguments, and no result, because its type is unknown.
    private static func guessed(_ arguments: [ScriptValue]) throws -> MethodSignature {
        let types = arguments.map { argument in
            switch argument {
            case .integer: "q"
            case .unsigned: "Q"
            case .double: "d"
            case .bool: "B"
            case .selector: ":"
            case .cls: "#"
            case .object: "@"
            default: "^v"
            }
        }
        return try MethodSignature("v@:" + types.joined())
    }
}
