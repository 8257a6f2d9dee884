// SetterMethod.swift - a setter method of a key: called with a value of any type.
import CKeyValueCoding
import MiniRuntime

struct SetterMethod: Sendable {
    private let selector: Selector
    private let signature: MethodSignature
    /// The type of the argument.
    let type: ValueType

    /// nil if there is no such method, or if objects cannot represent its argument.
    init?(_ method: MiniRuntime.Method?) {
        guard let method, let signature = method.signature, let type = ValueType(signature.argumentType(at: 2)) else {
            return nil
        }
        selector = method.selector
        self.signature = signature
        self.type = type
    }

    /// Sends the message with the value at `bytes`, and discards its result.
    func send(to object: UnmanagedObject, _ bytes: UnsafeMutableRawPointer) {
        kvc_set(object.pointer, OpaquePointer(selector.address), signature.pointer, bytes)
    }
}
