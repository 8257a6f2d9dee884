// Messages.swift - the messages that these classes send to the objects they hold. They always send messages, because a
// class may override any of these methods.
import MiniRuntime

package enum Selectors {
    static let addObject: Selector = "addObject:"
    static let alloc: Selector = "alloc"
    package static let cls: Selector = "class"
    static let copy: Selector = "copy"
    package static let count: Selector = "count"
    package static let dealloc: Selector = "dealloc"
    static let description: Selector = "description"
    static let enumerate: Selector = "countByEnumeratingWithState:objects:count:"
    static let hash: Selector = "hash"
    package static let indexOfObject: Selector = "indexOfObject:"
    static let insertObject: Selector = "insertObject:atIndex:"
    package static let isEqual: Selector = "isEqual:"
    static let isKindOfClass: Selector = "isKindOfClass:"
    package static let keyEnumerator: Selector = "keyEnumerator"
    package static let member: Selector = "member:"
    static let methodSignature: Selector = "methodSignatureForSelector:"
    static let nextObject: Selector = "nextObject"
    package static let objectAtIndex: Selector = "objectAtIndex:"
    package static let objectEnumerator: Selector = "objectEnumerator"
    package static let objectForKey: Selector = "objectForKey:"
    static let removeAllObjects: Selector = "removeAllObjects"
    static let removeLastObject: Selector = "removeLastObject"
    static let removeObject: Selector = "removeObject:"
    static let removeObjectAtIndex: Selector = "removeObjectAtIndex:"
    package static let removeObjectForKey: Selector = "removeObjectForKey:"
    static let replaceObject: Selector = "replaceObjectAtIndex:withObject:"
    package static let setObjectForKey: Selector = "setObject:forKey:"
}

/// Sends a message whose arguments are words and whose result is a borrowed object.
@discardableResult
func send(_ receiver: ID, _ selector: Selector, _ first: UInt = 0, _ second: UInt = 0) -> ID? {
    ID(bitPattern: UnmanagedObject(receiver).sendWords(selector, (first, second, 0, 0)))
}

/// Returns an object as an argument of `send`.
func word(_ object: ID) -> UInt { UInt(bitPattern: object) }

/// Detects whether an exception was raised since the check was created. If one was already pending then, as in a
/// dealloc while the stack returns, `raised` stays false, so that the method does its work nevertheless.
package struct ExceptionCheck {
    private let wasPending = RuntimeException.isPending

    package init() {}

    package var raised: Bool { !wasPending && RuntimeException.isPending }
}

/// Returns `[collection count]`.
func count(of collection: ID) -> Int {
    Int(UnmanagedObject(collection).sendWords(Selectors.count))
}

/// Whether the objects are identical, or `[a isEqual:b]`.
func isEqual(_ a: ID, _ b: ID) -> Bool {
    a == b || UnmanagedObject(a).sendWords(Selectors.isEqual, (UInt(bitPattern: b), 0, 0, 0)) & 0xFF != 0
}

/// Returns `[object hash]`.
func hash(of object: ID) -> UInt {
    UnmanagedObject(object).sendWords(Selectors.hash)
}

/// Returns `[object copy]`, +1. nil, with an exception pending, if the object cannot be copied.
func copy(_ object: ID) -> ID? {
    ID(bitPattern: UnmanagedObject(object).sendWords(Selectors.copy))
}

/// The objects whose descriptions a thread is computing, from the outermost on.
private final class Described {
    var objects: [ID] = []
    /// How many of them are collections that are keys.
    var keys = 0

    private static let current = ThreadLocal<Described>()
    static var ofThread: Described {
        if let known = current.value { return known }
        let new = Described()
        current.value = new
        return new
    }
}

/// How deep descriptions are nested. Each level takes some kilobytes of stack.
let maximumDescriptionDepth = 128

/// How deep collections may be nested as keys. A key is quoted, which doubles the escapes of each key in it.
private let maximumKeyDepth = 4

/// Returns `[object description]` as a Swift string, or the class and address if the result is not a string. An object
/// whose description contains its own, and one that is nested too deep, is shown by class and address.
func describe(_ object: ID) -> String {
    describing(object) {
        autoreleasepool {
            let answer = ID(bitPattern: UnmanagedObject(object).sendWords(Selectors.description))
            return answer.flatMap { NSString.text(of: $0) } ?? classAndAddress(of: object)
        }
    }
}

/// Returns the text that `body` makes of an object's contents; its class and address if its description is being
/// computed already, or is nested too deep.
func describing(_ object: ID, _ body: () -> String) -> String {
    let described = Described.ofThread
    guard described.objects.count < maximumDescriptionDepth, !described.objects.contains(object) else {
        return classAndAddress(of: object)
    }
    described.objects.append(object)
    defer { described.objects.removeLast() }
    return body()
}

/// Returns the description of a key; its class and address if it is a collection that is nested in too many keys.
func describeKey(_ key: ID, isCollection: Bool) -> String {
    guard isCollection else { return describe(key) }
    let described = Described.ofThread
    guard described.keys < maximumKeyDepth else { return classAndAddress(of: key) }
    described.keys += 1
    defer { described.keys -= 1 }
    return describe(key)
}

/// Whether the object is the innermost one whose description the thread is computing.
func isInnermostDescribed(_ object: ID) -> Bool { Described.ofThread.objects.last == object }

/// Returns `<NSArray: 0x7f8a2c004e10>`.
func classAndAddress(of object: ID) -> String {
    "<\(UnmanagedObject(object).isa): 0x\(String(UInt(bitPattern: object), radix: 16))>"
}

/// FNV-1a, which is fast for the short texts and values that are hashed here.
func hash(of bytes: UnsafeRawBufferPointer) -> UInt {
    var hash: UInt = 0xcbf2_9ce4_8422_2325
    for byte in bytes { hash = (hash ^ UInt(byte)) &* 0x100_0000_01b3 }
    return hash
}
