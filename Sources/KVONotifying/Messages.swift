// Messages.swift - how messages are sent here: with arguments that are borrowed, from C functions, which cannot throw.
//
// An answer lives until the innermost autorelease pool ends, as answers of methods do. An exception stays pending.
import MiniRuntime

extension UnmanagedObject {
    /// Sends a message that takes objects and answers one: nil with an exception pending.
    func message(
        _ selector: Selector, _ first: UnmanagedObject? = nil, _ second: UnmanagedObject? = nil,
        _ third: UnmanagedObject? = nil
    ) -> UnmanagedObject? {
        let answer = sendWords(selector, (first.word, second.word, third.word, 0))
        return RuntimeException.isPending ? nil : UnmanagedObject(word: answer)
    }

    /// Sends a message to what `cls` inherits, from a method of `cls`.
    func messageSuper(of cls: Class, _ selector: Selector, _ argument: UnmanagedObject?) -> UnmanagedObject? {
        guard let implementation = cls.superclass?.methodImplementation(selector) else { return nil }
        let function = unsafeBitCast(implementation.address, to: ObjectFromObject.self)
        let answer = function(address, selector.address, argument?.address)
        return RuntimeException.isPending ? nil : UnmanagedObject(answer)
    }

    /// A question answered by BOOL.
    func asks(_ selector: Selector, _ argument: UnmanagedObject? = nil) -> Bool {
        asks(selector, (argument.word, 0, 0, 0))
    }

    /// The same, with arguments that are no objects among them.
    func asks(_ selector: Selector, _ words: (UInt, UInt, UInt, UInt)) -> Bool {
        sendWords(selector, words) & 0xFF != 0
    }

    /// The object that a word is, as `sendWords` returns it; nil for 0.
    init?(word: UInt) {
        self.init(ID(bitPattern: word))
    }
}

extension UnmanagedObject? {
    /// The pointer as a word, to be sent as an argument; 0 for nil.
    var word: UInt { self?.word ?? 0 }
}
