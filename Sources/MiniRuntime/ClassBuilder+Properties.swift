// ClassBuilder+Properties.swift - properties with an ivar and accessors, as @property and @synthesize create them.
import CMiniRuntime

/// What a synthesized setter does with the object it is given, and whether several threads may use the accessors at once.
///
/// Accessors are atomic, as Objective-C's are: a getter returns a value that was set as a whole, alive, whatever other
/// threads set meanwhile. ``nonatomic`` is for properties that one thread uses at a time: `.copy.nonatomic`.
public struct PropertyStorage: Hashable, Sendable {
    enum Kind: Sendable {
        case strong, copy, weak, assign
    }

    let kind: Kind
    /// Whether several threads may use the accessors at once. Attribute `N` if not.
    public private(set) var isAtomic = true

    private init(_ kind: Kind) {
        self.kind = kind
    }

    /// Retained. Scalars are just stored. Attribute `&`.
    public static let strong = PropertyStorage(.strong)
    /// Copied. Attribute `C`.
    public static let copy = PropertyStorage(.copy)
    /// Zeroing weak. Attribute `W`.
    public static let weak = PropertyStorage(.weak)
    /// Stored without owning it: a getter on another thread may meet an object that is gone.
    public static let assign = PropertyStorage(.assign)

    /// The same for a property that one thread uses at a time. Attribute `N`. Objective-C: `nonatomic`.
    public var nonatomic: PropertyStorage {
        var storage = self
        storage.isAtomic = false
        return storage
    }
}

extension ClassBuilder {
    /// Adds an ivar `_name`, the methods `name` and `setName:`, and the property with its attributes.
    ///
    /// - Parameters:
    ///   - name: begins with a lowercase letter, for `setName:` to be found by it.
    ///   - type: what the ivar, the getter and the setter have.
    ///   - storage: what happens to objects, and whether the accessors are atomic.
    ///   - isReadOnly: no setter; attribute `R`.
    ///
    /// Throws what adding the ivar or a method throws. Objective-C: `@property`, `@synthesize`.
    public mutating func addProperty<Value: MessageValue>(
        _ name: String, _ type: Value.Type, storage: PropertyStorage = .strong, isReadOnly: Bool = false
    ) throws {
        let ivarName = "_" + name
        try addIvar(ivarName, type, ownership: storage.ownership)
        let offset = cls.instanceVariable(ivarName)?.offset ?? 0
        try addGetter(Selector(name), type, offset, storage)
        if !isReadOnly {
            try addSetter(Selector("set\(name.prefix(1).uppercased())\(name.dropFirst()):"), type, offset, storage)
        }
        var attributes = [PropertyAttribute("T", type.encoding)]
        if isReadOnly { attributes.append(PropertyAttribute("R")) }
        if Value.isObject, let flag = storage.attribute { attributes.append(PropertyAttribute(flag)) }
        if !storage.isAtomic { attributes.append(PropertyAttribute("N")) }
        attributes.append(PropertyAttribute("V", ivarName))
        cls.addProperty(name, attributes: attributes)
    }

    private func addGetter<Value: MessageValue>(
        _ selector: Selector, _ type: Value.Type, _ offset: Int, _ storage: PropertyStorage
    ) throws {
        try cls.checkCount(selector, 0)
        let accessor = Accessor(
            offset: offset, size: MemoryLayout<Value.Raw>.size, storage: storage,
            returnsOwned: selector.returnsOwnedObject)
        let types = try MethodSignature.encoding(returning: type.encoding, arguments: [])
        let read = Value.isObject ? getObject : getBytes
        try cls.add(selector, IMP(types: types, context: accessor, read).setPurpose("accessor"))
    }

    private func addSetter<Value: MessageValue>(
        _ selector: Selector, _ type: Value.Type, _ offset: Int, _ storage: PropertyStorage
    ) throws {
        let accessor = Accessor(
            offset: offset, size: MemoryLayout<Value.Raw>.size, storage: storage, returnsOwned: false)
        try cls.checkCount(selector, 1)
        let implementation = try IMP { (self: UnmanagedObject, value: Value) in
            let argument = value.messageArgument
            withExtendedLifetime(argument.owner) {
                withUnsafeBytes(of: argument.raw) {
                    if Value.isObject {
                        accessor.set($0.load(as: OpaquePointer?.self), in: self.address)
                    } else {
                        mr_property_write(self.address + offset, $0.baseAddress, $0.count)
                    }
                }
            }
        }
        try cls.add(selector, implementation.setPurpose("accessor"))
    }
}

/// Where a synthesized accessor finds its ivar, and how it uses it.
private final class Accessor: Sendable {
    let offset: Int
    let size: Int
    let storage: PropertyStorage
    /// Whether the getter's name says that the caller gets a +1.
    let returnsOwned: Bool

    init(offset: Int, size: Int, storage: PropertyStorage, returnsOwned: Bool) {
        self.offset = offset
        self.size = size
        self.storage = storage
        self.returnsOwned = returnsOwned
    }

    private func location(in object: UnsafeMutableRawPointer) -> UnsafeMutablePointer<OpaquePointer?> {
        (object + offset).assumingMemoryBound(to: OpaquePointer?.self)
    }

    /// What the getter returns.
    func get(from object: UnsafeMutableRawPointer) -> OpaquePointer? {
        let owned: OpaquePointer?
        switch storage.kind {
        case .strong, .copy:
            owned = mr_property_get(location(in: object), storage.isAtomic)
        case .weak:
            owned = objc_loadWeakRetained(location(in: object))
        case .assign:
            var word: OpaquePointer?
            mr_property_read(object + offset, &word, size)
            owned = objc_retain(word)
        }
        return returnsOwned ? owned : objc_autorelease(owned)
    }

    /// What the setter does. An exception of `-copy` stays pending.
    func set(_ value: OpaquePointer?, in object: UnsafeMutableRawPointer) {
        switch storage.kind {
        case .strong, .copy:
            mr_property_set(location(in: object), value, storage.isAtomic, storage.kind == .copy)
        case .weak:
            objc_storeWeak(location(in: object), value)
        case .assign:
            var word = value
            mr_property_write(object + offset, &word, size)
        }
    }
}

private let getObject: IMP.ContextFunction = { context, result, arguments in
    let object = UnsafeMutableRawPointer(arguments![0]!.load(as: OpaquePointer.self))
    let value = Unmanaged<Accessor>.fromOpaque(context!)._withUnsafeGuaranteedRef { $0.get(from: object) }
    result!.storeBytes(of: value, as: OpaquePointer?.self)
}

private let getBytes: IMP.ContextFunction = { context, result, arguments in
    let object = UnsafeMutableRawPointer(arguments![0]!.load(as: OpaquePointer.self))
    Unmanaged<Accessor>.fromOpaque(context!)._withUnsafeGuaranteedRef {
        mr_property_read(object + $0.offset, result, $0.size)
    }
}

extension PropertyStorage {
    fileprivate var ownership: IvarOwnership {
        switch kind {
        case .strong, .copy: .strong
        case .weak: .weak
        case .assign: .unretained
        }
    }

    fileprivate var attribute: String? {
        switch kind {
        case .strong: "&"
        case .copy: "C"
        case .weak: "W"
        case .assign: nil
        }
    }
}
