// CacheAttackTests.swift - method caches while everything about them changes, on all threads.
import CMiniRuntime
import Glibc
import Synchronization
import TestSupport
import Testing

@Suite("Caches under attack")
struct CacheAttackTests {
    private static let selectorCount = 200

    /// A root of classes of its own, with methods that answer the number in their names.
    private struct Family: @unchecked Sendable {  // the pointers never change, and what they point at is the runtime's
        let base: Class, cls: Class, object: id, selectors: [SEL]

        init() {
            let stem = uniqueName("attacked")
            selectors = (0..<selectorCount).map { sel("\(stem)x\($0)") }
            base = makeClass(uniqueName("Base"))
            cls = makeClass(uniqueName("Attacked"), base)
            object = class_createInstance(cls, 0)
            for selector in selectors { _ = add(base, selector, numbered) }
        }

        func end() {
            #expect(takeText(mr_check_invariants(base)) == nil)
            #expect(takeText(mr_check_invariants(cls)) == nil)
            objc_release(object)
            objc_disposeClassPair(cls)
            objc_disposeClassPair(base)
        }
    }

    @Test("Messages are answered right while methods come, change and move, and classes come and go")
    func attacked() {
        let family = Family(), wrong = Atomic<Int>(0), senders = Atomic<Int>(3), name = uniqueName("Passing")
        onThreads(5) { thread in
            switch thread {
            case 0:
                var round = 0
                while senders.load(ordering: .relaxed) > 0 {
                    round += 1
                    let selector = family.selectors[round % Self.selectorCount]
                    class_replaceMethod(family.base, selector, imp(numbered), "q@:")
                    if round % 100 == 0 { _ = add(family.cls, selector, numbered) }
                    if round % 7 == 0 { _ = add(family.base, sel("\(name)\(round % 500)"), one) }
                }
            case 1:
                while senders.load(ordering: .relaxed) > 0 { usePassingClass(name, family, wrong) }
            default:
                let expected = family.selectors.map { numbered(nil, $0) }
                for round in 0..<40_000 {
                    let index = round &* (thread + 1) % Self.selectorCount
                    if send(family.object, family.selectors[index]) != expected[index] {
                        wrong.add(1, ordering: .relaxed)
                    }
                }
                senders.subtract(1, ordering: .relaxed)
            }
        }
        #expect(wrong.load(ordering: .relaxed) == 0)
        family.end()
    }

    /// A subclass that is made, fills a cache, and goes.
    private func usePassingClass(_ name: String, _ family: Family, _ wrong: borrowing Atomic<Int>) {
        let cls = makeClass(name, family.cls), object = class_createInstance(cls, 0)
        for selector in family.selectors.prefix(60) where send(object, selector) != numbered(nil, selector) {
            wrong.add(1, ordering: .relaxed)
        }
        objc_release(object)
        objc_disposeClassPair(cls)
    }

    @Test("What readers may still hold stays smaller than the cache in use, whatever is flushed")
    func boundedMemory() {
        let family = Family(), worst = Atomic<Int>(0), cls = UInt(bitPattern: family.cls)
        onThreads(4) { thread in
            let cls = OpaquePointer(bitPattern: cls)
            for round in 0..<5_000 {
                let selector = family.selectors[(round * 7 + thread) % Self.selectorCount]
                if thread == 0 { class_replaceMethod(family.base, selector, imp(numbered), "q@:") }
                _ = send(family.object, selector)
                // In this order, because the cache may grow in between.
                let retired = mr_cache_retired_bytes(cls), capacity = mr_cache_capacity(cls)
                // Each has buckets of eight bytes, a few more than its capacity, and three words in front.
                worst.max(Int(retired) - Int(capacity) * 8, ordering: .relaxed)
            }
        }
        #expect(worst.load(ordering: .relaxed) < 8 * (8 + 3) * 8, "eight caches, each half as large as the next")
        #expect(mr_cache_capacity(family.cls) <= 1024)
        family.end()
    }
    @Test("All classes can be counted, named, checked and searched for a method while classes come and go")
    func askingAboutAll() {
        let name = uniqueName("Fleeting"), method = uniqueName("fleetingx"), done = Atomic<Bool>(false)
        onThreads(3) { thread in
            if thread > 0 {
                for _ in 0..<rounds(200, long: 3_000) {
                    let cls = makeClass("\(name)\(thread)")
                    _ = add(cls, sel(method), numbered)
                    objc_disposeClassPair(cls)
                }
                done.store(true, ordering: .relaxed)
            }
            while thread == 0 && !done.load(ordering: .relaxed) {
                #expect(takeText(mr_check_invariants(nil)) == nil)
                _ = mr_live_object_count()
                #expect(takeTexts { mr_class_names_copy($0) }.contains("NSObject"))
                #expect(["", "q@:"].contains(takeTexts { mr_selector_encodings_copy(sel(method), $0) }.joined()))
            }
        }
        #expect(takeTexts { mr_selector_encodings_copy(sel(method), $0) }.isEmpty)
    }
}
