// ClosureKindTests.swift - stubs, libffi closures and compiled functions, and their purposes.
import MiniRuntime
import RuntimeTestSupport
import Testing

@Suite("What is behind an IMP")
struct ClosureKindTests {
    @Test("An accessor, a closure and a function have a kind, and entries have a purpose and a method")
    func kinds() throws {
        let cls = try makeClass { builder in
            try builder.addProperty("age", Int32.self)
            try builder.addProperty("place", Point.self)
            try builder.addMethod("greet") { (_: Object) in }
        }
        func words(_ selector: Selector) -> String { cls.methodImplementation(selector).kindAndPurpose }
        for selector in ["age", "setAge:", "setPlace:"] as [Selector] {
            #expect(words(selector) == "\(ObjectRuntime.closureKind) (accessor)")
        }
        #expect(words("place") == "libffi closure (accessor)")
        #expect(words("greet") == "\(ObjectRuntime.closureKind) (closure)")
        #expect(words("retain") == "compiled function")
        let setter = cls.methodImplementation("setAge:")
        #expect(setter.purpose == "accessor")
        #expect(cls.methodImplementation("retain").purpose == nil)
        let method = try #require(setter.firstMethod)
        #expect(method.cls == cls)
        #expect(method.selector == "setAge:")
        let alone = try IMP { (_: Object) in }
        #expect(alone.firstMethod == nil)
        #expect(alone.remove())
        #expect(alone.kind == .function)
        #expect(alone.purpose == nil)
    }

    @Test("The kind of new closures can be chosen, and those that exist keep theirs")
    func chosen() async {
        await #expect(processExitsWith: .success) {
            for kind in [IMP.Kind.stub, .libffiClosure] {
                ObjectRuntime.closureKind = kind
                #expect(ObjectRuntime.closureKind == kind)
                let made = try IMP { (_: Object, number: Int32) in number + 1 }
                ObjectRuntime.closureKind = kind == .stub ? .libffiClosure : .stub
                #expect(made.kind == kind)
                #expect(try made.call(Class.nsObject, "after:", Int32(1), as: Int32.self) == 2)
                made.remove()
            }
        }
    }
}
