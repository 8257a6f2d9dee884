// UnpooledTests.swift - threads without an autorelease pool: nothing that a call from Swift autoreleased outlives it.
//
// Each test has a thread of its own: nobody else's pool is there.
import MiniRuntime
import RuntimeTestSupport
import TestSupport
import Testing

/// Lives for ever.
private func cString(_ text: StaticString) -> UnsafePointer<CChar> {
    UnsafeRawPointer(text.utf8Start).assumingMemoryBound(to: CChar.self)
}

/// A class of values, and one with methods that return a value and autorelease others.
private func makeMaker() throws -> (value: Class, maker: Class) {
    let value = try makeClass("Value")
    let maker = try makeClass("Maker") { builder in
        try builder.addProperty("held", Object?.self)
        try builder.addMethod("value") { (_: Object) -> Object in try value.new() }
        try builder.addMethod("make:") { (_: Object, count: Int32) in
            for _ in 0..<count { _ = try value.new().autoreleased() }
        }
        try builder.addMethod("fail:") { (_: Object, count: Int32) in
            for _ in 0..<count { _ = try value.new().autoreleased() }
            throw RuntimeException("NSRangeException", "no")
        }
        try builder.addMethod("description") { (_: Object) -> Object in
            _ = try value.new().autoreleased()
            return try Class(named: "NSObject")!.new()
        }
    }
    return (value, maker)
}

@Suite("Threads without an autorelease pool")
struct UnpooledTests {
    @Test("What a method autoreleases is released before the send returns, and its result is alive")
    func send() throws {
        let (value, maker) = try makeMaker()
        try unpooled { () throws in
            let object = try maker.new()
            for _ in ["cold", "cached"] {
                try object.send("make:", Int32(10))
                #expect(value.instanceCount == 0)
                let made = try object.send("value", as: Object.self)
                let count = made.unmanaged.retainCount
                #expect(made.isa == value)
                #expect(count == 1)
                #expect(value.instanceCount == 1)
            }
            #expect(value.instanceCount == 0)
            try object.send("value")
            #expect(value.instanceCount == 0)
            #expect(
                try maker.instanceMethod("value")!.implementation.call(object, "value", as: Object.self).isa == value)
            #expect(value.instanceCount == 0)
            object.sendOrTerminate("make:", Int32(10))
            #expect(value.instanceCount == 0)
        }
    }

    @Test("A result that is borrowed lives no longer than its owners: without a pool it is dead when the send returns")
    func borrowed() throws {
        let (value, maker) = try makeMaker()
        try unpooled { () throws in
            let object = try maker.new(), held = try value.new()
            try object.send("setHeld:", held)
            for _ in ["cold", "cached"] {
                _ = try object.send("value", as: UnmanagedObject.self)
                #expect(value.instanceCount == 1)
                #expect(try object.send("held", as: UnmanagedObject.self).isa == value)
            }
            withExtendedLifetime(object) {}
        }
        #expect(value.instanceCount == 0)
    }

    @Test("So it is when the method raises: the exception is thrown, and not lost")
    func raising() throws {
        let (value, maker) = try makeMaker()
        try unpooled { () throws in
            let object = try maker.new()
            #expect(throws: RuntimeException("NSRangeException", "no")) { try object.send("fail:", Int32(10)) }
            #expect(value.instanceCount == 0)
            #expect(!RuntimeException.isPending)
        }
    }

    @Test("An exception that was pending before is pending afterwards")
    func pendingBefore() throws {
        let (value, maker) = try makeMaker()
        try unpooled { () throws in
            let object = try maker.new()
            RuntimeException("NSGenericException", "before").raise()
            try object.send("make:", Int32(10))
            #expect(RuntimeException.takePending() == RuntimeException("NSGenericException", "before"))
            #expect(value.instanceCount == 0)
        }
    }

    @Test("What a dealloc raises at the end of a send is thrown by the send")
    func deallocRaises() throws {
        let cls = try makeClass("Fragile")
        try cls.addMethod("dealloc") { (self: UnmanagedObject) in
            try self.sendSuper(of: cls, "dealloc")
            throw RuntimeException("NSGenericException", "dealloc")
        }
        let maker = try makeClass { builder in
            try builder.addMethod("make") { (_: Object) in _ = try cls.new().autoreleased() }
        }
        try unpooled { () throws in
            let object = try maker.new()
            #expect(throws: RuntimeException("NSGenericException", "dealloc")) { try object.send("make") }
            #expect(!RuntimeException.isPending)
            #expect(cls.instanceCount == 0)
        }
    }

    @Test("A send within a method releases nothing that the method autoreleased before")
    func nested() throws {
        let (value, maker) = try makeMaker()
        try maker.addMethod("nested") { (me: Object) -> Bool in
            let borrowed = try value.new().autoreleased()
            try me.send("make:", Int32(10))
            _ = try me.send("value", as: Object.self)
            return borrowed.isa == value && value.instanceCount == 11
        }
        try unpooled { () throws in
            #expect(try maker.new().send("nested", as: Bool.self))
            #expect(value.instanceCount == 0)
        }
    }

    @Test("Where there is a pool, it keeps what methods autorelease until its end, but no result of a send")
    func pooled() throws {
        let (value, maker) = try makeMaker()
        try unpooled { () throws in
            let object = try maker.new()
            try autoreleasepool {
                try object.send("setHeld:", value.new())
                for _ in 0..<100 { _ = try object.send("value", as: Object.self) }
                for _ in 0..<100 { try object.send("value") }
                #expect(value.instanceCount == 1)
                let held = try object.send("held", as: Object.self)
                let count = held.unmanaged.retainCount
                #expect(count == 2)
                try object.send("make:", Int32(10))
                #expect(value.instanceCount == 11)
                let borrowed = try object.send("value", as: UnmanagedObject.self)
                #expect(borrowed.isa == value)
                #expect(value.instanceCount == 12)
                autoreleasepool {}
                #expect(value.instanceCount == 12)
            }
            #expect(value.instanceCount == 1)
        }
        #expect(value.instanceCount == 0)
    }

    @Test("An object that was autoreleased before the send stays where it was, though the send returns it")
    func autoreleasedBefore() throws {
        let (value, maker) = try makeMaker()
        try maker.addMethod("same:") { (_: Object, value: UnmanagedObject) -> UnmanagedObject in value }
        try unpooled { () throws in
            try autoreleasepool {
                let object = try maker.new(), borrowed = try value.new().autoreleased()
                for _ in 0..<3 { _ = try object.send("same:", borrowed, as: Object.self) }
                #expect(value.instanceCount == 1)
            }
            #expect(value.instanceCount == 0)
        }
    }

    @Test("An invocation keeps its result, and nothing else is left")
    func invocation() throws {
        let (value, maker) = try makeMaker()
        try unpooled { () throws in
            do {
                let object = try maker.new(), invocation = Invocation(try MethodSignature("@16@0:8"))
                invocation.selector = "value"
                for _ in ["cold", "cached"] {
                    try invocation.invoke(with: object)
                    #expect(try invocation.returnValue(as: Object.self).isa == value)
                    #expect(value.instanceCount == 1)
                }
                try invocation.setReturnValue(object)
                #expect(value.instanceCount == 0)
                #expect(try invocation.returnValue(as: Object.self) == object)
            }
            #expect(maker.instanceCount == 0)
        }
    }

    @Test("A forwarded message brings back the result of its invocation, alive")
    func forwarding() throws {
        let (value, maker) = try makeMaker()
        let proxy = try makeClass { builder in
            try builder.addMethod("methodSignatureForSelector:") { (_: Object, selector: Selector) -> Object in
                try Class(named: "NSMethodSignature")!.send(
                    "signatureWithObjCTypes:", cString("@16@0:8"), as: Object.self)
            }
            try builder.addMethod("forwardInvocation:") { (_: Object, object: Object) in
                try Invocation(object)!.invoke(with: maker.new())
            }
        }
        try unpooled { () throws in
            let object = try proxy.new()
            for _ in ["cold", "cached"] { #expect(try object.send("value", as: Object.self).isa == value) }
            #expect(value.instanceCount == 0)
            #expect(maker.instanceCount == 0)
            // As from C: who borrows the result has it as long as the thread lives.
            let borrowed = UnmanagedObject(UnsafeMutableRawPointer(bitPattern: object.unmanaged.sendWords("value")))
            #expect(borrowed?.isa == value)
            #expect(value.instanceCount == 1)
        }
        #expect(value.instanceCount == 0)
    }

    @Test("Descriptions leave nothing")
    func description() throws {
        let (value, maker) = try makeMaker()
        try unpooled { () throws in
            let object = try maker.new()
            _ = "\(object)"
            #expect(value.instanceCount == 0)
        }
    }
}
