// SuperSendTests.swift - messages to super, and to nil.
import CMiniRuntime
import Glibc
import Testing

private typealias SuperInt = @convention(c) (UnsafePointer<objc_super>, SEL) -> Int

@Suite("Super sends")
struct SuperSendTests {
    /// Base answers 1, Middle 2, Leaf 3 to `number`; the same tenfold as classes.
    private func makeFamily() -> (base: Class, middle: Class, leaf: Class) {
        let base = makeClass("Base"), middle = makeClass("Middle", base), leaf = makeClass("Leaf", middle)
        for (index, cls) in [base, middle, leaf].enumerated() {
            add(cls, "number", answering: index + 1)
            add(metaclass(cls), "number", answering: (index + 1) * 10)
        }
        return (base, middle, leaf)
    }

    @Test("The search begins at the class named, or at its superclass, whatever the receiver is")
    func search() {
        let (base, middle, leaf) = makeFamily(), object = new(leaf)
        let sendSuper = unsafeBitCast(address(of: objc_msgSendSuper), to: SuperInt.self)
        let sendSuper2 = unsafeBitCast(address(of: objc_msgSendSuper2), to: SuperInt.self)
        for _ in ["cold", "cached"] {
            for (cls, own, above) in [(leaf, 3, 2), (middle, 2, 1)] {
                var target = objc_super(receiver: object, super_class: cls)
                #expect(sendSuper(&target, sel("number")) == own)
                #expect(sendSuper2(&target, sel("number")) == above)
            }
            var target = objc_super(receiver: leaf, super_class: metaclass(leaf))
            #expect(sendSuper2(&target, sel("number")) == 20)
            target = objc_super(receiver: object, super_class: base)
            #expect(sendSuper(&target, sel("number")) == 1)
        }
        objc_release(object)
    }

    @Test("A super send by signature, with a large result too")
    func bySignature() {
        let base = makeClass("Base"), leaf = makeClass("Leaf", base), object = new(leaf), types = "{R=[4Q][8d]}16@0:8"
        for (cls, number) in [(base, UInt(1)), (leaf, 2)] {
            add(cls, "registers", types) { call in
                var registers = mr_registers()
                registers.words.3 = number
                call.answer(registers)
            }
        }
        for _ in ["cold", "cached"] {
            var receiver: id? = object, selector = sel("registers"), result = mr_registers()
            withUnsafeMutablePointer(to: &receiver) { receiver in
                withUnsafeMutablePointer(to: &selector) { selector in
                    var pointers: [UnsafeMutableRawPointer?] = [.init(receiver), .init(selector)]
                    mr_send_super(leaf, mr_signature_get(types), &result, &pointers)
                }
            }
            #expect(result.words.3 == 1)
        }
        objc_release(object)
    }

    @Test("Above the root class no method is found, and the message names the receiver")
    func aboveRoot() {
        let root = makeClass("Root", nil), object = new(root)
        sendSuper(object, root, "number")
        let exception = mr_exception_take()
        #expect(
            text(mr_exception_reason(exception))
                == "-[\(name(root)) number]: unrecognized selector sent to instance \(hex(object))")
        objc_release(exception)
        object_dispose(object)
    }

    @Test("A super send to nil answers zero")
    func nilReceiver() {
        var target = objc_super(receiver: nil, super_class: nsObject)
        for function in [address(of: objc_msgSendSuper), address(of: objc_msgSendSuper2)] {
            for _ in ["cold", "cached"] {
                #expect(unsafeBitCast(function, to: SuperInt.self)(&target, sel("numberNobodyHas")) == 0)
            }
        }
        #expect(mr_exception_pending() == nil)
    }

    @Test("The lookup functions find what the sends call")
    func lookups() {
        let (base, _, leaf) = makeFamily(), object = new(leaf)
        for _ in ["cold", "cached"] {
            #expect(objc_msg_lookup(object, sel("number")) == class_getMethodImplementation(leaf, sel("number")))
            var target = objc_super(receiver: object, super_class: base)
            #expect(objc_msg_lookup_super(&target, sel("number")) == class_getMethodImplementation(base, sel("number")))
            #expect(unsafeBitCast(objc_msg_lookup(nil, sel("number")), to: IntMethod.self)(nil, sel("number")) == 0)
            #expect(objc_msg_lookup(object, sel("nothing")) == address(of: _objc_msgForward))
        }
        objc_release(object)
    }
}

@Suite("Messages to nil")
struct NilReceiverTests {
    @Test("A message to nil answers zero in every kind of register")
    func zero() {
        let selector = sel("anything")
        for _ in ["cold", "cached"] {
            #expect(messenger((@convention(c) (id?, SEL, Int) -> Int).self)(nil, selector, -1) == 0)
            #expect(messenger((@convention(c) (id?, SEL, Double) -> Double).self)(nil, selector, 1.5) == 0)
            #expect(messenger((@convention(c) (id?, SEL, Float) -> Float).self)(nil, selector, 1.5) == 0)
            #expect(!messenger((@convention(c) (id?, SEL) -> Bool).self)(nil, selector))
            #expect(messenger((@convention(c) (id?, SEL) -> UnsafeRawPointer?).self)(nil, selector) == nil)
            #expect(messenger((@convention(c) (id?, SEL) -> id?).self)(nil, selector) == nil)
            let pair = messenger((@convention(c) (id?, SEL, Int) -> ldiv_t).self)(nil, selector, -1)
            #expect(pair.quot == 0)
            #expect(pair.rem == 0)
        }
        #expect(mr_exception_pending() == nil)
    }

    @Test(
        "Every return type of a call by signature is zeroed",
        arguments: [
            "c", "C", "s", "S", "i", "I", "q", "Q", "f", "d", "D", "B", "*", "@", "#", ":", "^v", "{P=dd}", "{M=qd}",
            "{F=fff}", "{R=[4Q][8d]}", "jd", "jD",
        ])
    func bySignature(type: String) {
        var receiver: id?, selector = sel("anything")
        let size = objc_sizeof_type(type)
        var result = [UInt8](repeating: 0xAA, count: 128)
        withUnsafeMutablePointer(to: &receiver) { receiver in
            withUnsafeMutablePointer(to: &selector) { selector in
                var pointers: [UnsafeMutableRawPointer?] = [.init(receiver), .init(selector)]
                mr_send(mr_signature_get(type + "16@0:8"), &result, &pointers)
                mr_send(mr_signature_get(type + "16@0:8"), nil, &pointers)
            }
        }
        #expect(result.prefix(size).allSatisfy { $0 == 0 })
        #expect(result.dropFirst(max(size, 16)).allSatisfy { $0 == 0xAA })
    }

    #if arch(x86_64)
    @Test("A structure in memory is left alone, and its address comes back")
    func structure() {
        var memory = mr_registers()
        memory.words.2 = 77
        typealias Raw = @convention(c) (UnsafeMutableRawPointer, id?, SEL) -> UnsafeMutableRawPointer
        withUnsafeMutablePointer(to: &memory) { memory in
            let send = unsafeBitCast(address(of: objc_msgSend_stret), to: Raw.self)
            #expect(send(memory, nil, sel("anything")) == UnsafeMutableRawPointer(memory))
        }
        #expect(memory.words.2 == 77)
    }

    @Test("The x87 stack stays balanced when long double is asked of nil")
    func longDouble() {
        // A message that balances badly shows after eight of them.
        for _ in 0..<20 {
            var receiver: id? = nsObject, selector = sel("nobodyReturnsSuchALongDouble"), result = Float80(1)
            withUnsafeMutablePointer(to: &receiver) { receiver in
                withUnsafeMutablePointer(to: &selector) { selector in
                    var pointers: [UnsafeMutableRawPointer?] = [.init(receiver), .init(selector)]
                    mr_send(mr_signature_get("D16@0:8"), &result, &pointers)
                }
            }
            objc_release(mr_exception_take())
            #expect(result == 0)
        }
    }
    #endif
}

@Suite("Tagged pointers")
struct TaggedPointerTests {
    /// A tag that nobody else uses, with a class of ours.
    private func makeTag(_ cls: Class) -> UInt32? {
        (0..<UInt32(MR_TAG_COUNT)).reversed().first { mr_tag_register($0, cls) }
    }

    @Test("A tagged pointer has a class, a payload, and no memory")
    func tagged() throws {
        let cls = makeClass("Tagged"), key = UnsafeRawPointer(sel("C_key"))
        add(cls, "payload", "Q16@0:8") { $0.answer(mr_tag_payload($0.object)) }
        let tag = try #require(makeTag(cls))
        let largest = (UInt64(1) << MR_TAG_PAYLOAD_BITS) - 1
        for payload in [0, 1, 12345, largest] {
            let object = mr_tag_make(tag, payload)
            #expect(mr_is_tagged(object))
            #expect(object_getClass(object) == cls)
            for _ in ["cold", "cached"] { #expect(UInt64(bitPattern: Int64(sendInt(object, "payload"))) == payload) }
            #expect(mr_tag_payload(object) == payload)
            #expect(objc_retain(object) == object)
            for _ in 0..<3 { objc_release(object) }
            #expect(objc_autorelease(object) == object)
            #expect(object_setClass(object, nsObject) == cls, "it has no isa to change")
            objc_setAssociatedObject(object, key, cls, OBJC_ASSOCIATION_ASSIGN)
            #expect(objc_getAssociatedObject(object, key) == nil)
            #expect(object_getIndexedIvars(object) == nil)
            #expect(object_copy(object, 8) == object)
            #expect(!object_isClass(object))
            let weak = Location()
            #expect(objc_initWeak(weak.pointer, object) == object)
            #expect(objc_loadWeak(weak.pointer) == object)
            objc_destroyWeak(weak.pointer)
            #expect(objc_sync_enter(object) == 0)
            #expect(objc_sync_exit(object) == 0)
        }
        #expect(mr_tag_make(tag, largest + 1) == nil)
    }

    @Test("A tag belongs to one class, and its class is permanent")
    func taken() throws {
        let cls = makeClass("Tagged"), tag = try #require(makeTag(cls))
        #expect(mr_tag_register(tag, cls))
        #expect(!mr_tag_register(tag, nsObject))
        #expect(!mr_tag_register(UInt32(MR_TAG_COUNT), cls))
        #expect(!mr_tag_register(tag, nil))
        #expect(mr_tag_make(UInt32(MR_TAG_COUNT), 1) == nil)
        #expect(takeText(mr_class_dispose(cls)) == "class '\(name(cls))' is permanent")
    }

    @Test("A message that a tagged pointer does not know is forwarded like any other")
    func unrecognized() throws {
        let cls = makeClass("Tagged"), tag = try #require(makeTag(cls)), object = mr_tag_make(tag, 5)!
        for _ in ["cold", "cached"] {
            #expect(sendInt(object, "fly") == 0)
            let exception = mr_exception_take()
            #expect(
                text(mr_exception_reason(exception))
                    == "-[\(name(cls)) fly]: unrecognized selector sent to instance \(hex(object))")
            objc_release(exception)
        }
    }
}
