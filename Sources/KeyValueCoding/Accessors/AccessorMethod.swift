// AccessorMethod.swift - an accessor method of a key: calls a getter or a setter of any type.
//
// Each call looks the method up like a message, so it reaches the implementation of the receiver's isa at that time.
import MiniFoundation
import MiniRuntime

/// A getter or a setter. `type` is the type of the getter's result, or of the setter's argument.
package final class AccessorMethod: Sendable, Lockable {
    package let selector: Selector
    package let type: ValueType
    package let signature: MethodSignature

    /// nil if there is no such method, or if objects cannot represent its result.
    convenience init?(getter method: Method?) { self.init(method) { $0.returnType } }

    /// nil if there is no such method, or if objects cannot represent its argument.
    convenience init?(setter method: Method?) { self.init(method) { $0.argumentType(at: 2) } }

    private init?(_ method: Method?, _ type: (MethodSignature) -> TypeEncoding?) {
        guard let method, let signature = method.signature, let type = ValueType(type(signature)) else { return nil }
        selector = method.selector
        self.type = type
        self.signature = signature
    }

    /// Whether both have the same selector and types.
    package func isSame(as other: AccessorMethod) -> Bool { selector == other.selector && signature == other.signature }

    /// Calls the getter and returns its result as a borrowed object; nil if an exception is pending afterwards.
    func value(of object: UnmanagedObject) -> UnmanagedObject? {
        if case .object = type.shape { return object.message(selector) }
        return ownedValue(of: object)?.autorelease()
    }

    /// Calls the getter and returns its result as an object, +1; nil if an exception is pending afterwards.
    func ownedValue(of object: UnmanagedObject) -> UnmanagedObject? {
        switch type.shape {
        case .object:
            return object.message(selector)?.retain()
        case .word:
            return boxed(object.sendWords(selector))
        case .float:
            typealias Function = @convention(c) (ID, SEL) -> Float
            return boxed(function(of: object, Function.self)(object.address, selector.address))
        case .double:
            typealias Function = @convention(c) (ID, SEL) -> Double
            return boxed(function(of: object, Function.self)(object.address, selector.address))
        case .memory:
            return object.isa.methodImplementation(selector).call(object, selector, signature) { type.box($0) }
        }
    }

    /// Calls a getter of integer type and returns its result; 0 if an exception is pending afterwards.
    func integer(of object: UnmanagedObject) -> UInt {
        let word = object.sendWords(selector)
        return RuntimeException.isPending ? 0 : type.extended(word)
    }

    /// Calls the setter with the value at `bytes`, and discards its result.
    func call(_ object: UnmanagedObject, _ bytes: UnsafeMutableRawPointer) {
        switch type.shape {
        case .object, .word:
            object.sendWords(selector, (type.extended(bytes.load(as: UInt.self)), 0, 0, 0))
        case .float:
            typealias Function = @convention(c) (ID, SEL, Float) -> Void
            function(of: object, Function.self)(object.address, selector.address, bytes.load(as: Float.self))
        case .double:
            typealias Function = @convention(c) (ID, SEL, Double) -> Void
            function(of: object, Function.self)(object.address, selector.address, bytes.load(as: Double.self))
        case .memory:
            let invocation = Invocation(signature)
            invocation.target = object.retained()
            invocation.selector = selector
            withExtendedLifetime(invocation.object) { message in
                message.unmanaged.sendWords("setArgument:atIndex:", (UInt(bitPattern: bytes), 2, 0, 0))
                message.unmanaged.sendWords("invoke")
            }
        }
    }

    /// Returns the IMP that a message would call, as a C function.
    private func function<Function>(of object: UnmanagedObject, _ type: Function.Type) -> Function {
        unsafeBitCast(object.isa.methodImplementation(selector).address, to: type)
    }

    private func boxed<Value: BitwiseCopyable>(_ value: Value) -> UnmanagedObject? {
        withUnsafeBytes(of: value) { type.box($0.baseAddress!) }
    }
}
