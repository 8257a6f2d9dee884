// Messages.swift - what these classes ask of the objects they hold. Always by message: a class may override any of
// them.
import MiniRuntime

enum Selectors {
    static let alloc: Selector = "alloc"
    static let copy: Selector = "copy"
    static let dealloc: Selector = "dealloc"
    static let description: Selector = "description"
    static let hash: Selector = "hash"
    static let isEqual: Selector = "isEqual:"
}

/// `[a isEqual:b]`, or the same object.
func isEqual(_ a: ID, _ b: ID) -> Bool {
    a == b || UnmanagedObject(a).sendWords(Selectors.isEqual, (UInt(bitPattern: b), 0, 0, 0)) & 0xFF != 0
}

/// `[object hash]`.
func hash(of object: ID) -> UInt {
    UnmanagedObject(object).sendWords(Selectors.hash)
}

/// `[object copy]`: +1, nil with an exception pending if the object cannot be copied.
func copy(_ object: ID) -> ID? {
    ID(bitPattern: UnmanagedObject(object).sendWords(Selectors.copy))
}

/// `[object description]` as a Swift string; what all objects print if that answers no string.
func describe(_ object: ID) -> String {
    autoreleasepool {
        let answer = ID(bitPattern: UnmanagedObject(object).sendWords(Selectors.description))
        return answer.flatMap { NSString.text(of: $0) } ?? "<\(UnmanagedObject(object).isa): \(object)>"
    }
}

/// FNV-1a: few instructions for the short texts and values that are hashed here.
func hash(of bytes: UnsafeRawBufferPointer) -> UInt {
    var hash: UInt = 0xcbf2_9ce4_8422_2325
    for byte in bytes { hash = (hash ^ UInt(byte)) &* 0x100_0000_01b3 }
    return hash
}
