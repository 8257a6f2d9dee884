// HolderClass.swift - runtime classes whose instances each own a Swift object.
//
//      id ─► │ isa │ the Swift object, +1 │

/// A runtime class whose instances each own one Swift object. It lets a Swift module represent its own objects in the
/// runtime. Holder classes are permanent.
package struct HolderClass: Sendable {
    /// The runtime class.
    package let cls: Class

    /// Creates the class and calls `addMethods` with it. The superclass is no holder class. Ends the process if the
    /// name is taken.
    package init(_ name: String, superclass: Class = .nsObject, _ addMethods: (Class) -> Void = { _ in }) {
        do {
            var builder = try ClassBuilder(name, superclass: superclass)
            try builder.addIvar("_held", encoding: TypeEncoding("^v"))
            cls = builder.register()
        } catch {
            fatalError("the class \(name) cannot be made: \(error)")
        }
        cls.setPermanent()
        cls.addMethod("dealloc", IMP(address: unsafeBitCast(Self.dealloc, to: UnsafeRawPointer.self)), types: "v16@0:8")
        addMethods(cls)
    }

    /// Creates a subclass of a holder class.
    package init(_ name: String, subclassOf superclass: HolderClass) {
        do {
            cls = try Class.register(name, superclass: superclass.cls) { _ in }
        } catch {
            fatalError("the class \(name) cannot be made: \(error)")
        }
        cls.setPermanent()
    }

    /// Returns a new instance at +1 that retains `held`.
    package func instance(holding held: AnyObject) -> UnmanagedObject {
        guard let object = cls.allocateInstance() else { fatalError("\(cls) makes no instances") }
        Self.slot(of: object.address).pointee = Unmanaged.passRetained(held)
        return object
    }

    /// Lets an instance that was not created by ``instance(holding:)``, or a subclass's instance, retain `held` in
    /// place of the object that it holds. Not atomic.
    package static func hold(_ held: AnyObject, in object: UnmanagedObject) {
        let slot = slot(of: object.address)
        let old = slot.pointee
        slot.pointee = Unmanaged.passRetained(held)
        old?.release()
    }

    /// Returns the Swift object of an instance. `object` must be an instance of a holder class, and `type` the type of
    /// the object it was created with.
    package static func held<Held: AnyObject>(by object: UnmanagedObject, as type: Held.Type) -> Held {
        unsafeDowncast(slot(of: object.address).pointee!.takeUnretainedValue(), to: type)
    }

    /// The same, but nil for an instance that holds no object yet.
    package static func heldIfAny<Held: AnyObject>(by object: UnmanagedObject, as type: Held.Type) -> Held? {
        slot(of: object.address).pointee.map { unsafeDowncast($0.takeUnretainedValue(), to: type) }
    }

    private static func slot(of object: UnsafeMutableRawPointer) -> UnsafeMutablePointer<Unmanaged<AnyObject>?> {
        (object + MemoryLayout<UInt>.size).assumingMemoryBound(to: Unmanaged<AnyObject>?.self)
    }

    private typealias VoidMethod = @convention(c) (UnsafeMutableRawPointer, UnsafeRawPointer) -> Void

    private static let dealloc: VoidMethod = { object, selector in
        HolderClass.slot(of: object).pointee?.release()
        unsafeBitCast(HolderClass.superDealloc.implementation.address, to: VoidMethod.self)(object, selector)
    }

    private static let superDealloc = Class.nsObject.instanceMethod("dealloc")!
}
