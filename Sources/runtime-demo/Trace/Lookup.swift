// Lookup.swift - the search for the method of a message: class by class, from isa up to the class that has the method.
import MiniRuntime

struct Lookup: Encodable, Sendable {
    /// The address of the receiver.
    let receiver: String
    /// The names of the classes that were searched, in order.
    let classes: [String]
    /// Whether the last of these classes has the method.
    let isFound: Bool
    let searched: [Class]
    let method: MethodReference?

    private enum CodingKeys: CodingKey { case receiver, classes, isFound }

    /// - Parameter cls: the class where the search begins.
    init(_ selector: Selector, to receiver: UnmanagedObject, in cls: Class) {
        let owner = cls.definer(of: selector)
        self.receiver = hexadecimal(UInt(bitPattern: receiver.address))
        searched = owner.map { owner in Array(cls.chain.prefix { $0 != owner }) + [owner] } ?? cls.chain
        classes = searched.map(\.displayName)
        isFound = owner != nil
        method = owner.map { MethodReference(cls: $0, selector: selector) }
    }

    /// `finds -[Person setName:] (not in NSKVONotifying_Person)`
    var words: Phrase {
        let misses = isFound ? classes.dropLast() : classes[...]
        let found: Phrase = method.map { "finds \($0.text)" } ?? "finds no method"
        return misses.isEmpty ? found : "\(found) (not in \(misses.joined(separator: ", ")))"
    }
}
