// WeakHandleTests.swift - weak references for tables that must detect the death of an object.
import CMiniRuntime
import Glibc
import MiniFoundation
import MiniRuntime
import TestSupport
import Testing

/// Makes a class whose instances log their deallocation, with the text that `body` returns at that moment.
private func makeMortal(
    _ log: Log, _ body: @escaping @Sendable (UnmanagedObject) -> String = { _ in "dead" }
) throws -> MiniRuntime.Class {
    let cls = try ClassBuilder(uniqueName("Mortal")).register()
    try cls.addMethod("dealloc") { (self: UnmanagedObject) in
        log.add(body(self))
        try self.sendSuper(of: cls, "dealloc")
    }
    return cls
}

@Suite("Weak handles")
struct WeakHandleTests {
    @Test("A handle does not own, and reads nil from the moment its object begins to die")
    func zeroed() throws {
        let log = Log()
        let cls = try makeMortal(log) { object in
            let late = WeakHandle(object)
            defer { late.end() }
            return "dying \(late.load() == nil)"
        }
        let object = try #require(cls.allocateInstance()), handle = WeakHandle(object)
        let other = WeakHandle(object)
        #expect(other.load() == object)
        #expect(object.retainCount == 2)
        other.end()
        #expect(handle.load() == object)
        #expect(object.retainCount == 3)
        for _ in 0..<3 { object.release() }
        #expect(log.all == ["dying true"])
        #expect(handle.load() == nil)
        handle.end()
    }

    @Test("A handle does not ask whether its object allows weak references")
    func notAsked() throws {
        let cls = try ClassBuilder(uniqueName("Refusing")).register()
        try cls.addMethod("allowsWeakReference") { (_: UnmanagedObject) in false }
        let object = try #require(cls.allocateInstance()), handle = WeakHandle(object)
        #expect(WeakReference(object).object == nil)
        #expect(handle.load() == object)
        for _ in 0..<2 { object.release() }
        #expect(handle.load() == nil)
        handle.end()
    }

    @Test("Memory of somebody else's is theirs as soon as the object in it is gone")
    func placed() throws {
        let cls = try ClassBuilder(uniqueName("Placed")).register(), size = mr_header_size() + cls.instanceSize
        let memory = try #require(calloc(1, size))
        let pointer = objc_constructInstance(objc_getClass(cls.name), memory + mr_header_size())
        let object = try #require(UnmanagedObject(UnsafeMutableRawPointer(pointer))), handle = WeakHandle(object)
        #expect(handle.load() == object)
        for _ in 0..<2 { object.release() }
        memset(memory, 0xff, size)
        #expect(handle.load() == nil)
        free(memory)
        #expect(handle.load() == nil)
        handle.end()
    }

    @Test("Tagged pointers are referred to as they are")
    func immortal() {
        let object = NSNumber.object(5), handle = WeakHandle(object.unmanaged)
        #expect(handle.load() == object.unmanaged)
        handle.end()
    }

    @Test("A class that is disposed of reads nil")
    func classes() throws {
        let cls = try ClassBuilder(uniqueName("Disposed")).register()
        let object = try #require(UnmanagedObject(UnsafeMutableRawPointer(objc_getClass(cls.name))))
        let handle = WeakHandle(object)
        #expect(handle.load() == object)
        try cls.dispose()
        #expect(handle.load() == nil)
        handle.end()
    }

    @Test("The class of a dead object may be disposed of before the handle ends")
    func classFirst() throws {
        let cls = try ClassBuilder(uniqueName("First")).register(), object = try #require(cls.allocateInstance())
        let handle = WeakHandle(object)
        object.release()
        try cls.dispose()
        #expect(handle.load() == nil)
        handle.end()
    }
}
