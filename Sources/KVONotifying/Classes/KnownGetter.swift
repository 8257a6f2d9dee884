// KnownGetter.swift - a getter that C sends by itself when a value is to be told.
import CKeyValueObserving
import MiniRuntime

/// A getter, and what C knows of it.
final class KnownGetter: @unchecked Sendable {
    // Sendable: what `raw` points at does not change.
    let method: AccessorMethod
    let raw: UnsafeMutablePointer<kvo_getter>

    init(_ method: AccessorMethod) {
        self.method = method
        raw = .allocate(capacity: 1)
        raw.initialize(to: Self.description(of: method))
        raw.pointee.owner = UnsafeRawPointer(Unmanaged.passUnretained(self).toOpaque())
    }

    /// The method of a getter that C knows.
    static func of(_ raw: UnsafePointer<kvo_getter>) -> AccessorMethod {
        Unmanaged<KnownGetter>.fromOpaque(raw.pointee.owner!).takeUnretainedValue().method
    }

    deinit {
        raw.deallocate()
    }

    /// Integers become tagged numbers there; what has to be allocated, or is passed in memory, is made here.
    private static func description(of method: AccessorMethod) -> kvo_getter {
        var getter = kvo_getter(
            selector: OpaquePointer(method.selector.address), kind: KVO_OTHER_VALUE, size: 0, is_signed: false,
            is_bool: false, zero: 0,
            owner: nil)
        switch method.type.shape {
        case .object:
            getter.kind = KVO_OBJECT_VALUE
        case .word(let size, let isSigned) where method.type.isInteger:
            guard let zero = withUnsafeBytes(of: UInt64(0), { method.type.box($0.baseAddress!) }), zero.isTagged else {
                break
            }
            getter.kind = KVO_INTEGER_VALUE
            getter.size = UInt8(size)
            getter.is_signed = isSigned
            getter.is_bool = method.type.encoding == "B"
            getter.zero = UInt64(zero.word)
        default: break
        }
        return getter
    }
}
