// DeallocTests.swift - how objects die: in which order, and what may not happen meanwhile.
import CMiniRuntime
import Glibc
import TestSupport
import Testing

@Suite("Dealloc")
struct DeallocTests {
    @Test("Weak references first, then the dealloc chain, then ivars, then associated objects")
    func order() {
        let log = Log(), weak = Location()
        let base = makeClass("Base") { cls in
            addIvar(cls, "held", "@")
            class_setIvarLayout(cls, [0x01, 0])
            logDealloc(cls, log, "Base")
        }
        let subclass = makeClass("Sub", base)
        add(subclass, "dealloc", "v16@0:8") { call in
            log.add(weak.pointer.pointee == nil ? "weak is nil" : "weak is alive")
            log.add("Sub")
            sendSuper(call.object, subclass, "dealloc")
            log.add("after Sub")
        }
        let object = new(subclass)
        objc_initWeak(weak.pointer, object)
        let held = trackedObject(log, "ivar"), hung = trackedObject(log, "association")
        object_setIvar(object, class_getInstanceVariable(base, "held"), held)
        objc_setAssociatedObject(object, UnsafeRawPointer(sel("key")), hung, OBJC_ASSOCIATION_RETAIN)
        objc_release(held)
        objc_release(hung)
        #expect(log.all.isEmpty)
        objc_release(object)
        #expect(log.all == ["weak is nil", "Sub", "Base", "ivar", "association", "after Sub"])
        #expect(mr_instance_count(subclass) == 0)
    }

    @Test("The ivars of the class go before those of its superclass")
    func ivarOrder() {
        let log = Log()
        let base = makeClass("Base") { cls in
            addIvar(cls, "first", "@")
            class_setIvarLayout(cls, [0x01, 0])
        }
        let subclass = makeClass("Sub", base) { cls in
            addIvar(cls, "second", "@")
            addIvar(cls, "third", "@")
            class_setIvarLayout(cls, [0x02, 0])
        }
        let object = new(subclass)
        for name in ["first", "second", "third"] {
            let value = trackedObject(log, name)
            object_setIvar(object, class_getInstanceVariable(subclass, name), value)
            objc_release(value)
        }
        objc_release(object)
        #expect(log.all == ["second", "third", "first"])
    }

    @Test("A dealloc may retain and release its own object")
    func retainedAndReleased() {
        let log = Log(), cls = makeClass()
        add(cls, "dealloc", "v16@0:8") { call in
            objc_retain(call.object)
            objc_retain(call.object)
            objc_release(call.object)
            objc_release(call.object)
            log.add("dealloc")
            sendSuper(call.object, cls, "dealloc")
        }
        objc_release(new(cls))
        #expect(log.all == ["dealloc"])
        #expect(mr_instance_count(cls) == 0)
    }

    @Test("What a dealloc associates is released as well")
    func associatedByDealloc() {
        let log = Log(), cls = makeClass()
        add(cls, "dealloc", "v16@0:8") { call in
            let value = trackedObject(log, "late")
            objc_setAssociatedObject(call.object, UnsafeRawPointer(sel("late")), value, OBJC_ASSOCIATION_RETAIN)
            objc_release(value)
            sendSuper(call.object, cls, "dealloc")
        }
        objc_release(new(cls))
        #expect(log.all == ["late"])
    }

    @Test("An object that is disposed of without a release is gone all the same")
    func disposed() {
        let log = Log(), weak = Location(), cls = makeClass()
        let object = new(cls), value = trackedObject(log, "association")
        objc_initWeak(weak.pointer, object)
        objc_setAssociatedObject(object, UnsafeRawPointer(sel("key")), value, OBJC_ASSOCIATION_RETAIN)
        objc_release(value)
        #expect(object_dispose(object) == nil)
        #expect(log.all == ["association"])
        #expect(weak.pointer.pointee == nil)
        #expect(mr_instance_count(cls) == 0)
        #expect(object_dispose(nil) == nil)
        #expect(object_dispose(cls) == nil)
        #expect(objc_getClass(name(cls)) == cls, "classes are not disposed of this way")
    }

    @Test("destructInstance empties an object and leaves its memory")
    func destructed() {
        let log = Log(), cls = makeClass()
        let object = new(cls), value = trackedObject(log, "association")
        objc_setAssociatedObject(object, UnsafeRawPointer(sel("key")), value, OBJC_ASSOCIATION_RETAIN)
        objc_release(value)
        #expect(objc_destructInstance(object) == UnsafeMutableRawPointer(object))
        #expect(log.all == ["association"])
        #expect(mr_instance_count(cls) == 1)
        objc_release(object)
        #expect(mr_instance_count(cls) == 0)
        #expect(objc_destructInstance(nil) == nil)
    }

    @Test("Of many threads that release an object one deallocates it")
    func lastReleaseRaces() {
        let log = Log()
        for round in 0..<50 {
            let object = trackedObject(log, "\(round)")
            for _ in 0..<7 { objc_retain(object) }
            onUncheckedThreads(8) { _ in objc_release(object) }
        }
        #expect(log.all == (0..<50).map(String.init))
    }

    @Test("Retaining an object for good while it is deallocated ends the process")
    func resurrected() async {
        let result = await #expect(processExitsWith: .signal(SIGABRT), observing: [\.standardErrorContent]) {
            let cls = objc_allocateClassPair(nsObject, "Lazarus", 0)!
            objc_registerClassPair(cls)
            add(cls, "dealloc", "v16@0:8") { call in
                objc_retain(call.object)
                sendSuper(call.object, cls, "dealloc")
            }
            objc_release(new(cls))
        }
        let text = standardError(of: result)
        #expect(
            text.contains(" of class Lazarus was retained while it was deallocated: 1 owners would be left with freed"))
    }

    @Test("Releasing an object once too often while it is deallocated ends the process, without a switch")
    func overReleasedByDealloc() async {
        let result = await #expect(processExitsWith: .signal(SIGABRT), observing: [\.standardErrorContent]) {
            let cls = objc_allocateClassPair(nsObject, "Generous", 0)!
            objc_registerClassPair(cls)
            add(cls, "dealloc", "v16@0:8") { call in
                objc_release(call.object)
                sendSuper(call.object, cls, "dealloc")
            }
            objc_release(new(cls))
        }
        #expect(standardError(of: result).contains(" of class Generous was released more often than it was retained"))
    }
}

@Suite("Zombies")
struct ZombieTests {
    @Test("With zombies on, a message to a dead object ends the process with the class it had")
    func message() async {
        let result = await #expect(processExitsWith: .signal(SIGABRT), observing: [\.standardErrorContent]) {
            turnOn("MINIRUNTIME_ZOMBIES")
            let cls = objc_allocateClassPair(nsObject, "Departed", 0)!
            add(cls, "age", answering: 3)
            objc_registerClassPair(cls)
            let object = new(cls)
            _ = sendInt(object, "age")
            objc_release(object)
            _ = sendInt(object, "age")
        }
        #expect(standardError(of: result).contains("*** -[Departed age]: message sent to deallocated instance 0x"))
    }

    @Test("With zombies on, one release too many ends the process")
    func overRelease() async {
        let result = await #expect(processExitsWith: .signal(SIGABRT), observing: [\.standardErrorContent]) {
            turnOn("MINIRUNTIME_ZOMBIES")
            let cls = objc_allocateClassPair(nsObject, "Departed", 0)!
            objc_registerClassPair(cls)
            let object = new(cls)
            objc_release(object)
            objc_release(object)
        }
        #expect(standardError(of: result).contains("*** -[Departed release]: message sent to deallocated instance 0x"))
    }

    @Test("With zombies on, retaining a dead object ends the process")
    func retain() async {
        let result = await #expect(processExitsWith: .signal(SIGABRT), observing: [\.standardErrorContent]) {
            turnOn("MINIRUNTIME_ZOMBIES")
            let object = new(nsObject)
            objc_release(object)
            objc_retain(object)
        }
        #expect(standardError(of: result).contains("*** -[NSObject retain]: message sent to deallocated instance 0x"))
    }

    @Test("With zombies on, everything else goes on as usual")
    func life() async {
        await #expect(processExitsWith: .success) {
            turnOn("MINIRUNTIME_ZOMBIES")
            let log = Log(), weak = Location(), object = trackedObject(log, "dead")
            let value = trackedObject(log, "association")
            objc_setAssociatedObject(object, UnsafeRawPointer(sel("key")), value, OBJC_ASSOCIATION_RETAIN)
            objc_release(value)
            objc_initWeak(weak.pointer, object)
            objc_release(object)
            #expect(objc_loadWeak(weak.pointer) == nil)
            #expect(log.all == ["dead", "association"])
        }
    }
}
