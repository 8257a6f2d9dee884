// ObjectTests.swift - objects as Swift values: ownership, weak references, associated objects, tagged pointers.
import MiniRuntime
import Testing

@Suite("Objects in Swift")
struct ObjectTests {
    @Test("Copies share one reference, and the last one releases it")
    func ownership() throws {
        let log = Log()
        do {
            let object = try trackedObject(log, "gone"), copy = object
            #expect(object.retainCount == 1 && copy == object && Set([object, copy]).count == 1)
            let second = object.unmanaged.retained()
            #expect(object.retainCount == 2 && second == object)
            withExtendedLifetime((copy, second)) {}
        }
        #expect(log.all == ["gone"])
    }

    @Test("An unmanaged object is counted by hand")
    func unmanaged() throws {
        /// The object's only reference, in the caller's hands.
        func handOut(_ object: Object) -> UnmanagedObject {
            withExtendedLifetime(object) { object.unmanaged.retain() }
        }
        let log = Log(), object = try handOut(trackedObject(log, "gone"))
        #expect(log.all.isEmpty && object.retained().retainCount == 2)
        autoreleasepool { _ = object.retain().autorelease() }
        #expect(UnmanagedObject(object.address) == object && UnmanagedObject(nil as UnsafeMutableRawPointer?) == nil)
        object.release()
        #expect(log.all == ["gone"])
        let second = try handOut(trackedObject(log, "taken"))
        #expect(second.takeOwnership().retainCount == 1)
        #expect(log.all == ["gone", "taken"])
    }

    @Test("Classes are objects that nobody counts")
    func classes() throws {
        let object = Class.nsObject.object
        #expect(object.isClass && object.retainCount == Int.max)
        #expect(try !makeClass().new().isClass)
    }

    @Test("An object without strings to say it in describes itself by class and address")
    func described() throws {
        let cls = try makeClass(), object = try cls.new()
        #expect("\(object)" == "<\(cls.name): 0x\(String(object.address, radix: 16))>")
        #expect("\(object.unmanaged)" == "\(object)")
    }

    @Test("A weak reference reads the object while it lives, then nil")
    func weak() throws {
        let log = Log(), weak = WeakReference(nil)
        do {
            let object = try trackedObject(log, "gone")
            weak.object = object
            #expect(weak.object == object && object.retainCount == 1)
            #expect(WeakReference(object.unmanaged).object == object)
        }
        #expect(log.all == ["gone"])
        #expect(weak.object == nil)
    }

    @Test("In its own dealloc an object is not to be had weakly")
    func weakInDealloc() throws {
        let log = Log(), cls = try makeClass(), weak = WeakReference(nil)
        try cls.addMethod("dealloc") { (self: UnmanagedObject) in
            log.add("\(weak.object == nil) \(WeakReference(self).object == nil)")
            try self.sendSuper(of: cls, "dealloc")
        }
        do { weak.object = try cls.new() }
        #expect(log.all == ["true true"])
    }

    @Test(
        "Associated objects of every policy, across a change of isa",
        arguments: [AssociationPolicy.assign, .retain, .copy, .retainNonatomic, .copyNonatomic])
    func associated(policy: AssociationPolicy) throws {
        let key = AssociationKey(), valueClass = try makeClass("Value"), other = try makeClass("Other")
        try valueClass.addMethod("copyWithZone:") { (self: Object, zone: UnsafeRawPointer?) -> Object in
            try valueClass.new()
        }
        do {
            let object = try makeClass().new(), value = try valueClass.new()
            object.setAssociatedObject(value, for: key, policy: policy)
            object.setClass(other)
            let copies = policy == .copy || policy == .copyNonatomic
            #expect((object.associatedObject(key) == value) == !copies)
            #expect(value.retainCount == (policy == .retain || policy == .retainNonatomic ? 2 : 1))
            #expect(object.associatedObject(AssociationKey()) == nil)
            object.setAssociatedObject(nil, for: key)
            #expect(object.associatedObject(key) == nil && value.retainCount == 1)
            object.setAssociatedObject(value, for: key)
            object.removeAssociatedObjects()
            #expect(object.associatedObject(key) == nil)
            object.setAssociatedObject(value, for: key)
        }
        #expect(valueClass.instanceCount == 0)
    }

    @Test("Tagged pointers are objects without memory")
    func tagged() throws {
        let cls = try makeClass("Tagged") {
            try $0.addMethod("payload") { (self: UnmanagedObject) -> UInt64 in self.tagPayload }
        }
        let tag = try #require((0..<8).reversed().lazy.compactMap { PointerTag($0, for: cls) }.first)
        for payload in [0, 77, (UInt64(1) << 60) - 1] {
            let object = try #require(tag.object(payload)).retained()
            for _ in ["cold", "cached"] { #expect(try object.send("payload", as: UInt64.self) == payload) }
            #expect(object.isTagged && object.isa == cls && object.retainCount == Int.max)
            #expect(object.setClass(.nsObject) == cls && object.indexedIvars == nil)
            #expect(throws: RuntimeError.noIvar("x", class: cls.name)) { try object.ivar("x", as: Int32.self) }
            object.setAssociatedObject(object, for: AssociationKey())
            object.unmanaged.withObservationSlot { slot in
                #expect(slot.info == nil && slot.isa == cls)
                slot.info = UnsafeMutableRawPointer(bitPattern: 0x40)
            }
            #expect(object.unmanaged.observationInfoAddress == nil)
        }
        #expect(tag.object(UInt64(1) << 60) == nil)
        #expect(PointerTag(8, for: cls) == nil && PointerTag(-1, for: cls) == nil)
    }

    @Test("Observation info and isa are changed together, and the info survives a change of isa")
    func observationSlot() throws {
        let cls = try makeClass(), other = try makeClass("Other", cls), object = try cls.new()
        let address = UnsafeMutableRawPointer(bitPattern: 0x40)
        #expect(object.unmanaged.observationInfoAddress == nil)
        let before = object.unmanaged.withObservationSlot { slot in
            defer { (slot.info, slot.isa) = (address, other) }
            return slot
        }
        #expect(before.info == nil && before.isa == cls)
        #expect(object.isa == other && object.unmanaged.observationInfoAddress == address)
        #expect(cls.instanceCount == 0 && other.instanceCount == 1)
        object.setClass(cls)
        #expect(object.unmanaged.observationInfoAddress == address)
        object.unmanaged.withObservationSlot { $0.info = nil }
        #expect(object.unmanaged.observationInfoAddress == nil && object.isa == cls)
    }
}
