// InvocationTests.swift - messages as objects, forwarded and resolved from Swift.
import MiniRuntime
import RuntimeTestSupport
import TestSupport
import Testing

@Suite("Invocations in Swift")
struct InvocationTests {
    @Test("An invocation is filled, sent, and asked for its result")
    func sent() throws {
        let cls = try makeClass { builder in
            try builder.addMethod("move:by:") { (self: Object, point: Point, n: Int8) -> Point in
                Point(x: point.x + Double(n), y: point.y)
            }
        }
        let object = try cls.new(), invocation = Invocation(try #require(cls.instanceMethod("move:by:")?.signature))
        invocation.target = object
        invocation.selector = "move:by:"
        try invocation.setArgument(Point(x: 1, y: 2), at: 2)
        try invocation.setArgument(Int8(-3), at: 3)
        for _ in ["cold", "cached"] {
            try invocation.invoke()
            #expect(try invocation.returnValue(as: Point.self) == Point(x: -2, y: 2))
        }
        #expect(invocation.target == object)
        #expect(invocation.selector == "move:by:")
        #expect(try invocation.argument(at: 3, as: Int8.self) == -3)
        #expect(invocation.signature.argumentCount == 4)
    }

    @Test("Wrong types and places are errors")
    func errors() throws {
        let invocation = Invocation(try MethodSignature("i20@0:8i16"))
        invocation.selector = "next:"
        #expect(throws: RuntimeError.argumentType("next:", index: 0, expected: "i", given: "d")) {
            try invocation.setArgument(1.5, at: 2)
        }
        #expect(throws: RuntimeError.self) { try invocation.argument(at: 3, as: Int32.self) }
        #expect(throws: RuntimeError.self) { try invocation.argument(at: -1, as: Int32.self) }
        #expect(throws: RuntimeError.returnType("next:", expected: "i", given: "d")) {
            try invocation.returnValue(as: Double.self)
        }
        #expect(Invocation(Class.nsObject.object) == nil)
        #expect(throws: RuntimeError.malformedEncoding("{oops")) { try MethodSignature("{oops") }
    }

    @Test("Retained arguments live as long as the invocation")
    func retained() throws {
        let log = Log()
        do {
            let invocation = Invocation(try MethodSignature("v24@0:8@16"))
            do {
                let value = try trackedObject(log, "value")
                try invocation.setArgument(value, at: 2)
                invocation.retainArguments()
            }
            #expect(log.all.isEmpty)
        }
        #expect(log.all == ["value"])
    }

    @Test("A proxy forwards every message it does not know to its target")
    func proxy() throws {
        let cls = try makeClass("Target") { builder in
            try builder.addProperty("box", Box.self)
            try builder.addMethod("fail") { (self: Object) in throw RuntimeException("E", "from the target") }
            try builder.addMethod("me") { (self: Object) -> Object in self }
        }
        let target = try cls.new(), log = Log()
        let proxyClass = try makeClass("Proxy") { builder in
            try builder.addMethod("methodSignatureForSelector:") { (self: Object, selector: Selector) -> Object? in
                try target.send("methodSignatureForSelector:", selector, as: Object?.self)
            }
            try builder.addMethod("forwardInvocation:") { (self: Object, object: Object) in
                let invocation = Invocation(object)!
                log.add(invocation.selector!.name)
                try invocation.invoke(with: target)
            }
        }
        let proxy = try proxyClass.new(),
            box = Box(origin: .init(x: 1, y: 2), size: .init(x: 3, y: 4), tip: .init(x: 5, y: 6))
        for _ in ["cold", "cached"] {
            try proxy.send("setBox:", box)
            #expect(try proxy.send("box", as: Box.self) == box)
            #expect(try proxy.send("me", as: Object.self) == target)
            #expect(throws: RuntimeException("E", "from the target")) { try proxy.send("fail") }
            #expect(throws: RuntimeException.self) { try proxy.send("unknown") }
        }
        #expect(log.all == ["setBox:", "box", "me", "fail", "setBox:", "box", "me", "fail"])
    }

    @Test("The closures that forward take an Invocation and return a MethodSignature, or nil")
    func forwardingTypes() throws {
        let target = try makeClass("Target") { try $0.addProperty("box", Box.self) }.new()
        let proxyClass = try makeClass("Proxy") { builder in
            try builder.addMethod("methodSignatureForSelector:") {
                (_: Object, selector: Selector) -> MethodSignature? in
                target.isa.instanceMethod(selector)?.signature
            }
            try builder.addMethod("forwardInvocation:") { (_: Object, invocation: Invocation) in
                try invocation.invoke(with: target)
            }
        }
        let box = Box(origin: .init(x: 1, y: 2), size: .init(x: 3, y: 4), tip: .init(x: 5, y: 6))
        let proxy = try proxyClass.new()
        for _ in ["cold", "cached"] {
            try proxy.send("setBox:", box)
            #expect(try proxy.send("box", as: Box.self) == box)
            #expect(throws: RuntimeException.self) { try proxy.send("unknown") }
        }
        let selector: Selector = "box"
        let signature = try proxy.send("methodSignatureForSelector:", selector, as: MethodSignature.self)
        #expect(signature == target.isa.instanceMethod("box")?.signature)
        let object = try autoreleasepool {
            WeakReference(try proxy.send("methodSignatureForSelector:", selector, as: Object.self))
        }
        #expect(object.object == nil)
    }

    @Test("An object conforms to the protocols that its class and superclasses adopt")
    func conforming() throws {
        let (adopted, other) = (
            try RuntimeProtocol(uniqueName("Adopted")), try RuntimeProtocol(uniqueName("Other"))
        )
        let cls = try makeClass { $0.cls.adopt(adopted) }
        let object = try Class.register(uniqueName("Sub"), superclass: cls) { _ in }.new()
        #expect(object.conforms(to: adopted))
        #expect(!object.conforms(to: other))
    }

    @Test("An object result that a forwarding method makes lives until its sender has it")
    func objectResult() throws {
        let valueClass = try makeClass("Value")
        let cls = try makeClass { builder in
            try builder.addMethod("methodSignatureForSelector:") { (self: Object, selector: Selector) -> Object? in
                try "@16@0:8".withCString { types in
                    try Class(named: "NSMethodSignature")!.send("signatureWithObjCTypes:", types, as: Object?.self)
                }
            }
            try builder.addMethod("forwardInvocation:") { (self: Object, object: Object) in
                try Invocation(object)!.setReturnValue(valueClass.new())
            }
        }
        try autoreleasepool {
            let object = try cls.new()
            for _ in ["cold", "cached"] { #expect(try object.send("make", as: Object.self).isa == valueClass) }
        }
        #expect(valueClass.instanceCount == 0)
    }

    @Test("A forwarding target, and method resolution, from Swift")
    func targetAndResolution() throws {
        let target = try makeClass("Target") { try $0.addMethod("number") { (self: Object) -> Int32 in 8 } }.new()
        let cls = try makeClass { builder in
            try builder.addMethod("forwardingTargetForSelector:") { (self: Object, selector: Selector) -> Object? in
                selector == "number" ? target : nil
            }
            try builder.addClassMethod("resolveInstanceMethod:") { (self: Class, selector: Selector) -> Bool in
                guard selector == "late" else { return false }
                try self.addMethod("late") { (self: Object) -> Int32 in 9 }
                return true
            }
        }
        let object = try cls.new()
        for _ in ["cold", "cached"] {
            #expect(try object.send("late", as: Int32.self) == 9)
            #expect(try object.send("number", as: Int32.self) == 8)
        }
    }
}
