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
    ///   - isAtomic: whether several threads may use the accessors of one object at the same time. The getter then
    ///     returns a complete value that was set, and an object that is alive. false adds attribute `N`, and saves a
    ///     lock if the property holds an object or a structure larger than a word.
    ///   - isReadOnly: whether to omit the setter; attribute `R`.
    ///
    /// Throws what adding the ivar or a method throws. Objective-C: `@property`, `@synthesize`.
    public mutating func addProperty<Value: MessageValue>(
        _ name: String, _ type: Value.Type, storage: PropertyStorage = .strong, isAtomic: Bool = true,
        isReadOnly: Bool = false
    ) throws {
        try addProperty(
            name, type, attribute: type.encoding, storage: storage, isAtomic: isAtomic, isReadOnly: isReadOnly)
    }

    /// As above, with the type of the property's attributes, which may name the class of an object: `@"NSString"`.
    package mutating func addProperty<Value: MessageValue>(
        _ name: String, _ type: Value.Type, attribute: String, storage: PropertyStorage = .strong,
        isAtomic: Bool = true, isReadOnly: Bool = false
    ) throws {
        let ivarName = "_" + name
        try addIvar(ivarName, type, ownership: storage.ownership)
        try cls.addGetter(Selector(name), ivar: ivarName, storage: storage, isAtomic: isAtomic)
        if !isReadOnly {
            let setter = Selector("set\(capitalized(name)):")
            try cls.addSetter(setter, ivar: ivarName, storage: storage, isAtomic: isAtomic)
        }
        var attributes = [PropertyAttribute("T", attribute)]
        if isReadOnly { attributes.append(PropertyAttribute("R")) }
        if Value.isObject, let flag = storage.attribute { attributes.append(PropertyAttribute(flag)) }
        if !isAtomic { attributes.append(PropertyAttribute("N")) }
        attributes.append(PropertyAttribute("V", ivarName))
        cls.addProperty(name, attributes: attributes)
    }
}

extension Class {
    /// Adds a method that returns the value of an ivar of the class, or of a superclass.
    ///
    /// The parameters are those of ``ClassBuilder/addProperty(_:_:storage:isAtomic:isReadOnly:)``. The ivar must be
    /// declared with the ownership of `storage`. Throws ``RuntimeError/noIvar(_:class:)``, and the errors of
    /// `addMethod(_:types:_:)`. Objective-C: the getter of `@synthesize`.
    @discardableResult
    public func addGetter(
        _ selector: Selector, ivar name: String, storage: PropertyStorage = .strong, isAtomic: Bool = true
    ) throws -> IMP {
        try checkCount(selector, 0)
        let ivar = try accessibleIvar(name)
        if ivar.accessorType == "@", selector.family != .none {
            // The naming rules require that a method with this name returns +1.
            return try addMethod(selector) { (me: Object) -> Object? in try me.ivar(name, as: Object?.self) }
        }
        let types = try MethodSignature.encoding(returning: ivar.accessorType, arguments: [])
        return try addAccessor(selector, types, ivar, storage, isAtomic, isSetter: false)
    }

    /// Adds a method that stores its argument in an ivar of the class, or of a superclass.
    ///
    /// Otherwise like ``addGetter(_:ivar:storage:isAtomic:)``. Objective-C: the setter of `@synthesize`.
    @discardableResult
    public func addSetter(
        _ selector: Selector, ivar name: String, storage: PropertyStorage = .strong, isAtomic: Bool = true
    ) throws -> IMP {
        try checkCount(selector, 1)
        let ivar = try accessibleIvar(name)
        let types = try MethodSignature.encoding(returning: "v", arguments: [ivar.accessorType])
        return try addAccessor(selector, types, ivar, storage, isAtomic, isSetter: true)
    }

    private func accessibleIvar(_ name: String) throws -> Ivar {
        guard let ivar = instanceVariable(name) else { throw RuntimeError.noIvar(name, class: self.name) }
        return ivar
    }

    private func addAccessor(
        _ selector: Selector, _ types: String, _ ivar: Ivar, _ storage: PropertyStorage, _ isAtomic: Bool,
        isSetter: Bool
    ) throws -> IMP {
        let storage = ivar.accessorType == "@" ? storage.raw : MR_STORAGE_VALUE
        guard let imp = mr_accessor_create(types, ivar.pointer, storage, isAtomic, isSetter) else {
            throw RuntimeError.malformedEncoding(types)
        }
        return try add(selector, IMP(imp))
    }
}

extension Ivar {
    /// The type in the encodings of accessors: that of the ivar, but without the class of an object.
    fileprivate var accessorType: String {
        let type = typeEncoding
        return (try? TypeEncoding(type).unqualified.text)?.first == "@" ? "@" : type
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

    fileprivate var raw: mr_storage {
        switch self {
        case .strong: MR_STORAGE_STRONG
        case .copy: MR_STORAGE_COPY
        case .weak: MR_STORAGE_WEAK
        case .assign: MR_STORAGE_VALUE
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
