// IvarTests.swift - where stored fields lie, who owns what they hold.
import CMiniRuntime
import Glibc
import TestSupport
import Testing

@Suite("Ivars")
struct IvarTests {
    /// Encoding, size, alignment.
    static let types: [(String, Int, Int)] = [
        ("c", 1, 1), ("C", 1, 1), ("B", 1, 1), ("s", 2, 2), ("S", 2, 2), ("i", 4, 4), ("I", 4, 4), ("l", 4, 4),
        ("L", 4, 4), ("q", 8, 8), ("Q", 8, 8), ("t", 16, 16), ("T", 16, 16), ("f", 4, 4), ("d", 8, 8), ("D", 16, 16),
        ("jf", 8, 4), ("jd", 16, 8), ("*", 8, 8), ("@", 8, 8), ("@?", 8, 8), ("@\"NSString\"", 8, 8), ("#", 8, 8),
        (":", 8, 8), ("^v", 8, 8), ("^{Opaque}", 8, 8), ("[3s]", 6, 2), ("{Point=dd}", 16, 8), ("{Mixed=cqs}", 24, 8),
        ("(Either=ci)", 4, 4), ("{Nested={Inner=cs}c}", 6, 2), ("r*", 8, 8), ("Ai", 4, 4), ("b5", 4, 4), ("b40", 8, 8),
    ]

    @Test("A field of any type lies behind the last one, aligned as in C", arguments: types)
    func layout(type: String, size: Int, alignment: Int) {
        let cls = makeClass { cls in
            addIvar(cls, "before", "c")
            #expect(addIvar(cls, "field", type))
            addIvar(cls, "after", "c")
        }
        let offset = ivar_getOffset(class_getInstanceVariable(cls, "field"))
        #expect(offset == (9 + alignment - 1) / alignment * alignment)
        #expect(ivar_getOffset(class_getInstanceVariable(cls, "after")) == offset + size)
        #expect(class_getInstanceSize(cls) == (offset + size + 1 + 7) / 8 * 8)
        #expect(text(ivar_getTypeEncoding(class_getInstanceVariable(cls, "field"))) == type)
        #expect(takeText(mr_check_invariants(cls)) == nil)
    }

    @Test("An object's memory is aligned for every field")
    func alignedObjects() {
        let cls = makeClass { addIvar($0, "wide", "t") }
        let offset = ivar_getOffset(class_getInstanceVariable(cls, "wide"))
        for _ in 0..<20 {
            let object = new(cls)
            #expect((Int(bitPattern: object) + offset) % 16 == 0)
            objc_release(object)
        }
    }

    @Test("A subclass's fields lie behind those of its superclass, and NSObject has none")
    func inherited() {
        let base = makeClass("Base") { addIvar($0, "flag", "c") }
        let sub = makeClass("Sub", base) { addIvar($0, "number", "i") }
        #expect(class_getInstanceSize(nsObject) == 8)
        #expect(ivar_getOffset(class_getInstanceVariable(sub, "flag")) == 8)
        #expect(ivar_getOffset(class_getInstanceVariable(sub, "number")) == 12)
        #expect(class_getInstanceSize(sub) == 16)
        #expect(list { class_copyIvarList(sub, $0) }.map { text(ivar_getName($0)) } == ["number"])
        #expect(list { class_copyIvarList(nsObject, $0) }.isEmpty)
        #expect(class_getInstanceVariable(sub, "nothing") == nil)
        #expect(class_getInstanceVariable(nil, "flag") == nil)
        #expect(class_getInstanceVariable(sub, nil) == nil)
        #expect(class_getClassVariable(sub, "flag") == nil)
    }

    @Test("What cannot be added is refused, and changes nothing")
    func refused() {
        let cls = objc_allocateClassPair(makeClass("Base") { addIvar($0, "number", "i") }, uniqueName(), 0)!
        #expect(addIvar(cls, "own", "i"))
        #expect(!addIvar(cls, "own", "q"), "the class has it")
        #expect(!class_addIvar(cls, "wide", 32, 5, "[32c]"), "no object is aligned to 32 bytes")
        #expect(!class_addIvar(cls, "huge", Int.max, 0, "c"))
        #expect(!class_addIvar(metaclass(cls), "meta", 8, 3, "q"))
        #expect(!class_addIvar(nil, "none", 8, 3, "q"))
        objc_registerClassPair(cls)
        #expect(!addIvar(cls, "late", "i"), "the class is registered")
        #expect(list { class_copyIvarList(cls, $0) }.count == 1)
        #expect(class_getInstanceSize(cls) == 16)
    }

    @Test("A class may have a field of the same name as its superclass, and the nearest is found")
    func sameNames() {
        let base = makeClass("Base") { addIvar($0, "value", "i") }
        let middle = makeClass("Middle", base) { cls in
            #expect(addIvar(cls, "value", "d"))
            #expect(!addIvar(cls, "value", "d"), "the class has it")
            #expect(addIvar(cls, "isa", "#"))
        }
        let sub = makeClass("Sub", middle) { #expect(addIvar($0, "value", "@")) }
        let object = new(sub), fields = [base, middle, sub].map { class_getInstanceVariable($0, "value") }
        #expect(fields.map { text(ivar_getTypeEncoding($0)) } == ["i", "d", "@"])
        #expect(Set(fields.map(ivar_getOffset)).count == 3)
        #expect(list { class_copyIvarList(sub, $0) }.count == 1)
        for cls in [base, middle, sub] { #expect(takeText(mr_check_invariants(cls)) == nil) }
        objc_release(object)
    }

    @Test("Fields without a name do not stand in each other's way")
    func anonymous() {
        let cls = makeClass { cls in
            #expect(class_addIvar(cls, "", 4, 2, "b3"))
            #expect(class_addIvar(cls, "", 4, 2, "b3"))
            #expect(class_addIvar(cls, nil, 4, 2, nil))
        }
        #expect(list { class_copyIvarList(cls, $0) }.count == 3)
    }

    @Test("Fields are zero at first, and each instance's own")
    func values() {
        let cls = makeClass { cls in
            addIvar(cls, "number", "i")
            addIvar(cls, "real", "d")
        }
        let first = new(cls), second = new(cls)
        let offset = ivar_getOffset(class_getInstanceVariable(cls, "real"))
        #expect((UnsafeMutableRawPointer(first) + offset).load(as: Double.self) == 0)
        (UnsafeMutableRawPointer(first) + offset).storeBytes(of: 2.5, as: Double.self)
        #expect((UnsafeMutableRawPointer(second) + offset).load(as: Double.self) == 0)
        objc_release(first)
        objc_release(second)
    }
}

@Suite("Ivars that hold objects")
struct OwnedIvarTests {
    /// A class with a strong, a weak and an unowned field.
    static func makeOwner() -> Class {
        makeClass("Owner") { cls in
            for name in ["number", "strong", "weak", "bare"] { addIvar(cls, name, name == "number" ? "q" : "@") }
            class_setIvarLayout(cls, [0x11, 0])
            class_setWeakIvarLayout(cls, [0x21, 0])
        }
    }

    @Test("Assigning obeys the layouts")
    func assigning() {
        let cls = Self.makeOwner(), object = new(cls), log = Log()
        func ivar(_ name: String) -> Ivar { class_getInstanceVariable(cls, name) }
        let value = trackedObject(log, "value")
        object_setIvar(object, ivar("bare"), value)
        #expect(mr_retain_count(value) == 1)
        object_setIvar(object, ivar("weak"), value)
        #expect(mr_retain_count(value) == 1)
        object_setIvar(object, ivar("strong"), value)
        #expect(mr_retain_count(value) == 2)
        pooled {
            for name in ["strong", "weak", "bare"] { #expect(object_getIvar(object, ivar(name)) == value) }
        }
        object_setIvar(object, ivar("bare"), nil)
        objc_release(value)
        object_setIvar(object, ivar("strong"), nil)
        #expect(log.all == ["value"])
        #expect(object_getIvar(object, ivar("weak")) == nil)
        objc_release(object)
    }

    @Test("The strong default retains where no layout speaks")
    func strongDefault() {
        let cls = Self.makeOwner(), object = new(cls), value = new(nsObject)
        object_setIvarWithStrongDefault(object, class_getInstanceVariable(cls, "bare"), value)
        #expect(mr_retain_count(value) == 2)
        object_setIvarWithStrongDefault(object, class_getInstanceVariable(cls, "weak"), value)
        #expect(mr_retain_count(value) == 2)
        objc_release(object)
        #expect(mr_retain_count(value) == 2, "what no layout names is not released either")
        objc_release(value)
        objc_release(value)
    }

    @Test("By name, too")
    func byName() {
        let cls = Self.makeOwner(), object = new(cls), value = new(nsObject)
        #expect(object_setInstanceVariable(object, "strong", UnsafeMutableRawPointer(value)) != nil)
        var read: UnsafeMutableRawPointer?
        #expect(object_getInstanceVariable(object, "strong", &read) == class_getInstanceVariable(cls, "strong"))
        #expect(read == UnsafeMutableRawPointer(value))
        #expect(object_getInstanceVariable(object, "none", &read) == nil)
        #expect(read == nil)
        #expect(object_setInstanceVariable(nil, "strong", nil) == nil)
        objc_release(value)
        objc_release(object)
    }

    @Test("A shallow copy owns what it holds, and its weak references are registered")
    func copied() {
        let cls = Self.makeOwner(), log = Log()
        let object = class_createInstance(cls, 8)!, value = trackedObject(log, "value")
        object_getIndexedIvars(object)!.storeBytes(of: 99, as: Int.self)
        object_setIvar(object, class_getInstanceVariable(cls, "strong"), value)
        object_setIvar(object, class_getInstanceVariable(cls, "weak"), value)
        objc_release(value)
        let copy = object_copy(object, class_getInstanceSize(cls) + 8)!
        #expect(object_getIndexedIvars(copy)!.load(as: Int.self) == 99)
        #expect(mr_retain_count(value) == 2)
        #expect(mr_retain_count(copy) == 1)
        objc_release(object)
        #expect(log.all.isEmpty)
        object_setIvar(copy, class_getInstanceVariable(cls, "strong"), nil)
        #expect(log.all == ["value"])
        #expect(object_getIvar(copy, class_getInstanceVariable(cls, "weak")) == nil)
        objc_release(copy)
        #expect(mr_instance_count(cls) == 0)
        #expect(object_copy(nil, 8) == nil)
    }

    @Test("Layouts are read back as they were set, and stay once the class is registered")
    func layouts() {
        let cls = Self.makeOwner()
        #expect(class_getIvarLayout(cls)![0] == 0x11)
        #expect(class_getIvarLayout(cls)![1] == 0)
        #expect(class_getWeakIvarLayout(cls)![0] == 0x21)
        class_setIvarLayout(cls, [0x01, 0])
        class_setWeakIvarLayout(cls, nil)
        #expect(class_getIvarLayout(cls)![0] == 0x11)
        #expect(class_getWeakIvarLayout(cls) != nil)
        #expect(class_getIvarLayout(nsObject) == nil)
        #expect(class_getIvarLayout(nil) == nil)
    }

    @Test("Fields more than fifteen words away are found, and a layout longer than the object does no harm")
    func farAway() {
        let log = Log()
        let cls = makeClass { cls in
            addIvar(cls, "space", "[40q]")
            addIvar(cls, "far", "@")
            class_setIvarLayout(cls, [0xF0, 0xF0, 0xA1, 0xFF, 0xFF, 0])
        }
        let object = new(cls), value = trackedObject(log, "far")
        object_setIvar(object, class_getInstanceVariable(cls, "far"), value)
        objc_release(value)
        #expect(log.all.isEmpty)
        objc_release(object)
        #expect(log.all == ["far"])
    }
}
