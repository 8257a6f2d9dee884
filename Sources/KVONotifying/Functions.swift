// Functions.swift - C functions as methods: their types, how a class gets them, and what they make of bad arguments.
//
// They are found by the ordinary lookup. They see objects as plain pointers, borrowed, and cannot throw: they raise, and
// return zero.
import MiniFoundation
import MiniRuntime

/// `id`, borrowed.
typealias ID = UnsafeMutableRawPointer
/// `SEL`.
typealias SEL = UnsafeRawPointer

// The types that occur again and again.
typealias Count = @convention(c) (ID, SEL) -> UInt
typealias Question = @convention(c) (ID, SEL) -> Bool
typealias ObjectAtIndex = @convention(c) (ID, SEL, UInt) -> ID?
typealias ObjectFromNothing = @convention(c) (ID, SEL) -> ID?
typealias ObjectFromObject = @convention(c) (ID, SEL, ID?) -> ID?
typealias TakingNothing = @convention(c) (ID, SEL) -> Void
typealias TakingObject = @convention(c) (ID, SEL, ID?) -> Void
typealias TakingTwoObjects = @convention(c) (ID, SEL, ID?, ID?) -> Void
typealias ObserveValue = @convention(c) (ID, SEL, ID?, ID?, ID?, UInt) -> Void

extension IMP {
    /// A C function as a method.
    init<Function>(function: Function) {
        self.init(address: unsafeBitCast(function, to: UnsafeRawPointer.self))
    }
}

extension Class {
    /// Adds a method that is a C function of the type that the encoding says.
    func addFunction<Function>(_ selector: Selector, _ types: String, _ function: Function) {
        addMethod(selector, IMP(function: function), types: types)
    }
}

extension Class {
    /// The method that a message to an instance finds, `+resolveInstanceMethod:` included, which may add it now.
    func resolvedMethod(_ selector: Selector) -> Method? {
        if let method = instanceMethod(selector) { return method }
        return addsMethodsWhenSent && instancesRespond(to: selector) ? instanceMethod(selector) : nil
    }

    /// The same by a name that is made up from a key. Selectors live for ever and keys come from anywhere: one that nobody
    /// has registered is registered only if the class adds methods when they are first sent.
    func resolvedMethod(named name: String) -> Method? {
        if let selector = Selector(registered: name) { return resolvedMethod(selector) }
        return addsMethodsWhenSent && !name.utf8.contains(0) ? resolvedMethod(Selector(name)) : nil
    }

    /// Whether the class is asked for missing methods by another method than NSObject's, which adds none.
    private var addsMethodsWhenSent: Bool {
        isMetaclass
            ? methodImplementation(Selectors.resolveClassMethod) != Self.ownResolveClassMethod
            : isa.methodImplementation(Selectors.resolveInstanceMethod) != Self.ownResolveInstanceMethod
    }

    // As they are before the program has begun, and could have swizzled them.
    fileprivate static let ownResolveInstanceMethod = nsObject.isa.methodImplementation(Selectors.resolveInstanceMethod)
    fileprivate static let ownResolveClassMethod = nsObject.isa.methodImplementation(Selectors.resolveClassMethod)

    /// Finds NSObject's own methods. To be called while the modules are loaded.
    static func findOwnResolvers() {
        _ = (ownResolveInstanceMethod, ownResolveClassMethod)
    }
}

/// The text of an NSString argument; nil for nil, and for what has no text.
func string(_ argument: ID?) -> String? {
    UnmanagedObject(argument).flatMap { NSString.string($0) }
}

extension RuntimeException {
    /// `-[Person valueForKey:]: the key is nil`
    static func badArgument(_ object: UnmanagedObject, _ message: Selector, _ why: String) -> RuntimeException {
        RuntimeException("NSInvalidArgumentException", "-[\(object.toldClass.name) \(message)]: \(why)")
    }
}
