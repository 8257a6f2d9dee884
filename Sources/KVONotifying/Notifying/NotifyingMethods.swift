// NotifyingMethods.swift - the methods `class`, `_isKVOA` and `dealloc` of all notifying classes, one function for
// each.
//
// The functions find the original class by the receiver's isa. Debuggers on Apple's systems show the same C names.
import MiniFoundation
import MiniRuntime

/// Implements `class`: returns X if X's own method would return the notifying class, and otherwise that method's
/// result.
@c(NSKVOClass)
func reportOriginalClass(_ me: ID, _ selector: SEL) -> ID? {
    let object = UnmanagedObject(me)
    guard let (cls, notifying) = original(of: object) else { return object.isa.object.unmanaged.address }
    return NotifyingClass.traced(object, notifying, Selectors.cls) {
        let reported = callOriginal(ObjectMethod.self, object, cls, Selectors.cls) { $0(me, selector) }
        // Sent as a message, because X may override `+class` to return another class.
        return reported == notifying.object.unmanaged.address
            ? ID(bitPattern: cls.object.unmanaged.sendWords(Selectors.cls)) : reported
    }
}

/// Implements `_isKVOA`: returns YES.
@c(NSKVOIsAutonotifies)
func returnYes(_ me: ID, _ selector: SEL) -> Bool { true }

/// Implements `dealloc`: calls X's own, which may still add and remove registrations, and reports those that are left.
/// The object is dead by then, but its observation info is not.
@c(NSKVODeallocate)
func deallocateObserved(_ me: ID, _ selector: SEL) {
    let object = UnmanagedObject(me)
    guard let (cls, notifying) = original(of: object) else { return }
    NotifyingClass.traced(object, notifying, Selectors.dealloc) {
        let info = object.remains {
            callOriginal(VoidMethod.self, object, cls, Selectors.dealloc) { $0(me, selector) }
        }
        guard let info else { return }
        LeftoverPolicy.apply(.deallocatedWhileObserved(UnsafeRawPointer(me), cls, info: info.description))
    }
}

/// Returns the original and the notifying class of an object. nil if its isa is not a notifying class or a subclass of
/// one: the program has called one of these functions directly, or has set the isa to another class.
private func original(of object: UnmanagedObject) -> (cls: Class, notifying: Class)? {
    guard let record = KeyValueClass.known(object.isa), let notifying = record.notifying else { return nil }
    return (record.original, notifying)
}

/// Calls the original class's method.
/// - Parameter selector: the method's selector. It is not taken from `_cmd`, which may differ after a swizzle.
private func callOriginal<Function, Result>(
    _ type: Function.Type, _ object: UnmanagedObject, _ cls: Class, _ selector: Selector, _ call: (Function) -> Result
) -> Result {
    let implementation = cls.methodImplementation(selector)
    return NotifyingClass.traced(object, cls, selector, original: implementation) {
        call(unsafeBitCast(implementation.address, to: type))
    }
}
