// WeakHandleTests.swift - weak references that all who make one to an object share.
import CMiniRuntime
import Glibc
import Testing

@Suite("Weak handles")
struct WeakHandleTests {
    @Test("A handle does not own, is shared, and reads nil from the moment its object begins to die")
    func zeroed() {
        let log = Log(), cls = makeClass(), object = new(cls), handle = mr_weak_handle_create(object)
        add(cls, "dealloc", "v16@0:8") { call in
            let late = mr_weak_handle_create(call.object)
            log.add("dying \(mr_weak_handle_load(handle) == nil) \(mr_weak_handle_load(late) == nil)")
            mr_weak_handle_release(late)
            sendSuper(call.object, cls, "dealloc")
        }
        #expect(mr_weak_handle_create(object) == handle)
        mr_weak_handle_release(handle)
        #expect(mr_weak_handle_load(handle) == object && mr_retain_count(object) == 2)
        objc_release(object)
        objc_release(object)
        #expect(log.all == ["dying true true"])
        #expect(mr_weak_handle_load(handle) == nil)
        mr_weak_handle_release(handle)
    }

    @Test("A handle that is made while its object dies reads nil")
    func late() {
        let log = Log(), cls = makeClass()
        add(cls, "dealloc", "v16@0:8") { call in
            let handle = mr_weak_handle_create(call.object)
            log.add("\(mr_weak_handle_load(handle) == nil)")
            sendSuper(call.object, cls, "dealloc")
            log.add("\(mr_weak_handle_load(handle) == nil)")
            mr_weak_handle_release(handle)
        }
        objc_release(new(cls))
        #expect(log.all == ["true", "true"])
    }

    @Test("Memory of somebody else's is theirs as soon as the object in it is gone")
    func placed() {
        let cls = makeClass(), size = mr_header_size() + class_getInstanceSize(cls)
        let memory = calloc(1, size)!
        let object = objc_constructInstance(cls, memory + mr_header_size()), handle = mr_weak_handle_create(object)
        #expect(mr_weak_handle_load(handle) == object)
        objc_release(object)
        objc_release(object)
        memset(memory, 0xff, size)
        #expect(mr_weak_handle_load(handle) == nil)
        free(memory)
        #expect(mr_weak_handle_load(handle) == nil)
        mr_weak_handle_release(handle)
    }

    @Test("nil, tagged pointers and classes are referred to as they are")
    func immortal() {
        for object in [nil, mr_tag_make(3, 5), makeClass()] as [id?] {
            let handle = mr_weak_handle_create(object)
            #expect(mr_weak_handle_load(handle) == object)
            mr_weak_handle_release(handle)
        }
    }

    @Test("A class that is disposed of reads nil")
    func classes() {
        let cls = makeClass(), handle = mr_weak_handle_create(cls)
        #expect(mr_weak_handle_load(handle) == cls)
        #expect(takeText(mr_class_dispose(cls)) == nil)
        #expect(mr_weak_handle_load(handle) == nil)
        mr_weak_handle_release(handle)
    }

    @Test("An object that is destructed by hand lives on, and can be referred to")
    func destructed() {
        let object = new(makeClass()), handle = mr_weak_handle_create(object)
        objc_destructInstance(object)
        #expect(mr_weak_handle_load(handle) == object)
        objc_release(object)
        objc_release(object)
        #expect(mr_weak_handle_load(handle) == nil)
        mr_weak_handle_release(handle)
    }

    @Test("Threads that load and end handles while the last owner lets go get the object, alive, or nil")
    func races() {
        let log = Log(), wrong = Counter(), cls = makeClass { logDealloc($0, log, "dead") }
        add(cls, "answer", answering: 42)
        for _ in 0..<100 {
            let object = new(cls)
            let handles = (0..<4).map { _ in UInt(bitPattern: mr_weak_handle_create(object)) }
            onThreads(4) { index in
                let handle = OpaquePointer(bitPattern: handles[index])
                if index == 0 { objc_release(object) }
                for _ in 0..<20 {
                    guard let loaded = mr_weak_handle_load(handle) else { break }
                    if sendInt(loaded, "answer") != 42 { wrong.add() }
                    objc_release(loaded)
                }
                mr_weak_handle_release(handle)
            }
        }
        #expect(wrong.value == 0)
        #expect(log.all.count == 100)
    }
}
