// InitialValue.swift - the default values of a new object's properties, and the `init` method that stores them.
import MiniFoundation
import MiniRuntime

/// The default value of one property, and the place of its ivar.
@usableFromInline struct InitialValue: Sendable {
    @usableFromInline typealias Store = @Sendable (UnmanagedObject, IvarPlace) -> Void
    private let place: IvarPlace
    private let store: Store

    /// - Parameter store: evaluates the value, and stores it in the object.
    init(_ ivar: Ivar, _ storage: PropertyStorage, _ store: @escaping Store) {
        place = IvarPlace(ivar, storage)
        self.store = store
    }

    func store(in object: UnmanagedObject) { store(object, place) }
}

/// The context of a described class's `init`: sends `init` to super, then stores the default values.
final class DefaultInitializer: Sendable {
    private let superclass: Class
    private let values: [InitialValue]

    private init(_ superclass: Class, _ values: [InitialValue]) {
        self.superclass = superclass
        self.values = values
    }

    private static let selector: Selector = "init"

    /// Adds the method `init` to the class.
    static func add(_ values: [InitialValue], to builder: borrowing ClassBuilder, _ superclass: Class) throws {
        let types = "@16@0:8"
        // The IMP retains its context, and C passes pointers to the arguments and the result of the types given.
        let imp = try unsafe IMP(
            types: types, context: DefaultInitializer(superclass, values)
        ) { context, result, arguments in
            let me = unsafe Unmanaged<DefaultInitializer>.fromOpaque(context!).takeUnretainedValue()
            let message = unsafe IncomingMessage(result, arguments)
            unsafe message.result!.storeBytes(
                of: me.initialize(message.receiver.address), as: UnsafeMutableRawPointer?.self)
        }
        builder.cls.addMethod(selector, imp, types: types)
    }

    /// Returns the object that the superclass's `init` returned, with the default values stored; nil if that returned
    /// nil, as when an exception is pending.
    private func initialize(_ object: UnsafeMutableRawPointer) -> UnsafeMutableRawPointer? {
        typealias Function =
            @convention(c) (UnsafeMutableRawPointer, UnsafeRawPointer) -> UnsafeMutableRawPointer?
        // Looked up for each object, because the superclass's method may be swizzled. The method cache makes this
        // cheap.
        let function = unsafe superclass.methodImplementation(Self.selector).address
        // Every method `init` has this type.
        guard let initialized = unsafe unsafeBitCast(function, to: Function.self)(object, Self.selector.address)
        else { return nil }
        for value in values { value.store(in: unsafe UnmanagedObject(initialized)) }
        return unsafe initialized
    }
}
