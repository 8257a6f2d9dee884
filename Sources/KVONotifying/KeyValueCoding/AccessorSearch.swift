// AccessorSearch.swift - the methods and ivars of a class that have to do with a key, by their names.
//
// A method counts if it takes and returns what an accessor of its name does: `-age:` and `-(void)age` are no getters.
import MiniFoundation
import MiniRuntime

/// A key of an object's class, while its accessors are looked for.
struct AccessorSearch {
    private let object: UnmanagedObject
    private let isa: Class
    let key: String
    /// As accessors spell it: `Age`.
    let name: String

    init(_ object: UnmanagedObject, _ key: String) {
        self.object = object
        isa = object.isa
        self.key = key
        name = capitalized(key)
    }

    enum Argument {
        /// Of object type.
        case object
        /// An integer of the size of a word.
        case index
        /// A pointer to something.
        case pointer
        /// Of any type.
        case any
    }

    /// A method that instances have, resolved if need be, and that takes these arguments.
    func method(_ name: String, _ arguments: Argument...) -> Method? {
        let selector = Selector(name)
        guard isa.instancesRespond(to: selector), let method = isa.instanceMethod(selector),
            let signature = method.signature, signature.argumentCount == arguments.count + 2
        else { return nil }
        for (index, argument) in arguments.enumerated() {
            guard let type = signature.argumentType(at: index + 2)?.unqualified.text, Self.fits(type, argument) else {
                return nil
            }
        }
        return method
    }

    /// The selector of such a method.
    func selector(_ name: String, _ argument: Argument) -> Selector? { method(name, argument)?.selector }

    /// The same, of a method with two arguments.
    func selector(_ name: String, _ first: Argument, _ second: Argument) -> Selector? {
        method(name, first, second)?.selector
    }

    private static func fits(_ type: String, _ argument: Argument) -> Bool {
        switch argument {
        case .object: type.hasPrefix("@")
        case .index: type == "Q" || type == "q"
        case .pointer: type.hasPrefix("^") || type == "*"
        case .any: true
        }
    }

    /// The ivar that holds the value of the key, if the class lets it be touched: `_<key>`, `_is<Key>`, `<key>`,
    /// `is<Key>`.
    func ivar() -> IvarAccess? {
        guard !object.isTagged, accessesIvars() else { return nil }
        for name in ["_\(key)", "_is\(name)", key, "is\(name)"] {
            if let ivar = isa.instanceVariable(name), let access = IvarAccess(ivar) { return access }
        }
        return nil
    }

    private func accessesIvars() -> Bool { asksClass(Selectors.accessesIvars, nil) }

    /// The key, if its changes are to be told where no setter or mutator does so.
    func automaticKey() -> Key? {
        let key = Key.named(key)
        return asksClass(Selectors.automaticallyNotifies, key.object.unmanaged) ? key : nil
    }

    /// Asks the class that the object says it has, which is not the notifying one.
    private func asksClass(_ question: Selector, _ argument: UnmanagedObject?) -> Bool {
        UnmanagedObject(object.toldClass.receiverAddress!).asks(question, argument)
    }
}
