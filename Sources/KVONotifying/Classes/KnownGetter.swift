// KnownGetter.swift - a getter that C can send without calling Swift, to read a value for a notification.
import CKeyValueObserving
import KeyValueCoding
import MiniFoundation
import MiniRuntime

/// A getter, and its description for C.
final class KnownGetter: Lockable, @unchecked Sendable {
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
        case .float: (getter.kind, getter.zero) = (KVO_FLOAT_VALUE, Self.zero(type) ?? 0)
        case .double: (getter.kind, getter.zero) = (KVO_DOUBLE_VALUE, Self.zero(type) ?? 0)
        case .memory where type.encoding.hasPrefix("{"):
            getter.kind = KVO_STRUCTURE_VALUE
            getter.signature = method.signature.pointer
        case .word(let size, let isSigned) where type.isInteger:
            guard let zero = Self.zero(type) else { return nil }
            getter.kind = KVO_INTEGER_VALUE
            getter.size = UInt8(size)
            getter.is_signed = isSigned
            getter.is_bool = type.encoding == "B"
            getter.zero = zero
        default: return nil
        }
        self.method = method
        raw = .allocate(capacity: 1)
        raw.initialize(to: getter)
    }

    /// The tagged pointer for 0 of a type; nil if the program has no tagged pointers.
    private static func zero(_ type: ValueType) -> UInt64? {
        NSNumber.taggedZero(encoding: type.encoding).map { UInt64($0.word) }
    }

    deinit {
        raw.deallocate()
    }
}
