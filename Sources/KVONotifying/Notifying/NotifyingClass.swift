// NotifyingClass.swift - NSKVONotifying_X, the class that observed objects really have.
//
//      before                     while observed
//
//      person ──isa──► Person     person ──isa──► NSKVONotifying_Person ──superclass──► Person
//                                                   setAge:   a closure of its own: will, X's setter, did
//                                                   class     answers Person                            ┐
//                                                   dealloc   X's, then looks for registrations left    ├ one function
//                                                   _isKVOA   answers YES                               ┘ for all
import MiniFoundation
import MiniRuntime

/// A notifying class in the making: it has the overrides that do not depend on a key, and is not registered yet.
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

    /// Makes it known. It is disposed of with the class it stands before, and not by itself.
    func register() {
        guard let builder = builder.take() else { return }
        _ = builder.register()
        cls.setPermanent()
    }

    /// Adds the overrides that do not depend on a key and are closures.
    func addClosures(of record: KeyValueClass) {
        if record.original.isSubclass(of: NSMutableDictionary.cls) { Self.overrideDictionary(in: cls, of: record) }
    }

    /// Frees it: another thread was faster.
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
        notifying.addFunction(Selectors.isKVOA, "B16@0:8", answerYes as Question)
        add(Selectors.dealloc, deallocateObserved as TakingNothing)
    }

    // ── What depends on a key ───────────────────────────────────────────────────────────────────────

    /// Overrides a method that changes some elements of a to-many property.
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

    /// The keys of a mutable dictionary are its properties, and two methods set them all.
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

    // ── How a method is overridden ──────────────────────────────────────────────────────────────────

    /// The method that an override stands before. A mutator looks its IMP up at each call; of a setter, C keeps the IMP
    /// until the methods of a class change (setter.c). So one which is swizzled later is honoured. Whatever it takes
    /// and returns is passed on.
    struct Original: Sendable {
        let cls: Class
        let selector: Selector
        let signature: MethodSignature

        /// nil if the class has no such method, or one whose types are not known.
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

        static func traced<Result>(
            _ receiver: UnmanagedObject, _ cls: Class, _ selector: Selector, _ implementation: IMP, _ call: () -> Result
        ) -> Result {
            Trace.emit(
                TraceEvent(
                    .originalCalled, object: receiver, cls: cls, selector: selector, implementation: implementation))
            defer { Trace.emit(TraceEvent(.originalReturned, object: receiver, cls: cls, selector: selector)) }
            return call()
        }
    }

    private static func override(
        _ selector: Selector, in notifying: Class, of record: KeyValueClass,
        _ body: @escaping @Sendable (IncomingMessage, Original) -> Void
    ) {
        guard let original = Original(selector, of: record.original) else { return }
        let types = original.signature.types
        guard let implementation = try? IMP(types: types, messageHandler: { body($0, original) }) else { return }
        record.override(selector, types, in: notifying, implementation)
    }
}
