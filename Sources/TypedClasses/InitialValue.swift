// InitialValue.swift - the default values of a new object, stored where the class has them.
import MiniFoundation
import MiniRuntime

/// The default value of one property, and where it goes.
@usableFromInline struct InitialValue: Sendable {
    @usableFromInline typealias Store = @Sendable (UnmanagedObject, IvarPlace) -> Void
    private let place: IvarPlace
    private let store: Store

    /// - Parameter store: evaluates the value, and stores it.
    init(_ ivar: Ivar, _ storage: PropertyStorage, _ store: @escaping Store) {
        place = IvarPlace(ivar, storage)
        self.store = store
    }

    func store(in object: UnmanagedObject) { store(object, place) }
}

/// What the `init` of a described class does: sends `init` to super, then stores the default values.
final class DefaultInitializer: Sendable {
    private let superclass: Class
    private let values: [InitialValue]

    private init(_ superclass: Class, _ values: [InitialValue]) {
        self.superclass = superclass
        self.values = values
    }

    private static let selector: Selector = "init"

    /// Adds the method.
    static func add(_ values: [InitialValue], to builder: borrowing ClassBuilder, _ superclass: Class) throws {
        let types = "@16@0:8"
        let imp = try IMP(types: types, context: DefaultInitializer(superclass, values)) { context, result, arguments in
            let me = Unmanaged<DefaultInitializer>.fromOpaque(context!).takeUnretainedValue()
            let message = IncomingMessage(result, arguments)
            message.result!.storeBytes(of: me.initialize(message.receiver.address), as: UnsafeMutableRawPointer?.self)
        }
        builder.cls.addMethod(selector, imp, types: types)
    }

    /// - Returns: what the superclass made of the object, with the default values; nil with an exception pending.
    private func initialize(_ object: UnsafeMutableRawPointer) -> UnsafeMutableRawPointer? {
        typealias Function =
            @convention(c) (UnsafeMutableRawPointer, UnsafeRawPointer) -> UnsafeMutableRawPointer?
        // Found for each object: it may be swizzled. The cache has it.
        let function = superclass.methodImplementation(Self.selector).address
        let initialized = unsafeBitCast(function, to: Function.self)(object, Self.selector.address)
        guard let initialized else { return nil }
        for value in values { value.store(in: UnmanagedObject(initialized)) }
        return initialized
    }
}
