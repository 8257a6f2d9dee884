// Method.swift - methods and method lists.
import CMiniRuntime

/// An entry in a class's method list: selector, type encoding, IMP.
///
/// Lives as long as its class. Objective-C: `Method`.
public struct Method: Hashable, @unchecked Sendable {
    // Sendable: selector and types never change, and the IMP is read and written atomically.
    let pointer: OpaquePointer

    init(_ pointer: OpaquePointer) {
        self.pointer = pointer
    }

    /// The method's selector. Objective-C: `method_getName`.
    public var selector: Selector { Selector(method_getName(pointer)) }

    /// The IMP that a message calls now. Objective-C: `method_getImplementation`.
    public var implementation: IMP { IMP(method_getImplementation(pointer)) }

    /// The type encoding, such as `v20@0:8i16`; nil if the method was added without types. Objective-C:
    /// `method_getTypeEncoding`.
    public var typeEncoding: String? { method_getTypeEncoding(pointer).map { String(cString: $0) } }

    /// The parsed type encoding; nil if it is missing or malformed.
    public var signature: MethodSignature? { mr_method_signature(pointer).map(MethodSignature.init) }

    /// Replaces the IMP for this class and all subclasses that inherit the method.
    /// - Returns: the previous IMP. Objective-C: `method_setImplementation`.
    @discardableResult
    public func setImplementation(_ implementation: IMP) -> IMP {
        IMP(method_setImplementation(pointer, implementation.pointer))
    }

    /// Exchanges the IMPs of two methods (method swizzling). Concurrent messages call either the old or the new IMP.
    /// Objective-C: `method_exchangeImplementations`.
    public func exchangeImplementations(with other: Method) {
        method_exchangeImplementations(pointer, other.pointer)
    }
}

extension Class {
    /// The class's own methods, in the order in which they were added. Objective-C: `class_copyMethodList`.
    public var methods: [Method] {
        copiedList { class_copyMethodList(pointer, $0) }.map(Method.init)
    }

    /// Returns the method of instances, inherited methods included, after method resolution if necessary. Objective-C:
    /// `class_getInstanceMethod`.
    public func instanceMethod(_ selector: Selector) -> Method? {
        class_getInstanceMethod(pointer, selector.pointer).map(Method.init)
    }

    /// Returns the method that instances have now, inherited methods included. Sends no message.
    package func lookUpMethod(_ selector: Selector) -> Method? {
        mr_method_lookup(pointer, selector.pointer).map(Method.init)
    }

    /// Whether the class overrides NSObject's method resolution, which adds no methods.
    package var resolvesMethods: Bool { mr_class_resolves(pointer) }

    /// Returns the method of the class object. Objective-C: `class_getClassMethod`.
    public func classMethod(_ selector: Selector) -> Method? {
        class_getClassMethod(pointer, selector.pointer).map(Method.init)
    }

    /// Returns the IMP that a message to an instance would call; the forwarding IMP if no class implements it.
    /// Objective-C: `class_getMethodImplementation`.
    @inlinable public func methodImplementation(_ selector: Selector) -> IMP {
        IMP(class_getMethodImplementation(pointer, selector.pointer))
    }

    /// Whether instances have the method, after method resolution if necessary. Objective-C:
    /// `class_respondsToSelector`.
    public func instancesRespond(to selector: Selector) -> Bool {
        class_respondsToSelector(pointer, selector.pointer)
    }

    /// Adds a method. Returns false if the class itself already has one with that name. Objective-C: `class_addMethod`.
    ///
    /// `implementation` must have the types of the method encoding `types`, for example `v20@0:8i16`.
    @discardableResult
    public func addMethod(_ selector: Selector, _ implementation: IMP, types: String) -> Bool {
        class_addMethod(pointer, selector.pointer, implementation.pointer, types)
    }

    /// Adds or replaces a method of this class. Returns the replaced IMP. Objective-C: `class_replaceMethod`.
    @discardableResult
    public func replaceMethod(_ selector: Selector, _ implementation: IMP, types: String) -> IMP? {
        class_replaceMethod(pointer, selector.pointer, implementation.pointer, types).map(IMP.init)
    }
}
