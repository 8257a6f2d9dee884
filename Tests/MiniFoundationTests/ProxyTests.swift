import MiniFoundation
import MiniRuntime
import TestSupport
import Testing

@Suite("NSProxy")
struct ProxyTests {
    @Test("NSProxy is a root class")
    func root() {
        #expect(NSProxy.cls.superclass == nil)
        #expect(NSProxy.cls.isa.isa == NSProxy.cls.isa)
        #expect(NSProxy.cls.isa.superclass == NSProxy.cls)
        #expect(Class(named: "NSProxy") == NSProxy.cls)
    }

    @Test("A proxy passes every message on, questions about its class among them")
    func forwarding() throws {
        let array = NSMutableArray.object(numbers(1, 2, 3))
        let proxy = try makeProxy(for: array)
        #expect(try proxy.send("count", as: UInt.self) == 3)
        try proxy.send("addObject:", NSNumber.object(4))
        #expect(array.ints == [1, 2, 3, 4])
        #expect(try proxy.send("isKindOfClass:", NSArray.cls, as: Bool.self))
        #expect(try proxy.send("respondsToSelector:", Selector("addObject:"), as: Bool.self))
        #expect(try !proxy.send("respondsToSelector:", Selector("fly"), as: Bool.self))
        #expect(proxy.ints == [1, 2, 3, 4])
        let other = NSMutableArray.object()
        try other.send("addObjectsFromArray:", proxy)
        #expect(other.ints == [1, 2, 3, 4])
        expectException("NSRangeException", "*** -[NSMutableArray objectAtIndex:]: index 9 beyond bounds [0 .. 3]") {
            _ = try proxy.send("objectAtIndex:", UInt(9), as: Object?.self)
        }
    }

    @Test("What an object cannot live without is its own")
    func own() throws {
        let proxy = try makeProxy(for: NSString.object("target"))
        #expect(try proxy.send("isProxy", as: Bool.self))
        #expect(try proxy.send("class", as: Class.self) == proxy.isa)
        #expect(try proxy.send("isEqual:", proxy, as: Bool.self))
        #expect(try !proxy.send("isEqual:", NSString.object("target"), as: Bool.self))
        #expect(try proxy.hash() == proxy.address)
        #expect(try proxy.description() == proxy.classAndAddress)
        #expect(try proxy.send("self", as: Object.self) == proxy)
    }

    @Test("Without the two methods of a subclass, messages raise")
    func abstract() throws {
        let proxy = try NSProxy.cls.send("alloc", as: Object.self)
        expectException("NSInvalidArgumentException", "*** -[NSProxy methodSignatureForSelector:] called!") {
            try proxy.send("fly")
        }
        expectException("NSInvalidArgumentException", "*** -[NSProxy forwardInvocation:] called!") {
            try proxy.send("forwardInvocation:", Object?.none)
        }
    }

    @Test("Proxies are counted, referenced weakly and deallocated as other objects are")
    func lifetime() throws {
        let cls = try ClassBuilder(uniqueName("Proxy"), superclass: NSProxy.cls).register()
        let reference: WeakReference
        do {
            let proxy = try cls.send("alloc", as: Object.self)
            reference = WeakReference(proxy)
            try autoreleasepool { _ = try NSArray.object([proxy, proxy]).send("copy", as: Object.self) }
            #expect(reference.object == proxy)
            #expect(cls.instanceCount == 1)
        }
        #expect(reference.object == nil)
        #expect(cls.instanceCount == 0)
    }
}
