// NSInvocationOperation.swift - an operation that sends a message, by an NSInvocation.
import MiniFoundation
import MiniRuntime

enum NSInvocationOperation {
    private static let key = AssociationKey()
    /// Of an object that is there when the invocation has returned.
    private static let hasRun = AssociationKey()
    static let cls = make("class NSInvocationOperation") {
        let cls = HolderClass("NSInvocationOperation", subclassOf: NSOperation.values.holder).cls
        try cls.addMethod("initWithInvocation:") { (me: Object, invocation: Invocation) in
            try initialize(me, cls, invocation)
        }
        try cls.addMethod("initWithTarget:selector:object:") {
            (me: Object, target: Object, selector: Selector, argument: Object?) -> Object? in
            let signature: MethodSignature? = try target.send("methodSignatureForSelector:", selector)
            guard let signature else { return nil }
            let invocation = Invocation(signature)
            (invocation.target, invocation.selector) = (target, selector)
            if signature.argumentCount > 2 { try invocation.setArgument(argument, at: 2) }
            return try initialize(me, cls, invocation)
        }
        try cls.addMethod("invocation") { (me: Object) in me.associatedObject(key) }
        try cls.addMethod("main") { (me: Object) in
            try me.associatedObject(key)?.send("invoke")
            me.setAssociatedObject(MiniFoundation.NSNull.object, for: hasRun, policy: .retain)
        }
        try cls.addMethod("result") { (me: Object) -> Object? in
            guard me.associatedObject(hasRun) != nil else {
                guard try me.send("isCancelled") else { return nil }
                throw RuntimeException(
                    "NSInvocationOperationCancelledException",
                    "*** \(me): the operation was cancelled and has no result")
            }
            return try me.associatedObject(key).flatMap { Invocation($0) }.flatMap { try result(of: $0) }
        }
        return cls
    }

    private static func initialize(_ me: Object, _ cls: Class, _ invocation: Invocation) throws -> Object? {
        let object = try me.sendSuper(of: cls, "init", as: Object?.self)
        invocation.retainArguments()
        object?.setAssociatedObject(invocation.object, for: key, policy: .retainForLife)
        return object
    }

    /// Returns the result of an invocation as an object: an object itself, and an NSValue of any other value.
    static func result(of invocation: Invocation) throws -> Object? {
        let type = invocation.signature.returnType?.unqualified
        switch type?.text.first {
        case "@", "#": return try invocation.returnValue(as: Object?.self)
        case nil, "v":
            throw RuntimeException(
                "NSInvocationOperationVoidResultException", "*** the method of the invocation returns nothing")
        default:
            return try withUnsafeTemporaryAllocation(byteCount: type?.layout?.size ?? 0, alignment: 16) { bytes in
                try invocation.object.send("getReturnValue:", bytes.baseAddress)
                return try type?.text.withCString {
                    try Class(named: "NSValue")!.send("valueWithBytes:objCType:", bytes.baseAddress, $0)
                }
            }
        }
    }
}
