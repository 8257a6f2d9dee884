// DescriptionTests.swift - selectors, encodings, signatures, protocols and the runtime as a whole, read from Swift.
import MiniRuntime
import RuntimeTestSupport
import TestSupport
import Testing

@Suite("Reading the runtime from Swift")
struct DescriptionTests {
    @Test("Selectors are equal by name and count their arguments")
    func selectors() {
        let selector: Selector = "setAge:forPerson:"
        #expect(selector == Selector("setAge:forPerson:"))
        #expect(selector != "setAge:")
        #expect(selector.address == Selector("setAge:forPerson:").address)
        #expect(selector.argumentCount == 2)
        #expect(selector.name == "setAge:forPerson:")
        #expect("\(selector)" == selector.name)
        #expect(Selector(address: selector.address) == selector)
    }

    @Test("Encodings have layout and qualifiers, and are compared by meaning")
    func encodings() throws {
        let encoding = try TypeEncoding("rn{Point=\"x\"d\"y\"d}")
        #expect(encoding.qualifiers == "rn")
        #expect(encoding.unqualified.text == "{Point=\"x\"d\"y\"d}")
        #expect(encoding.layout?.size == 16)
        #expect(encoding.layout?.alignment == 8)
        let double = try TypeEncoding("d")
        #expect(encoding.isEquivalent(to: TypeEncoding(of: Point.self)))
        #expect(!encoding.isEquivalent(to: double))
        #expect(try TypeEncoding("{Opaque}").layout == nil)
        #expect("\(encoding)" == encoding.text)
    }

    @Test(
        "Malformed encodings are refused with their text",
        arguments: ["", "{", "{S=", "[3", "^", "ii", "b", "z", "@\"", "{S=i)", "i16"])
    func malformed(text: String) {
        #expect(throws: RuntimeError.malformedEncoding(text)) { try TypeEncoding(text) }
        #expect("\(RuntimeError.malformedEncoding("{"))" == "Type encoding '{' is malformed")
    }

    @Test("Signatures have each type, and are equal by text")
    func signatures() throws {
        let signature = try MethodSignature("{Point=dd}28@0:8i16@20")
        #expect(signature.argumentCount == 4)
        #expect(signature.returnType?.text == "{Point=dd}")
        #expect("\(signature)" == signature.types)
        #expect((-1..<5).map { signature.argumentType(at: $0)?.text } == [nil, "@", ":", "i", "@", nil])
        #expect(try MethodSignature("{Point=dd}28@0:8i16@20") == signature)
    }

    @Test("Protocols are made, adopted and asked about")
    func protocols() throws {
        let base = try RuntimeProtocol(uniqueName("Base"))
        let requirements = [
            RuntimeProtocol.Requirement("a", types: "v16@0:8"),
            RuntimeProtocol.Requirement("b", types: "i16@0:8", isRequired: false),
            RuntimeProtocol.Requirement("c", types: "q16@0:8", isInstanceMethod: false),
        ]
        let name = uniqueName("Protocol"),
            made = try RuntimeProtocol(name, requirements: requirements, adopting: [base])
        #expect(Set(made.requirements) == Set(requirements))
        #expect(made.adopted == [base])
        #expect(made.name == name)
        #expect(made.conforms(to: base))
        #expect(!base.conforms(to: made))
        #expect(RuntimeProtocol(named: name) == made)
        #expect(throws: RuntimeError.alreadyPresent(name, class: "Protocol")) { try RuntimeProtocol(name) }
        let cls = try makeClass()
        #expect(cls.adopt(made))
        #expect(!cls.adopt(made))
        #expect(cls.conforms(to: base))
        #expect(cls.protocols == [made])
    }

    @Test("Names of the CPU and the dispatch, and counts")
    func runtime() throws {
        #expect(["assembly", "C"].contains(ObjectRuntime.dispatchKind))
        #expect(["x86-64", "aarch64"].contains(ObjectRuntime.cpuName))
        let cls = try makeClass(), objects = try (0..<5).map { _ in try cls.new() }
        #expect(cls.instanceCount == 5)
        #expect(ObjectRuntime.liveObjectCount >= 5)
        withExtendedLifetime(objects) {}
    }

    @Test("Autorelease pools nest and give back what the closure answers")
    func pools() throws {
        func autorelease(_ object: Object) {
            withExtendedLifetime(object) { _ = object.unmanaged.retain().autorelease() }
        }
        let log = Log()
        let number = try autoreleasepool {
            try autoreleasepool { autorelease(try trackedObject(log, "inner")) }
            log.add("between")
            autorelease(try trackedObject(log, "outer"))
            return 3
        }
        #expect(number == 3)
        #expect(log.all == ["inner", "between", "outer"])
        #expect(throws: RuntimeException("E", "out")) { try autoreleasepool { throw RuntimeException("E", "out") } }
    }
}

@Suite("Tracing in Swift")
struct TraceTests {
    @Test("Events come as Swift values, and the handler can be taken away")
    func events() async {
        await #expect(processExitsWith: .success) {
            let log = Log()
            #expect(!Trace.isOn)
            Trace.setHandler { event in
                let cls = event.cls.map { "\($0)" } ?? event.text ?? "-"
                if cls == "Traced" || cls == "age" { log.add("\(event.kind) \(event.selector?.name ?? "-")") }
            }
            let cls = try ClassBuilder("Traced").register()
            try cls.addMethod("number") { (self: UnmanagedObject) -> Int32 in 1 }
            do {
                let object = try #require(cls.createInstance())
                for _ in ["cold", "cached"] { _ = try object.send("number", as: Int32.self) }
                Trace.setTracesMessages(true)
                _ = try object.send("number", as: Int32.self)
                Trace.setTracesMessages(false)
            }
            Trace.emit(TraceEvent(.willChange, text: "age"))
            Trace.setHandler(nil)
            Trace.emit(TraceEvent(.didChange, text: "age"))
            #expect(
                log.all == [
                    "classAllocated -", "classRegistered -", "methodAdded number", "cacheFlushed -",
                    "objectAllocated -", "initialize -",
                    "cacheFilled number", "message number", "cacheFilled dealloc", "objectDeallocated -",
                    "willChange -",
                ])
        }
    }
}

@Suite("After everything")
struct InvariantTests {
    @Test("What must always be true of every class is true while all these tests run")
    func invariants() throws {
        let base = try makeClass("Base") { try $0.addProperty("age", Int32.self) }
        let cls = try makeClass("Sub", base) { try $0.addProperty("name", Object?.self, storage: .copy) }
        let object = try cls.new()
        try object.send("setAge:", Int32(1))
        try cls.swizzle("age") { original in { (self: Object) -> Int32 in try original(self) } }
        try object.send("setAge:", Int32(1))
        for _ in 0..<10 { #expect(ObjectRuntime.invariantViolation() == nil) }
    }
}
