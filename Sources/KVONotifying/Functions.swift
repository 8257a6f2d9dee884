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
