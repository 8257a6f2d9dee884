// NotifyingMethods.swift - the three methods that every notifying class has, one function each for all classes.
//
// Which class they stand before, the receiver's isa says. They bear the names that debuggers show on Apple's systems.
import MiniRuntime

/// `class`: X, where X's own method would answer the notifying class.
@c(NSKVOClass)
func answerClass(_ me: ID, _ selector: SEL) -> ID? {
    let object = UnmanagedObject(me)
    guard let (cls, notifying) = original(of: object) else { return object.isa.object.unmanaged.address }
    let told = callOriginal(ObjectFromNothing.self, object, cls, Selectors.cls) { $0(me, selector) }
    // Asked for by a message: a class that says it is another one keeps saying so.
    return told == notifying.object.unmanaged.address
        ? ID(bitPattern: cls.object.unmanaged.sendWords(Selectors.cls)) : told
}

/// `_isKVOA`: YES.
@c(NSKVOIsAutonotifies)
func answerYes(_ me: ID, _ selector: SEL) -> Bool { true }

/// `dealloc`: X's own may add and remove registrations; what is there when it is through was forgotten. The object is
/// gone by then, the information about its observers is not.
@c(NSKVODeallocate)
func deallocateObserved(_ me: ID, _ selector: SEL) {
    let object = UnmanagedObject(me)
    guard let (cls, _) = original(of: object) else { return }
    let infoObject = RunningDeallocs.leftover(by: object) {
        callOriginal(TakingNothing.self, object, cls, Selectors.dealloc) { $0(me, selector) }
    }
    guard let infoObject else { return }
    LeftoverPolicy.apply(.deallocatedWhileObserved(UnsafeRawPointer(me), cls, info: infoObject.description))
}

/// nil for an object that is none of a notifying class: somebody calls these functions by hand, or has set the isa to a
/// class that has nothing to do with it.
private func original(of object: UnmanagedObject) -> (cls: Class, notifying: Class)? {
    guard let record = KeyValueClass.known(object.isa), let notifying = record.notifying else { return nil }
    return (record.original, notifying)
}

/// - Parameter selector: whose method it is; a swizzled one is entered under another name.
private func callOriginal<Function, Result>(
    _ type: Function.Type, _ object: UnmanagedObject, _ cls: Class, _ selector: Selector, _ call: (Function) -> Result
) -> Result {
    let implementation = cls.methodImplementation(selector)
    let function = unsafeBitCast(implementation.address, to: type)
    guard Trace.isOn else { return call(function) }
    return NotifyingClass.Original.traced(object, cls, selector, implementation) { call(function) }
}
