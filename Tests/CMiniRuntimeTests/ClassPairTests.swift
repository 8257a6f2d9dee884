// ClassPairTests.swift - class pairs: allocated, registered, looked up, disposed of; the metaclass graph.
import CMiniRuntime
import Glibc
import TestSupport
import Testing

@Suite("Class pairs")
struct ClassPairTests {
    @Test("A class is found by its name once it is registered, not before")
    func registered() {
        let name = uniqueName()
        let cls = objc_allocateClassPair(nsObject, name, 0)!
        #expect(objc_getClass(name) == nil)
        #expect(!mr_class_is_registered(cls))
        objc_registerClassPair(cls)
        for _ in ["cold", "cached"] {
            #expect(objc_getClass(name) == cls)
            #expect(objc_lookUpClass(name) == cls)
            #expect(objc_getRequiredClass(name) == cls)
            #expect(objc_getMetaClass(name) == metaclass(cls))
        }
        #expect(mr_class_is_registered(cls))
        #expect(text(class_getName(cls)) == name)
        #expect(text(object_getClassName(cls)) == name)
    }

    @Test("Nobody answers for NULL and for names that no class has")
    func unknown() {
        #expect(objc_getClass(nil) == nil)
        #expect(objc_lookUpClass("NoSuchClass") == nil)
        #expect(objc_getMetaClass("NoSuchClass") == nil)
        #expect(objc_allocateClassPair(nsObject, nil, 0) == nil)
        #expect(text(class_getName(nil)) == "nil")
        #expect(class_getSuperclass(nil) == nil)
        #expect(class_getInstanceSize(nil) == 0)
        #expect(!class_isMetaClass(nil))
        #expect(!mr_class_is_registered(nil))
        objc_registerClassPair(nil)
        objc_disposeClassPair(nil)
    }

    @Test("A required class that is missing ends the process")
    func required() async {
        let result = await #expect(processExitsWith: .signal(SIGABRT), observing: [\.standardErrorContent]) {
            _ = objc_getRequiredClass("NoSuchClass")
        }
        #expect(standardError(of: result).contains("objc_getRequiredClass: there is no class 'NoSuchClass'"))
    }

    @Test("A name that is taken is refused")
    func taken() {
        let cls = makeClass()
        #expect(objc_allocateClassPair(nsObject, name(cls), 0) == nil)
        #expect(objc_allocateClassPair(cls, "NSObject", 0) == nil)
        #expect(objc_getClass(name(cls)) == cls)
    }

    @Test("Of two classes that are registered under one name the first stays, and a line says so")
    func takenMeanwhile() async {
        let result = await #expect(processExitsWith: .success, observing: [\.standardErrorContent]) {
            let first = objc_allocateClassPair(nsObject, "Twin", 0)!,
                second = objc_allocateClassPair(nsObject, "Twin", 0)!
            objc_registerClassPair(first)
            objc_registerClassPair(second)
            #expect(objc_getClass("Twin") == first)
            #expect(!mr_class_is_registered(second))
            objc_disposeClassPair(second)
            #expect(objc_getClass("Twin") == first)
            objc_registerClassPair(first)
        }
        #expect(
            standardError(of: result).contains("objc_registerClassPair: another class 'Twin' was registered meanwhile"))
        #expect(standardError(of: result).contains("objc_registerClassPair: class 'Twin' was already registered"))
    }

    @Test("A class that is not registered has no instances and no subclasses")
    func unregistered() {
        let cls = objc_allocateClassPair(nsObject, uniqueName(), 0)!
        #expect(class_createInstance(cls, 0) == nil)
        #expect(objc_allocateClassPair(cls, uniqueName(), 0) == nil)
        objc_registerClassPair(cls)
        objc_release(new(cls))
        #expect(objc_allocateClassPair(cls, uniqueName(), 0) != nil)
    }

    @Test("Metaclasses have no instances that anybody could create")
    func metaclassInstances() {
        #expect(class_createInstance(metaclass(nsObject), 0) == nil)
        #expect(class_createInstance(nil, 0) == nil)
    }

    @Test("The graph of classes and metaclasses is Apple's")
    func graph() {
        let root = makeClass("Root", nil), base = makeClass("Base", root), sub = makeClass("Sub", base)
        let rootMeta = metaclass(root)
        for cls in [root, base, sub] {
            #expect(class_isMetaClass(metaclass(cls)))
            #expect(!class_isMetaClass(cls))
            #expect(metaclass(metaclass(cls)) == rootMeta, "metaclasses are instances of the root metaclass")
            #expect(text(class_getName(metaclass(cls))) == name(cls))
            #expect(object_isClass(cls))
            #expect(object_isClass(metaclass(cls)))
        }
        #expect(class_getSuperclass(sub) == base)
        #expect(class_getSuperclass(metaclass(sub)) == metaclass(base))
        #expect(class_getSuperclass(metaclass(base)) == rootMeta)
        #expect(class_getSuperclass(rootMeta) == root, "the root metaclass inherits from the root class")
        #expect(class_getSuperclass(root) == nil)
        #expect(metaclass(rootMeta) == rootMeta)
        for cls in [root, base, sub] { #expect(takeText(mr_check_invariants(cls)) == nil) }
    }

    @Test("Class methods of the root class are instance methods of every class object")
    func rootMethodsOnClasses() {
        let root = makeClass("Root", nil), sub = makeClass("Sub", root)
        add(root, "number", answering: 5)
        for _ in ["cold", "cached"] { #expect(sendInt(sub, "number") == 5) }
    }

    @Test("Extra bytes on classes and instances are zeroed, aligned, and each one's own")
    func extraBytes() {
        let cls = makeClass(extraBytes: 24), subclass = makeClass("Sub", cls)
        let bytes = object_getIndexedIvars(cls)!
        #expect((0..<24).allSatisfy { bytes.load(fromByteOffset: $0, as: UInt8.self) == 0 })
        bytes.storeBytes(of: 7, toByteOffset: 16, as: Int.self)
        #expect(object_getIndexedIvars(cls) == bytes)
        #expect(object_getIndexedIvars(subclass) != bytes)
        let object = class_createInstance(cls, 16)!, other = class_createInstance(cls, 16)!
        let own = object_getIndexedIvars(object)!
        #expect(own == UnsafeMutableRawPointer(object) + class_getInstanceSize(cls))
        #expect(UInt(bitPattern: own) % 8 == 0)
        #expect(own.load(as: Int.self) == 0)
        own.storeBytes(of: -1, toByteOffset: 8, as: Int.self)
        #expect(object_getIndexedIvars(other)!.load(fromByteOffset: 8, as: Int.self) == 0)
        #expect(bytes.load(fromByteOffset: 16, as: Int.self) == 7)
        #expect(object_getIndexedIvars(nil) == nil)
        objc_release(object)
        objc_release(other)
    }

    @Test("The class list names every registered class once")
    func classList() {
        let cls = makeClass(), unregistered = objc_allocateClassPair(nsObject, uniqueName(), 0)!
        let all = list { objc_copyClassList($0) }
        #expect(all.filter { $0 == cls }.count == 1)
        #expect(all.contains(nsObject))
        #expect(!all.contains(unregistered))
        #expect(!all.contains(metaclass(cls)))
        #expect(objc_getClassList(nil, 0) >= Int32(all.count) - 200, "others come and go meanwhile")
        var first: [Class?] = [nil, nil]
        #expect(objc_getClassList(&first, 2) > 2)
        #expect(first == [all[0], all[1]])
    }

    @Test("A class without instances and subclasses is disposed of, and its name is free again")
    func disposed() {
        let cls = makeClass(), className = name(cls)
        add(cls, "number", answering: 1)
        objc_release(new(cls))
        #expect(takeText(mr_class_dispose(cls)) == nil)
        #expect(objc_getClass(className) == nil)
        #expect(!list { objc_copyClassList($0) }.contains(cls))
        let again = objc_allocateClassPair(nsObject, className, 0)
        #expect(again != nil)
        objc_registerClassPair(again)
        #expect(objc_getClass(className) == again)
    }

    @Test("A class with instances, subclasses, or a part to play stays, and the reason is printed")
    func stays() {
        let cls = makeClass(), subclass = makeClass("Sub", cls)
        #expect(takeText(mr_class_dispose(cls)) == "class '\(name(cls))' still has the subclass '\(name(subclass))'")
        objc_disposeClassPair(subclass)
        let object = new(cls)
        #expect(takeText(mr_class_dispose(cls)) == "class '\(name(cls))' still has 1 instance")
        let second = new(cls)
        #expect(takeText(mr_class_dispose(cls)) == "class '\(name(cls))' still has 2 instances")
        objc_release(second)
        objc_release(object)
        #expect(takeText(mr_class_dispose(metaclass(cls))) == "'\(name(cls))' is a metaclass: dispose of its class")
        mr_class_set_permanent(cls)
        #expect(takeText(mr_class_dispose(cls)) == "class '\(name(cls))' is permanent")
    }

    @Test("disposeClassPair prints the reason why a class stays")
    func disposePrints() async {
        let result = await #expect(processExitsWith: .success, observing: [\.standardErrorContent]) {
            let cls = objc_allocateClassPair(nsObject, "Inhabited", 0)!
            objc_registerClassPair(cls)
            _ = new(cls)
            objc_disposeClassPair(cls)
            #expect(objc_getClass("Inhabited") == cls)
        }
        #expect(standardError(of: result).contains("objc_disposeClassPair: class 'Inhabited' still has 1 instance\n"))
    }

    @Test("A class that was never registered can be disposed of")
    func disposedUnregistered() {
        let cls = objc_allocateClassPair(nsObject, uniqueName(), 0)!
        add(cls, "number", answering: 1)
        addIvar(cls, "field", "i")
        #expect(takeText(mr_class_dispose(cls)) == nil)
    }

    @Test("Instances of a permanent class count for its superclass, those that were there before too")
    func permanentCounts() {
        let base = makeClass("Base"), sub = makeClass("Sub", base)
        let early = new(sub)
        mr_class_set_permanent(sub)
        let late = new(sub)
        #expect(mr_instance_count(base) == 2)
        #expect(mr_instance_count(sub) == 0)
        objc_release(early)
        objc_release(late)
        #expect(mr_instance_count(base) == 0)
    }

    @Test("Changing the isa of an object changes which class counts it")
    func isaCounts() {
        let first = makeClass("First"), second = makeClass("Second"), object = new(first)
        #expect(object_setClass(object, second) == first)
        #expect(object_getClass(object) == second)
        #expect(mr_instance_count(first) == 0)
        #expect(mr_instance_count(second) == 1)
        #expect(object_setClass(object, nil) == second)
        #expect(object_setClass(nil, second) == nil)
        objc_release(object)
        #expect(mr_instance_count(second) == 0)
    }

    @Test("Versions are kept")
    func version() {
        let cls = makeClass()
        #expect(class_getVersion(cls) == 0)
        class_setVersion(cls, -3)
        #expect(class_getVersion(cls) == -3)
        #expect(class_getVersion(nil) == 0)
    }

    @Test("A new superclass is seen by messages to instances and to the class, cold and cached")
    func setSuperclass() {
        let old = makeClass("Old"), new = makeClass("New"), cls = makeClass("Sub", old)
        for (parent, number) in [(old, 1), (new, 2)] {
            add(parent, "number", answering: number)
            add(metaclass(parent), "number", answering: number * 10)
        }
        let object = class_createInstance(cls, 0)
        for _ in ["cold", "cached"] {
            #expect(sendInt(object, "number") == 1)
            #expect(sendInt(cls, "number") == 10)
        }
        #expect(class_setSuperclass(cls, new) == old)
        for _ in ["cold", "cached"] {
            #expect(sendInt(object, "number") == 2)
            #expect(sendInt(cls, "number") == 20)
        }
        #expect(class_getSuperclass(metaclass(cls)) == metaclass(new))
        #expect(class_setSuperclass(new, cls) == nil, "no circles")
        #expect(takeText(mr_check_invariants(cls)) == nil)
        objc_release(object)
        objc_disposeClassPair(cls)
        #expect(takeText(mr_class_dispose(old)) == nil)
    }

    @Test("Threads make, use and dispose of classes at once")
    func threads() {
        let base = makeClass("Base")
        add(base, "number", answering: 9)
        let wrong = Counter()
        onUncheckedThreads(4) { _ in
            for _ in 0..<100 {
                let cls = makeClass("Short", base), object = new(cls)
                if sendInt(object, "number") != 9 { wrong.add() }
                objc_release(object)
                if let reason = mr_class_dispose(cls) {
                    wrong.add()
                    free(reason)
                }
            }
        }
        #expect(wrong.value == 0)
        #expect(takeText(mr_check_invariants(base)) == nil)
        #expect(takeText(mr_class_dispose(base)) == nil)
    }
}
