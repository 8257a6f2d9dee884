// NSInvocationOperation.swift - an operation that sends a message, by an NSInvocation.
import MiniFoundation
import MiniRuntime

enum NSInvocationOperation {
    private static let key = AssociationKey()
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
        try cls.addMethod("main") { (me: Object) in try me.associatedObject(key)?.send("invoke") }
        try cls.addMethod("result") { (me: Object) in try result(of: me) }
        return cls
    }

    private static func initialize(_ me: Object, _ cls: Class, _ invocation: Invocation) throws -> Object? {
        let object = try me.sendSuper(of: cls, "init", as: Object?.self)
        invocation.retainArguments()
        object?.setAssociatedObject(invocation.object, for: key, policy: .retainForLife)
        return object
    }

    private static func result(of me: Object) throws -> Object? {
        guard let invocation = me.associatedObject(key).flatMap({ Invocation($0) }) else { return nil }
        let type = invocation.signature.returnType?.unqualified
        switch type?.text.first {
        case "@", "#": return try invocation.returnValue(as: Object?.self)
        case nil, "v":
            throw RuntimeException(
                "NSInvocationOperationVoidResultException", "*** \(me): the method of the invocation returns nothing")
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
