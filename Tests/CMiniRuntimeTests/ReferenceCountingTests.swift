// ReferenceCountingTests.swift - retain, release, autorelease pools.
import CMiniRuntime
import Glibc
import TestSupport
import Testing

@Suite("Reference counting")
struct ReferenceCountingTests {
    @Test("An object is born with one owner, and dies with the last")
    func owners() {
        let cls = makeClass()
        let object = new(cls)
        #expect(mr_retain_count(object) == 1)
        #expect(objc_retain(object) == object)
        #expect(mr_retain_count(object) == 2)
        objc_release(object)
        #expect(mr_retain_count(object) == 1)
        #expect(mr_instance_count(cls) == 1)
        objc_release(object)
        #expect(mr_instance_count(cls) == 0)
    }

    @Test("nil is retained, released and autoreleased without effect")
    func nilObject() {
        #expect(objc_retain(nil) == nil)
        objc_release(nil)
        #expect(objc_autorelease(nil) == nil)
        #expect(objc_retainAutorelease(nil) == nil)
        #expect(mr_retain_count(nil) == 0)
    }

    @Test("Classes are never counted")
    func classes() {
        let cls = makeClass()
        for _ in 0..<3 { objc_release(cls) }
        #expect(objc_retain(cls) == cls)
        #expect(objc_autorelease(cls) == cls)
        #expect(UInt(bitPattern: mr_retain_count(cls)) == UInt.max)
        #expect(name(cls).hasPrefix("Thing"))
    }

    @Test("storeStrong retains the new value, releases the old one, and bears storing the same twice")
    func storeStrong() {
        let log = Log(), location = Location()
        let first = trackedObject(log, "first"), second = trackedObject(log, "second")
        objc_storeStrong(location.pointer, first)
        objc_release(first)
        objc_storeStrong(location.pointer, first)
        #expect(mr_retain_count(first) == 1)
        objc_storeStrong(location.pointer, second)
        #expect(log.all == ["first"])
        objc_storeStrong(location.pointer, nil)
        #expect(log.all == ["first"])
        objc_release(second)
        #expect(log.all == ["first", "second"])
    }

    @Test("Owners on many threads are all counted")
    func threads() {
        let cls = makeClass()
        let object = new(cls)
        onUncheckedThreads(8) { _ in
            for _ in 0..<2000 { objc_retain(object) }
            for _ in 0..<2000 { objc_release(object) }
        }
        #expect(mr_retain_count(object) == 1)
        objc_release(object)
        #expect(mr_instance_count(cls) == 0)
    }

    @Test("A class that overrides retain and release is sent the messages, and so is a subclass")
    func customCounting() {
        let retains = Counter(), releases = Counter()
        let base = makeClass { cls in
            add(cls, "retain", "@16@0:8") { call in
                retains.add()
                call.answer(call.object)
            }
            add(cls, "release", "v16@0:8") { _ in releases.add() }
        }
        let subclass = makeClass("Sub", base)
        for cls in [base, subclass] {
            let object = new(cls)
            for _ in ["cold", "cached"] {
                objc_retain(object)
                objc_release(object)
            }
            #expect(mr_retain_count(object) == 1, "the counting of NSObject was never reached")
            object_dispose(object)
        }
        #expect(retains.value == 4)
        #expect(releases.value == 4)
    }

    @Test("retain overridden after the first retain is honoured, in subclasses too")
    func overriddenLate() {
        let base = makeClass(), subclass = makeClass("Sub", base), retains = Counter()
        let object = new(subclass)
        objc_retain(object)
        add(base, "retain", "@16@0:8") { call in
            retains.add()
            call.answer(call.object)
        }
        objc_retain(object)
        #expect(retains.value == 1)
        #expect(mr_retain_count(object) == 2)
        objc_release(object)
        objc_release(object)
        #expect(mr_instance_count(subclass) == 0)
    }

    @Test("A class moved below one that overrides retain sends it from then on")
    func superclassChanged() {
        let retains = Counter()
        let counting = makeClass("Counting") { cls in
            add(cls, "retain", "@16@0:8") { call in
                retains.add()
                call.answer(call.object)
            }
        }
        let cls = makeClass(), subclass = makeClass("Sub", cls)
        let object = new(subclass)
        objc_retain(object)
        class_setSuperclass(cls, counting)
        objc_retain(object)
        #expect(retains.value == 1)
        object_dispose(object)
    }

    @Test("An object made in the caller's memory dies like others, and its memory stays")
    func placed() {
        let log = Log()
        let cls = makeClass { logDealloc($0, log, "placed") }
        let memory = UnsafeMutableRawPointer.allocate(byteCount: 256, alignment: 16)
        defer { memory.deallocate() }
        memory.initializeMemory(as: UInt8.self, repeating: 0, count: 256)
        let object = objc_constructInstance(cls, memory + mr_header_size())!
        #expect(object_getClass(object) == cls)
        #expect(mr_retain_count(object) == 1)
        objc_retain(object)
        objc_release(object)
        objc_release(object)
        #expect(log.all == ["placed"])
        #expect(mr_instance_count(cls) == 0)
        #expect(objc_constructInstance(cls, nil) == nil)
        #expect(objc_constructInstance(nil, memory + mr_header_size()) == nil)
    }
}

@Suite("Autorelease pools")
struct AutoreleaseTests {
    @Test("What is autoreleased lives until its pool ends")
    func pool() {
        let log = Log()
        let pool = objc_autoreleasePoolPush()
        let object = trackedObject(log, "object")
        #expect(objc_autorelease(object) == object)
        #expect(mr_retain_count(object) == 1)
        #expect(log.all.isEmpty)
        objc_autoreleasePoolPop(pool)
        #expect(log.all == ["object"])
    }

    @Test("Pools nest, and an inner one takes only its own")
    func nested() {
        let log = Log()
        let outer = objc_autoreleasePoolPush()
        objc_autorelease(trackedObject(log, "outer"))
        let inner = objc_autoreleasePoolPush()
        objc_autorelease(trackedObject(log, "inner"))
        objc_autoreleasePoolPop(inner)
        #expect(log.all == ["inner"])
        objc_autoreleasePoolPop(outer)
        #expect(log.all == ["inner", "outer"])
    }

    @Test("Ending an outer pool ends the inner ones, last come first")
    func outerFirst() {
        let log = Log()
        let outer = objc_autoreleasePoolPush()
        objc_autorelease(trackedObject(log, "1"))
        _ = objc_autoreleasePoolPush()
        objc_autorelease(trackedObject(log, "2"))
        objc_autorelease(trackedObject(log, "3"))
        objc_autoreleasePoolPop(outer)
        #expect(log.all == ["3", "2", "1"])
    }

    @Test("An object autoreleased twice is released twice, and a full pool grows")
    func many() {
        let cls = makeClass()
        let object = new(cls)
        let pool = objc_autoreleasePoolPush()
        for _ in 0..<1000 { objc_retainAutorelease(object) }
        #expect(mr_retain_count(object) == 1001)
        objc_autoreleasePoolPop(pool)
        #expect(mr_retain_count(object) == 1)
        objc_release(object)
    }

    @Test("What a dealloc autoreleases while the pool ends is released too")
    func autoreleasedByDealloc() {
        let log = Log(), cls = makeClass()
        add(cls, "dealloc", "v16@0:8") { call in
            objc_autorelease(trackedObject(log, "late"))
            sendSuper(call.object, cls, "dealloc")
        }
        let pool = objc_autoreleasePoolPush()
        objc_autorelease(new(cls))
        objc_autoreleasePoolPop(pool)
        #expect(log.all == ["late"])
    }

    @Test("A thread that ends releases what it autoreleased outside every pool")
    func threadExit() {
        let log = Log()
        onUncheckedThreads(1) { _ in
            objc_autorelease(trackedObject(log, "left behind"))
            #expect(log.all.isEmpty)
        }
        #expect(log.all == ["left behind"])
    }

    @Test("A thread that ends releases what the deallocs of its last objects autorelease")
    func threadExitTwice() {
        let log = Log(), cls = makeClass()
        add(cls, "dealloc", "v16@0:8") { call in
            objc_autorelease(trackedObject(log, "late"))
            sendSuper(call.object, cls, "dealloc")
        }
        onUncheckedThreads(1) { _ in objc_autorelease(new(cls)) }
        #expect(log.all == ["late"])
    }

    @Test("The return-value functions balance as their names say")
    func returnValues() {
        let cls = makeClass(), object = new(cls)
        pooled {
            #expect(objc_autoreleaseReturnValue(objc_retain(object)) == object)
            #expect(objc_retainAutoreleasedReturnValue(object) == object)
            #expect(mr_retain_count(object) == 3)
            #expect(objc_retainAutoreleaseReturnValue(object) == object)
            #expect(mr_retain_count(object) == 4)
        }
        #expect(mr_retain_count(object) == 2)
        objc_release(object)
        objc_release(object)
        #expect(mr_instance_count(cls) == 0)
    }

    @Test("An overridden autorelease is sent")
    func overridden() {
        let seen = Counter()
        let cls = makeClass { cls in
            add(cls, "autorelease", "@16@0:8") { call in
                seen.add()
                call.answer(call.object)
            }
        }
        let object = new(cls)
        pooled { _ = objc_autorelease(object) }
        #expect(seen.value == 1)
        #expect(mr_retain_count(object) == 1)
        objc_release(object)
    }

    @Test("Ending a pool that is none of this thread's ends the process")
    func foreignPool() async {
        let result = await #expect(processExitsWith: .signal(SIGABRT), observing: [\.standardErrorContent]) {
            objc_autoreleasePoolPop(UnsafeMutableRawPointer(bitPattern: 4711))
        }
        #expect(standardError(of: result).contains("objc_autoreleasePoolPop: 0x1267 is no pool of this thread"))
    }
}
