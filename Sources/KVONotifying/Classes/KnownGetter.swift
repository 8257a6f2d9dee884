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

    init(_ method: AccessorMethod) {
        self.method = method
        raw = .allocate(capacity: 1)
        raw.initialize(to: Self.description(of: method))
        raw.pointee.owner = UnsafeRawPointer(Unmanaged.passUnretained(self).toOpaque())
    }

    /// Returns the method behind a pointer from C.
    static func of(_ raw: UnsafePointer<kvo_getter>) -> AccessorMethod {
        Unmanaged<KnownGetter>.fromOpaque(raw.pointee.owner!).takeUnretainedValue().method
    }

    deinit {
        raw.deallocate()
    }

    /// Describes a getter that returns an object, a floating-point number, or an integer that fits into a tagged
    /// number: C sends these itself. All others are KVO_OTHER_VALUE, and Swift sends them.
    private static func description(of method: AccessorMethod) -> kvo_getter {
        var getter = kvo_getter(
            selector: OpaquePointer(method.selector.address), kind: KVO_OTHER_VALUE, size: 0, is_signed: false,
            is_bool: false, zero: 0,
            owner: nil)
        switch method.type.shape {
        case .object:
            getter.kind = KVO_OBJECT_VALUE
        case .word(let size, let isSigned) where method.type.isInteger:
            guard let zero = NSNumber.taggedZero(encoding: method.type.encoding) else { break }
            getter.kind = KVO_INTEGER_VALUE
            getter.size = UInt8(size)
            getter.is_signed = isSigned
            getter.is_bool = method.type.encoding == "B"
            getter.zero = UInt64(zero.word)
        case .float: getter.kind = KVO_FLOAT_VALUE
        case .double: getter.kind = KVO_DOUBLE_VALUE
        default: break
        }
        return getter
    }
}
