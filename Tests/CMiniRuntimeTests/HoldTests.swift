// HoldTests.swift - holds, which keep the memory of an object but do not keep the object alive.
import CMiniRuntime
import Glibc
import TestSupport
import Testing

/// The object, +1, if it is alive.
private func load(_ object: id?) -> id? { mr_retain_if_alive(object) ? mr_retain_settle(object) : nil }

/// The number of holds on an object.
private func holdCount(_ object: id) -> UInt64 {
    var facts = mr_header_facts()
    #expect(mr_header_read(object, &facts))
    return facts.count_word >> 8 & 0xff_ffff
}

@Suite("Holds")
struct HoldTests {
    @Test("A hold does not own, is counted in the header, and refuses to retain once its object begins to die")
    func dying() {
        let log = Log(), cls = makeClass(), object = new(cls)
        mr_hold(object)
        add(cls, "dealloc", "v16@0:8") { call in
            mr_hold(call.object)
            log.add("dying \(load(call.object) == nil)")
            mr_unhold(call.object)
            sendSuper(call.object, cls, "dealloc")
        }
        mr_hold(object)
        #expect(holdCount(object) == 2)
        mr_unhold(object)
        #expect(holdCount(object) == 1)
        #expect(load(object) == object)
        #expect(mr_retain_count(object) == 2)
        objc_release(object)
        objc_release(object)
        #expect(log.all == ["dying true"])
        #expect(load(object) == nil)
        mr_unhold(object)
    }

    @Test("A hold that is made while its object dies keeps the memory until it ends")
    func late() {
        let log = Log(), cls = makeClass()
        add(cls, "dealloc", "v16@0:8") { call in
            let object = call.object
            mr_hold(object)
            log.add("\(load(object) == nil)")
            sendSuper(object, cls, "dealloc")
            log.add("\(load(object) == nil)")
            mr_unhold(object)
        }
        objc_release(new(cls))
        #expect(log.all == ["true", "true"])
    }

    @Test("nil, tagged pointers and classes are always alive, and holds on them do nothing")
    func immortal() {
        for object in [nil, mr_tag_make(3, 5), makeClass()] as [id?] {
            mr_hold(object)
            #expect(mr_retain_if_alive(object))
            #expect(load(object) == object)
            mr_unhold(object)
        }
    }

    @Test("An object that is destructed by hand lives on, and can be retained")
    func destructed() {
        let object = new(makeClass())
        mr_hold(object)
        objc_destructInstance(object)
        #expect(load(object) == object)
        objc_release(object)
        objc_release(object)
        #expect(load(object) == nil)
        mr_unhold(object)
    }

    @Test("Memory of somebody else's, and classes, cannot be held; objects of our own, tagged pointers and nil can")
    func possible() {
        let cls = makeClass(), object = new(cls)
        #expect(mr_can_be_held(object))
        #expect(mr_can_be_held(nil))
        #expect(mr_can_be_held(mr_tag_make(3, 5)))
        #expect(!mr_can_be_held(cls))
        objc_release(object)
        let memory = calloc(1, mr_header_size() + class_getInstanceSize(cls))!
        let placed = objc_constructInstance(cls, memory + mr_header_size())
        #expect(!mr_can_be_held(placed))
        objc_release(placed)
        free(memory)
    }

    @Test("An object that would overflow its count of owners ends the process")
    func tooManyOwners() async {
        let result = await #expect(processExitsWith: .signal(SIGABRT), observing: [\.standardErrorContent]) {
            let cls = objc_allocateClassPair(nsObject, "Popular", 0)!
            objc_registerClassPair(cls)
            let object = new(cls)
            var facts = mr_header_facts()
            #expect(mr_header_read(object, &facts))
            let word = UnsafeMutableRawPointer(mutating: facts.address!)
            word.storeBytes(of: UInt64(0x7fff_ffff) << 32, as: UInt64.self)
            objc_retain(object)
            #expect(mr_retain_count(object) == 0x8000_0000)
            objc_retain(object)
        }
        #expect(standardError(of: result).contains(" of class Popular was retained too often"))
    }

    @Test("Threads that load and end holds while the last owner lets go get the object, alive, or nil")
    func races() {
        let log = Log(), wrong = Counter(), cls = makeClass { logDealloc($0, log, "dead") }
        add(cls, "answer", answering: 42)
        for _ in 0..<100 {
            let object = new(cls)
            for _ in 0..<4 { mr_hold(object) }
            onUncheckedThreads(4) { index in
                if index == 0 { objc_release(object) }
                for _ in 0..<20 {
                    guard let loaded = load(object) else { break }
                    if sendInt(loaded, "answer") != 42 { wrong.add() }
                    objc_release(loaded)
                }
                mr_unhold(object)
            }
        }
        #expect(wrong.value == 0)
        #expect(log.all.count == 100)
    }
}
