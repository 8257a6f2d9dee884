// AtomicPropertyTests.swift - declared properties that several threads use at once.
import MiniRuntime
import RuntimeTestSupport
import TestSupport
import Testing

private struct Quad: StructureValue, Equatable {
    var a, b, c, d: Int
    static let messageEncoding: StaticString = "{Quad=qqqq}"

    init(_ number: Int) { (a, b, c, d) = (number, number, number, number) }
    var isWhole: Bool { a == b && b == c && c == d }
}

/// The methods -retain and -release of a class that counts by itself: both use a property of another object, which may
/// share its lock with the property under test.
private enum OwnCounting {
    private typealias Retain = @convention(c) (UnsafeMutableRawPointer, UnsafeRawPointer) -> UnsafeMutableRawPointer
    private typealias Release = @convention(c) (UnsafeMutableRawPointer, UnsafeRawPointer) -> Void

    static let retains = Counter()
    private static let other = try! makeClass("Other") { try $0.addProperty("value", Object?.self) }.new()
    private static let plain = try! makeClass("Plain")
    private static let rootRetain = Class.nsObject.methodImplementation("retain")
    private static let rootRelease = Class.nsObject.methodImplementation("release")

    static func addMethods(to cls: Class) {
        let retain: Retain = { me, selector in
            OwnCounting.retains.add()
            try! OwnCounting.other.send("setValue:", OwnCounting.plain.new())
            return unsafeBitCast(OwnCounting.rootRetain.address, to: Retain.self)(me, selector)
        }
        let release: Release = { me, selector in
            _ = try! OwnCounting.other.send("value", as: Object?.self)
            unsafeBitCast(OwnCounting.rootRelease.address, to: Release.self)(me, selector)
        }
        cls.addMethod("retain", IMP(address: unsafeBitCast(retain, to: UnsafeRawPointer.self)), types: "@16@0:8")
        cls.addMethod("release", IMP(address: unsafeBitCast(release, to: UnsafeRawPointer.self)), types: "v16@0:8")
    }
}

@Suite("Atomic properties")
struct AtomicPropertyTests {
    @Test("Properties are atomic unless they are declared not to be, and their attributes say so")
    func attributes() throws {
        let cls = try makeClass {
            try $0.addProperty("age", Int32.self)
            try $0.addProperty("name", Object?.self, storage: .copy)
            try $0.addProperty("size", Int32.self, isAtomic: false)
            try $0.addProperty("owner", Object?.self, storage: .weak, isAtomic: false)
            try $0.addProperty("friend", Object?.self)
            try $0.addProperty("neighbour", Object?.self, isAtomic: false)
            try $0.addProperty("title", Object?.self, storage: .copy, isAtomic: false)
        }
        let attributes = cls.properties.map(\.attributeString)
        #expect(
            attributes == [
                "Ti,V_age", "T@,C,V_name", "Ti,N,V_size", "T@,W,N,V_owner", "T@,&,V_friend", "T@,&,N,V_neighbour",
                "T@,C,N,V_title",
            ])
    }

    @Test("A property that is not atomic works as others do on one thread")
    func nonatomic() throws {
        let cls = try makeClass {
            try $0.addProperty("quad", Quad.self, isAtomic: false)
            try $0.addProperty("flag", Bool.self, isAtomic: false)
            try $0.addProperty("value", Object?.self, isAtomic: false)
        }
        let object = try cls.new(), value = try cls.new()
        try object.send("setQuad:", Quad(7))
        try object.send("setFlag:", true)
        try object.send("setValue:", value)
        for _ in ["cold", "cached"] {
            #expect(try object.send("quad", as: Quad.self) == Quad(7))
            #expect(try object.send("flag", as: Bool.self))
            #expect(try autoreleasepool { try object.send("value", as: Object?.self) } == value)
        }
        #expect(value.unmanaged.retainCount == 2)
    }

    @Test("A setter releases the value that it replaces, atomic or not", arguments: [true, false])
    func replaced(isAtomic: Bool) throws {
        let log = Log(), cls = try makeClass { try $0.addProperty("value", Object?.self, isAtomic: isAtomic) }
        do {
            let object = try cls.new()
            try object.send("setValue:", trackedObject(log, "first"))
            try object.send("setValue:", trackedObject(log, "second"))
            #expect(log.all == ["first"])
            let held = try object.send("value", as: Object?.self)
            #expect(held != nil)
        }
        #expect(log.all == ["first", "second"])
    }

    @Test("A structure is read whole, by message and past the accessors, while other threads set it")
    func structures() throws {
        let cls = try makeClass { try $0.addProperty("wide", Wide.self) }, object = try cls.new()
        let torn = Counter(), failed = Counter()
        onThreads(8) { number in
            do {
                for turn in 0..<2000 {
                    switch number {
                    case 0, 1, 2: try object.send("setWide:", Wide(number * 10_000 + turn))
                    case 3: try object.setIvar("_wide", to: Wide(turn))
                    case 4: if try !object.ivar("_wide", as: Wide.self).isWhole { torn.add() }
                    default: if try !object.send("wide", as: Wide.self).isWhole { torn.add() }
                    }
                }
            } catch {
                failed.add()
            }
        }
        #expect((torn.value, failed.value) == (0, 0))
    }

    @Test(
        "An object is read alive, by message and past the accessors, while other threads set it",
        arguments: [PropertyStorage.strong, .copy, .weak])
    func objects(storage: PropertyStorage) throws {
        let valueClass = try makeClass("Value")
        try valueClass.addMethod("copyWithZone:") { (self: Object, _: UnsafeRawPointer?) -> Object in self }
        let cls = try makeClass { try $0.addProperty("value", Object?.self, storage: storage) }
        let failed = Counter()
        do {
            let object = try cls.new()
            onThreads(8) { number in
                do {
                    for _ in 0..<2000 {
                        try autoreleasepool {
                            let value: Object?
                            switch number {
                            case 0, 1, 2: return try object.send("setValue:", valueClass.new())
                            case 3: return try object.setIvar("_value", to: valueClass.new())
                            case 4: value = try object.ivar("_value", as: Object?.self)
                            default: value = try object.send("value", as: Object?.self)
                            }
                            if let value, value.isa != valueClass { failed.add() }
                        }
                    }
                } catch {
                    failed.add()
                }
            }
        }
        #expect(failed.value == 0)
        #expect(valueClass.instanceCount == 0)
    }

    @Test(
        "Threads set and read a value whose class has -retain and -release of its own: no lock is held while they run")
    func ownCounting() throws {
        let valueClass = try makeClass("Counted"), failed = Counter()
        OwnCounting.addMethods(to: valueClass)
        let cls = try makeClass { try $0.addProperty("value", Object?.self) }
        do {
            let object = try cls.new()
            onThreads(4) { number in
                do {
                    for _ in 0..<500 {
                        if number < 2 {
                            try object.send("setValue:", valueClass.new())
                        } else {
                            _ = try object.send("value", as: Object?.self)
                        }
                    }
                } catch {
                    failed.add()
                }
            }
        }
        #expect(OwnCounting.retains.value > 0)
        #expect(failed.value == 0)
        #expect(valueClass.instanceCount == 0)
    }

    @Test("Accessors can be added for any ivar of the class or a superclass, under any name")
    func accessors() throws {
        let base = try makeClass { try $0.addIvar("_count", Int32.self) }
        let cls = try makeClass("Sub", base)
        let getter = try cls.addGetter("howMany", ivar: "_count")
        try cls.addSetter("count:", ivar: "_count")
        #expect(getter.purpose == "accessor")
        #expect(getter.isClosure)
        #expect(getter.closureTypes == "i16@0:8")
        let object = try cls.new()
        try object.send("count:", Int32(5))
        #expect(try object.send("howMany", as: Int32.self) == 5)
        #expect(throws: RuntimeError.noIvar("_none", class: cls.name)) { try cls.addGetter("none", ivar: "_none") }
        #expect(throws: RuntimeError.alreadyPresent("howMany", class: cls.name)) {
            try cls.addGetter("howMany", ivar: "_count")
        }
        #expect(throws: RuntimeError.argumentCount("none", expected: 0, given: 1)) {
            try cls.addSetter("none", ivar: "_count")
        }
    }
}
