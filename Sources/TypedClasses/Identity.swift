// Identity.swift - `Identifiable`, and how a property called `id` stays in reach.
//
// A member of `Ref` called `id` would hide the property of every description that has one. Where all that the compiler
// finds stands in an extension with a condition, it looks for dynamic members as well, and takes those first that are not
// disfavored: `item.id` is the property, where there is one, and the identity elsewhere.
import MiniRuntime

extension Identifiable where Self: MessageReceiver, ID == ObjectIdentifier {
    /// Which object it is, as an address: it stays when the values change, and may be another object's once this one is
    /// gone. Where the class description has a property `id`, `reference.id` is that property, and code that knows no more
    /// than `Identifiable` is given this. Any thread. O(1).
    @_disfavoredOverload public var id: ObjectIdentifier {
        guard let address = receiverAddress else { preconditionFailure("nil has no identity") }
        // Made of one pointer, and `init` takes objects of Swift's only.
        return unsafeBitCast(address, to: ObjectIdentifier.self)
    }
}

extension Ref: Identifiable {
    /// An address.
    public typealias ID = ObjectIdentifier
}
