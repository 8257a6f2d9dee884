// ClassBuilder+Properties.swift - properties with an ivar and accessors, as @property and @synthesize create them.
import CMiniRuntime

/// How a synthesized setter stores its argument.
public enum PropertyStorage: Sendable {
    /// The object is retained; a scalar is stored as it is. Attribute `&`.
    case strong
    /// The object is copied. Attribute `C`.
    case copy
    /// The reference is zeroing weak. Attribute `W`.
    case weak
    /// The object is stored without being retained.
    case assign
}

extension ClassBuilder {
    /// Adds an ivar `_name`, the methods `name` and `setName:`, and the property with its attributes.
    ///
    /// - Parameters:
    ///   - name: must begin with a lowercase letter, so that `setName:` matches it.
    ///   - type: the type of the ivar, of the getter's result and of the setter's argument.
    ///   - storage: how the setter stores an object; ignored for other types.
    ///   - isReadOnly: whether to omit the setter; attribute `R`.
    ///
    /// Throws what adding the ivar or a method throws. Objective-C: `@property`, `@synthesize`.
    public mutating func addProperty<Value: MessageValue>(
        _ name: String, _ type: Value.Type, storage: PropertyStorage = .strong, isReadOnly: Bool = false
    ) throws {
        let ivarName = "_" + name
        try addIvar(ivarName, type, ownership: storage.ownership)
        try addMethod(Selector(name)) { (self: Object) -> Value in try self.ivar(ivarName, as: Value.self) }
        if !isReadOnly {
            try addSetter(name, ivarName, type, copies: storage == .copy)
        }
        var attributes = [PropertyAttribute("T", type.encoding)]
        if isReadOnly { attributes.append(PropertyAttribute("R")) }
        if Value.isObject, let flag = storage.attribute { attributes.append(PropertyAttribute(flag)) }
        attributes += [PropertyAttribute("N"), PropertyAttribute("V", ivarName)]
        cls.addProperty(name, attributes: attributes)
    }

    private func addSetter<Value: MessageValue>(
        _ name: String, _ ivarName: String, _ type: Value.Type, copies: Bool
    ) throws {
        let selector = Selector("set\(name.prefix(1).uppercased())\(name.dropFirst()):")
        guard copies, Value.isObject else {
            try addMethod(selector) { (self: Object, value: Value) in try self.setIvar(ivarName, to: value) }
            return
        }
        try addMethod(selector) { (self: Object, value: Object?) in
            try self.setIvar(ivarName, to: value?.send("copy", as: Object.self))
        }
    }
}

extension PropertyStorage {
    fileprivate var ownership: IvarOwnership {
        switch self {
        case .strong, .copy: .strong
        case .weak: .weak
        case .assign: .unretained
        }
    }

    fileprivate var attribute: String? {
        switch self {
        case .strong: "&"
        case .copy: "C"
        case .weak: "W"
        case .assign: nil
        }
    }
}
