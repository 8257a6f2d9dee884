// AssociatedObjectTests.swift - values that hang on an object under a key.
import CMiniRuntime
import Glibc
import TestSupport
import Testing

@Suite("Associated objects")
struct AssociatedObjectTests {
    let key = UnsafeRawPointer(sel("C_key"))
    let otherKey = UnsafeRawPointer(sel("C_otherKey"))

    @Test("Assign owns nothing")
    func assign() {
        let object = new(nsObject), value = new(nsObject)
        objc_setAssociatedObject(object, key, value, OBJC_ASSOCIATION_ASSIGN)
        #expect(mr_retain_count(value) == 1)
        #expect(objc_getAssociatedObject(object, key) == value)
        objc_release(object)
        #expect(mr_retain_count(value) == 1)
        objc_release(value)
    }

    @Test(
        "Retaining policies own the value until the object dies",
        arguments: [OBJC_ASSOCIATION_RETAIN.rawValue, OBJC_ASSOCIATION_RETAIN_NONATOMIC.rawValue])
    func retain(policy: UInt32) {
        let log = Log(), object = new(nsObject), value = trackedObject(log, "value")
        objc_setAssociatedObject(object, key, value, objc_AssociationPolicy(policy))
        objc_release(value)
        pooled { #expect(objc_getAssociatedObject(object, key) == value) }
        #expect(mr_retain_count(value) == 1)
        #expect(log.all.isEmpty)
        objc_release(object)
        #expect(log.all == ["value"])
    }

    @Test(
        "Copying policies send copy and own what it answers",
        arguments: [OBJC_ASSOCIATION_COPY.rawValue, OBJC_ASSOCIATION_COPY_NONATOMIC.rawValue])
    func copy(policy: UInt32) {
        let log = Log(), cls = makeClass { logDealloc($0, log, "gone") }
        add(cls, "copyWithZone:", "@24@0:8^v16") { $0.answer(id?(new(cls))) }
        let object = new(nsObject), value = new(cls)
        objc_setAssociatedObject(object, key, value, objc_AssociationPolicy(policy))
        #expect(mr_retain_count(value) == 1)
        pooled {
            let copy = objc_getAssociatedObject(object, key)
            #expect(copy != nil)
            #expect(copy != value)
            #expect(object_getClass(copy) == cls)
        }
        objc_release(value)
        #expect(log.all == ["gone"])
        objc_release(object)
        #expect(log.all == ["gone", "gone"])
    }

    @Test("What an atomic policy answers outlives its replacement, until the pool ends")
    func atomic() {
        let log = Log(), object = new(nsObject), value = trackedObject(log, "value")
        objc_setAssociatedObject(object, key, value, OBJC_ASSOCIATION_RETAIN)
        objc_release(value)
        pooled {
            #expect(objc_getAssociatedObject(object, key) == value)
            objc_setAssociatedObject(object, key, nil, OBJC_ASSOCIATION_RETAIN)
            #expect(log.all.isEmpty)
        }
        #expect(log.all == ["value"])
        objc_release(object)
    }

    @Test("A new value replaces the old one, nil removes it, other keys stay")
    func replaced() {
        let log = Log(), object = new(nsObject)
        for (key, name) in [(key, "1"), (otherKey, "other"), (key, "2")] {
            let value = trackedObject(log, name)
            objc_setAssociatedObject(object, key, value, OBJC_ASSOCIATION_RETAIN_NONATOMIC)
            objc_release(value)
        }
        #expect(log.all == ["1"])
        objc_setAssociatedObject(object, key, nil, OBJC_ASSOCIATION_ASSIGN)
        #expect(log.all == ["1", "2"])
        #expect(objc_getAssociatedObject(object, key) == nil)
        #expect(objc_getAssociatedObject(object, otherKey) != nil)
        objc_removeAssociatedObjects(object)
        #expect(log.all == ["1", "2", "other"])
        #expect(objc_getAssociatedObject(object, otherKey) == nil)
        objc_release(object)
    }

    @Test("Associations survive a change of isa")
    func isaChange() {
        let log = Log(), object = new(makeClass("First")), value = trackedObject(log, "value"),
            second = makeClass("Second")
        objc_setAssociatedObject(object, key, value, OBJC_ASSOCIATION_RETAIN_NONATOMIC)
        objc_release(value)
        object_setClass(object, second)
        #expect(objc_getAssociatedObject(object, key) == value)
        objc_release(object)
        #expect(log.all == ["value"])
    }

    @Test("Many keys on one object are distinguished")
    func manyKeys() {
        let object = new(nsObject), cls = makeClass()
        let keys = (0..<100).map { UnsafeRawPointer(bitPattern: 0x1000 + $0)! }, values = keys.map { _ in new(cls) }
        for (key, value) in zip(keys, values) {
            objc_setAssociatedObject(object, key, value, OBJC_ASSOCIATION_RETAIN_NONATOMIC)
        }
        for value in values { objc_release(value) }
        for (key, value) in zip(keys, values) { #expect(objc_getAssociatedObject(object, key) == value) }
        objc_release(object)
        #expect(mr_instance_count(cls) == 0)
    }

    @Test("Classes have associations too, which go with the class")
    func onClasses() {
        let log = Log(), cls = makeClass(), value = trackedObject(log, "value")
        objc_setAssociatedObject(cls, key, value, OBJC_ASSOCIATION_RETAIN_NONATOMIC)
        objc_release(value)
        #expect(objc_getAssociatedObject(cls, key) == value)
        objc_disposeClassPair(cls)
        #expect(log.all == ["value"])
    }

    @Test("nil has no associations")
    func onNil() {
        let value = new(nsObject)
        objc_setAssociatedObject(nil, key, value, OBJC_ASSOCIATION_RETAIN)
        #expect(mr_retain_count(value) == 1)
        #expect(objc_getAssociatedObject(nil, key) == nil)
        objc_removeAssociatedObjects(nil)
        objc_release(value)
    }

    @Test("A value that associates another while it dies leaves nothing behind")
    func associatedWhileRemoving() {
        let log = Log(), object = new(nsObject), cls = makeClass()
        add(cls, "dealloc", "v16@0:8") { call in
            let value = trackedObject(log, "late")
            objc_setAssociatedObject(object, otherKey, value, OBJC_ASSOCIATION_RETAIN_NONATOMIC)
            objc_release(value)
            sendSuper(call.object, cls, "dealloc")
        }
        let value = new(cls)
        objc_setAssociatedObject(object, key, value, OBJC_ASSOCIATION_RETAIN_NONATOMIC)
        objc_release(value)
        objc_release(object)
        #expect(log.all == ["late"])
    }

    @Test("Threads may set, read and remove at once")
    func threads() {
        let object = new(nsObject), cls = makeClass(), wrong = Counter()
        add(cls, "number", answering: 6)
        onUncheckedThreads(4) { index in
            for _ in 0..<500 {
                pooled {
                    let value = new(cls)
                    objc_setAssociatedObject(object, key, value, OBJC_ASSOCIATION_RETAIN)
                    objc_release(value)
                    if let read = objc_getAssociatedObject(object, key), sendInt(read, "number") != 6 { wrong.add() }
                }
            }
        }
        objc_release(object)
        #expect(wrong.value == 0)
        #expect(mr_instance_count(cls) == 0)
    }

    @Test("An association for life stays when the others are removed, and goes with the object")
    func forLife() {
        let log = Log(), object = new(nsObject), kept = trackedObject(log, "kept"), other = trackedObject(log, "other")
        let keys = UnsafeMutablePointer<Int8>.allocate(capacity: 2)
        defer { keys.deallocate() }
        let forLife = objc_AssociationPolicy(OBJC_ASSOCIATION_RETAIN.rawValue | UInt32(MR_ASSOCIATION_FOR_LIFE))
        objc_setAssociatedObject(object, keys, kept, forLife)
        objc_setAssociatedObject(object, keys + 1, other, OBJC_ASSOCIATION_RETAIN)
        objc_release(kept)
        objc_release(other)
        objc_removeAssociatedObjects(object)
        #expect(log.all == ["other"])
        #expect(objc_getAssociatedObject(object, keys + 1) == nil)
        let pool = objc_autoreleasePoolPush()
        #expect(objc_getAssociatedObject(object, keys) == kept)
        objc_autoreleasePoolPop(pool)
        objc_removeAssociatedObjects(object)
        objc_release(object)
        #expect(log.all == ["other", "kept"])
    }
}
