// StoredValue.swift - the ivar that a setter stores into, and its value on one line.
import MiniFoundation
import MiniRuntime

struct StoredValue: Sendable {
    let ivar: String
    let value: String
    /// Whether the method is a setter: a mutator changes a part of the value.
    let isWhole: Bool

    /// The value that the accessor `selector` changes; nil if the class has no ivar of that name.
    /// - Parameter name: returns the name of an object that has one.
    init?(_ selector: Selector, of object: UnmanagedObject, name: (UnmanagedObject) -> String?) {
        guard let key = NotifiedKey.of(selector, object.isa), let owner = object.retainedIfAlive() else { return nil }
        let ivars = owner.isa.chain.flatMap(\.ivars)
        let accessors = accessorNames(key)
        let names = ["_\(key)"] + accessors.map { "_is\($0)" } + [key] + accessors.map { "is\($0)" }
        guard let ivar = names.lazy.compactMap({ name in ivars.first { $0.name == name } }).first else { return nil }
        self.ivar = ivar.name
        isWhole = selector.name.hasPrefix("set") || selector.name.hasPrefix("_set")
        if ivar.typeEncoding.hasPrefix("@"), let held = try? owner.ivar(ivar.name, as: Object?.self) {
            value = name(held.unmanaged) ?? held.oneLine
        } else {
            value = ivarText(ivar, of: owner)
        }
    }

    /// What the original did, after it returned.
    /// - Parameter old: the value before.
    func words(after old: StoredValue?) -> Phrase {
        if old?.value == value { return "\(ivar) is still \(value)" }
        return isWhole ? "stored \(value) in \(ivar)" : "\(ivar) is now \(value)"
    }
}
