// TaggedPointer.swift - tagged pointers: small values in the pointer itself.
import CMiniRuntime

/// One of the eight tags of tagged pointers: three bits of tag, 60 bits of payload.
///
/// Objective-C: `_objc_registerTaggedPointerClass`.
public struct PointerTag: Sendable {
    private let number: UInt32

    /// The number of bits of a payload.
    public static let payloadBits = Int(MR_TAG_PAYLOAD_BITS)

    /// Registers `cls` for the tag `number` (0 to 7). nil if another class has the tag.
    public init?(_ number: Int, for cls: Class) {
        guard let number = UInt32(exactly: number), mr_tag_register(number, cls.pointer) else { return nil }
        self.number = number
    }

    /// Whether a tagged pointer has this tag.
    package func isTag(of object: UnmanagedObject) -> Bool { mr_tag(object.pointer) == number }

    /// Returns the tagged pointer with that payload; nil if the payload needs more than 60 bits.
    public func object(_ payload: UInt64) -> UnmanagedObject? {
        mr_tag_make(number, payload).map(UnmanagedObject.init)
    }
}

extension UnmanagedObject {
    /// The 60 payload bits of a tagged pointer.
    public var tagPayload: UInt64 { mr_tag_payload(pointer) }
}

extension Double {
    /// The payload that contains this number; nil if it does not fit: the exponent has seven bits.
    package var tagPayload: UInt64? {
        var payload: UInt64 = 0
        return mr_tag_payload_of_double(self, &payload) ? payload : nil
    }

    /// The number in a payload.
    package init(tagPayload payload: UInt64) { self = mr_tag_double(payload) }
}
