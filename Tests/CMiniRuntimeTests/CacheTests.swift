// CacheTests.swift - the method cache: what it remembers, what it forgets in time, and that it does not grow.
import CMiniRuntime
import Glibc
import TestSupport
import Testing

/// Empties all caches, and returns how often +resolveInstanceMethod: or +resolveClassMethod: is sent in `body`.
private func resolutions(_ body: () -> Void) -> Int {
    let count = Counter()
    mr_trace_set_hook(
        { event, context in
            let event = event!.pointee
            guard event.kind == MR_TRACE_MESSAGE, text(sel_getName(event.selector!))!.hasPrefix("resolve") else {
                return
            }
            Unmanaged<Counter>.fromOpaque(context!).takeUnretainedValue().add()
        }, Unmanaged.passRetained(count).toOpaque())
    instrumentObjcMessageSends(true)
    body()
    instrumentObjcMessageSends(false)
    mr_trace_set_hook(nil, nil)
    return count.value
}

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

    @Test("A missing method is searched for and resolved once, unless the class overrides method resolution")
    func missing() async {
        await #expect(processExitsWith: .success) {
            let cls = makeClass(), object = new(cls)
            for searched in [cls, metaclass(cls)] {
                let count = resolutions {
                    for _ in 0..<3 { #expect(!class_respondsToSelector(searched, sel("missing"))) }
                }
                #expect(count == 1)
            }
            let count = resolutions {
                for _ in 0..<3 {
                    #expect(sendInt(object, "missing") == 0)
                    objc_release(mr_exception_take())
                }
            }
            #expect(count == 1)
            add(metaclass(cls), "resolveInstanceMethod:", "B24@0:8:16") { $0.answer(false) }
            #expect(resolutions { for _ in 0..<3 { _ = class_respondsToSelector(cls, sel("missing")) } } == 3)
            objc_release(object)
        }
    }

    @Test("A missing method is found as soon as a class, a superclass or a new superclass has it")
    func addedWhereMissing() {
        let base = makeClass("Base"), other = makeClass("Other"), cls = makeClass("Sub", base), object = new(cls)
        add(other, "elsewhere", answering: 3)
        let selectors = ["own", "inherited", "elsewhere"].map(sel)
        for _ in ["cold", "cached"] { for each in selectors { #expect(!class_respondsToSelector(cls, each)) } }
        class_replaceMethod(cls, sel("own"), closure("q16@0:8") { $0.answer(1) }, "q16@0:8")
        #expect(selectors.map { class_respondsToSelector(cls, $0) } == [true, false, false])
        add(base, "inherited", answering: 2)
        #expect(selectors.map { class_respondsToSelector(cls, $0) } == [true, true, false])
        class_setSuperclass(cls, other)
        #expect(selectors.map { class_getInstanceMethod(cls, $0) != nil } == [true, false, true])
        #expect(sendInt(object, "elsewhere") == 3)
        #expect(takeText(mr_check_invariants(cls)) == nil)
        objc_release(object)
    }

    @Test("Method resolution that is added, replaced or made possible later finds a method that was missing")
    func resolvedWhereMissing() {
        let base = makeClass("Base"), cls = makeClass("Sub", base), object = new(cls), isReady = Log()
        for _ in ["cold", "cached"] {
            #expect(!class_respondsToSelector(cls, sel("late")))
            #expect(!class_respondsToSelector(metaclass(cls), sel("late")))
        }
        for (kind, added) in [("resolveInstanceMethod:", cls), ("resolveClassMethod:", metaclass(cls))] {
            add(metaclass(base), kind, "B24@0:8:16") { call in
                let isAsked = call.argument(2, as: SEL.self) == sel("late") && !isReady.all.isEmpty
                if isAsked { add(added, "late", answering: 7) }
                call.answer(isAsked)
            }
        }
        for _ in ["cold", "cached"] { #expect(!class_respondsToSelector(cls, sel("late"))) }
        isReady.add("now")
        #expect(class_respondsToSelector(cls, sel("late")))
        #expect(sendInt(object, "late") == 7)
        #expect(sendInt(cls, "late") == 7)
        objc_release(object)
    }

    @Test("Methods that are added while other threads look for them are found by all threads at once")
    func addedWhileMissing() {
        let base = makeClass("Base"), cls = makeClass("Sub", base), wrong = Counter(), stem = uniqueName("late")
        let selectors = (0..<500).map { sel("\(stem)\($0)") }
        onUncheckedThreads(4) { thread in
            for (round, selector) in selectors.enumerated() {
                if thread == 0 {
                    add(base, "\(stem)\(round)", answering: round)
                    if !class_respondsToSelector(cls, selector) { wrong.add() }
                } else if class_respondsToSelector(cls, selector), class_getInstanceMethod(cls, selector) == nil {
                    wrong.add()
                }
            }
        }
        #expect(wrong.value == 0)
        #expect(selectors.allSatisfy { class_respondsToSelector(cls, $0) })
        #expect(takeText(mr_check_invariants(cls)) == nil)
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
