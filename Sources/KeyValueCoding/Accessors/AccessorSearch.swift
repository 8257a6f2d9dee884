// AccessorSearch.swift - finds the accessor methods and ivars of a key by their names.
//
// A method is an accessor only if its arguments fit its name: `-age:` and `-(void)age` are not getters.
import MiniFoundation
import MiniRuntime

/// A search for the accessors of a key, in an object's class.
struct AccessorSearch {
    private let object: UnmanagedObject
    private let isa: Class
    let key: String
    /// The key as accessor names contain it: `Age`. More than one name if it begins with a letter beyond ASCII.
    let names: [String]

    init(_ object: UnmanagedObject, _ key: String) {
        self.object = object
        isa = object.isa
        self.key = key
        names = accessorNames(key)
    }

    enum Argument {
        /// An object.
        case object
        /// An integer of word size.
        case index
        /// A pointer.
        case pointer
        /// An argument of any type.
        case any
    }

    /// Returns the instance method with this name and these arguments, after method resolution if necessary; nil if
    /// there is none.
    func method(_ name: String, _ arguments: Argument...) -> Method? {
        guard let method = isa.resolvedMethod(named: name), let signature = method.signature,
            signature.argumentCount == arguments.count + 2
        else { return nil }
        for (index, argument) in arguments.enumerated() {
            guard let type = signature.argumentType(at: index + 2)?.unqualified.text, Self.fits(type, argument) else {
                return nil
            }
        }
        return method
    }

    /// Returns the selector of a method with one argument, whose name is that of the key in `pattern`.
    func selector(_ argument: Argument, _ pattern: (String) -> String) -> Selector? {
        for name in names { if let method = method(pattern(name), argument) { return method.selector } }
        return nil
    }

    /// Returns the selector of a method with two arguments.
    func selector(_ first: Argument, _ second: Argument, _ pattern: (String) -> String) -> Selector? {
        for name in names { if let method = method(pattern(name), first, second) { return method.selector } }
        return nil
    }

    private static func fits(_ type: String, _ argument: Argument) -> Bool {
        switch argument {
        case .object: type.hasPrefix("@")
        case .index: type == "Q" || type == "q"
        case .pointer: type.hasPrefix("^") || type == "*"
        case .any: true
        }
    }

    /// Returns access to the ivar of the key. nil if there is none, or if the class returns NO from
    /// `accessInstanceVariablesDirectly`.
    func ivar() -> IvarAccess? {
        guard !object.isTagged, accessesIvars() else { return nil }
        for name in ivarNames(key, names) {
            if let ivar = isa.instanceVariable(name), let access = IvarAccess(ivar) { return access }
        }
        return nil
    }

    private func accessesIvars() -> Bool { classReturnsYes(Selectors.accessesIvars, nil) }

    /// Returns the key if the class notifies observers of it automatically; nil otherwise. The caller changes the
    /// value without a setter or mutator, and must notify the observers itself.
    func automaticKey() -> HeldKey? {
        let held = HeldKey.named(key)
        return withExtendedLifetime(held.holder) {
            classReturnsYes(Selectors.automaticallyNotifies, held.key.object.unmanaged) ? held : nil
        }
    }

    /// Sends a message that returns BOOL to the class that `-class` returns, not to the notifying class.
    private func classReturnsYes(_ question: Selector, _ argument: UnmanagedObject?) -> Bool {
        UnmanagedObject(object.reportedClass.receiverAddress!).sendBool(question, argument)
    }
}
