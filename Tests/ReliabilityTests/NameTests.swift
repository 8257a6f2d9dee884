// NameTests.swift - names of classes and selectors that nobody would choose.
import CMiniRuntime
import Glibc
import TestSupport
import Testing

/// A name, and how to call it in a line about a test.
struct HardName: CustomTestStringConvertible {
    let name: String
    var testDescription: String { name.utf8.count < 20 ? "\"\(name)\"" : "\(name.utf8.count) bytes" }
}

@Suite("Hard names")
struct NameTests {
    private static let hundredKilobytes = String(repeating: "name", count: 25_000)

    static let names = ["", " ", "größe", "名前:は:", "🙂", "\"", hundredKilobytes, hundredKilobytes + ":"]
        .map(HardName.init)

    @Test("A selector may be empty, 100 kilobytes long, or in any script", arguments: names)
    func selectors(_ hard: HardName) {
        let name = hard.name
        let cls = makeClass(uniqueName("Named")), object = class_createInstance(cls, 0), selector = sel(name)
        #expect(selector == sel_registerName(name))
        #expect(sel_isMapped(selector))
        #expect(String(cString: sel_getName(selector)) == name)
        for _ in ["cold", "again"] {
            #expect(send(object, selector) == 0)
            #expect(takeReason()?.contains(" \(name)]: unrecognized selector") == true)
        }
        #expect(add(cls, selector, one))
        for _ in ["cold", "cached"] { #expect(send(object, selector) == 1) }
        objc_release(object)
        objc_disposeClassPair(cls)
    }

    @Test("A class may have such a name, and so may its ivars and properties", arguments: names)
    func classes(_ hard: HardName) {
        let name = hard.name
        let className = name + (name.isEmpty ? "" : uniqueName("Class"))
        let cls = objc_allocateClassPair(nsObject, className, 0)!
        let isIvarAdded = class_addIvar(cls, "_" + name, 8, 3, "q")
        let isPropertyAdded = class_addProperty(cls, name, nil, 0)
        #expect(isIvarAdded)
        #expect(isPropertyAdded)
        objc_registerClassPair(cls)
        #expect(objc_lookUpClass(className) == cls)
        #expect(objc_allocateClassPair(nsObject, className, 0) == nil)
        #expect(String(cString: class_getName(cls)) == className)
        #expect(class_getInstanceVariable(cls, "_" + name) != nil)
        #expect(class_getProperty(cls, name) != nil)
        #expect(takeText(mr_check_invariants(cls)) == nil)
        objc_disposeClassPair(cls)
        #expect(objc_lookUpClass(className) == nil)
    }

    @Test("Names are bytes: names that are not UTF-8 are distinguished as well")
    func bytes() {
        let names: [[CChar]] = [[-1, 0], [-2, 0], [-61, 0], [-61, -74, 0]]
        #expect(Set(names.map { sel_registerName($0) }).count == names.count)
        for name in names { #expect(strcmp(sel_getName(sel_registerName(name)), name) == 0) }
    }

    // Of the table's hash, FNV-1a, the last ten bits are the same for all of them.
    @Test("Names with the same hash are distinguished")
    func collidingNames() {
        let stem = uniqueName("Collision")
        let names = (0..<60_000).map { "\(stem)-\($0)" }.filter { hash($0) % 1024 == 7 }
        #expect(names.count > 30)
        #expect(Set(names.map { sel($0) }).count == names.count)
        let classes = names.map { makeClass($0) }
        #expect(names.map { objc_lookUpClass($0) } == classes)
        for cls in classes { objc_disposeClassPair(cls) }
        #expect(names.allSatisfy { objc_lookUpClass($0) == nil })
    }

    private func hash(_ name: String) -> UInt {
        name.utf8.reduce(0xCBF2_9CE4_8422_2325) { ($0 ^ UInt($1)) &* 0x100_0000_01B3 }
    }

    // A cache hashes a selector by its address: of a thousand, those that agree in the last eight bits that count.
    @Test("Selectors that meet in one bucket of a cache are all found")
    func collidingSelectors() {
        let stem = uniqueName("bucket")
        let all = (0..<10_000).map { sel("\(stem)x\($0)") }
        let selectors = Dictionary(grouping: all) { UInt(bitPattern: $0) >> 4 & 255 }.values.max {
            $0.count < $1.count
        }!
        #expect(selectors.count > 8, "more than a cache looks through")
        let cls = makeClass(uniqueName("Bucket")), object = class_createInstance(cls, 0)
        for selector in selectors { #expect(add(cls, selector, numbered)) }
        let expected = selectors.map { numbered(nil, $0) }
        for _ in 0..<3 { #expect(selectors.map { send(object, $0) } == expected) }
        #expect(takeText(mr_check_invariants(cls)) == nil)
        objc_release(object)
        objc_disposeClassPair(cls)
    }
}
