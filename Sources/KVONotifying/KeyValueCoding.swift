// KeyValueCoding.swift - reading a value by its key.
import MiniFoundation
import MiniRuntime

enum KeyValueCoding {
    /// What `valueForKey:` does: get<Key>, <key>, is<Key>, _<key>, then the ivars _<key>, _is<Key>, <key>, is<Key>,
    /// then `valueForUndefinedKey:`. Scalars and structures come boxed. nil, or nil with an exception pending.
    static func value(of object: UnmanagedObject, _ key: String) -> Object? {
        let isa = object.isa
        let capitalized = capitalized(key)
        for name in ["get\(capitalized)", key, "is\(capitalized)", "_\(key)"] {
            if let method = isa.instanceMethod(Selector(name)), let signature = method.signature,
                signature.argumentCount == 2
            {
                return call(method, signature, object)
            }
        }
        if accessesIvars(isa) {
            for name in ["_\(key)", "_is\(capitalized)", key, "is\(capitalized)"] {
                if let ivar = isa.instanceVariable(name) { return read(ivar, object) }
            }
        }
        let answer = autoreleasepool { () -> Object? in
            let key = NSString.object(key)
            let answer = withExtendedLifetime(key) {
                object.sendWords(Selectors.valueForUndefinedKey, (key.unmanaged.word, 0, 0, 0))
            }
            return UnsafeMutableRawPointer(bitPattern: answer).map { UnmanagedObject($0).retained() }
        }
        return answer
    }

    private static func accessesIvars(_ isa: Class) -> Bool {
        isa.object.unmanaged.toldClass.object.unmanaged.sendWords(Selectors.accessesIvars) & 0xFF != 0
    }

    private static func call(_ method: Method, _ signature: MethodSignature, _ object: UnmanagedObject) -> Object? {
        guard let type = signature.returnType, type.unqualified.text != "v" else { return nil }
        return autoreleasepool {
            method.implementation.call(object, method.selector, signature) { result in
                RuntimeException.isPending ? nil : Boxing.object(from: result, encoding: type.text)
            }
        }
    }

    private static func read(_ ivar: Ivar, _ object: UnmanagedObject) -> Object? {
        if ivar.typeEncoding.hasPrefix("@") {
            return (try? object.retained().ivar(ivar.name, as: Object?.self)) ?? nil
        }
        return Boxing.object(from: object.address + ivar.offset, encoding: ivar.typeEncoding)
    }
}
