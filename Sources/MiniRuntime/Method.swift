// Method.swift - methods and their tables.
import CMiniRuntime

/// An entry of a class's method table: selector, type encoding, IMP.
///
/// Lives as long as its class. Objective-C: `Method`.
public struct Method: Hashable, @unchecked Sendable {
    // Sendable: name and types never change, and the IMP is read and written atomically.
    let pointer: OpaquePointer

    init(_ pointer: OpaquePointer) {
        self.pointer = pointer
    }

    /// Objective-C: `method_getName`.
    public var selector: Selector { Selector(method_getName(pointer)) }

    /// What a message jumps to now. Objective-C: `method_getImplementation`.
    public var implementation: IMP { IMP(method_getImplementation(pointer)) }

    /// `v20@0:8i16`; nil if the method was added without types. Objective-C: `method_getTypeEncoding`.
    public var typeEncoding: String? { method_getTypeEncoding(pointer).map { String(cString: $0) } }

    /// The encoding taken apart; nil if there is none, or it is malformed.
    public var signature: MethodSignature? { mr_method_signature(pointer).map(MethodSignature.init) }

    /// Replaces the IMP, for this class and all that inherit the method.
    /// - Returns: the IMP it had. Objective-C: `method_setImplementation`.
    @discardableResult
    public func setImplementation(_ implementation: IMP) -> IMP {
        IMP(method_setImplementation(pointer, implementation.pointer))
    }

    /// Method swizzling: each method gets the other's IMP. Messages sent meanwhile see one or the other.
    /// Objective-C: `method_exchangeImplementations`.
    public func exchangeImplementations(with other: Method) {
        method_exchangeImplementations(pointer, other.pointer)
    }
}

extension Class {
    /// The class's own methods, in the order they were added. Objective-C: `class_copyMethodList`.
    public var methods: [Method] {
        copiedList { class_copyMethodList(pointer, $0) }.map(Method.init)
    }

    /// The method that instances have, inherited ones included. Objective-C: `class_getInstanceMethod`.
    public func instanceMethod(_ selector: Selector) -> Method? {
        class_getInstanceMethod(pointer, selector.pointer).map(Method.init)
    }

    /// The method that the class object has. Objective-C: `class_getClassMethod`.
    public func classMethod(_ selector: Selector) -> Method? {
        class_getClassMethod(pointer, selector.pointer).map(Method.init)
    }

    /// What a message to an instance would jump to; the forwarding IMP if nothing implements it.
    /// Objective-C: `class_getMethodImplementation`.
    @inlinable public func methodImplementation(_ selector: Selector) -> IMP {
        IMP(class_getMethodImplementation(pointer, selector.pointer))
    }

    /// Whether instances find a method, method resolution included. Objective-C: `class_respondsToSelector`.
    public func instancesRespond(to selector: Selector) -> Bool {
        class_respondsToSelector(pointer, selector.pointer)
    }

    /// Adds a method. false if the class itself has one of that name already. Objective-C: `class_addMethod`.
    ///
    /// The IMP must fit `types`, the method's type encoding: `v20@0:8i16`.
    @discardableResult
    public func addMethod(_ selector: Selector, _ implementation: IMP, types: String) -> Bool {
        class_addMethod(pointer, selector.pointer, implementation.pointer, types)
    }

    /// Adds or replaces a method of this class. Returns the IMP replaced. Objective-C: `class_replaceMethod`.
    @discardableResult
    public func replaceMethod(_ selector: Selector, _ implementation: IMP, types: String) -> IMP? {
        class_replaceMethod(pointer, selector.pointer, implementation.pointer, types).map(IMP.init)
    }
}
