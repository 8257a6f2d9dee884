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
import MiniFoundation
import MiniRuntime

/// A notifying class that is being created: it has the overrides that do not depend on a key, and is not yet
/// registered.
final class NotifyingClass {
    let cls: Class
    private var builder: ClassBuilder?

    private static func name(of original: Class) -> String { "NSKVONotifying_" + original.name }

    /// nil if the name is taken.
    init?(of original: Class) {
        guard let builder = try? ClassBuilder(Self.name(of: original), superclass: original) else { return nil }
        cls = builder.cls
        self.builder = consume builder
        Self.complete(cls, original)
    }

    /// Registers the class.
    func register() {
        guard let builder = builder.take() else { return }
        _ = builder.register()
    }

    /// Adds the closures that do not depend on a key: those of a mutable dictionary.
    func addClosures(of record: KeyValueClass) {
        if record.original.isSubclass(of: NSMutableDictionary.cls) { Self.overrideDictionary(in: cls, of: record) }
    }

    /// Frees the unregistered class, because another thread has created one first.
    func dispose() {
        builder = nil
    }

    static func logNameTaken(_ original: Class) {
        logLine(
            "KVO failed to allocate class pair for name \(name(of: original)), "
                + "automatic key-value observing will not work for this class")
    }

    private static func complete(_ notifying: Class, _ original: Class) {
        func add<Function>(_ selector: Selector, _ function: Function) {
            guard let types = original.instanceMethod(selector)?.typeEncoding else { return }
            notifying.addFunction(selector, types, function)
        }
        add(Selectors.cls, answerClass as ObjectFromNothing)
        notifying.addFunction(Selectors.isKVOA, "B16@0:8", answerYes as BoolMethod)
        add(Selectors.dealloc, deallocateObserved as TakingNothing)
    }

    // ── Overrides that depend on a key ──────────────────────────────────────────────────────────────

    /// Overrides a mutator of a to-many property.
    static func overrideMutator(
        _ mutator: Mutator, _ method: Method, in notifying: Class, of property: KeyValueProperty
    ) {
        let changing = ChangingProperty(property.key, .elements, of: property.cls)
        override(method.selector, in: notifying, of: property.cls) { message, original in
            Change.around(
                message.receiver, changing, mutator.messages, mutator.mutation(of: message) ?? .setting
            ) { original.take(message) }
        }
    }

    /// Overrides the two methods that set all properties of a mutable dictionary: its properties are its keys.
    private static func overrideDictionary(in notifying: Class, of record: KeyValueClass) {
        for (selector, keyArgument) in [(Selectors.setObjectForKey, 3), (Selectors.removeObjectForKey, 2)] {
            override(selector, in: notifying, of: record) { message, original in
                let object = message.receiver
                let argument = message.arguments[keyArgument]!.load(as: UnsafeMutableRawPointer?.self)
                let name = UnmanagedObject(argument).flatMap { NSString.string($0) }
                guard let held = name.flatMap({ Change.observedKey($0, of: object) }) else {
                    return original.take(message)
                }
                withExtendedLifetime(held.holder) {
                    Change.around(object, ChangingProperty(held.key, .object)) { original.take(message) }
                }
            }
        }
    }

    // ── Overriding ──────────────────────────────────────────────────────────────────────────────────

    /// The method that an override calls. The override of a mutator looks its IMP up at each call; for a setter, C
    /// keeps the IMP until the methods of any class change (setter.c). So a later swizzle of the original takes effect.
    /// All arguments and the return value are passed on.
    struct Original: Sendable {
        let cls: Class
        let selector: Selector
        let signature: MethodSignature

        /// nil if the class has no such method, or if its type encoding is malformed.
        init?(_ selector: Selector, of cls: Class) {
            guard let signature = cls.instanceMethod(selector)?.signature else { return nil }
            self.cls = cls
            self.selector = selector
            self.signature = signature
        }

        func take(_ message: IncomingMessage) {
            let implementation = cls.methodImplementation(selector)
            guard Trace.isOn else { return message.pass(to: implementation, signature) }
            Self.traced(message.receiver, cls, selector, implementation) { message.pass(to: implementation, signature) }
        }

        /// - Parameter object: returns the object to report as the result.
        static func traced<Result>(
            _ receiver: UnmanagedObject, _ cls: Class, _ selector: Selector, _ implementation: IMP,
            _ call: () -> Result, object: (Result) -> UnmanagedObject? = { _ in nil }
        ) -> Result {
            Trace.emit(
                TraceEvent(
                    .originalCalled, object: receiver, cls: cls, selector: selector, implementation: implementation))
            let result = call()
            Trace.emit(
                TraceEvent(.originalReturned, object: receiver, cls: cls, other: object(result), selector: selector))
            return result
        }
    }

    /// Runs the body of an override. While tracing is on, reports its beginning and its end.
    /// - Parameter object: returns the object to report as the result.
    static func entered<Result>(
        _ receiver: UnmanagedObject, _ notifying: Class, _ selector: Selector, _ body: () -> Result,
        object: (Result) -> UnmanagedObject? = { _ in nil }
    ) -> Result {
        guard Trace.isOn else { return body() }
        Trace.emit(TraceEvent(.overrideEntered, object: receiver, cls: notifying, selector: selector))
        let result = body()
        Trace.emit(
            TraceEvent(.overrideReturned, object: receiver, cls: notifying, other: object(result), selector: selector))
        return result
    }

    private static func override(
        _ selector: Selector, in notifying: Class, of record: KeyValueClass,
        _ body: @escaping @Sendable (IncomingMessage, Original) -> Void
    ) {
        guard let original = Original(selector, of: record.original) else { return }
        let types = original.signature.types
        let implementation = try? IMP(types: types) { message in
            entered(message.receiver, notifying, selector) { body(message, original) }
        }
        guard let implementation else { return }
        implementation.setPurpose("notifying mutator")
        record.override(selector, types, in: notifying, implementation)
    }
}
