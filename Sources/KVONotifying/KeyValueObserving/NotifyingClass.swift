// NotifyingClass.swift - NSKVONotifying_X, the class that observed objects really have.
//
//      before                     while observed
//
//      person ──isa──► Person     person ──isa──► NSKVONotifying_Person ──superclass──► Person
//                                                   setAge:   a closure of its own: will, X's setter, did
//                                                   class     answers Person
//                                                   dealloc   X's dealloc, then looks for registrations left over
//                                                   _isKVOA   answers YES
import MiniFoundation
import MiniRuntime

enum NotifyingClass {
    private static let prefix = "NSKVONotifying_"

    /// Makes the class, with no methods yet; it is permanent. nil, with one line on standard error, if the name is
    /// taken.
    static func make(for original: Class) -> Class? {
        let name = prefix + original.name
        guard let builder = try? ClassBuilder(name, superclass: original) else {
            logLine(
                "KVO failed to allocate class pair for name \(name), "
                    + "automatic key-value observing will not work for this class"
            )
            return nil
        }
        let cls = builder.register()
        cls.setPermanent()
        return cls
    }

    /// Gives the class the overrides that do not depend on a key.
    static func complete(_ notifying: Class, _ record: ClassRecord) {
        let original = record.original
        add(Selectors.cls, "#16@0:8", to: notifying) { message in
            // Asked for by a message: a class that says it is another one keeps saying so.
            let told = original.object.unmanaged.sendWords(Selectors.cls)
            message.result!.storeBytes(of: told, as: UInt.self)
        }
        add(Selectors.isKVOA, "B16@0:8", to: notifying) { message in
            message.result!.storeBytes(of: true, as: Bool.self)
        }
        let types = original.instanceMethod(Selectors.dealloc)?.typeEncoding ?? "v16@0:8"
        guard let signature = try? MethodSignature(types) else { return }
        add(Selectors.dealloc, types, to: notifying) { message in
            deallocate(message, signature, original)
        }
    }

    /// Overrides a setter. Whatever it takes and returns, libffi passes on; the IMP of the original is looked up at
    /// each call, so that one which is swizzled later is honoured.
    static func overrideSetter(_ method: Method, in notifying: Class, of record: KeyRecord) {
        let selector = method.selector
        guard let types = method.typeEncoding, let signature = method.signature, signature.argumentCount == 3 else {
            return
        }
        let original = record.cls.original
        add(selector, types, to: notifying) { message in
            changeValue(of: message.receiver, record) {
                message.pass(to: original.methodImplementation(selector), signature)
            }
        }
    }

    private static func add(
        _ selector: Selector, _ types: String, to cls: Class, _ body: @escaping @Sendable (IncomingMessage) -> Void
    ) {
        guard let implementation = try? IMP(types: types, messageHandler: body) else { return }
        if !cls.addMethod(selector, implementation, types: types) { implementation.remove() }
    }

    /// X's own dealloc may remove registrations; what is there when it is through was forgotten. The object is gone by
    /// then, the information about its observers is not.
    private static func deallocate(_ message: IncomingMessage, _ signature: MethodSignature, _ original: Class) {
        let object = message.receiver
        let address = UnsafeRawPointer(object.address)
        let info = ObservationInfo.of(object)
        message.pass(to: original.methodImplementation(Selectors.dealloc), signature)
        guard let leftovers = info?.forget() else { return }
        LeftoverPolicy.apply(.deallocatedWhileObserved(address, original, info: leftovers))
    }
}
