// CodingSelectors.swift - the messages that key-value coding is made of, and how they are sent from C functions.
//
// Objects are borrowed here: an answer lives until the innermost autorelease pool ends, as answers of methods do. An
// exception stays pending, and the answer is nil then.
import MiniRuntime

enum CodingSelectors {
    static let valueForKey: Selector = "valueForKey:"
    static let valueForKeyPath: Selector = "valueForKeyPath:"
    static let valueForUndefinedKey: Selector = "valueForUndefinedKey:"
    static let setValueForKey: Selector = "setValue:forKey:"
    static let setValueForKeyPath: Selector = "setValue:forKeyPath:"
    static let setValueForUndefinedKey: Selector = "setValue:forUndefinedKey:"
    static let setNilValueForKey: Selector = "setNilValueForKey:"
    static let dictionaryWithValuesForKeys: Selector = "dictionaryWithValuesForKeys:"
    static let setValuesForKeys: Selector = "setValuesForKeysWithDictionary:"
    static let validateValueForKey: Selector = "validateValue:forKey:error:"
    static let validateValueForKeyPath: Selector = "validateValue:forKeyPath:error:"
    static let accessesIvars: Selector = "accessInstanceVariablesDirectly"
    static let mutableArrayForKey: Selector = "mutableArrayValueForKey:"
    static let mutableArrayForKeyPath: Selector = "mutableArrayValueForKeyPath:"
    static let mutableSetForKey: Selector = "mutableSetValueForKey:"
    static let mutableSetForKeyPath: Selector = "mutableSetValueForKeyPath:"
    static let mutableOrderedSetForKey: Selector = "mutableOrderedSetValueForKey:"
    static let mutableOrderedSetForKeyPath: Selector = "mutableOrderedSetValueForKeyPath:"
    static let automaticallyNotifies: Selector = "automaticallyNotifiesObserversForKey:"
}

extension UnmanagedObject {
    /// Sends a message that takes objects and answers one.
    func message(
        _ selector: Selector, _ first: UnmanagedObject? = nil, _ second: UnmanagedObject? = nil,
        _ third: UnmanagedObject? = nil
    ) -> UnmanagedObject? {
        let answer = sendWords(selector, (first.word, second.word, third.word, 0))
        return RuntimeException.isPending ? nil : UnmanagedObject(UnsafeMutableRawPointer(bitPattern: answer))
    }

    /// Sends a message to what `cls` inherits, from a method of `cls`.
    func messageSuper(of cls: Class, _ selector: Selector, _ argument: UnmanagedObject?) -> UnmanagedObject? {
        typealias Function =
            @convention(c) (UnsafeMutableRawPointer, UnsafeRawPointer, UnsafeMutableRawPointer?) ->
            UnsafeMutableRawPointer?
        guard let implementation = cls.superclass?.methodImplementation(selector) else { return nil }
        let function = unsafeBitCast(implementation.address, to: Function.self)
        let answer = function(address, selector.address, argument?.address)
        return RuntimeException.isPending ? nil : UnmanagedObject(answer)
    }

    /// A question answered by BOOL.
    func asks(_ selector: Selector, _ argument: UnmanagedObject? = nil) -> Bool {
        sendWords(selector, (argument.word, 0, 0, 0)) & 0xFF != 0
    }
}

extension UnmanagedObject? {
    /// The pointer as a word, to be sent as an argument; 0 for nil.
    var word: UInt { self?.word ?? 0 }
}
