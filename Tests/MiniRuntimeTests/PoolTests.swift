// PoolTests.swift - what is autoreleased on a thread that has no pool.
import Glibc
import MiniRuntime
import Testing

@Suite("Threads without a pool")
struct PoolTests {
    /// Runs `body` on a thread of its own.
    private func onThread(_ body: @escaping @Sendable () -> Void) {
        final class Start: Sendable {
            let body: @Sendable () -> Void
            init(_ body: @escaping @Sendable () -> Void) { self.body = body }
        }
        var thread = pthread_t()
        pthread_create(
            &thread, nil,
            { start in
                Unmanaged<Start>.fromOpaque(start!).takeRetainedValue().body()
                return nil
            }, Unmanaged.passRetained(Start(body)).toOpaque())
        pthread_join(thread, nil)
    }

    @Test("The outermost send releases what was autoreleased during it")
    func outermost() throws {
        let cls = try makeClass { try $0.addMethod("twin") { (self: Object) -> Object in try self.isa.new() } }
        let counts = Log()
        onThread {
            let object = try! cls.new()
            for _ in 0..<100 { _ = try! object.send("twin", as: Object.self) }
            for _ in 0..<100 { try! object.send("twin") }
            counts.add("\(cls.instanceCount) \(autoreleasedObjectCount)")
        }
        #expect(counts.all == ["1 0"])
    }

    @Test("In a pool it lives until the pool ends, and so it does if the result is borrowed")
    func inPools() throws {
        let cls = try makeClass { try $0.addMethod("twin") { (self: Object) -> Object in try self.isa.new() } }
        let counts = Log()
        onThread {
            let object = try! cls.new()
            autoreleasepool {
                for _ in 0..<10 { _ = try! object.send("twin", as: Object.self) }
                counts.add("\(cls.instanceCount)")
            }
            let twin = try! object.send("twin", as: UnmanagedObject.self)
            counts.add("\(cls.instanceCount) \(twin.isa == cls)")
        }
        #expect(counts.all == ["11", "2 true"])
        #expect(cls.instanceCount == 0)
    }
}
