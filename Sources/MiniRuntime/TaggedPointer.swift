// TaggedPointer.swift - small values in the pointer itself.
import CMiniRuntime

/// One of the eight kinds of tagged pointer: three bits of tag, 60 bits of payload.
///
/// Objective-C: `_objc_registerTaggedPointerClass`.
public struct PointerTag: Sendable {
    private let number: UInt32

    /// How many bits a payload may have.
    public static let payloadBits = Int(MR_TAG_PAYLOAD_BITS)

    /// Gives the tag `number` (0 to 7) to a class. nil if another class has it.
    public init?(_ number: Int, for cls: Class) {
        guard let number = UInt32(exactly: number), mr_tag_register(number, cls.pointer) else { return nil }
        self.number = number
    }

    /// The object that is this payload; nil if it needs more than 60 bits.
    public func object(_ payload: UInt64) -> UnmanagedObject? {
        mr_tag_make(number, payload).map(UnmanagedObject.init)
    }
}

extension UnmanagedObject {
    /// The 60 bits of a tagged pointer.
    public var tagPayload: UInt64 { mr_tag_payload(pointer) }
}
