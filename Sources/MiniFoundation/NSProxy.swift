// NSProxy.swift - the second root class: objects that forward every message to another object.
//
// NSProxy has only the methods that every object needs, implemented by NSObject's own functions. All other messages,
// including isKindOfClass: and respondsToSelector:, reach forwardInvocation:. A subclass implements
// methodSignatureForSelector: and forwardInvocation:, or forwardingTargetForSelector:. There is no init.
import MiniRuntime

/// Objects that stand in for other objects. Objective-C: `NSProxy`.
public enum NSProxy {
    /// The runtime class, a root class.
    public static var cls: Class { Foundation.classes.pointee.proxy }

    private static let instanceMethods: [Selector] = [
        "retain", "release", "autorelease", "retainCount", "dealloc", "allowsWeakReference", "class", "superclass",
        "self", "hash", "isEqual:", "description", "debugDescription", "performSelector:",
        "performSelector:withObject:", "performSelector:withObject:withObject:",
    ]

    private static let classMethods: [Selector] = [
        "load", "initialize", "alloc", "allocWithZone:", "class", "superclass", "isKindOfClass:", "isMemberOfClass:",
        "respondsToSelector:", "conformsToProtocol:", "instancesRespondToSelector:", "instanceMethodForSelector:",
        "instanceMethodSignatureForSelector:", "resolveInstanceMethod:", "resolveClassMethod:", "isSubclassOfClass:",
        "isProxy", "methodForSelector:", "methodSignatureForSelector:", "forwardingTargetForSelector:",
        "forwardInvocation:", "doesNotRecognizeSelector:",
    ]

    static func makeClass() throws -> Class {
        let builder = try ClassBuilder("NSProxy", superclass: nil)
        builder.cls.borrow(instanceMethods, from: .nsObject)
        builder.cls.isa.borrow(classMethods, from: Class.nsObject.isa)
        builder.add("isProxy", "B", function: { _, _ in true } as @convention(c) (ID, SEL) -> Bool)
        builder.add(
            "methodSignatureForSelector:", "@", ":",
            function: { me, selector, _ in
                NSProxy.raise(me, selector)
                return nil
            } as ObjectFromObject)
        builder.add(
            "forwardInvocation:", "v", "@", function: { me, selector, _ in NSProxy.raise(me, selector) } as TakingObject
        )
        return builder.register()
    }

    /// Raises for a method that the subclass should have implemented, as in Foundation: `*** -[NSProxy
    /// forwardInvocation:] called!`.
    private static func raise(_ me: ID, _ selector: SEL) {
        let method = "-[\(UnmanagedObject(me).isa) \(Selector(address: selector))]"
        RuntimeException(ExceptionName.invalidArgument, "*** \(method) called!").raise()
    }
}

extension Class {
    /// Adds another class's methods for these selectors.
    fileprivate func borrow(_ selectors: [Selector], from other: Class) {
        for selector in selectors {
            guard let method = other.instanceMethod(selector), let types = method.typeEncoding else {
                preconditionFailure("\(other) has no method '\(selector)'")
            }
            addMethod(selector, method.implementation, types: types)
        }
    }
}
