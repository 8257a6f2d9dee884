// NotifyingClass.swift - NSKVONotifying_X, the class that the isa of an observed object points at.
//
//      before                     while observed
//
//      person ──isa──► Person     person ──isa──► NSKVONotifying_Person ──superclass──► Person
//                                                   setAge:   its own closure: will, Person's setter, did
//                                                   class     returns Person
//                                                   dealloc   Person's, then reports registrations left
//                                                   _isKVOA   returns YES
//
// All such classes share the last three functions.
import KeyValueCoding
import MiniFoundation
import MiniRuntime

enum NotifyingClass {
    /// Adds the overrides that every notifying class has, and those of a mutable dictionary, which are the same
    /// whatever keys are observed.
    static func addMethods(to notifying: Class, of record: KeyValueClass) {
        func add<Function>(_ selector: Selector, _ function: Function) {
            guard let types = record.original.instanceMethod(selector)?.typeEncoding else { return }
            notifying.addFunction(selector, types, function)
        }
        add(Selectors.cls, reportOriginalClass as ObjectMethod)
        notifying.addFunction(Selectors.isKVOA, "B16@0:8", returnYes as Predicate)
        add(Selectors.dealloc, deallocateObserved as VoidMethod)
        if record.original.isSubclass(of: NSMutableDictionary.cls) { overrideDictionary(in: notifying, of: record) }
    }

    // ── Overrides that depend on a key ──────────────────────────────────────────────────────────────

    /// Overrides a mutator of a to-many property.
    static func overrideMutator(
        _ mutator: Mutator, _ method: Method, in notifying: Class, of property: KeyValueProperty
    ) {
        let key = property.key
        override(method.selector, in: notifying, of: property.cls) { message, original in
            Change.around(
                message.receiver, key, mutator.messages, mutator.mutation(of: message) ?? .setting, original)
        }
    }

    /// Overrides the two methods that change an entry of a mutable dictionary: its keys are its properties.
    private static func overrideDictionary(in notifying: Class, of record: KeyValueClass) {
        for (selector, keyArgument) in [(Selectors.setObjectForKey, 3), (Selectors.removeObjectForKey, 2)] {
            override(selector, in: notifying, of: record) { message, original in
                let object = message.receiver
                let argument = message.arguments[keyArgument]!.load(as: UnsafeMutableRawPointer?.self)
                let name = UnmanagedObject(argument).flatMap { NSString.string($0) }
                guard let held = name.flatMap({ Change.observedKey($0, of: object) }) else { return original() }
                withExtendedLifetime(held.holder) { Change.around(object, held.key) { original() } }
            }
        }
    }

    // ── Overriding ──────────────────────────────────────────────────────────────────────────────────

    /// Runs the body of an override, or calls the original method. While tracing is on, reports its beginning, and its
    /// end with the object that it returned.
    /// - Parameters:
    ///   - cls: the class with the method.
    ///   - original: the original method's IMP; nil for an override.
    static func traced<Result>(
        _ receiver: UnmanagedObject, _ cls: Class, _ selector: Selector, original: IMP? = nil, _ body: () -> Result
    ) -> Result {
        guard Trace.isOn else { return body() }
        Trace.emit(
            TraceEvent(
                original == nil ? .overrideEntered : .originalCalled, object: receiver, cls: cls, selector: selector,
                implementation: original))
        let result = body()
        let returned = (result as? ID).map { UnmanagedObject($0) }
        Trace.emit(
            TraceEvent(
                original == nil ? .overrideReturned : .originalReturned, object: receiver, cls: cls, other: returned,
                selector: selector))
        return result
    }

    /// Overrides a method by a body that is passed the message, and a function that calls the original method with all
    /// arguments and passes its return value on. The original's IMP is looked up at each call; for a setter, C keeps it
    /// until the methods of any class change (setter.c). So a later swizzle of the original takes effect. Does nothing
    /// if the class has no such method, or if its type encoding is malformed.
    private static func override(
        _ selector: Selector, in notifying: Class, of record: KeyValueClass,
        _ body: @escaping @Sendable (IncomingMessage, _ original: () -> Void) -> Void
    ) {
        let cls = record.original  // not the record, which owns this closure
        guard let signature = cls.instanceMethod(selector)?.signature else { return }
        let implementation = try? IMP(types: signature.types) { message in
            traced(message.receiver, notifying, selector) {
                body(message) {
                    let own = cls.methodImplementation(selector)
                    traced(message.receiver, cls, selector, original: own) { message.pass(to: own, signature) }
                }
            }
        }
        guard let implementation else { return }
        implementation.setPurpose("notifying mutator")
        record.override(selector, signature.types, in: notifying, implementation)
    }
}
