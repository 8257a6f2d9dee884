// Messages.swift - what these classes ask of the objects they hold. Always by message: a class may override any of
// them.
import MiniRuntime

enum Selectors {
    static let addObject: Selector = "addObject:"
    static let alloc: Selector = "alloc"
    static let copy: Selector = "copy"
    static let count: Selector = "count"
    static let dealloc: Selector = "dealloc"
    static let description: Selector = "description"
    static let enumerate: Selector = "countByEnumeratingWithState:objects:count:"
    static let hash: Selector = "hash"
    static let indexOfObject: Selector = "indexOfObject:"
    static let insertObject: Selector = "insertObject:atIndex:"
    static let isEqual: Selector = "isEqual:"
    static let isKindOfClass: Selector = "isKindOfClass:"
    static let keyEnumerator: Selector = "keyEnumerator"
    static let member: Selector = "member:"
    static let nextObject: Selector = "nextObject"
    static let objectAtIndex: Selector = "objectAtIndex:"
    static let objectEnumerator: Selector = "objectEnumerator"
    static let objectForKey: Selector = "objectForKey:"
    static let removeAllObjects: Selector = "removeAllObjects"
    static let removeLastObject: Selector = "removeLastObject"
    static let removeObject: Selector = "removeObject:"
    static let removeObjectAtIndex: Selector = "removeObjectAtIndex:"
    static let removeObjectForKey: Selector = "removeObjectForKey:"
    static let replaceObject: Selector = "replaceObjectAtIndex:withObject:"
    static let setObjectForKey: Selector = "setObject:forKey:"
}

/// Sends a message that takes words and returns an object, borrowed.
@discardableResult
func send(_ receiver: ID, _ selector: Selector, _ first: UInt = 0, _ second: UInt = 0) -> ID? {
    ID(bitPattern: UnmanagedObject(receiver).sendWords(selector, (first, second, 0, 0)))
}

/// An object as an argument of `send`.
func word(_ object: ID) -> UInt { UInt(bitPattern: object) }

/// Whether an exception was raised since this was made. A method that runs while one is pending already, as in a dealloc
/// on the way out, does its work all the same.
struct ExceptionWatch {
    private let wasPending = RuntimeException.isPending

    var raised: Bool { !wasPending && RuntimeException.isPending }
}

/// `[collection count]`.
func count(of collection: ID) -> Int {
    Int(UnmanagedObject(collection).sendWords(Selectors.count))
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
        return answer.flatMap { NSString.text(of: $0) } ?? classAndAddress(of: object)
    }
}

/// `<NSArray: 0x7f8a2c004e10>`
func classAndAddress(of object: ID) -> String {
    "<\(UnmanagedObject(object).isa): 0x\(String(UInt(bitPattern: object), radix: 16))>"
}

/// FNV-1a: few instructions for the short texts and values that are hashed here.
func hash(of bytes: UnsafeRawBufferPointer) -> UInt {
    var hash: UInt = 0xcbf2_9ce4_8422_2325
    for byte in bytes { hash = (hash ^ UInt(byte)) &* 0x100_0000_01b3 }
    return hash
}
