// WeakReferenceTests.swift - zeroing weak references.
import CMiniRuntime
import Glibc
import TestSupport
import Testing

@Suite("Weak references")
struct WeakReferenceTests {
    @Test("A weak reference does not own, and reads nil once the object is gone")
    func zeroed() {
        let cls = makeClass(), weak = Location(), object = new(cls)
        #expect(objc_initWeak(weak.pointer, object) == object)
        #expect(mr_retain_count(object) == 1)
        let loaded = objc_loadWeakRetained(weak.pointer)
        #expect(loaded == object)
        #expect(mr_retain_count(object) == 2)
        objc_release(loaded)
        objc_release(object)
        #expect(objc_loadWeakRetained(weak.pointer) == nil)
        #expect(weak.pointer.pointee == nil)
        objc_destroyWeak(weak.pointer)
    }

    @Test("loadWeak keeps the object until the pool ends")
    func autoreleased() {
        let weak = Location(), cls = makeClass(), object = new(cls)
        objc_initWeak(weak.pointer, object)
        pooled {
            #expect(objc_loadWeak(weak.pointer) == object)
            objc_release(object)
            #expect(mr_instance_count(cls) == 1)
        }
        #expect(mr_instance_count(cls) == 0)
    }

    @Test("Storing replaces the object referred to; nil is stored like any other")
    func stored() {
        let weak = Location(), first = new(makeClass()), second = new(makeClass())
        objc_initWeak(weak.pointer, first)
        #expect(objc_storeWeak(weak.pointer, second) == second)
        objc_release(first)
        #expect(pooled { objc_loadWeak(weak.pointer) } == second)
        #expect(objc_storeWeak(weak.pointer, nil) == nil)
        #expect(objc_loadWeak(weak.pointer) == nil)
        objc_storeWeak(weak.pointer, second)
        objc_release(second)
        #expect(objc_loadWeak(weak.pointer) == nil)
    }

    @Test("A copy is a reference of its own")
    func copied() {
        let from = Location(), to = Location(), object = new(makeClass())
        objc_initWeak(from.pointer, object)
        objc_copyWeak(to.pointer, from.pointer)
        objc_destroyWeak(from.pointer)
        #expect(pooled { objc_loadWeak(to.pointer) } == object)
        #expect(mr_retain_count(object) == 1)
        objc_release(object)
        #expect(objc_loadWeak(to.pointer) == nil)
    }

    @Test("Moving empties the place it came from")
    func moved() {
        let from = Location(), to = Location(), object = new(makeClass())
        objc_initWeak(from.pointer, object)
        objc_moveWeak(to.pointer, from.pointer)
        #expect(from.pointer.pointee == nil)
        #expect(pooled { objc_loadWeak(to.pointer) } == object)
        objc_release(object)
        #expect(objc_loadWeak(to.pointer) == nil)
    }

    @Test("A destroyed reference is forgotten: its memory is not written when the object dies")
    func destroyed() {
        let weak = Location(), object = new(makeClass())
        objc_initWeak(weak.pointer, object)
        objc_destroyWeak(weak.pointer)
        weak.pointer.pointee = nsObject
        objc_release(object)
        #expect(weak.pointer.pointee == nsObject)
    }

    @Test("A thousand references to one object all read nil")
    func many() {
        let locations = (0..<1000).map { _ in Location() }, object = new(makeClass())
        for location in locations { objc_initWeak(location.pointer, object) }
        for location in locations.prefix(400) { objc_destroyWeak(location.pointer) }
        #expect(locations.dropFirst(400).allSatisfy { $0.pointer.pointee == object })
        objc_release(object)
        #expect(locations.allSatisfy { $0.pointer.pointee == nil })
    }

    @Test("While the object deallocates, loading answers nil and storing stores nil")
    func dying() {
        let log = Log(), before = Location(), during = Location(), cls = makeClass()
        add(cls, "dealloc", "v16@0:8") { call in
            log.add("loads \(objc_loadWeakRetained(before.pointer) == nil)")
            log.add("stores \(objc_initWeakOrNil(during.pointer, call.object) == nil)")
            sendSuper(call.object, cls, "dealloc")
        }
        let object = new(cls)
        objc_initWeak(before.pointer, object)
        objc_release(object)
        #expect(log.all == ["loads true", "stores true"])
        #expect(during.pointer.pointee == nil)
    }

    @Test("A class that does not allow weak references gets none")
    func refused() {
        let weak = Location()
        let cls = makeClass { add($0, "allowsWeakReference", "B16@0:8") { $0.answer(false) } }
        let object = new(cls)
        #expect(objc_initWeakOrNil(weak.pointer, object) == nil)
        #expect(objc_storeWeakOrNil(weak.pointer, object) == nil)
        #expect(objc_loadWeak(weak.pointer) == nil)
        objc_release(object)
    }

    @Test("A weak variable of compiled code cannot be refused: the process ends with Apple's sentence")
    func refusedForCompiledCode() async {
        let result = await #expect(processExitsWith: .signal(SIGABRT), observing: [\.standardErrorContent]) {
            let weak = Location(),
                cls = makeClass("Shy") { add($0, "allowsWeakReference", "B16@0:8") { $0.answer(false) } }
            objc_storeWeak(weak.pointer, new(cls))
        }
        let text = standardError(of: result)
        #expect(text.contains("Cannot form weak reference to instance (0x") && text.contains(") of class Shy"))
    }

    @Test("Classes, which never die, may be referred to weakly")
    func immortal() {
        let weak = Location(), cls = makeClass()
        #expect(objc_initWeak(weak.pointer, cls) == cls)
        #expect(objc_loadWeakRetained(weak.pointer) == cls)
        #expect(objc_storeWeak(weak.pointer, nil) == nil)
        objc_destroyWeak(weak.pointer)
    }

    @Test("Threads that load while the last owner lets go get the object, alive, or nil")
    func loadRaces() {
        let log = Log(), cls = makeClass { logDealloc($0, log, "dead") }
        add(cls, "answer", answering: 42)
        let wrong = Counter()
        for _ in 0..<100 {
            let weak = Location(), object = new(cls)
            objc_initWeak(weak.pointer, object)
            onUncheckedThreads(4) { index in
                if index == 0 { return objc_release(object) }
                for _ in 0..<20 {
                    guard let loaded = objc_loadWeakRetained(weak.pointer) else { return }
                    if sendInt(loaded, "answer") != 42 { wrong.add() }
                    objc_release(loaded)
                }
            }
            #expect(weak.pointer.pointee == nil)
        }
        #expect(wrong.value == 0)
        #expect(log.all.count == 100)
    }

    @Test("Threads may store into locations of one object at once")
    func storeRaces() {
        let cls = makeClass(), first = new(cls), second = new(cls)
        let locations = (0..<8).map { _ in Location() }
        onUncheckedThreads(8) { index in
            for round in 0..<200 { objc_storeWeak(locations[index].pointer, round % 2 == 0 ? first : second) }
        }
        #expect(locations.allSatisfy { $0.pointer.pointee == second })
        objc_release(second)
        #expect(locations.allSatisfy { $0.pointer.pointee == nil })
        objc_release(first)
    }
}
