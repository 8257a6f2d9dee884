// CacheTests.swift - the method cache: what it remembers, what it forgets in time, and that it does not grow.
import CMiniRuntime
import Glibc
import TestSupport
import Testing

@Suite("Method caches")
struct CacheTests {
    private func cached(_ cls: Class) -> Set<String> {
        Set(list { mr_cache_copy_methods(cls, $0) }.map { text(sel_getName(method_getName($0)))! })
    }

    @Test("A message sent is cached, one never sent is not")
    func filled() {
        let cls = makeClass(), object = new(cls)
        for name in ["used", "unused"] { add(cls, name, answering: 1) }
        #expect(cached(cls).isEmpty)
        #expect(mr_cache_capacity(cls) == 0)
        for _ in ["cold", "cached"] { _ = sendInt(object, "used") }
        #expect(cached(cls) == ["used"])
        objc_release(object)
    }

    @Test("A method added after a miss is found")
    func addedAfterMiss() {
        let base = makeClass("Base"), cls = makeClass("Sub", base), object = new(cls)
        for _ in ["cold", "again"] {
            #expect(sendInt(object, "late") == 0)
            objc_release(mr_exception_take())
        }
        #expect(!class_respondsToSelector(cls, sel("late")))
        add(base, "late", answering: 8)
        for _ in ["cold", "cached"] { #expect(sendInt(object, "late") == 8) }
        #expect(class_respondsToSelector(cls, sel("late")))
        objc_release(object)
    }

    @Test("A subclass sees what is added, replaced and overridden above it at once")
    func superclassChanges() {
        let base = makeClass("Base"), middle = makeClass("Middle", base), cls = makeClass("Sub", middle),
            object = new(cls)
        add(base, "number", answering: 1)
        for _ in ["cold", "cached"] { #expect(sendInt(object, "number") == 1) }
        class_replaceMethod(base, sel("number"), closure("q16@0:8") { $0.answer(2) }, "q16@0:8")
        for _ in ["cold", "cached"] { #expect(sendInt(object, "number") == 2) }
        add(middle, "number", answering: 3)
        for _ in ["cold", "cached"] { #expect(sendInt(object, "number") == 3) }
        add(metaclass(base), "number", answering: 4)
        for _ in ["cold", "cached"] { #expect(sendInt(cls, "number") == 4) }
        add(metaclass(middle), "number", answering: 5)
        for _ in ["cold", "cached"] { #expect(sendInt(cls, "number") == 5) }
        objc_release(object)
    }

    @Test("A cache of many methods grows, and finds each of them", arguments: [5, 50, 500])
    func grows(count: Int) {
        let cls = makeClass(), object = new(cls), stem = uniqueName("m")
        for index in 0..<count { add(cls, "\(stem)\(index)", answering: index) }
        for _ in ["cold", "cached"] {
            for index in 0..<count { #expect(sendInt(object, "\(stem)\(index)") == index) }
        }
        #expect(mr_cache_capacity(cls) >= count)
        #expect(takeText(mr_check_invariants(cls)) == nil)
        objc_release(object)
    }

    @Test("Ten thousand flushes leave no more memory behind than one cache is large")
    func bounded() {
        let cls = makeClass(), object = new(cls)
        let names = (0..<40).map { "number\($0)" }
        for (index, name) in names.enumerated() { add(cls, name, answering: index) }
        for name in names { _ = sendInt(object, name) }
        let capacity = mr_cache_capacity(cls), retired = mr_cache_retired_bytes(cls)
        let method = class_getInstanceMethod(cls, sel("number7")), function = method_getImplementation(method)
        for round in 0..<10_000 {
            method_setImplementation(method, function)
            _ = sendInt(object, names[round % 40])
            _ = sendInt(object, names[(round + 1) % 40])
        }
        #expect(mr_cache_capacity(cls) == capacity)
        #expect(mr_cache_retired_bytes(cls) == retired)
        #expect(retired <= (capacity + 64) * 8 + 256)
        objc_release(object)
    }

    @Test("Messages sent while methods are added, replaced and flushed are answered right")
    func flushedWhileSending() {
        let base = makeClass("Base"), cls = makeClass("Sub", base), object = new(cls), wrong = Counter()
        for index in 0..<20 { add(base, "number\(index)", answering: index) }
        let stem = uniqueName("added")
        onUncheckedThreads(4) { thread in
            for round in 0..<500 {
                if thread == 0 {
                    add(base, "\(stem)\(round)", answering: round)
                    if sendInt(object, "\(stem)\(round)") != round { wrong.add() }
                } else if sendInt(object, "number\(round % 20)") != round % 20 {
                    wrong.add()
                }
            }
        }
        #expect(wrong.value == 0)
        #expect(takeText(mr_check_invariants(cls)) == nil)
        objc_release(object)
    }

    @Test("nil has no cache")
    func null() {
        #expect(mr_cache_capacity(nil) == 0)
        #expect(mr_cache_retired_bytes(nil) == 0)
        #expect(list { mr_cache_copy_methods(nil, $0) }.isEmpty)
    }
}
