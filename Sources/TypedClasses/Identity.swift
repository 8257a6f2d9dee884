// Identity.swift - `Identifiable`, without hiding a property called `id`.
//
// A member `id` of `Ref` would hide the property `id` of a description. This one is disfavored, in a constrained
// extension: if the compiler finds only members of constrained extensions, it also looks up dynamic members, and
// prefers those that are not disfavored. So `item.id` is the property if the description has one, and otherwise the
// identity.
import MiniRuntime

extension Identifiable where Self: MessageReceiver, ID == ObjectIdentifier {
    /// The identity of the object, which is its address: unchanged when values change, and reused after the object's
    /// death. If the description has a property `id`, `reference.id` is that property, but generic code over
    /// `Identifiable` gets the identity. Any thread. O(1).
    @_disfavoredOverload public var id: ObjectIdentifier {
        // The address is compared, and never dereferenced.
        guard let address = unsafe receiverAddress else { preconditionFailure("nil has no identity") }
        // An ObjectIdentifier consists of one pointer; its `init` accepts only Swift objects.
        return unsafe unsafeBitCast(address, to: ObjectIdentifier.self)
    }
}

extension Ref: Identifiable {
    /// The type of the identity, an address.
    public typealias ID = ObjectIdentifier
}
