// KnownGetter.swift - a getter that C can send without calling Swift, to read a value for a notification.
import CKeyValueObserving
import KeyValueCoding
import MiniFoundation
import MiniRuntime

/// A getter, and its description for C.
final class KnownGetter: @unchecked Sendable {
    // Sendable: the memory behind `raw` does not change.
    let method: AccessorMethod
    let raw: UnsafeMutablePointer<kvo_getter>

    /// nil if the getter returns neither an object, a floating-point number, an integer nor a structure: then C sends
    /// `valueForKey:`.
    init?(_ method: AccessorMethod) {
        let type = method.type
        var getter = kvo_getter(
            selector: OpaquePointer(method.selector.address), kind: KVO_OBJECT_VALUE, size: 0, is_signed: false,
            is_bool: false, zero: 0, signature: nil)
        switch type.shape {
        case .object: break
        case .float: getter.kind = KVO_FLOAT_VALUE
        case .double: getter.kind = KVO_DOUBLE_VALUE
        case .memory where type.encoding.hasPrefix("{"):
            getter.kind = KVO_STRUCTURE_VALUE
            getter.signature = method.signature.pointer
        case .word(let size, let isSigned) where type.isInteger:
            guard let zero = NSNumber.taggedZero(encoding: type.encoding) else { return nil }
            getter.kind = KVO_INTEGER_VALUE
            getter.size = UInt8(size)
            getter.is_signed = isSigned
            getter.is_bool = type.encoding == "B"
            getter.zero = UInt64(zero.word)
        default: return nil
        }
        self.method = method
        raw = .allocate(capacity: 1)
        raw.initialize(to: getter)
    }

    deinit {
        raw.deallocate()
    }
}
