// InitializeTests.swift - +initialize: when, in which order, how often, and with how many threads.
import CMiniRuntime
import Glibc
import Synchronization
import TestSupport
import Testing

/// Two threads meet here.
private final class Meeting: Sendable {
    private let arrived = Atomic<Int>(0)
    func arriveAndWait(for count: Int = 2) {
        arrived.wrappingAdd(1, ordering: .acquiringAndReleasing)
        while arrived.load(ordering: .acquiring) < count { sched_yield() }
    }
    func arrive() { arrived.wrappingAdd(1, ordering: .acquiringAndReleasing) }
}

@Suite("+initialize")
struct InitializeTests {
    private func logInitialize(_ cls: Class, _ log: Log, _ then: @escaping () -> Void = {}) {
        add(metaclass(cls), "initialize", "v16@0:8") { call in
            log.add(name(call.object!))
            then()
        }
    }

    @Test("It is sent before the first message, to superclasses first, once")
    func order() {
        let log = Log(), base = makeClass("Base"), middle = makeClass("Middle", base), cls = makeClass("Sub", middle)
        for each in [base, middle, cls] { logInitialize(each, log) }
        add(metaclass(cls), "number", answering: 1)
        #expect(log.all.isEmpty)
        for _ in ["cold", "cached"] { #expect(sendInt(cls, "number") == 1) }
        let object = sendObject(cls, "new")
        #expect(log.all == [name(base), name(middle), name(cls)])
        objc_release(object)
    }

    @Test("Instances that were made without a message initialize their class at their first one")
    func instances() {
        let log = Log(), cls = makeClass(), object = new(cls)
        logInitialize(cls, log)
        #expect(log.all.isEmpty)
        for _ in ["cold", "cached"] { #expect(sendObject(object, "self") == object) }
        #expect(log.all == [name(cls)])
        objc_release(object)
    }

    @Test("A subclass without its own is sent the superclass's once more, as itself")
    func inherited() {
        let log = Log(), base = makeClass("Base"), cls = makeClass("Sub", base)
        logInitialize(base, log)
        _ = sendObject(cls, "self")
        _ = sendObject(base, "self")
        #expect(log.all == [name(base), name(cls)])
    }

    @Test("Messages that it sends to its own class go through")
    func reentrant() {
        let log = Log(), cls = makeClass()
        add(metaclass(cls), "number", answering: 5)
        logInitialize(cls, log) { log.add("\(sendInt(cls, "number"))") }
        #expect(sendInt(cls, "number") == 5)
        #expect(log.all == [name(cls), "5"])
    }

    @Test("Looking a method up does not send it")
    func lookups() {
        let log = Log(), cls = makeClass()
        logInitialize(cls, log)
        add(cls, "number", answering: 1)
        _ = class_getInstanceMethod(cls, sel("number"))
        _ = mr_method_lookup(cls, sel("number"))
        _ = objc_getClass(name(cls))
        _ = class_createInstance(cls, 0)
        #expect(log.all.isEmpty)
        #expect(mr_method_for_message(cls, sel("self")) != nil)
        #expect(log.all == [name(cls)])
    }

    @Test("One that raises is not sent again; the message answers zero, the next one goes through")
    func raises() {
        let log = Log(), cls = makeClass()
        add(metaclass(cls), "number", answering: 5)
        logInitialize(cls, log) {
            let exception = mr_exception_create("NSGenericException", "not today")
            mr_exception_raise(exception)
            objc_release(exception)
        }
        #expect(sendInt(cls, "number") == 0)
        let exception = mr_exception_take()
        #expect(text(mr_exception_reason(exception)) == "not today")
        objc_release(exception)
        for _ in ["cold", "cached"] { #expect(sendInt(cls, "number") == 5) }
        #expect(log.all == [name(cls)])
        #expect(mr_exception_pending() == nil)
    }

    @Test("Of racing threads one sends it, and the others wait until it is done")
    func races() {
        for _ in 0..<20 {
            let log = Log(), cls = makeClass(), running = Meeting()
            add(metaclass(cls), "number", "q16@0:8") { call in
                log.add("number")
                call.answer(5)
            }
            logInitialize(cls, log) {
                running.arriveAndWait(for: 4)  // all others are about to send
                for _ in 0..<50 { sched_yield() }
                log.add("done")
            }
            let first = Atomic<Bool>(true)
            onUncheckedThreads(4) { _ in
                // The first to come initializes, and arrives there; the others arrive here.
                if !first.exchange(false, ordering: .acquiringAndReleasing) { running.arrive() }
                _ = sendInt(cls, "number")
            }
            #expect(log.all.prefix(2) == [name(cls), "done"])
            #expect(log.all.count == 6)
        }
    }

    @Test("Two threads in classes that need each other both come through")
    func deadlock() {
        for _ in 0..<20 {
            let log = Log(), left = makeClass("Left"), right = makeClass("Right"), meeting = Meeting()
            for cls in [left, right] { add(metaclass(cls), "number", answering: 3) }
            logInitialize(left, log) {
                meeting.arriveAndWait()
                log.add("\(sendInt(right, "number"))")
            }
            logInitialize(right, log) {
                meeting.arriveAndWait()
                log.add("\(sendInt(left, "number"))")
            }
            onUncheckedThreads(2) { _ = sendInt($0 == 0 ? left : right, "number") }
            #expect(log.all.filter { $0 == "3" }.count == 2)
            #expect(Set(log.all) == [name(left), name(right), "3"])
            #expect(log.all.count == 4)
        }
    }
}
