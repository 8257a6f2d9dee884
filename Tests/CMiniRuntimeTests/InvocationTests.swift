// InvocationTests.swift - messages as objects: NSMethodSignature and NSInvocation.
import CMiniRuntime
import Glibc
import TestSupport
import Testing

@Suite("Invocations")
struct InvocationTests {
    @Test("An invocation begins with zeros, keeps what it is given, and sends it")
    func sent() {
        let cls = makeClass(), object = new(cls), types = "q32@0:8q16c24"
        add(cls, "a:b:", types) { $0.answer($0.argument(2, as: Int.self) * Int($0.argument(3, as: Int8.self))) }
        let invocation = mr_invocation_create(mr_signature_get(types))
        var target: id? = object, selector = sel("a:b:"), number = -1, small: Int8 = -1
        #expect(mr_invocation_get_argument(invocation, &number, 2))
        #expect(number == 0)
        number = 6
        small = -7
        #expect(mr_invocation_set_argument(invocation, &target, 0))
        #expect(mr_invocation_set_argument(invocation, &selector, 1))
        #expect(mr_invocation_set_argument(invocation, &number, 2))
        #expect(mr_invocation_set_argument(invocation, &small, 3))
        #expect(!mr_invocation_set_argument(invocation, &number, 4))
        for _ in ["cold", "cached"] {
            var result = 0
            mr_invocation_invoke(invocation)
            #expect(mr_invocation_get_return_value(invocation, &result))
            #expect(result == -42)
        }
        #expect(mr_invocation_signature(invocation) == mr_signature_get(types))
        #expect(mr_retain_count(object) == 1, "not retained unless asked to be")
        objc_release(invocation)
        objc_release(object)
    }

    @Test("Retained arguments live as long as the invocation, C strings as copies")
    func retained() {
        let log = Log(), types = "v32@0:8@16*24", invocation = mr_invocation_create(mr_signature_get(types))
        var target: id? = trackedObject(log, "target"), value: id? = trackedObject(log, "value")
        var string: UnsafeMutablePointer<CChar>? = strdup("text")
        mr_invocation_set_argument(invocation, &target, 0)
        mr_invocation_set_argument(invocation, &value, 2)
        mr_invocation_set_argument(invocation, &string, 3)
        mr_invocation_retain_arguments(invocation)
        mr_invocation_retain_arguments(invocation)
        objc_release(target)
        objc_release(value)
        string![0] = 0x6E
        free(string)
        mr_invocation_get_argument(invocation, &string, 3)
        #expect(text(string) == "text")
        #expect(log.all.isEmpty)
        var next: id? = trackedObject(log, "next")
        mr_invocation_set_argument(invocation, &next, 2)
        objc_release(next)
        #expect(log.all == ["value"])
        objc_release(invocation)
        #expect(Set(log.all) == ["value", "target", "next"])
        #expect(log.all.count == 3)
    }

    @Test("nil as target answers zero, whatever lay there")
    func nilTarget() {
        let invocation = mr_invocation_create(mr_signature_get("q16@0:8"))
        var number = 5
        mr_invocation_set_return_value(invocation, &number)
        mr_invocation_invoke(invocation)
        #expect(mr_invocation_get_return_value(invocation, &number))
        #expect(number == 0)
        objc_release(invocation)
    }

    @Test("What is no invocation is refused")
    func refused() {
        var number = 0
        #expect(mr_invocation_create(nil) == nil)
        #expect(!mr_invocation_get_argument(nsObject, &number, 0))
        #expect(!mr_invocation_set_argument(nil, &number, 0))
        #expect(!mr_invocation_get_return_value(nil, &number))
        #expect(!mr_invocation_set_return_value(nsObject, &number))
        #expect(mr_invocation_signature(nil) == nil)
        mr_invocation_invoke(nil)
        mr_invocation_retain_arguments(nil)
        #expect(mr_method_signature_object("{oops") == nil)
        #expect(mr_method_signature_get(nsObject) == nil)
    }

    @Test("Signature objects answer NSMethodSignature's messages")
    func signatureMessages() {
        pooled {
            let signature = messenger((@convention(c) (id?, SEL, UnsafePointer<CChar>) -> id?).self)(
                objc_getClass("NSMethodSignature"), sel("signatureWithObjCTypes:"), "i28@0:8{P=dd}16")
            let argumentType = messenger((@convention(c) (id?, SEL, UInt) -> UnsafePointer<CChar>?).self)
            let string = messenger((@convention(c) (id?, SEL) -> UnsafePointer<CChar>?).self)
            #expect(sendInt(signature, "numberOfArguments") == 3)
            #expect(text(argumentType(signature, sel("getArgumentTypeAtIndex:"), 2)) == "{P=dd}")
            #expect(text(string(signature, sel("methodReturnType"))) == "i")
            #expect(sendInt(signature, "methodReturnLength") == 4)
            #expect(argumentType(signature, sel("getArgumentTypeAtIndex:"), 3) == nil)
            #expect(takeReason() == "-[NSMethodSignature getArgumentTypeAtIndex:]: index (3) out of bounds [0, 2]")
        }
    }

    @Test("Invocation objects answer NSInvocation's messages")
    func invocationMessages() {
        pooled {
            let cls = makeClass(), object = new(cls)
            add(cls, "next:", "q24@0:8q16") { $0.answer($0.argument(2, as: Int.self) + 1) }
            let signature = messenger((@convention(c) (id?, SEL, SEL) -> id?).self)(
                object, sel("methodSignatureForSelector:"), sel("next:"))
            let invocation = messenger((@convention(c) (id?, SEL, id?) -> id?).self)(
                objc_getClass("NSInvocation"), sel("invocationWithMethodSignature:"), signature)
            messenger((@convention(c) (id?, SEL, SEL) -> Void).self)(invocation, sel("setSelector:"), sel("next:"))
            messenger((@convention(c) (id?, SEL, id?) -> Void).self)(invocation, sel("setTarget:"), object)
            let argument = messenger((@convention(c) (id?, SEL, UnsafeMutableRawPointer, Int) -> Void).self)
            let value = messenger((@convention(c) (id?, SEL, UnsafeMutableRawPointer) -> Void).self)
            var number = 41
            argument(invocation, sel("setArgument:atIndex:"), &number, 2)
            send(invocation, "invoke")
            value(invocation, sel("getReturnValue:"), &number)
            #expect(number == 42)
            argument(invocation, sel("getArgument:atIndex:"), &number, 2)
            #expect(number == 41)
            argument(invocation, sel("getArgument:atIndex:"), &number, -1)
            #expect(number == 42)
            #expect(sendObject(invocation, "target") == object)
            #expect(sendObject(invocation, "selector") == sel("next:"))
            #expect(
                mr_method_signature_get(sendObject(invocation, "methodSignature")) == mr_method_signature_get(signature)
            )
            #expect(sendInt(invocation, "argumentsRetained") & 1 == 0)
            send(invocation, "retainArguments")
            #expect(sendInt(invocation, "argumentsRetained") & 1 == 1)
            for index in [3, -2] {
                argument(invocation, sel("getArgument:atIndex:"), &number, index)
                #expect(takeReason() == "-[NSInvocation getArgument:atIndex:]: index (\(index)) out of bounds [-1, 2]")
            }
            objc_release(object)
        }
    }

    @Test("An invocation without a signature cannot be made")
    func withoutSignature() {
        let make = messenger((@convention(c) (id?, SEL, id?) -> id?).self)
        #expect(make(objc_getClass("NSInvocation"), sel("invocationWithMethodSignature:"), nil) == nil)
        #expect(
            takeReason() == "+[NSInvocation invocationWithMethodSignature:]: method signature argument cannot be nil")
        for name in ["NSInvocation", "NSMethodSignature"] {
            #expect(sendObject(objc_getClass(name), "new") == nil)
            #expect(sendObject(objc_getClass(name), "alloc") == nil)
        }
    }
}
