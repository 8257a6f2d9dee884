// AccessorTests.swift - synthesized accessors, used by many threads at once.
import Glibc
import MiniRuntime
import Synchronization
import Testing

private struct Quad: StructureValue, Equatable {
    var a, b, c, d: Int
    static let messageEncoding: StaticString = "{Quad=qqqq}"

    init(_ value: Int) {
        (a, b, c, d) = (value, value, value, value)
    }
}

/// Runs `body` on threads of their own, without a pool.
private func onThreads(_ count: Int, _ body: @escaping @Sendable (Int) -> Void) {
    final class Start: Sendable {
        let body: @Sendable () -> Void
        init(_ body: @escaping @Sendable () -> Void) { self.body = body }
    }
    var threads: [pthread_t] = []
    for index in 0..<count {
        var thread = pthread_t()
        let start = Unmanaged.passRetained(Start { body(index) }).toOpaque()
        pthread_create(
            &thread, nil,
            { start in
                Unmanaged<Start>.fromOpaque(start!).takeRetainedValue().body()
                return nil
            }, start)
        threads.append(thread)
    }
    for thread in threads { pthread_join(thread, nil) }
}

/// A class with a -retain and a -release of its own, which use an accessor themselves: that of any ivar.
private enum Counted {
    typealias Retain = @convention(c) (UnsafeMutableRawPointer, UnsafeRawPointer) -> UnsafeMutableRawPointer
    typealias Release = @convention(c) (UnsafeMutableRawPointer, UnsafeRawPointer) -> Void

    static let retains = Atomic<Int>(0)
    static let other = try! makeClass("Other") { try $0.addProperty("value", Object?.self) }.new()
    static let plain = try! makeClass("Plain")
    static let ownRetain = Class.nsObject.methodImplementation("retain")
    static let ownRelease = Class.nsObject.methodImplementation("release")

    static func addMethods(to cls: Class) {
        let retain: Retain = { me, selector in
            Counted.retains.add(1, ordering: .relaxed)
            try! Counted.other.send("setValue:", Counted.plain.new())
            return unsafeBitCast(Counted.ownRetain.address, to: Retain.self)(me, selector)
        }
        let release: Release = { me, selector in
            _ = try! Counted.other.send("value", as: Object?.self)
            unsafeBitCast(Counted.ownRelease.address, to: Release.self)(me, selector)
        }
        cls.addMethod("retain", IMP(address: unsafeBitCast(retain, to: UnsafeRawPointer.self)), types: "@16@0:8")
        cls.addMethod("release", IMP(address: unsafeBitCast(release, to: UnsafeRawPointer.self)), types: "v16@0:8")
    }
}

@Suite("Synthesized accessors")
struct AccessorTests {
    private static let rounds = 20_000

    private func hammer(
        _ object: Object, _ setter: Selector, _ getter: Selector, _ make: @escaping @Sendable () -> Object
    ) {
        onThreads(8) { index in
            for _ in 0..<Self.rounds {
                if index < 4 {
                    try! object.send(setter, make())
                } else if let value = try! object.send(getter, as: Object?.self) {
                    precondition(value.retainCount > 0)
                }
            }
        }
    }

    @Test("An object is read alive while others replace it", arguments: [PropertyStorage.strong, .copy, .weak])
    func objects(storage: PropertyStorage) throws {
        let valueClass = try makeClass("Value")
        try valueClass.addMethod("copyWithZone:") { (self: Object, zone: UnsafeRawPointer?) -> Object in self }
        let cls = try makeClass { try $0.addProperty("value", Object?.self, storage: storage) }
        do {
            let object = try cls.new()
            hammer(object, "setValue:", "value") { try! valueClass.new() }
        }
        #expect(valueClass.instanceCount == 0)
    }

    @Test("A value that counts by messages is retained with no lock held")
    func customCounting() throws {
        let valueClass = try makeClass("Counted")
        Counted.addMethods(to: valueClass)
        let cls = try makeClass { try $0.addProperty("value", Object?.self) }
        do {
            let object = try cls.new()
            onThreads(4) { index in
                for _ in 0..<500 {
                    if index < 2 {
                        try! object.send("setValue:", valueClass.new())
                    } else {
                        _ = try! object.send("value", as: Object?.self)
                    }
                }
            }
            #expect(Counted.retains.load(ordering: .relaxed) > 0)
        }
        #expect(valueClass.instanceCount == 0)
    }

    @Test("A structure is read as it was set, never half of it")
    func structures() throws {
        let cls = try makeClass { try $0.addProperty("quad", Quad.self) }
        let object = try cls.new(), torn = Atomic<Int>(0)
        onThreads(4) { index in
            for round in 0..<Self.rounds {
                if index < 2 {
                    try! object.send("setQuad:", Quad(index * Self.rounds + round))
                } else {
                    let quad = try! object.send("quad", as: Quad.self)
                    if quad != Quad(quad.a) { torn.add(1, ordering: .relaxed) }
                }
            }
        }
        #expect(torn.load(ordering: .relaxed) == 0)
    }

    @Test("Only a nonatomic property says that it is one, and works the same on one thread")
    func attributes() throws {
        let cls = try makeClass {
            try $0.addProperty("plain", Object?.self)
            try $0.addProperty("quick", Object?.self, storage: .strong.nonatomic)
            try $0.addProperty("copied", Object?.self, storage: .copy.nonatomic)
            try $0.addProperty("count", Int.self, storage: .strong.nonatomic)
        }
        #expect(cls.property("plain")?.attributeString == "T@,&,V_plain")
        #expect(cls.property("quick")?.attributeString == "T@,&,N,V_quick")
        #expect(cls.property("copied")?.attributeString == "T@,C,N,V_copied")
        #expect(cls.property("count")?.attributeString == "Tq,N,V_count")
        let log = Log()
        do {
            let object = try cls.new()
            try object.send("setQuick:", trackedObject(log, "first"))
            try object.send("setQuick:", trackedObject(log, "second"))
            #expect(log.all == ["first"])
            #expect(try object.send("quick", as: Object?.self) != nil)
        }
        #expect(log.all == ["first", "second"])
    }

    @Test("What -copy raises is raised by the setter, and nothing is stored")
    func raisingCopy() throws {
        let valueClass = try makeClass("Value")
        try valueClass.addMethod("copyWithZone:") { (self: Object, zone: UnsafeRawPointer?) -> Object in
            throw RuntimeException("NSGenericException", "no copies")
        }
        let cls = try makeClass { try $0.addProperty("value", Object?.self, storage: .copy) }
        let object = try cls.new()
        #expect(throws: RuntimeException("NSGenericException", "no copies")) {
            try object.send("setValue:", valueClass.new())
        }
        #expect(try object.send("value", as: Object?.self) == nil)
    }
}
