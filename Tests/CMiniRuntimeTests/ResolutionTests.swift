// ResolutionTests.swift - messages that no table knows: resolution, forwarding target, invocation, the last resort.
import CMiniRuntime
import Glibc
import TestSupport
import Testing

@Suite("Method resolution")
struct ResolutionTests {
    @Test("A method added by resolveInstanceMethod: is called, and asked for once")
    func resolved() {
        let log = Log(), cls = makeClass(), object = new(cls)
        add(metaclass(cls), "resolveInstanceMethod:", "B24@0:8:16") { call in
            let selector: SEL = call.argument(2)
            log.add(text(sel_getName(selector))!)
            if selector == sel("late") { add(cls, "late", answering: 7) }
            call.answer(true)
        }
        for _ in ["cold", "cached"] { #expect(sendInt(object, "late") == 7) }
        #expect(log.all == ["late"])
        #expect(class_respondsToSelector(cls, sel("late")))
        objc_release(object)
    }

    @Test("resolveClassMethod: does it for classes, and is inherited")
    func resolvedClassMethod() {
        let base = makeClass("Base"), cls = makeClass("Sub", base)
        add(metaclass(base), "resolveClassMethod:", "B24@0:8:16") { call in
            if call.argument(2, as: SEL.self) == sel("late") { add(metaclass(call.object!), "late", answering: 8) }
            call.answer(true)
        }
        for _ in ["cold", "cached"] { #expect(sendInt(cls, "late") == 8) }
        #expect(mr_method_lookup(metaclass(base), sel("late")) == nil)
    }

    /// A class that adds the methods `late` and `later` when they are looked up, and `late` as a class method.
    private func makeResolver(_ log: Log) -> Class {
        let cls = makeClass()
        add(metaclass(cls), "resolveInstanceMethod:", "B24@0:8:16") { call in
            let selector: SEL = call.argument(2), name = text(sel_getName(selector))!
            log.add("-\(name)")
            if name.hasPrefix("late") { add(cls, name, answering: 7) }
            call.answer(name.hasPrefix("late"))
        }
        add(metaclass(cls), "resolveClassMethod:", "B24@0:8:16") { call in
            let selector: SEL = call.argument(2), name = text(sel_getName(selector))!
            log.add("+\(name)")
            if name == "late" { add(metaclass(cls), name, answering: 8) }
            call.answer(name == "late")
        }
        return cls
    }

    @Test("class_getInstanceMethod and class_getClassMethod find a method that resolution adds")
    func lookups() {
        let log = Log(), cls = makeResolver(log)
        for _ in ["cold", "cached"] {
            #expect(text(sel_getName(method_getName(class_getInstanceMethod(cls, sel("late"))))) == "late")
            #expect(class_getClassMethod(cls, sel("late")) == class_getInstanceMethod(metaclass(cls), sel("late")))
            #expect(class_getClassMethod(metaclass(cls), sel("late")) != nil)
        }
        #expect(log.all == ["-late", "+late"])
        #expect(class_getInstanceMethod(cls, sel("early")) == nil)
        #expect(class_getInstanceMethod(cls, nil) == nil)
        #expect(class_getInstanceMethod(nil, sel("late")) == nil)
    }

    @Test("methodSignatureForSelector: and instanceMethodSignatureForSelector: resolve the method")
    func signatures() {
        typealias Signature = @convention(c) (id?, SEL, SEL) -> id?
        let log = Log(), cls = makeResolver(log), object = new(cls), signature = messenger(Signature.self)
        for _ in ["cold", "cached"] {
            #expect(signature(object, sel("methodSignatureForSelector:"), sel("late")) != nil)
            #expect(signature(cls, sel("instanceMethodSignatureForSelector:"), sel("later")) != nil)
            #expect(signature(cls, sel("methodSignatureForSelector:"), sel("late")) != nil)
        }
        #expect(log.all == ["-late", "-later", "+late"])
        objc_release(object)
    }

    @Test("A message that is forwarded is resolved once, though its signature is looked up")
    func forwardedOnce() {
        let log = Log(), cls = makeResolver(log), object = new(cls)
        for _ in ["cold", "again"] {
            #expect(sendInt(object, "missing") == 0)
            #expect(takeReason()?.hasSuffix("missing]: unrecognized selector sent to instance \(hex(object))") == true)
        }
        #expect(log.all == ["-missing", "-missing"])
        objc_release(object)
    }

    @Test("A lookup sends no message if the class does not override method resolution")
    func silentLookups() async {
        await #expect(processExitsWith: .success) {
            let cls = makeClass(), root = makeClass("Root", nil), messages = Counter()
            mr_trace_set_hook(
                { event, context in
                    guard event!.pointee.kind == MR_TRACE_MESSAGE else { return }
                    Unmanaged<Counter>.fromOpaque(context!).takeUnretainedValue().add()
                }, Unmanaged.passRetained(messages).toOpaque())
            instrumentObjcMessageSends(true)
            for searched in [cls, metaclass(cls), root] {
                #expect(class_getInstanceMethod(searched, sel("missing")) == nil)
            }
            #expect(messages.value == 0)
            instrumentObjcMessageSends(false)
            mr_trace_set_hook(nil, nil)
            #expect(!mr_class_resolves(cls) && !mr_class_resolves(metaclass(cls)) && !mr_class_resolves(nil))
            let subclass = makeClass("Sub", cls)
            add(metaclass(cls), "resolveInstanceMethod:", "B24@0:8:16") { $0.answer(false) }
            #expect(mr_class_resolves(cls) && mr_class_resolves(subclass) && mr_class_resolves(metaclass(subclass)))
        }
    }

    @Test("One that lies is not believed", arguments: [true, false])
    func lies(answer: Bool) {
        let cls = makeClass(), object = new(cls)
        add(metaclass(cls), "resolveInstanceMethod:", "B24@0:8:16") { call in
            if !answer && call.argument(2, as: SEL.self) == sel("honest") { add(cls, "honest", answering: 3) }
            call.answer(answer)
        }
        for _ in ["cold", "cached"] {
            if answer {
                #expect(sendInt(object, "missing") == 0)
                #expect(
                    takeReason() == "-[\(name(cls)) missing]: unrecognized selector sent to instance \(hex(object))")
                #expect(!class_respondsToSelector(cls, sel("missing")))
            } else {
                #expect(sendInt(object, "honest") == 3, "added, though it said NO")
            }
        }
        objc_release(object)
    }

    @Test("An exception it raises is the message's, not followed by another")
    func raises() {
        let cls = makeClass(), object = new(cls)
        add(metaclass(cls), "resolveInstanceMethod:", "B24@0:8:16") { _ in
            let exception = mr_exception_create("NSGenericException", "no methods here")
            mr_exception_raise(exception)
            objc_release(exception)
        }
        #expect(sendInt(object, "missing") == 0)
        #expect(takeReason() == "no methods here")
        #expect(mr_exception_pending() == nil)
        objc_release(object)
    }

    @Test("class_getMethodImplementation answers the forwarding IMP for what nobody implements")
    func forwardingImplementation() {
        let cls = makeClass()
        for _ in ["cold", "cached"] {
            #expect(class_getMethodImplementation(cls, sel("missing")) == address(of: _objc_msgForward))
        }
    }
}

@Suite("Forwarding")
struct ForwardingTests {
    /// A class whose instances hand what they do not know to `target`.
    private func makeForwarder(_ target: @escaping (id) -> id?) -> Class {
        let cls = makeClass("Forwarder")
        add(cls, "forwardingTargetForSelector:", "@24@0:8:16") { $0.answer(target($0.object!)) }
        return cls
    }

    @Test("The forwarding target gets the message, arguments and all, cold and cached")
    func target() {
        let cls = makeClass(), target = new(cls), forwarder = new(makeForwarder { _ in target })
        add(cls, "sum:and:", "d32@0:8q16d24") {
            $0.answer(Double($0.argument(2, as: Int.self)) + $0.argument(3, as: Double.self))
        }
        add(cls, "me", "@16@0:8") { $0.answer($0.object) }
        for _ in ["cold", "cached"] {
            #expect(
                messenger((@convention(c) (id?, SEL, Int, Double) -> Double).self)(forwarder, sel("sum:and:"), 1, 0.5)
                    == 1.5)
            #expect(sendObject(forwarder, "me") == target)
        }
        objc_release(forwarder)
        objc_release(target)
    }

    @Test("Targets may have targets, and large results come back through them")
    func chain() {
        let cls = makeClass(), last = new(cls), middle = new(makeForwarder { _ in last }),
            first = new(makeForwarder { _ in middle })
        let types = "{R=[4Q][8d]}24@0:8Q16"
        add(cls, "registers:", types) { call in
            var registers = mr_registers()
            registers.words.2 = call.argument(2)
            call.answer(registers)
        }
        for _ in ["cold", "cached"] {
            typealias Method = @convention(c) (id?, SEL, UInt) -> mr_registers
            #expect(stretMessenger(Method.self)(first, sel("registers:"), 31).words.2 == 31)
        }
        for object in [first, middle, last] { objc_release(object) }
    }

    @Test("nil and the receiver itself are no targets")
    func noTarget() {
        for answer in [false, true] {
            let cls = makeForwarder { answer ? $0 : nil }, object = new(cls)
            #expect(sendInt(object, "fly") == 0)
            #expect(takeReason() == "-[\(name(cls)) fly]: unrecognized selector sent to instance \(hex(object))")
            objc_release(object)
        }
    }

    @Test("Targets that go round in a circle are found out")
    func circle() {
        let location = Location()
        let left = makeForwarder { _ in location.pointer.pointee }, object = new(left)
        let right = new(makeForwarder { _ in object })
        location.pointer.pointee = right
        for _ in ["cold", "again"] {
            #expect(sendInt(object, "fly") == 0)
            let reason = takeReason()
            #expect(reason?.hasSuffix("fly]: forwarding targets go round in a circle, or over 100 hops") == true)
            #expect(mr_exception_pending() == nil)
        }
        objc_release(object)
        objc_release(right)
    }

    @Test("A class can forward its messages, too")
    func classTarget() {
        let cls = makeClass(), other = makeClass()
        add(metaclass(other), "number", answering: 4)
        add(metaclass(cls), "forwardingTargetForSelector:", "@24@0:8:16") { $0.answer(id?(other)) }
        for _ in ["cold", "cached"] { #expect(sendInt(cls, "number") == 4) }
    }

    @Test("An invocation carries the message end to end, structures included")
    func invocation() {
        let types = "{P=dd}52@0:8i16{M=qd}20*36q44", log = Log(), cls = makeClass(), object = new(cls)
        struct Point { var x, y: Double }
        struct Mixed {
            var n: Int
            var x: Double
        }
        add(cls, "methodSignatureForSelector:", "@24@0:8:16") { $0.answer(mr_method_signature_object(types)) }
        add(cls, "forwardInvocation:", "v24@0:8@16") { call in
            let invocation: id? = call.argument(2)
            var number: Int32 = 0, mixed = Mixed(n: 0, x: 0), string: UnsafePointer<CChar>?, last = 0, selector: SEL?,
                target: id?
            #expect(mr_invocation_get_argument(invocation, &target, 0))
            #expect(target == object)
            #expect(mr_invocation_get_argument(invocation, &selector, 1))
            #expect(mr_invocation_get_argument(invocation, &number, 2))
            #expect(mr_invocation_get_argument(invocation, &mixed, 3))
            #expect(mr_invocation_get_argument(invocation, &string, 4))
            #expect(mr_invocation_get_argument(invocation, &last, 5))
            #expect(!mr_invocation_get_argument(invocation, &last, 6))
            log.add("\(text(sel_getName(selector))!) \(number) \(mixed.n) \(mixed.x) \(text(string)!) \(last)")
            var result = Point(x: Double(number), y: mixed.x)
            mr_invocation_set_return_value(invocation, &result)
        }
        // A structure of an integer and a double, passed as those two.
        typealias Method = @convention(c) (id?, SEL, Int32, Int, Double, UnsafePointer<CChar>, Int) -> Double
        for _ in ["cold", "cached"] {
            let x = messenger(Method.self)(object, sel("a:b:c:d:"), -5, 6, 7.5, "text", 8)
            #expect(x == -5)
        }
        #expect(log.all == Array(repeating: "a:b:c:d: -5 6 7.5 text 8", count: 2))
        objc_release(object)
    }

    @Test("A forwarded large result comes back through the invocation")
    func largeInvocation() {
        let types = "{R=[4Q][8d]}16@0:8", cls = makeClass(), object = new(cls)
        add(cls, "methodSignatureForSelector:", "@24@0:8:16") { $0.answer(mr_method_signature_object(types)) }
        add(cls, "forwardInvocation:", "v24@0:8@16") { call in
            var result = mr_registers()
            result.floats.7 = 9.5
            mr_invocation_set_return_value(call.argument(2, as: id?.self), &result)
        }
        for _ in ["cold", "cached"] {
            typealias Method = @convention(c) (id?, SEL) -> mr_registers
            #expect(stretMessenger(Method.self)(object, sel("r")).floats.7 == 9.5)
        }
        objc_release(object)
    }

    @Test("An invocation can be sent on to another receiver")
    func resent() {
        let cls = makeClass(), target = new(cls), proxyClass = makeClass("Proxy"), proxy = new(proxyClass)
        add(cls, "double:", "q24@0:8q16") { $0.answer($0.argument(2, as: Int.self) * 2) }
        add(proxyClass, "methodSignatureForSelector:", "@24@0:8:16") { call in
            call.answer(mr_method_signature_object("q24@0:8q16"))
        }
        add(proxyClass, "forwardInvocation:", "v24@0:8@16") { call in
            messenger((@convention(c) (id?, SEL, id?) -> Void).self)(call.argument(2), sel("invokeWithTarget:"), target)
        }
        for _ in ["cold", "cached"] {
            #expect(messenger((@convention(c) (id?, SEL, Int) -> Int).self)(proxy, sel("double:"), 21) == 42)
        }
        objc_release(proxy)
        objc_release(target)
    }

    @Test("The text of an unrecognized selector, for an instance and for a class")
    func unrecognized() {
        let cls = makeClass("Person"), object = new(cls)
        for _ in ["cold", "again"] {
            #expect(sendInt(object, "fly") == 0)
            let exception = mr_exception_take()
            #expect(text(mr_exception_name(exception)) == "NSInvalidArgumentException")
            #expect(
                text(mr_exception_reason(exception))
                    == "-[\(name(cls)) fly]: unrecognized selector sent to instance \(hex(object))")
            objc_release(exception)
            #expect(sendInt(cls, "fly") == 0)
            #expect(takeReason() == "+[\(name(cls)) fly]: unrecognized selector sent to class \(hex(cls))")
        }
        objc_release(object)
    }

    @Test("doesNotRecognizeSelector: can be overridden")
    func doesNotRecognize() {
        let log = Log(), cls = makeClass(), object = new(cls)
        add(cls, "doesNotRecognizeSelector:", "v24@0:8:16") { log.add(text(sel_getName($0.argument(2)))!) }
        for _ in ["cold", "again"] { #expect(sendInt(object, "fly") == 0) }
        #expect(log.all == ["fly", "fly"])
        #expect(mr_exception_pending() == nil)
        objc_release(object)
    }

    @Test("A root class that implements nothing at all still gets the text")
    func bareRoot() {
        let cls = makeClass("Root", nil), object = new(cls)
        for _ in ["cold", "again"] {
            #expect(sendInt(object, "fly") == 0)
            #expect(takeReason() == "-[\(name(cls)) fly]: unrecognized selector sent to instance \(hex(object))")
        }
        object_dispose(object)
    }
}

// ── A handler of the program's own ──────────────────────────────────────────────────────────────────

private let answerHandler: @convention(c) (OpaquePointer?, OpaquePointer?, Int32) -> Int32 = { _, _, number in
    number + 1
}

@Suite("Forward handlers")
struct ForwardHandlerTests {
    @Test("What nobody implements jumps to the forward handler, arguments and all, until it is taken back")
    func handler() async {
        // The handler is the process's, so it gets one of its own.
        await #expect(processExitsWith: .success) {
            let object = new(makeClass()), missing = sel("missing:")
            let send = unsafeBitCast(
                mr_messenger(), to: (@convention(c) (OpaquePointer?, OpaquePointer?, Int32) -> Int32).self)
            objc_setForwardHandler(unsafeBitCast(answerHandler, to: UnsafeMutableRawPointer.self), nil)
            for _ in ["cold", "again"] { #expect(send(object, missing, 41) == 42) }
            objc_setForwardHandler(nil, nil)
            #expect(send(object, missing, 41) == 0)
            #expect(takeReason()?.hasSuffix("unrecognized selector sent to instance \(hex(object))") == true)
        }
    }

    @Test("NSObject answers +load, which nothing sends to a class pair")
    func load() {
        #expect(class_getClassMethod(nsObject, sel("load")) != nil)
    }
}
