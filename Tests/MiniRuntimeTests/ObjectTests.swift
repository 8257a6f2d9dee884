// ObjectTests.swift - objects as Swift values: ownership, weak references, associated objects, tagged pointers.
import MiniRuntime
import RuntimeTestSupport
import TestSupport
import Testing

@Suite("Objects in Swift")
struct ObjectTests {
    @Test("Copies are owners of one object, and the last one releases it")
    func ownership() throws {
        let log = Log()
        do {
            let object = try trackedObject(log, "gone"), copy = object
            #expect(copy == object)
            #expect(Set([object, copy]).count == 1)
            let second = object.unmanaged.retained()
            #expect(second == object)
            withExtendedLifetime((copy, second)) {}
        }
        #expect(log.all == ["gone"])
    }

    @Test("Each copy in a collection is an owner, and gone with it")
    func owners() throws {
        // The one owner beside them is this pointer: the compiler may copy an Object, and count meanwhile.
        let object = try #require(makeClass().allocateInstance()), copies = Locked<[Object]>([])
        for _ in 1...10 { copies.append(object.retained()) }
        #expect(object.retainCount == 11)
        copies.exchange([])
        #expect(object.retainCount == 1)
        object.release()
    }

    @Test("Objects and tagged pointers keep their bits in optionals, enumerations and errors")
    func layouts() throws {
        enum Either { case first(Object), second(Object), number(Int32) }
        let cls = try makeClass(), tag = (0..<8).reversed().lazy.compactMap { PointerTag($0, for: cls) }.first
        let tagged = try #require(tag?.object(7)).retained()
        for object in [try makeClass().new(), tagged] {
            let (nested, nothing): (Object??, Object??) = (.some(.some(object)), .some(nil))
            #expect(nested == .some(.some(object)))
            #expect(nothing == .some(nil))
            #expect(nested != nothing)
            for (index, either) in [Either.first(object), .second(object), .number(3)].enumerated() {
                switch either {
                case .first(let held):
                    #expect(index == 0)
                    #expect(held == object)
                case .second(let held):
                    #expect(index == 1)
                    #expect(held == object)
                case .number(let number):
                    #expect(index == 2)
                    #expect(number == 3)
                }
            }
            #expect(try Result<Object, any Error>.success(object).get() == object)
        }
        #expect(MemoryLayout<Object>.size == 8)
        #expect(MemoryLayout<Object?>.size == 8)
    }

    @Test("An unmanaged object is counted by hand")
    func unmanaged() throws {
        /// The object's only reference, in the caller's hands.
        func handOut(_ object: Object) -> UnmanagedObject {
            withExtendedLifetime(object) { object.unmanaged.retain() }
        }
        let log = Log(), object = try handOut(trackedObject(log, "gone"))
        let counts = { () -> (Int, Int) in
            let before = object.retainCount, second = object.retained()
            return withExtendedLifetime(second) { (before, object.retainCount) }
        }()
        #expect(log.all.isEmpty)
        #expect(counts == (1, 2))
        autoreleasepool { _ = object.retain().autorelease() }
        #expect(UnmanagedObject(object.address) == object)
        #expect(UnmanagedObject(nil as UnsafeMutableRawPointer?) == nil)
        object.release()
        #expect(log.all == ["gone"])
        let second = try handOut(trackedObject(log, "taken"))
        #expect(second.retainCount == 1)
        _ = second.takeOwnership()
        #expect(log.all == ["gone", "taken"])
    }

    @Test("Classes are objects that nobody counts")
    func classes() throws {
        let object = Class.nsObject.object
        #expect(object.isClass)
        #expect(object.unmanaged.retainCount == Int.max)
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
            #expect(weak.object == object)
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
            // The one owner beside the association is this pointer.
            let object = try makeClass().new(), value = try #require(valueClass.allocateInstance())
            object.setAssociatedObject(value.retained(), for: key, policy: policy)
            object.setClass(other)
            let copies = policy == .copy || policy == .copyNonatomic
            #expect((object.associatedObject(key)?.unmanaged == value) == !copies)
            #expect(value.retainCount == (policy == .retain || policy == .retainNonatomic ? 2 : 1))
            #expect(object.associatedObject(AssociationKey()) == nil)
            object.setAssociatedObject(nil, for: key)
            #expect(object.associatedObject(key) == nil)
            #expect(value.retainCount == 1)
            object.setAssociatedObject(value.retained(), for: key)
            object.removeAssociatedObjects()
            #expect(object.associatedObject(key) == nil)
            #expect(value.retainCount == 1)
            object.setAssociatedObject(value.retained(), for: key)
            value.release()
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
            #expect(object.isTagged)
            #expect(object.isa == cls)
            #expect(object.unmanaged.retainCount == Int.max)
            #expect(object.setClass(.nsObject) == cls)
            #expect(object.indexedIvars == nil)
            #expect(throws: RuntimeError.noIvar("x", class: cls.name)) { try object.ivar("x", as: Int32.self) }
            object.setAssociatedObject(object, for: AssociationKey())
        }
        #expect(tag.object(UInt64(1) << 60) == nil)
        #expect(PointerTag(8, for: cls) == nil)
        #expect(PointerTag(-1, for: cls) == nil)
    }
}
