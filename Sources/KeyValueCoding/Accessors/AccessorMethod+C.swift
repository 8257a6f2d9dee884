// AccessorMethod+C.swift - the description of a getter for C, which sends it without calling Swift.
import CKeyValueCoding
import MiniFoundation

extension AccessorMethod {
    /// The getter, for C. nil if it returns neither an object, a floating-point number, an integer nor a structure. Its
    /// signature lives as long as this object.
    package var getter: kvc_getter? {
        var getter = kvc_getter(
            selector: OpaquePointer(selector.address), kind: KVC_OBJECT_VALUE, size: 0, is_signed: false,
            is_bool: false, zero: 0, signature: nil)
        switch type.shape {
        case .object: break
        case .float: (getter.kind, getter.zero) = (KVC_FLOAT_VALUE, taggedZero ?? 0)
        case .double: (getter.kind, getter.zero) = (KVC_DOUBLE_VALUE, taggedZero ?? 0)
        case .memory where type.encoding.hasPrefix("{"):
            getter.kind = KVC_STRUCTURE_VALUE
            getter.signature = signature.pointer
        case .word(let size, let isSigned) where type.isInteger:
            guard let zero = taggedZero else { return nil }
            getter.kind = KVC_INTEGER_VALUE
            getter.size = UInt8(size)
            getter.is_signed = isSigned
            getter.is_bool = type.encoding == "B"
            getter.zero = zero
        default: return nil
        }
        return getter
    }

    /// The tagged pointer for 0 of the type; nil if the program has no tagged pointers.
    private var taggedZero: UInt64? { NSNumber.taggedZero(encoding: type.encoding).map { UInt64($0.word) } }
}
