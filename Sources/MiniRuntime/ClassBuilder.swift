// ClassBuilder.swift - a class pair between allocation and registration.
import CMiniRuntime

/// Builds a new class. ``Class/register(_:superclass:extraBytes:adding:)`` passes a builder to a closure, and registers
/// the class afterwards. Create a builder yourself where its steps do not fit into one closure:
///
///     var builder = try ClassBuilder("Person")
///     try builder.addProperty("age", Int32.self)
///     try builder.addMethod("greet") { (self: Object) in print("hello") }
///     let person = builder.register()
///
/// Only a builder can add ivars, and ``register()`` consumes the builder, so adding an ivar to a registered class does
/// not compile. Neither does a builder in a global variable, such as one at top level in `main.swift`: Swift cannot
/// consume a global variable. A builder that goes out of scope unregistered disposes of its class. Use a builder on one
/// thread only. Objective-C: the code between `objc_allocateClassPair` and `objc_registerClassPair`.
public struct ClassBuilder: ~Copyable, MethodOwner {
    /// The class, not yet registered. Methods, properties and protocols can also be added to it directly.
    public let cls: Class
    private var layout = IvarLayout()
    private var isRegistered = false

    /// Allocates the class pair.
    /// - Parameters:
    ///   - name: must not be the name of another class.
    ///   - superclass: nil makes a root class.
    ///   - extraBytes: the number of bytes at the end of the class object, for ``Class/indexedIvars``.
    ///
    /// Throws ``RuntimeError/classNameTaken(_:)`` or ``RuntimeError/classNotRegistered(_:)``.
    /// Objective-C: `objc_allocateClassPair`.
    public init(_ name: String, superclass: Class? = .nsObject, extraBytes: Int = 0) throws {
        if let superclass, !superclass.isRegistered { throw RuntimeError.classNotRegistered(superclass.name) }
        guard let pointer = objc_allocateClassPair(superclass?.pointer, name, extraBytes) else {
            throw RuntimeError.classNameTaken(name)
        }
        cls = Class(pointer)
    }

    deinit {
        if !isRegistered { objc_disposeClassPair(cls.pointer) }
    }

    /// Registers the class under its name. Objective-C: `objc_registerClassPair`.
    public consuming func register() -> Class {
        setLayouts()
        objc_registerClassPair(cls.pointer)
        isRegistered = true
        return cls
    }

    private func setLayouts() {
        class_setIvarLayout(cls.pointer, layout.bytes(of: .strong, in: cls))
        class_setWeakIvarLayout(cls.pointer, layout.bytes(of: .weak, in: cls))
        // Every ivar was added with its ownership: one that is in neither layout is unretained.
        mr_class_declare_ownership(cls.pointer)
    }

    /// Registers a permanent class that other threads find without its name, too: `prepare`, then
    /// ``Class/enterPermanent()``, which may be called under a lock, then `finish`. Nothing but the runtime writes to
    /// the class after the first step.
    package func prepare() {
        setLayouts()
        mr_class_prepare(cls.pointer)
    }

    /// Ends the registration, and reports it.
    package consuming func finish() {
        isRegistered = true
        if Trace.isOn { Trace.emit(TraceEvent(.classRegistered, cls: cls)) }
    }

    /// Adds an ivar, laid out and aligned as in C.
    ///
    /// `ownership` applies to ivars of object type. Throws ``RuntimeError/ivarNameTaken(_:class:)``. Objective-C:
    /// `class_addIvar`, `class_setIvarLayout`.
    public mutating func addIvar<Value: MessageValue>(
        _ name: String, _ type: Value.Type, ownership: IvarOwnership = .strong
    ) throws {
        try addIvar(name, encoding: TypeEncoding(of: type), ownership: ownership)
    }

    /// Adds an ivar of any C type. Throws like ``addIvar(_:_:ownership:)``, and ``RuntimeError/malformedEncoding(_:)``
    /// if the type has no known size.
    public mutating func addIvar(_ name: String, encoding: TypeEncoding, ownership: IvarOwnership = .strong) throws {
        guard let (size, alignment) = encoding.layout else { throw RuntimeError.malformedEncoding(encoding.text) }
        // Swift reads ivars by name, from the object's class, and would no longer find the one of a superclass.
        let isTaken = !name.isEmpty && cls.instanceVariable(name) != nil
        let logarithm = UInt8(alignment.trailingZeroBitCount)
        guard !isTaken, class_addIvar(cls.pointer, name, size, logarithm, encoding.text) else {
            throw RuntimeError.ivarNameTaken(name, class: cls.name)
        }
        if encoding.unqualified.text.hasPrefix("@"), let ivar = cls.instanceVariable(name) {
            layout.add(ivar, ownership)
        }
    }

    /// Adds a class method.
    @discardableResult
    public func addClassMethod<Receiver: MessageValue, each Argument: MessageValue, Result: MessageValue>(
        _ selector: Selector, types: String? = nil,
        _ body: @escaping @Sendable (Receiver, repeat each Argument) throws -> Result
    ) throws -> IMP {
        try cls.isa.addMethod(selector, types: types, body)
    }

    /// Adds a class method that returns nothing.
    @discardableResult
    public func addClassMethod<Receiver: MessageValue, each Argument: MessageValue>(
        _ selector: Selector, types: String? = nil,
        _ body: @escaping @Sendable (Receiver, repeat each Argument) throws -> Void
    ) throws -> IMP {
        try cls.isa.addMethod(selector, types: types, body)
    }
}

extension Class {
    /// Creates and registers a class.
    ///
    ///     let person = try Class.register("Person") { try $0.addProperty("age", Int32.self) }
    ///
    /// - Parameters:
    ///   - name: must not be the name of another class.
    ///   - superclass: nil makes a root class.
    ///   - extraBytes: the number of bytes at the end of the class object, for ``Class/indexedIvars``.
    ///   - members: adds ivars, methods and properties. If it throws, the class is disposed of.
    ///
    /// Throws like ``ClassBuilder/init(_:superclass:extraBytes:)``, and the errors of `members`. Objective-C:
    /// `objc_allocateClassPair`, `objc_registerClassPair`.
    @discardableResult
    public static func register(
        _ name: String, superclass: Class? = .nsObject, extraBytes: Int = 0,
        adding members: (inout ClassBuilder) throws -> Void
    ) throws -> Class {
        var builder = try ClassBuilder(name, superclass: superclass, extraBytes: extraBytes)
        try members(&builder)
        return builder.register()
    }
}

// ── Layout ──────────────────────────────────────────────────────────────────────────────────────────

/// The ivars after the superclass's that hold strong references, and those that hold weak ones.
private struct IvarLayout {
    private var offsets: [(offset: Int, ownership: IvarOwnership)] = []

    mutating func add(_ ivar: Ivar, _ ownership: IvarOwnership) {
        offsets.append((ivar.offset, ownership))
    }

    /// Returns an ivar layout in Apple's format: bytes of two nibbles, the number of words to skip and the number of
    /// references that follow, and a zero byte at the end. nil if there are no references of that kind.
    func bytes(of ownership: IvarOwnership, in cls: Class) -> [UInt8]? {
        let start = ((cls.superclass?.instanceSize ?? MemoryLayout<UInt>.size) + 7) / 8
        var layout: [UInt8] = []
        var next = start
        for (offset, kind) in offsets where kind == ownership {
            var skip = offset / 8 - next
            while skip > 15 {
                layout.append(0xF0)
                skip -= 15
            }
            layout.append(UInt8(skip << 4 | 1))
            next = offset / 8 + 1
        }
        return layout.isEmpty ? nil : layout + [0]
    }
}
