// NSObjectTests.swift - what every object can do.
import CMiniRuntime
import Glibc
import TestSupport
import Testing

private typealias AskClass = @convention(c) (id?, SEL, Class?) -> Bool
private typealias AskSelector = @convention(c) (id?, SEL, SEL?) -> Bool

@Suite("NSObject")
struct NSObjectTests {
    @Test("alloc, init and new make objects with one owner")
    func creation() {
        let cls = makeClass()
        for _ in ["cold", "cached"] {
            let object = sendObject(sendObject(cls, "alloc"), "init"), other = sendObject(cls, "new")
            #expect(object != other)
            #expect(object_getClass(object) == cls)
            #expect(sendInt(object, "retainCount") == 1)
            #expect(sendInt(other, "retainCount") == 1)
            objc_release(object)
            send(other, "release")
        }
        let zoned = messenger((@convention(c) (id?, SEL, UnsafeRawPointer?) -> id?).self)(
            cls, sel("allocWithZone:"), nil)
        send(zoned, "release")
        #expect(mr_instance_count(cls) == 0)
    }

    @Test("new sends alloc and init, overridden ones included")
    func newSends() {
        let log = Log(), cls = makeClass()
        add(cls, "init", "@16@0:8") { call in
            log.add("init")
            call.answer(call.object)
        }
        for _ in ["cold", "cached"] { objc_release(sendObject(cls, "new")) }
        #expect(log.all == ["init", "init"])
    }

    @Test("retain, release and autorelease as messages")
    func counting() {
        let cls = makeClass(), object = new(cls)
        for _ in ["cold", "cached"] {
            #expect(sendObject(object, "retain") == object)
            #expect(mr_retain_count(object) == 2)
            send(object, "release")
            pooled { #expect(sendObject(sendObject(object, "retain"), "autorelease") == object) }
            #expect(mr_retain_count(object) == 1)
        }
        #expect(sendObject(cls, "retain") == cls)
        send(cls, "release")
        send(object, "release")
        #expect(mr_instance_count(cls) == 0)
    }

    @Test("class, superclass and self, of objects and of classes")
    func places() {
        let base = makeClass("Base"), cls = makeClass("Sub", base), object = new(cls)
        for _ in ["cold", "cached"] {
            #expect(sendObject(object, "class") == cls)
            #expect(sendObject(cls, "class") == cls)
            #expect(sendObject(object, "superclass") == base)
            #expect(sendObject(cls, "superclass") == base)
            #expect(sendObject(nsObject, "superclass") == nil)
            #expect(sendObject(object, "self") == object)
            #expect(sendObject(cls, "self") == cls)
            #expect(sendInt(object, "isProxy") & 0xFF == 0)
        }
        objc_release(object)
    }

    @Test("Kind and membership, of objects and of classes")
    func kind() {
        let base = makeClass("Base"), cls = makeClass("Sub", base), object = new(cls)
        let ask = messenger(AskClass.self), kind = sel("isKindOfClass:"), member = sel("isMemberOfClass:")
        for _ in ["cold", "cached"] {
            #expect(ask(object, kind, cls))
            #expect(ask(object, kind, base))
            #expect(ask(object, kind, nsObject))
            #expect(!ask(object, kind, makeClass()))
            #expect(!ask(object, kind, nil))
            #expect(ask(object, member, cls))
            #expect(!ask(object, member, base))
            #expect(ask(cls, kind, metaclass(base)), "class objects are NSObjects")
            #expect(ask(cls, kind, nsObject), "class objects are NSObjects")
            #expect(!ask(cls, kind, base))
            #expect(ask(cls, member, metaclass(cls)))
            #expect(!ask(cls, member, cls))
        }
        objc_release(object)
    }

    @Test("A class that overrides class is believed")
    func disguised() {
        let cls = makeClass("Real"), disguise = makeClass("Disguise", cls), object = new(cls)
        add(disguise, "class", "#16@0:8") { $0.answer(id?(cls)) }
        add(disguise, "extra", answering: 1)
        object_setClass(object, disguise)
        let ask = messenger(AskClass.self)
        for _ in ["cold", "cached"] {
            #expect(sendObject(object, "class") == cls)
            #expect(sendObject(object, "superclass") == nsObject)
            #expect(ask(object, sel("isMemberOfClass:"), cls))
            #expect(!ask(object, sel("isKindOfClass:"), disguise))
            #expect(!messenger(AskSelector.self)(object, sel("respondsToSelector:"), sel("extra")))
            #expect(object_getClass(object) == disguise)
        }
        objc_release(object)
    }

    @Test("respondsToSelector: and its relatives return what is implemented")
    func responds() {
        let cls = makeClass(), object = new(cls), ask = messenger(AskSelector.self)
        add(cls, "own", answering: 1)
        add(metaclass(cls), "classOwn", answering: 1)
        for _ in ["cold", "cached"] {
            #expect(ask(object, sel("respondsToSelector:"), sel("own")))
            #expect(ask(object, sel("respondsToSelector:"), sel("init")))
            #expect(!ask(object, sel("respondsToSelector:"), sel("classOwn")))
            #expect(ask(cls, sel("respondsToSelector:"), sel("classOwn")))
            #expect(!ask(cls, sel("respondsToSelector:"), sel("own")))
            #expect(ask(cls, sel("instancesRespondToSelector:"), sel("own")))
            #expect(!ask(cls, sel("instancesRespondToSelector:"), sel("classOwn")))
            #expect(!ask(object, sel("respondsToSelector:"), nil))
        }
        objc_release(object)
    }

    @Test("performSelector: with none, one and two objects")
    func performs() {
        let cls = makeClass(), object = new(cls), other = new(cls)
        add(cls, "none", "@16@0:8") { $0.answer($0.object) }
        add(cls, "one:", "@24@0:8@16") { $0.answer($0.argument(2, as: id?.self)) }
        add(cls, "two:and:", "@32@0:8@16@24") { $0.answer($0.argument(3, as: id?.self)) }
        for _ in ["cold", "cached"] {
            #expect(
                messenger((@convention(c) (id?, SEL, SEL) -> id?).self)(object, sel("performSelector:"), sel("none"))
                    == object)
            let one = messenger((@convention(c) (id?, SEL, SEL, id?) -> id?).self)
            #expect(one(object, sel("performSelector:withObject:"), sel("one:"), other) == other)
            let two = messenger((@convention(c) (id?, SEL, SEL, id?, id?) -> id?).self)
            #expect(two(object, sel("performSelector:withObject:withObject:"), sel("two:and:"), nil, other) == other)
        }
        objc_release(object)
        objc_release(other)
    }

    @Test("IMPs and signatures are found by selector")
    func implementations() {
        let cls = makeClass(), object = new(cls), ask = messenger((@convention(c) (id?, SEL, SEL) -> id?).self)
        add(cls, "number", answering: 1)
        let imp = class_getMethodImplementation(cls, sel("number"))
        for _ in ["cold", "cached"] {
            #expect(ask(object, sel("methodForSelector:"), sel("number")) == imp)
            #expect(ask(cls, sel("instanceMethodForSelector:"), sel("number")) == imp)
            pooled {
                let signature = ask(object, sel("methodSignatureForSelector:"), sel("number"))
                #expect(text(mr_signature_types(mr_method_signature_get(signature))) == "q16@0:8")
                #expect(ask(cls, sel("instanceMethodSignatureForSelector:"), sel("number")) != nil)
                #expect(ask(object, sel("methodSignatureForSelector:"), sel("nothing")) == nil)
            }
        }
        objc_release(object)
    }

    @Test("isEqual: and hash go by identity")
    func equality() {
        let cls = makeClass(), object = new(cls), other = new(cls),
            equal = messenger((@convention(c) (id?, SEL, id?) -> Bool).self)
        for _ in ["cold", "cached"] {
            #expect(equal(object, sel("isEqual:"), object))
            #expect(!equal(object, sel("isEqual:"), other))
            #expect(!equal(object, sel("isEqual:"), nil))
            #expect(sendInt(object, "hash") == Int(bitPattern: object))
        }
        objc_release(object)
        objc_release(other)
    }

    @Test("copy and mutableCopy send the methods with zones; classes copy to themselves")
    func copies() {
        let cls = makeClass(), object = new(cls), bare = new(makeClass())
        add(cls, "copyWithZone:", "@24@0:8^v16") { $0.answer(id?(objc_retain($0.object))) }
        add(cls, "mutableCopyWithZone:", "@24@0:8^v16") { $0.answer(id?(new(cls))) }
        for _ in ["cold", "cached"] {
            #expect(sendObject(object, "copy") == object)
            let mutable = sendObject(object, "mutableCopy")
            #expect(mutable != object)
            #expect(object_getClass(mutable) == cls)
            objc_release(mutable)
            objc_release(object)
            #expect(sendObject(cls, "copy") == cls)
            #expect(sendObject(cls, "mutableCopy") == cls)
            #expect(sendObject(bare, "copy") == nil)
            let exception = mr_exception_take()
            #expect(text(mr_exception_reason(exception))?.contains(" copyWithZone:]: unrecognized selector") == true)
            objc_release(exception)
        }
        objc_release(object)
        objc_release(bare)
    }

    @Test("Descriptions name class and address, when there are strings to say it in")
    func descriptions() {
        let cls = makeClass(), object = new(cls)
        let utf8 = messenger((@convention(c) (id?, SEL) -> UnsafePointer<CChar>?).self)
        let hasStrings = objc_getClass("NSString") != nil
        pooled {
            for name in ["description", "debugDescription"] {
                let said = sendObject(object, name)
                #expect(
                    text(utf8(said, sel("UTF8String")))
                        == (hasStrings ? "<\(text(class_getName(cls))!): \(hex(object))>" : nil))
            }
            #expect(text(utf8(sendObject(cls, "description"), sel("UTF8String"))) == (hasStrings ? name(cls) : nil))
        }
        objc_release(object)
    }
}

@Suite("@synchronized")
struct SynchronizedTests {
    @Test("Of many threads one at a time is inside")
    func exclusive() {
        let object = new(nsObject)
        nonisolated(unsafe) var count = 0
        onUncheckedThreads(4) { _ in
            for _ in 0..<2000 {
                objc_sync_enter(object)
                count += 1
                objc_sync_exit(object)
            }
        }
        #expect(count == 8000)
        objc_release(object)
    }

    @Test("The lock is recursive; leaving without entering fails; nil does nothing")
    func recursive() {
        let object = new(nsObject)
        #expect(objc_sync_exit(object) == -1)
        #expect(objc_sync_enter(object) == 0)
        #expect(objc_sync_enter(object) == 0)
        #expect(objc_sync_exit(object) == 0)
        #expect(objc_sync_exit(object) == 0)
        #expect(objc_sync_exit(object) == -1)
        #expect(objc_sync_enter(nil) == 0)
        #expect(objc_sync_exit(nil) == 0)
        objc_release(object)
    }
}
