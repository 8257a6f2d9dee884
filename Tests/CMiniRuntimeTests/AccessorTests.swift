// AccessorTests.swift - synthesized accessors, the functions that compiled ones call, and what threads see through
// them.
import CMiniRuntime
import Glibc
import TestSupport
import Testing

private typealias Setter = @convention(c) (id?, SEL, id?) -> Void

/// A class with an ivar `_value` of object type and its accessors `value` and `setValue:`.
private func makeHolder(_ storage: mr_storage, atomic: Bool = true) -> Class {
    makeClass("Holder") { cls in
        addIvar(cls, "_value", "@")
        // One word behind the isa.
        if storage == MR_STORAGE_WEAK { class_setWeakIvarLayout(cls, [0x01, 0]) }
        if storage == MR_STORAGE_STRONG || storage == MR_STORAGE_COPY { class_setIvarLayout(cls, [0x01, 0]) }
        let ivar = class_getInstanceVariable(cls, "_value")
        let (getter, setter) = ("@16@0:8", "v24@0:8@16")
        class_addMethod(cls, sel("value"), mr_accessor_create(getter, ivar, storage, atomic, false), getter)
        class_addMethod(cls, sel("setValue:"), mr_accessor_create(setter, ivar, storage, atomic, true), setter)
    }
}

private func set(_ object: id, _ value: id?) { messenger(Setter.self)(object, sel("setValue:"), value) }
private func offset(_ object: id) -> Int {
    ivar_getOffset(class_getInstanceVariable(object_getClass(object), "_value"))
}

@Suite("Accessors")
struct AccessorTests {
    @Test("Each accessor is a block with an address of its own")
    func addresses() {
        let cls = makeHolder(MR_STORAGE_STRONG)
        let getter = class_getMethodImplementation(cls, sel("value"))
        let setter = class_getMethodImplementation(cls, sel("setValue:"))
        #expect(getter != setter)
        for imp in [getter, setter] { #expect(text(mr_imp_get_purpose(imp)) == "accessor") }
        #expect(getter != class_getMethodImplementation(makeHolder(MR_STORAGE_STRONG), sel("value")))
        #expect(text(mr_block_types(imp_getBlock(setter))) == "v24@0:8@16")
        #expect(mr_accessor_create("v16@0:8", nil, MR_STORAGE_STRONG, true, false) == nil)
        let ivar = class_getInstanceVariable(cls, "_value")
        #expect(mr_accessor_create("?", ivar, MR_STORAGE_STRONG, true, false) == nil)
    }

    @Test("Strong and copying setters own the value, atomic or not", arguments: [true, false])
    func owning(atomic: Bool) {
        for storage in [MR_STORAGE_STRONG, MR_STORAGE_COPY] {
            let log = Log(), object = new(makeHolder(storage, atomic: atomic))
            let cls = makeClass { logDealloc($0, log, "gone") }
            add(cls, "copyWithZone:", "@24@0:8^v16") { $0.answer(objc_retain($0.object)) }
            let value = new(cls)
            set(object, value)
            #expect(mr_retain_count(value) == 2)
            pooled { #expect(sendObject(object, "value") == value) }
            #expect(mr_retain_count(value) == 2)
            objc_release(value)
            set(object, value)
            #expect(log.all.isEmpty)
            set(object, nil)
            #expect(log.all == ["gone"])
            #expect(sendObject(object, "value") == nil)
            objc_release(object)
        }
    }

    @Test("Where copy raises, the property keeps its value", arguments: [true, false])
    func copyRaises(atomic: Bool) {
        let object = new(makeHolder(MR_STORAGE_COPY, atomic: atomic)), value = new(nsObject)
        let cls = makeClass { add($0, "copy", "@16@0:8") { $0.answer(objc_retain($0.object)) } }
        let copied = new(cls)
        set(object, copied)
        set(object, value)  // NSObject has no copyWithZone:
        let exception = mr_exception_take()
        #expect(exception != nil)
        objc_release(exception)
        pooled { #expect(sendObject(object, "value") == copied) }
        for each in [object, value, copied] { objc_release(each) }
    }

    @Test("A value that is not owned is stored, and neither retained nor released")
    func unowned() {
        let object = new(makeHolder(MR_STORAGE_VALUE)), value = new(nsObject)
        set(object, value)
        #expect(mr_retain_count(value) == 1)
        #expect(sendObject(object, "value") == value)
        objc_release(object)
        #expect(mr_retain_count(value) == 1)
        objc_release(value)
    }

    @Test("objc_getProperty and objc_setProperty do as synthesized accessors do", arguments: [true, false])
    func functions(atomic: Bool) {
        let object = new(makeHolder(MR_STORAGE_STRONG)), name = sel("value")
        let cls = makeClass()
        for (method, answer) in [("copyWithZone:", "copy"), ("mutableCopyWithZone:", "mutable copy")] {
            let log = Log()
            add(cls, method, "@24@0:8^v16") { call in call.answer(id?(trackedObject(log, answer))) }
        }
        let value = new(cls)
        objc_setProperty(object, name, offset(object), value, atomic, 0)
        #expect(mr_retain_count(value) == 2)
        pooled { #expect(objc_getProperty(object, name, offset(object), atomic) == value) }
        #expect(mr_retain_count(value) == 2)
        for kind: CChar in [1, 2] {
            objc_setProperty(object, name, offset(object), value, atomic, kind)
            #expect(mr_retain_count(value) == 1)
            pooled { #expect(objc_getProperty(object, name, offset(object), atomic) != value) }
        }
        objc_setProperty(object, name, offset(object), nil, atomic, 0)
        #expect(objc_getProperty(object, name, offset(object), atomic) == nil)
        #expect(objc_getProperty(nil, name, 8, atomic) == nil)
        objc_setProperty(nil, name, 8, value, atomic, 0)
        objc_release(object)
        objc_release(value)
    }

    @Test("objc_copyStruct copies", arguments: [true, false])
    func structures(atomic: Bool) {
        var source = (1, 2, 3, 4), copy = (0, 0, 0, 0)
        objc_copyStruct(&copy, &source, MemoryLayout.size(ofValue: source), atomic, false)
        #expect(copy == source)
    }

    @Test("No lock is held while a class's own retain, release or copy runs")
    func noLockHeld() {
        let log = Log(), holder = new(makeHolder(MR_STORAGE_STRONG)), copier = new(makeHolder(MR_STORAGE_COPY))
        let cls = makeClass("Counted"), quiet = new(nsObject)
        for name in ["retain", "release", "copyWithZone:"] {
            let types = name == "release" ? "v16@0:8" : name == "retain" ? "@16@0:8" : "@24@0:8^v16"
            add(cls, name, types) { call in
                log.add(name)
                // Takes the lock of both properties.
                set(holder, quiet)
                set(copier, nil)
                if name == "release" { return sendSuper(call.object, cls, "release") }
                _ = mr_retain_count(call.object)
                call.answer(call.object)
                if name == "retain" {
                    typealias Super = @convention(c) (UnsafePointer<objc_super>, SEL) -> id?
                    var target = objc_super(receiver: call.object, super_class: cls)
                    _ = unsafeBitCast(address(of: objc_msgSendSuper2), to: Super.self)(&target, sel("retain"))
                } else {
                    objc_retain(call.object)
                }
            }
        }
        let value = new(cls)
        pooled {
            set(holder, value)
            var out = 0 as Int
            _ = sendObject(holder, "value")
            out = Int(mr_retain_count(value))
            #expect(out >= 1)
            set(copier, value)
            set(copier, nil)
            set(holder, nil)
        }
        #expect(Set(log.all) == ["retain", "release", "copyWithZone:"])
        #expect(mr_retain_count(value) == 1)
        // The value goes first: its release sets the properties of the other two.
        for each in [value, holder, copier, quiet] { objc_release(each) }
    }

    @Test("Threads that set and read one property, or copy its object, read objects that are alive")
    func threads() {
        for storage in [MR_STORAGE_STRONG, MR_STORAGE_COPY, MR_STORAGE_WEAK] {
            let object = new(makeHolder(storage)), dead = Counter(), made = Counter(), gone = Counter()
            let cls = makeClass { cls in
                add(cls, "dealloc", "v16@0:8") { call in
                    gone.add()
                    sendSuper(call.object, cls, "dealloc")
                }
                add(cls, "copyWithZone:", "@24@0:8^v16") { $0.answer(objc_retain($0.object)) }
            }
            onUncheckedThreads(8) { number in
                for turn in 0..<2000 {
                    pooled {
                        if number < 4 {
                            let value = new(cls)
                            made.add()
                            set(object, turn % 10 == 0 ? nil : value)
                            objc_release(value)
                        } else if let value = sendObject(object, "value") {
                            if object_getClass(value) != cls || mr_retain_count(value) == 0 { dead.add() }
                        } else if number == 7 {
                            objc_release(object_copy(object, 0))
                        }
                    }
                }
            }
            objc_release(object)
            #expect(dead.value == 0)
            #expect(gone.value == made.value)
        }
    }

    @Test("Threads that store into one weak reference leave no trace of it in the objects they stored")
    func weakStores() {
        let cls = makeClass(), location = Location()
        for _ in 0..<200 {
            let values = (0..<4).map { _ in new(cls) }
            onUncheckedThreads(4) { number in
                for _ in 0..<20 { _ = objc_storeWeak(location.pointer, values[number]) }
            }
            let last = objc_loadWeakRetained(location.pointer)
            for value in values where value != last { objc_release(value) }
            // None of them cleared what it was no longer in.
            let now = objc_loadWeakRetained(location.pointer)
            #expect(now == last)
            objc_release(now)
            objc_release(last)
            objc_release(last)
            #expect(location.pointer.pointee == nil)
        }
        #expect(mr_instance_count(cls) == 0)
        objc_destroyWeak(location.pointer)
    }
}
