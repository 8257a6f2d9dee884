// Object.swift - a reference that owns: a value in Swift, one +1 in the runtime.
import CMiniRuntime

/// An object of the runtime, and one owned reference to it.
///
/// A copy of an `Object` shares its reference; when the last copy goes, the reference is released. Two `Object`s are
/// equal if they are the same object, by address: to compare values, send `isEqual:`.
///
///     let person = try Class(named: "Person")!.new()
///     try person.send("setAge:", Int32(42))
///
/// Any thread may use it; what its methods allow is up to them. Objective-C: a `__strong id`.
public struct Object: @unchecked Sendable {
    // Sendable: the reference never changes, and counting it is atomic.
    let reference: Reference

    /// Takes over a +1 that somebody else owned.
    init(owned pointer: OpaquePointer) {
        reference = Reference(pointer)
    }

    /// Retains an object that somebody else owns.
    init(borrowed pointer: OpaquePointer) {
        reference = Reference(objc_retain(pointer))
    }

    var pointer: OpaquePointer { reference.pointer }

    /// The same object without ownership. Keep the `Object` in a variable as long as this is used: a temporary one
    /// may be gone at once.
    public var unmanaged: UnmanagedObject { UnmanagedObject(pointer) }

    /// The object without ownership, but alive until the innermost autorelease pool of this thread ends: how a C function
    /// used as a method returns one. Objective-C: `objc_retainAutorelease`.
    public func autoreleased() -> UnmanagedObject {
        withExtendedLifetime(reference) { UnmanagedObject(objc_retainAutorelease(pointer)) }
    }

    /// The address of the object's isa word; for a tagged pointer, its bits.
    public var address: UInt { UInt(bitPattern: pointer) }

    /// One +1 and who releases it.
    final class Reference {
        let pointer: OpaquePointer

        init(_ pointer: OpaquePointer) {
            self.pointer = pointer
        }

        // A deinit cannot throw: what a dealloc raises has no other way out.
        deinit {
            UnmanagedObject(pointer).releaseOrTerminate()
        }
    }
}

extension Object: Hashable {
    /// The same, as the type's description says.
    public static func == (lhs: Object, rhs: Object) -> Bool { lhs.pointer == rhs.pointer }

    /// By address.
    public func hash(into hasher: inout Hasher) {
        hasher.combine(pointer)
    }
}

extension Object: CustomStringConvertible {
    /// What the object answers to `description`, or its class and address when nothing there makes strings.
    /// An exception raised by `description` ends the process. Objective-C: `-description`.
    public var description: String { unmanaged.description }
}

/// An object without ownership: a plain pointer, valid as long as somebody else owns it.
///
/// For code where a retain and a release are too many: C functions used as methods, and tables keyed by object.
/// Objective-C: an `__unsafe_unretained id`.
public struct UnmanagedObject: Hashable, @unchecked Sendable {
    // Sendable: it is only an address. Who dereferences it answers for the object's life.
    @usableFromInline let pointer: OpaquePointer

    @inlinable init(_ pointer: OpaquePointer) {
        self.pointer = pointer
    }

    /// The object whose isa is at `address`.
    @inlinable public init(_ address: UnsafeMutableRawPointer) {
        pointer = OpaquePointer(address)
    }

    /// The object at the address that a C function was given; nil for NULL.
    @inlinable public init?(_ address: UnsafeMutableRawPointer?) {
        guard let address else { return nil }
        self.init(address)
    }

    /// The address of the object's isa word.
    @inlinable public var address: UnsafeMutableRawPointer { UnsafeMutableRawPointer(pointer) }

    /// Retains it.
    public func retained() -> Object { Object(borrowed: pointer) }

    /// Takes over a +1 that the pointer stood for, as methods of the alloc, new and copy families return one.
    public func takeOwnership() -> Object { Object(owned: pointer) }

    /// Adds an owner. Objective-C: `objc_retain`.
    @discardableResult @inlinable
    public func retain() -> UnmanagedObject {
        objc_retain(pointer)
        return self
    }

    /// Removes an owner; the last one's release deallocates. Objective-C: `objc_release`.
    @inlinable public func release() {
        objc_release(pointer)
    }

    /// The same where nothing can throw: if its dealloc raises, and no `try` send on this thread waits for that, the
    /// process ends. What was pending before is not its business.
    @inlinable public func releaseOrTerminate() {
        let pendingBefore = mr_exception_pending()
        objc_release(pointer)
        if mr_exception_pending() != pendingBefore { RuntimeException.terminateIfUncaught() }
    }

    /// Releases it when the innermost autorelease pool of this thread ends. Objective-C: `objc_autorelease`.
    @discardableResult
    public func autorelease() -> UnmanagedObject {
        objc_autorelease(pointer)
        return self
    }
}

extension UnmanagedObject: CustomStringConvertible {
    /// The text that is printed.
    public var description: String {
        let text = autoreleasepool { () -> String? in
            var noRegisters = mr_registers()
            let string = mr_call_word(mr_messenger(), pointer, Selector("description").pointer, &noRegisters)
            RuntimeException.terminateIfUncaught()
            guard let string = OpaquePointer(bitPattern: string) else { return nil }
            let bytes = mr_call_word(mr_messenger(), string, Selector("UTF8String").pointer, &noRegisters)
            return UnsafePointer<CChar>(bitPattern: bytes).map { String(cString: $0) }
        }
        return text ?? "<\(isa.name): 0x\(String(UInt(bitPattern: pointer), radix: 16))>"
    }
}

// ── What holds for both ─────────────────────────────────────────────────────────────────────────────

/// What can be sent messages: objects, classes, and nil.
///
/// A message to nil is answered with zero. Objective-C: the expression before the selector in `[receiver message]`.
public protocol MessageReceiver {
    /// The receiver's address, borrowed for the length of a send; nil for nil.
    var receiverAddress: UnsafeMutableRawPointer? { get }
}

extension MessageReceiver {
    var receiverPointer: OpaquePointer? { receiverAddress.map { OpaquePointer($0) } }
}

extension Object: MessageReceiver {
    /// As the protocol says.
    public var receiverAddress: UnsafeMutableRawPointer? { UnsafeMutableRawPointer(pointer) }
}

extension UnmanagedObject: MessageReceiver {
    /// As the protocol says.
    public var receiverAddress: UnsafeMutableRawPointer? { address }
}

extension Optional: MessageReceiver where Wrapped: MessageReceiver {
    /// As the protocol says.
    public var receiverAddress: UnsafeMutableRawPointer? { self?.receiverAddress }
}

extension Object {
    /// The class by which the object's messages are looked up. Objective-C: `object_getClass`.
    public var isa: Class { unmanaged.isa }

    /// isa-swizzling: points the object's isa at `cls`. Its instances must not be larger than the object is.
    /// - Returns: the class it had. A tagged pointer keeps its class.
    ///
    /// Objective-C: `object_setClass`.
    @discardableResult
    public func setClass(_ cls: Class) -> Class { unmanaged.setClass(cls) }

    /// How many owners the object has. For tests; other threads may change it meanwhile. `Int.max` for what is not
    /// counted.
    public var retainCount: Int { Int(clamping: UInt(bitPattern: mr_retain_count(pointer))) }

    /// Whether the object is a small value in the pointer itself, without memory or isa.
    public var isTagged: Bool { mr_is_tagged(pointer) }

    /// Whether the object is a class or a metaclass. Objective-C: `object_isClass`.
    public var isClass: Bool { object_isClass(pointer) }

    /// The extra bytes behind the ivars. Lives as long as the object. Objective-C: `object_getIndexedIvars`.
    public var indexedIvars: UnsafeMutableRawPointer? { object_getIndexedIvars(pointer) }
}

extension UnmanagedObject {
    /// The class by which the object's messages are looked up. Objective-C: `object_getClass`.
    @inlinable public var isa: Class { Class(object_getClass(pointer)) }

    /// As ``Object/setClass(_:)``.
    @discardableResult
    public func setClass(_ cls: Class) -> Class { Class(object_setClass(pointer, cls.pointer)) }

    /// Whether the object is a small value in the pointer itself.
    @inlinable public var isTagged: Bool { mr_is_tagged(pointer) }
}
