// AccessorMethod.swift - a method that takes or returns the value of a key, and how it is called.
//
// Always as a message: the IMP is the one that the receiver's class has at that moment.
import MiniFoundation
import MiniRuntime

/// A getter, with `type` what it returns, or a setter, with `type` what it takes.
final class AccessorMethod: Sendable {
    let selector: Selector
    let type: ValueType
    private let signature: MethodSignature

    /// nil if there is no such method, or no object stands for what it returns.
    init?(getter method: Method?) {
        guard let method, let signature = method.signature, let type = ValueType(signature.returnType) else {
            return nil
        }
        selector = method.selector
        self.type = type
        self.signature = signature
    }

    /// nil if there is no such method, or no object stands for what it takes.
    init?(setter method: Method?) {
        guard let method, let signature = method.signature, let type = ValueType(signature.argumentType(at: 2)) else {
            return nil
        }
        selector = method.selector
        self.type = type
        self.signature = signature
    }

    /// Whether both are of one name and type.
    func isSame(as other: AccessorMethod) -> Bool { selector == other.selector && signature == other.signature }

    /// What the getter returns as an object, borrowed; nil with an exception pending.
    func value(of object: UnmanagedObject) -> UnmanagedObject? {
        if case .object = type.shape { return object.message(selector) }
        return ownedValue(of: object)?.autorelease()
    }

    /// The same, +1.
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

    /// What a getter of integers returns.
    func integer(of object: UnmanagedObject) -> UInt {
        let word = object.sendWords(selector)
        return RuntimeException.isPending ? 0 : type.extended(word)
    }

    /// Calls the setter with the value that lies at `bytes`. What it returns is dropped.
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

    /// What a message would jump to, as a C function.
    private func function<Function>(of object: UnmanagedObject, _ type: Function.Type) -> Function {
        unsafeBitCast(object.isa.methodImplementation(selector).address, to: type)
    }

    private func boxed<Value: BitwiseCopyable>(_ value: Value) -> UnmanagedObject? {
        withUnsafeBytes(of: value) { type.box($0.baseAddress!) }
    }
}
