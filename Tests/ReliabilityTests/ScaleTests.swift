// ScaleTests.swift - many classes, many methods, deep inheritance. What others would feel runs in a process of its own.
import CMiniRuntime
import Glibc
import TestSupport
import Testing

@Suite("Large numbers")
struct ScaleTests {
    @Test("100,000 classes are made, found, changed from above and disposed of, in time")
    func manyClasses() async {
        await #expect(processExitsWith: .success) {
            let base = makeClass("Many"), before = objc_getClassList(nil, 0)
            let classes = (0..<100_000).map { makeClass("Many\($0)", base) }
            #expect(objc_getClassList(nil, 0) == before + 100_000)
            let object = class_createInstance(classes[77_777], 0)
            #expect(add(base, sel("late"), one))
            for _ in ["cold", "cached"] { #expect(send(object, sel("late")) == 1) }
            #expect(objc_lookUpClass("Many99999") == classes[99_999])
            #expect(takeText(mr_check_invariants(classes[50_000])) == nil)
            objc_release(object)
            for cls in classes.reversed() { objc_disposeClassPair(cls) }
            #expect(objc_getClassList(nil, 0) == before)
            #expect(objc_lookUpClass("Many5") == nil)
        }
    }

    @Test("10,000 methods in one class: each is found, cold and cached, and listed in order")
    func manyMethods() {
        let cls = makeClass(uniqueName("Able")), object = class_createInstance(cls, 0), stem = uniqueName("do")
        let selectors = (0..<10_000).map { sel("\(stem)x\($0)") }
        let expected = selectors.map { numbered(nil, $0) }
        #expect(selectors.allSatisfy { add(cls, $0, numbered) })
        #expect(!add(cls, selectors[5000], one))
        for _ in ["cold", "cached"] { #expect(selectors.map { send(object, $0) } == expected) }
        var count: UInt32 = 0
        let list = class_copyMethodList(cls, &count)!
        #expect((0..<Int(count)).map { method_getName(list[$0]) } == selectors)
        free(list)
        #expect(mr_cache_retired_bytes(cls) < (mr_cache_capacity(cls) + 1024) * 8)
        objc_release(object)
        objc_disposeClassPair(cls)
    }

    @Test("Inheritance 1,000 deep: found at the root, overridden on the way, handed on to super at each step")
    func deep() {
        let name = uniqueName("Deep")
        var classes = [makeClass("\(name)x0")]
        for depth in 1..<1000 { classes.append(makeClass("\(name)x\(depth)", classes[depth - 1])) }
        let object = class_createInstance(classes[999], 0)!
        #expect(add(classes[0], sel("number"), one))
        for _ in ["cold", "cached"] { #expect(send(object, sel("number")) == 1) }
        #expect(add(classes[500], sel("number"), two))
        for _ in ["cold", "cached"] { #expect(send(object, sel("number")) == 2) }
        let imps = classes[1...].map { cls in
            let imp = onePlusSuper(cls)
            class_replaceMethod(cls, sel("number"), imp, "q@:")
            return imp
        }
        for _ in ["cold", "cached"] { #expect(send(object, sel("number")) == 1000) }
        #expect(takeText(mr_check_invariants(classes[999])) == nil)
        objc_release(object)
        for cls in classes.reversed() { objc_disposeClassPair(cls) }
        #expect(imps.allSatisfy { imp_removeBlock($0) })
    }

    /// A method of `cls` that answers one more than the superclass's.
    private func onePlusSuper(_ cls: Class) -> IMP {
        let block = mr_block_create(
            "q@:",
            { cls, result, arguments in
                mr_send_super(OpaquePointer(cls), mr_signature_get("q@:"), result, arguments)
                result!.assumingMemoryBound(to: Int.self).pointee += 1
            }, UnsafeMutableRawPointer(cls), nil)
        defer { objc_release(block) }
        return imp_implementationWithBlock(block)
    }
}
