// GetterMethod.swift - a getter method of a key, of any type: described for C, which sends it.
import CKeyValueCoding
import MiniFoundation
import MiniRuntime

package struct GetterMethod: @unchecked Sendable {
    // Sendable: the memory behind `raw` does not change.
    /// The getter for C. Lives for ever.
    package let raw: UnsafePointer<kvc_getter>

    /// nil if there is no such method, or if objects cannot represent its result.
    init?(_ method: MiniRuntime.Method?) {
        guard let method, let signature = method.signature, let type = ValueType(signature.returnType) else {
            return nil
        }
        raw = Self.interned(method.selector, signature, type)
    }

    var selector: Selector { Selector(address: UnsafeRawPointer(raw.pointee.selector)) }
    var isObject: Bool { raw.pointee.kind == KVC_OBJECT_VALUE }
    var isInteger: Bool { raw.pointee.kind == KVC_INTEGER_VALUE }

    /// Sends the getter and returns its result as a borrowed object; nil if an exception is pending afterwards.
    func value(of object: UnmanagedObject) -> UnmanagedObject? {
        let value = kvc_get(object.pointer, raw)
        return RuntimeException.isPending ? nil : value.map { UnmanagedObject($0) }
    }

    /// Sends a getter of integers and returns its result; 0 if an exception is pending afterwards.
    func integer(of object: UnmanagedObject) -> UInt {
        let value = kvc_send_for_integer(object.pointer, raw)
        return RuntimeException.isPending ? 0 : UInt(bitPattern: Int(value))
    }

    // ── Descriptions ────────────────────────────────────────────────────────────────────────────────

    private struct Identity: Hashable {
        let selector: Selector
        let signature: MethodSignature
    }

    private struct Description: Lockable, @unchecked Sendable {
        // Sendable: the memory does not change once it is in the table.
        let raw: UnsafeMutablePointer<kvc_getter>
    }

    private static let descriptions = Locked<[Identity: Description]>([:], rank: .table)

    private static func interned(
        _ selector: Selector, _ signature: MethodSignature, _ type: ValueType
    ) -> UnsafePointer<kvc_getter> {
        let identity = Identity(selector: selector, signature: signature)
        if let known = descriptions.value(forKey: identity) { return UnsafePointer(known.raw) }
        let fresh = UnsafeMutablePointer<kvc_getter>.allocate(capacity: 1)
        fresh.initialize(to: description(selector, signature, type))
        let known = descriptions.value(forKey: identity, settingDefault: Description(raw: fresh))
        if known.raw != fresh { fresh.deallocate() }
        return UnsafePointer(known.raw)
    }

    private static func description(
        _ selector: Selector, _ signature: MethodSignature, _ type: ValueType
    ) -> kvc_getter {
        let form = NSNumber.form(encoding: type.encoding)
        return kvc_getter(
            selector: OpaquePointer(selector.address), signature: signature.pointer, kind: type.kind,
            size: UInt8(clamping: type.size),
            is_signed: "csilq".contains(type.encoding), is_bool: type.encoding == "B", encoding: form?.encoding,
            zero: form?.taggedZero ?? 0)
    }
}

extension ValueType {
    fileprivate var kind: kvc_value_kind {
        switch encoding.utf8.first {
        case UInt8(ascii: "@"), UInt8(ascii: "#"): KVC_OBJECT_VALUE
        case UInt8(ascii: "f"): KVC_FLOAT_VALUE
        case UInt8(ascii: "d"): KVC_DOUBLE_VALUE
        default: "cCsSiIlLqQB".contains(encoding) ? KVC_INTEGER_VALUE : KVC_OTHER_VALUE
        }
    }
}
