// SelectorTests.swift - interned names.
import CMiniRuntime
import Glibc
import TestSupport
import Testing

@Suite("Selectors")
struct SelectorTests {
    @Test("Equal names are one selector, whoever registers them")
    func interned() {
        let name = uniqueName("set") + ":"
        let first = sel_registerName(name)
        #expect(first == sel_registerName(name))
        #expect(first == sel_getUid(name))
        #expect(sel_isEqual(first, sel_registerName(name)))
        #expect(!sel_isEqual(first, sel_registerName(name + ":")))
        #expect(text(sel_getName(first)) == name)
    }

    @Test("The bytes of a name are copied")
    func copied() {
        let name = strdup("C_selectorOfItsOwn")!
        let selector = sel_registerName(name)
        name[0] = 0x78
        #expect(text(sel_getName(selector)) == "C_selectorOfItsOwn")
        free(name)
    }

    @Test("NULL is no selector, and has a name all the same")
    func null() {
        #expect(sel_registerName(nil) == nil)
        #expect(text(sel_getName(nil)) == "<null selector>")
        #expect(!sel_isMapped(nil))
    }

    @Test("The empty name and very long names are names like others")
    func oddNames() {
        let long = String(repeating: "a:", count: 10_000)
        #expect(sel_registerName("") == sel_registerName(""))
        #expect(sel_registerName(long) == sel_registerName(long))
        #expect(text(sel_getName(sel_registerName(long))) == long)
    }

    @Test("Any pointer may be asked whether it is a selector")
    func mapped() {
        #expect(sel_isMapped(sel("init")))
        #expect(!sel_isMapped(SEL(bitPattern: 0x10)))
        #expect(!sel_isMapped(nsObject))
    }

    @Test("Threads that register the same names get the same selectors")
    func threads() {
        let stem = uniqueName("shared")
        let found = Log()
        onUncheckedThreads(8) { _ in
            for index in 0..<200 { found.add(hex(sel("\(stem)\(index)"))) }
        }
        #expect(found.all.count == 1600)
        #expect(Set(found.all).count == 200)
    }
}
