// KeyValueCodingIvarTests.swift - ownership of the object that `setValue:forKey:` stores in an ivar.
import CMiniRuntime
import KVONotifying
import MiniFoundation
import MiniRuntime
import TestSupport
import Testing

/// Makes a class with an object ivar `_value` and no ivar layout, as compiled without ARC; its dealloc releases the
/// ivar.
private func makeClassWithoutLayout() -> MiniRuntime.Class {
    let cls: OpaquePointer = objc_allocateClassPair(objc_getClass("NSObject"), uniqueName("Bare"), 0)!
    let isAdded = class_addIvar(cls, "_value", 8, 3, "@")
    #expect(isAdded)
    let dealloc: @convention(c) (UnsafeMutableRawPointer, UnsafeRawPointer) -> Void = { me, _ in
        objc_release((me + 8).load(as: OpaquePointer?.self))
        _ = object_dispose(OpaquePointer(me))
    }
    class_addMethod(cls, sel_registerName("dealloc"), unsafeBitCast(dealloc, to: OpaquePointer.self), "v16@0:8")
    objc_registerClassPair(cls)
    return MiniRuntime.Class(named: String(cString: class_getName(cls)))!
}

@Suite("Key-value coding: ownership of ivars")
struct KeyValueCodingIvarTests {
    @Test("An ivar that no layout names retains its value; the class's dealloc releases it")
    func withoutLayout() throws {
        let values = try ClassBuilder(uniqueName("Value")).register()
        let cls = makeClassWithoutLayout()
        try autoreleasepool {
            let object = try cls.new()
            try autoreleasepool { try object.setValue(values.new(), forKey: "value") }
            #expect(values.instanceCount == 1)
            try autoreleasepool {
                #expect(try object.value(forKey: "value", as: Object.self).isa == values)
                try object.setValue(values.new(), forKey: "value")
            }
            #expect(values.instanceCount == 1, "the old value was released")
            try autoreleasepool { try object.setValue(Object?.none, forKey: "value") }
            #expect(try object.value(forKey: "value") == nil)
            #expect(values.instanceCount == 0, "nil released the last value")
            try autoreleasepool { try object.setValue(values.new(), forKey: "value") }
        }
        #expect(cls.instanceCount == 0)
        #expect(values.instanceCount == 0)
    }

    @Test("The same while the key is observed, and by a collection proxy")
    func observed() throws {
        let cls = makeClassWithoutLayout()
        let recorder = try Recorder()
        try autoreleasepool {
            let object = try cls.new()
            try recorder.observing(object, "value") {
                try autoreleasepool { try object.setValue(NSArray.object([]), forKey: "value") }
                try autoreleasepool { try object.mutableArrayValue(forKey: "value").send("addObject:", "a") }
                #expect(try texts(object.value(forKey: "value")) == ["a"])
            }
        }
        #expect(recorder.count == 2)
        #expect(cls.instanceCount == 0)
    }

    @Test("An ivar that is declared unretained is stored without retaining, a weak one reads nil later")
    func declared() throws {
        var builder = try ClassBuilder(uniqueName("Declared"))
        try builder.addIvar("_bare", Object?.self, ownership: .unretained)
        try builder.addIvar("_weak", Object?.self, ownership: .weak)
        try builder.addIvar("_strong", Object?.self)
        let object = try builder.register().new()
        let value = NSMutableArray.object([])
        for (key, count) in [("bare", 1), ("weak", 1), ("strong", 2)] {
            try autoreleasepool { try object.setValue(value, forKey: key) }
            #expect(value.unmanaged.retainCount == count, "\(key)")
        }
        try autoreleasepool {
            for key in ["bare", "weak", "strong"] { try object.setValue(Object?.none, forKey: key) }
        }
        #expect(value.unmanaged.retainCount == 1)
    }
}
