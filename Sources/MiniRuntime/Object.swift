// Object.swift - a reference to a runtime object that owns it: a Swift value that holds one +1.
import CMiniRuntime

/// An object of the runtime, and an owning reference to it.
///
/// An `Object` is one word. Each copy owns the object, and the compiler retains and releases it like an instance of a
/// Swift class. Two `Object`s are equal if they are the same object, by address: to compare values, send `isEqual:`.
///
///     let person = try Class(named: "Person")!.new()
///     try person.send("setAge:", Int32(42))
///
/// An `Object` may be used from any thread; whether its methods may, depends on its class. Objective-C: a `__strong
/// id`.
public struct Object: @unchecked Sendable {
    // Sendable: the reference is immutable, and the retain count is atomic.
    @usableFromInline let reference: mr_reference
    // Swift 6.3.1 crashes while it compiles an optional of a structure that contains only such a reference.
    @usableFromInline let room: Void = ()

    /// Takes over a +1 from the caller.
    @inlinable init(owned pointer: OpaquePointer) {
        reference = mr_reference_take(pointer).unsafelyUnwrapped
    }

    /// Retains an object that is owned elsewhere.
    @inlinable init(borrowed pointer: OpaquePointer) {
        reference = mr_reference_take(objc_retain(pointer)).unsafelyUnwrapped
    }

    @inlinable var pointer: OpaquePointer { unsafeBitCast(reference, to: OpaquePointer.self) }

    /// The same object without ownership. Keep the `Object` in a variable while this is used: a temporary `Object` may
    /// be released immediately.
    @inlinable public var unmanaged: UnmanagedObject { UnmanagedObject(pointer) }

    /// Retains and autoreleases the object, and returns it without ownership: how a C function used as a method returns
    /// an object. It lives until this thread's innermost autorelease pool ends. Objective-C: `objc_retainAutorelease`.
    public func autoreleased() -> UnmanagedObject {
        withExtendedLifetime(reference) { UnmanagedObject(objc_retainAutorelease(pointer)) }
    }

    /// The address of the object's isa; the bits of a tagged pointer.
    public var address: UInt { UInt(bitPattern: pointer) }
}

extension Object: Hashable {
    /// Whether both refer to the same object.
    @inlinable public static func == (lhs: Object, rhs: Object) -> Bool { lhs.pointer == rhs.pointer }

    /// Hashes the address.
    public func hash(into hasher: inout Hasher) {
        hasher.combine(pointer)
    }
}

extension Object: CustomStringConvertible {
    /// The result of sending `description`, or the class and address if no strings are available. An exception that
    /// `description` raises ends the process. Objective-C: `-description`.
    public var description: String { unmanaged.description }
}

/// An object without ownership: a plain pointer, valid as long as the object has another owner.
///
/// For code in which a retain and a release would cost too much: C functions used as methods, and tables keyed by
/// object. An `UnmanagedObject` returned by a send lives only as long as it has another owner. An autorelease pool is
/// such an owner: on a thread without a pool, put an ``autoreleasepool(_:)`` around the send and the code that uses the
/// result. Objective-C: an `__unsafe_unretained id`.
public struct UnmanagedObject: Hashable, @unchecked Sendable {
    // Sendable: only an address. Code that dereferences it must make sure that the object lives.
    /// The object as C's `id`.
    @usableFromInline package let pointer: OpaquePointer

    @inlinable package init(_ pointer: OpaquePointer) {
        self.pointer = pointer
    }

    /// The object whose isa is at `address`.
    @inlinable public init(_ address: UnsafeMutableRawPointer) {
        pointer = OpaquePointer(address)
    }

    /// The object at an address, for C functions that receive one; nil for NULL.
    @inlinable public init?(_ address: UnsafeMutableRawPointer?) {
        guard let address else { return nil }
        self.init(address)
    }

    /// The address of the object's isa.
    @inlinable public var address: UnsafeMutableRawPointer { UnsafeMutableRawPointer(pointer) }

    /// Returns an owning reference to the object, which is retained; nil if the object has started to die. The object's
    /// memory must still be allocated, as that of a dying object is while its dealloc runs.
    public func retainedIfAlive() -> Object? {
        mr_retain_if_alive(pointer) ? mr_retain_settle(pointer).map(Object.init(owned:)) : nil
    }

    /// Returns an owning reference to the object, which is retained.
    @inlinable public func retained() -> Object { Object(borrowed: pointer) }

    /// Takes over a +1 that the pointer carries, such as the result of a method of the alloc, new or copy family.
    @inlinable public func takeOwnership() -> Object { Object(owned: pointer) }

    /// Retains the object. Objective-C: `objc_retain`.
    @discardableResult @inlinable
    public func retain() -> UnmanagedObject {
        objc_retain(pointer)
        return self
    }

    /// Releases the object; the last release deallocates it. Objective-C: `objc_release`.
    @inlinable public func release() {
        objc_release(pointer)
    }

    /// Releases the object in code that cannot throw. If its dealloc raises, and no `try` send on this thread can catch
    /// the exception, the process ends. An exception that is already pending is left untouched.
    @inlinable public func releaseOrTerminate() { _ = takeOwnership() }

    /// Releases the object when this thread's innermost autorelease pool ends. Objective-C: `objc_autorelease`.
    @discardableResult
    public func autorelease() -> UnmanagedObject {
        objc_autorelease(pointer)
        return self
    }
}

extension UnmanagedObject: CustomStringConvertible {
    /// The result of sending `description`, or the class and address if no strings are available.
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

// ── Receivers of messages ───────────────────────────────────────────────────────────────────────────

/// A receiver of messages: an object, a class, or nil.
///
/// A message to nil returns zero. Objective-C: the expression before the selector in `[receiver message]`.
public protocol MessageReceiver {
    /// The receiver's address, borrowed during a send; nil for nil.
    var receiverAddress: UnsafeMutableRawPointer? { get }
}

extension MessageReceiver {
    @inlinable var receiverPointer: OpaquePointer? { receiverAddress.map { OpaquePointer($0) } }
}

extension Object: MessageReceiver {
    /// The address of the object.
    @inlinable public var receiverAddress: UnsafeMutableRawPointer? { UnsafeMutableRawPointer(pointer) }
}

extension UnmanagedObject: MessageReceiver {
    /// The address of the object.
    @inlinable public var receiverAddress: UnsafeMutableRawPointer? { address }
}

extension Optional: MessageReceiver where Wrapped: MessageReceiver {
    /// The address of the wrapped receiver; nil for nil.
    @inlinable public var receiverAddress: UnsafeMutableRawPointer? { self?.receiverAddress }
}

extension Object {
    /// The class that the object's messages are looked up in. Objective-C: `object_getClass`.
    public var isa: Class { unmanaged.isa }

    /// Sets the object's isa to `cls` (isa-swizzling). Instances of `cls` must not be larger than the object.
    /// - Returns: the previous class. A tagged pointer keeps its class.
    ///
    /// Objective-C: `object_setClass`.
    @discardableResult
    public func setClass(_ cls: Class) -> Class { unmanaged.setClass(cls) }

    /// The number of the object's owners, for tests: other threads may change it at any time. `Int.max` for objects
    /// that are not counted. Each copy of an `Object` is an owner, and the compiler may make a copy to read this
    /// property; it makes none for ``UnmanagedObject/retainCount``.
    public var retainCount: Int { unmanaged.retainCount }

    /// Whether the object is a tagged pointer: a small value in the pointer itself, without memory or isa.
    public var isTagged: Bool { mr_is_tagged(pointer) }

    /// Whether the object is a class or a metaclass. Objective-C: `object_isClass`.
    public var isClass: Bool { object_isClass(pointer) }

    /// The extra bytes after the ivars; they live as long as the object. Objective-C: `object_getIndexedIvars`.
    public var indexedIvars: UnsafeMutableRawPointer? { object_getIndexedIvars(pointer) }
}

extension UnmanagedObject {
    /// The class that the object's messages are looked up in. Objective-C: `object_getClass`.
    @inlinable public var isa: Class { Class(object_getClass(pointer)) }

    /// Like ``Object/retainCount``, but reading it adds no owner.
    public var retainCount: Int { Int(clamping: UInt(bitPattern: mr_retain_count(pointer))) }

    /// Sets the object's isa. See ``Object/setClass(_:)``.
    @discardableResult
    public func setClass(_ cls: Class) -> Class { Class(object_setClass(pointer, cls.pointer)) }

    /// Whether the object is a tagged pointer.
    @inlinable public var isTagged: Bool { mr_is_tagged(pointer) }
}
