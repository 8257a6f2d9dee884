// Functions.swift - C functions as methods, and the ivar memory that they work on.
//
//      id ─► │ isa │ storage: a Swift struct, zeroed by alloc ... │
//
// Messages to these classes are too frequent for closures, so their methods are C functions, which cannot capture,
// cannot throw, and receive objects as plain pointers. To fail, they raise an exception and return zero.
import MiniRuntime

/// `id`, borrowed unless a comment says otherwise.
package typealias ID = UnsafeMutableRawPointer
/// `SEL`.
package typealias SEL = UnsafeRawPointer

// Function types that many methods have.
package typealias ObjectMethod = @convention(c) (ID, SEL) -> ID?
package typealias ObjectFromObject = @convention(c) (ID, SEL, ID?) -> ID?
package typealias ObjectFromWord = @convention(c) (ID, SEL, UInt) -> ID?
typealias ObjectFromList = @convention(c) (ID, SEL, UnsafePointer<ID?>?, UInt) -> ID?
typealias CopyMethod = @convention(c) (ID, SEL, ID?) -> ID?
package typealias WordMethod = @convention(c) (ID, SEL) -> UInt
typealias BoolMethod = @convention(c) (ID, SEL, ID?) -> Bool
package typealias VoidMethod = @convention(c) (ID, SEL) -> Void
package typealias TakingObject = @convention(c) (ID, SEL, ID?) -> Void
package typealias TakingObjects = @convention(c) (ID, SEL, ID?, ID?) -> Void
typealias TakingWord = @convention(c) (ID, SEL, UInt) -> Void

extension ClassBuilder {
    /// Adds a method.
    /// - Parameters:
    ///   - types: the encodings of the result and of the arguments after self and `_cmd`.
    ///   - function: a `@convention(c)` function with these types.
    func add<Function>(_ selector: Selector, _ types: String..., function: Function) {
        cls.addFunction(selector, types, function)
    }

    /// Adds a class method.
    func addToClass<Function>(_ selector: Selector, _ types: String..., function: Function) {
        cls.isa.addFunction(selector, types, function)
    }

    /// Adds `isEqual:`, and the same method under the name that compares objects of this class, such as
    /// `isEqualToString:`.
    func addEquality(_ name: Selector, _ isEqual: BoolMethod) {
        add(Selectors.isEqual, "B", "@", function: isEqual)
        add(name, "B", "@", function: isEqual)
    }

    /// Adds a method that returns a copy, +1.
    func addCopy(_ selector: Selector, _ method: CopyMethod) {
        add(selector, "@", "^v", function: method)
    }

    /// Adds `dealloc`.
    func addDealloc(_ method: VoidMethod) {
        add(Selectors.dealloc, "v", function: method)
    }

    /// Adds the ivar that holds a Swift struct, for which all zeros must be a valid value.
    mutating func addStorage<Storage: ~Copyable>(_ type: Storage.Type) throws {
        let words = (MemoryLayout<Storage>.size + 7) / 8
        try addIvar("_storage", encoding: TypeEncoding("[\(words)Q]"), ownership: .unretained)
        precondition(cls.instanceVariable("_storage")?.offset == storageOffset)
    }
}

extension Class {
    func addFunction<Function>(_ selector: Selector, _ types: [String], _ function: Function) {
        let address = unsafeBitCast(function, to: UnsafeRawPointer.self)
        addMethod(selector, IMP(address: address), types: Self.methodEncoding(types))
    }

    /// Returns the encoding as clang writes it: each argument type is followed by its offset in the frame, where every
    /// argument takes at least the size of an int.
    private static func methodEncoding(_ types: [String]) -> String {
        var offset = 16
        var arguments = "@0:8"
        for type in types.dropFirst() {
            arguments += "\(type)\(offset)"
            offset += max(try! TypeEncoding(type).layout!.size, MemoryLayout<CInt>.size)  // our own constants
        }
        return "\(types[0])\(offset)\(arguments)"
    }
}

// ── Instances ───────────────────────────────────────────────────────────────────────────────────────

/// The offset of the Swift struct in an instance.
let storageOffset = MemoryLayout<UInt>.size

/// Returns the Swift struct after the isa. The object's class must have that storage.
func storage<Storage: ~Copyable>(of object: ID, as type: Storage.Type) -> UnsafeMutablePointer<Storage> {
    (object + storageOffset).assumingMemoryBound(to: type)
}

/// Returns `[cls alloc]`, +1.
func allocate(_ cls: ID) -> ID {
    guard let object = ID(bitPattern: UnmanagedObject(cls).sendWords(Selectors.alloc)) else {
        fatalError("+[\(UnmanagedObject(cls)) alloc] answered nil")
    }
    return object
}

func allocate(_ cls: Class) -> ID {
    allocate(cls.receiverAddress!)
}

/// Calls `[super dealloc]` of NSObject, for classes whose superclasses have nothing to clean up.
func superDealloc(_ object: ID) {
    let implementation = nsObjectDealloc.implementation.address
    unsafeBitCast(implementation, to: VoidMethod.self)(object, Selectors.dealloc.address)
}

private let nsObjectDealloc = Class.nsObject.instanceMethod(Selectors.dealloc)!

/// Whether the object is an instance of the class or of a subclass.
func isKind(_ object: ID, of cls: Class) -> Bool {
    let isa = UnmanagedObject(object).isa
    return isa == cls || isa.isSubclass(of: cls)
}

/// Whether `[object isKindOfClass:cls]` is true, for an object of another class: a proxy returns true for the class of
/// the object that it stands for. Read such an object only by messages. false if the object neither implements the
/// method nor forwards messages.
func claimsKind(_ object: ID, of cls: Class) -> Bool {
    let object = UnmanagedObject(object)
    let isa = object.isa
    guard isa.instancesRespond(to: Selectors.isKindOfClass) || isa.instancesRespond(to: Selectors.methodSignature)
    else {
        return false
    }
    return autoreleasepoolIfNone {
        object.sendWords(Selectors.isKindOfClass, (UInt(bitPattern: cls.receiverAddress), 0, 0, 0)) & 0xFF != 0
    }
}

extension UnmanagedObject {
    /// Whether the object is an instance of the class or of a subclass, or returns true from `isKindOfClass:`, as
    /// proxies do. An exception may be pending afterwards. Objective-C: `isKindOfClass:`.
    package func isKind(of cls: Class) -> Bool {
        MiniFoundation.isKind(address, of: cls) || claimsKind(address, of: cls)
    }
}

@discardableResult
func retain(_ object: ID) -> ID {
    UnmanagedObject(object).retain()
    return object
}

func release(_ object: ID) {
    UnmanagedObject(object).release()
}

/// Autoreleases a +1 object and returns it borrowed.
func autoreleased(_ object: ID) -> ID {
    UnmanagedObject(object).autorelease()
    return object
}

// The copy method of immutable objects.
let retainedSelf: CopyMethod = { me, _, _ in retain(me) }

/// Raises an exception whose reason starts with the method, as Foundation's do: `*** -[NSArray objectAtIndex:]: ...`.
/// The class is the one that the receiver says it has: observed objects do not name their notifying class.
package func raise(_ name: String, _ me: ID, _ selector: SEL, _ text: String) {
    let isClass = UnmanagedObject(me).isa.isMetaclass
    let cls = isClass ? Class(address: me) : send(me, Selectors.cls).map { Class(address: $0) }
    let method = "\(isClass ? "+" : "-")[\(cls?.name ?? "nil") \(Selector(address: selector))]"
    RuntimeException(name, "*** \(method): \(text)").raise()
}

enum ExceptionName {
    static let range = "NSRangeException"
    static let invalidArgument = "NSInvalidArgumentException"
}

/// The result of an unsuccessful search for an index. Objective-C: `NSNotFound`.
public let notFound = Int.max
