// Messages.swift - message sends with borrowed arguments, for C functions as methods, which cannot throw.
//
// A returned object is borrowed: it lives at least until the innermost autorelease pool ends. An exception that the
// method raises stays pending.
import MiniFoundation
import MiniRuntime

extension UnmanagedObject {
    /// Sends a message whose arguments and return value are objects. Returns nil if an exception is pending afterwards.
    @inlinable package func message(
        _ selector: Selector, _ first: UnmanagedObject? = nil, _ second: UnmanagedObject? = nil,
        _ third: UnmanagedObject? = nil
    ) -> UnmanagedObject? {
        let answer = sendWords(selector, (first.word, second.word, third.word, 0))
        return RuntimeException.isPending ? nil : UnmanagedObject(word: answer)
    }

    /// Calls the implementation that `cls` overrides, from a method of `cls`. Returns nil if an exception is pending
    /// afterwards.
    func messageSuper(of cls: Class, _ selector: Selector, _ argument: UnmanagedObject?) -> UnmanagedObject? {
        guard let implementation = cls.superclass?.methodImplementation(selector) else { return nil }
        let function = unsafeBitCast(implementation.address, to: ObjectFromObject.self)
        let answer = function(address, selector.address, argument?.address)
        return RuntimeException.isPending ? nil : UnmanagedObject(answer)
    }

    /// Sends a message that returns BOOL.
    @inlinable package func sendBool(_ selector: Selector, _ argument: UnmanagedObject? = nil) -> Bool {
        sendBool(selector, (argument.word, 0, 0, 0))
    }

    /// Sends a message that returns BOOL, with arguments that need not be objects.
    @inlinable package func sendBool(_ selector: Selector, _ words: (UInt, UInt, UInt, UInt)) -> Bool {
        sendWords(selector, words) & 0xFF != 0
    }

    /// The object whose address is `word`, a result of `sendWords`; nil for 0.
    @inlinable package init?(word: UInt) {
        self.init(UnsafeMutableRawPointer(bitPattern: word))
    }
}

extension UnmanagedObject {
    /// Sends a message whose arguments are objects, and ignores its result.
    func sendVoid(_ selector: Selector, _ first: Object, _ second: Object? = nil) {
        _ = withExtendedLifetime((first, second)) { message(selector, first.unmanaged, second?.unmanaged) }
    }
}

extension Object {
    /// Sends a message whose arguments and return value are objects, in an autorelease pool of its own. Returns nil if
    /// an exception is pending afterwards.
    package func message(_ selector: Selector, _ first: Object? = nil, _ second: Object? = nil) -> Object? {
        withExtendedLifetime((self, first, second)) {
            autoreleasepool { unmanaged.message(selector, first?.unmanaged, second?.unmanaged)?.retained() }
        }
    }

    /// Sends a message that returns BOOL.
    package func sendBool(_ selector: Selector, _ argument: Object) -> Bool {
        withExtendedLifetime((self, argument)) { unmanaged.sendBool(selector, argument.unmanaged) }
    }

    /// Sends `isKindOfClass:` if the class is not known to be one (``UnmanagedObject/isKind(of:)``).
    package func isKind(of cls: Class) -> Bool { withExtendedLifetime(self) { unmanaged.isKind(of: cls) } }
}

extension UnmanagedObject? {
    /// The address as an argument for `sendWords`; 0 for nil.
    @inlinable package var word: UInt { self?.word ?? 0 }
}
