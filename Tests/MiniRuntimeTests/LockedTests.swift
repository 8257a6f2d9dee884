// LockedTests.swift - a value and its lock: nothing dies inside, and no function is held bare.
import MiniRuntime
import Testing

@Suite("Locked values")
struct LockedTests {
    @Test("A Locked refuses to hold a function: each access would wrap it anew")
    func functions() async {
        await #expect(processExitsWith: .failure) { _ = Locked<@Sendable () -> Void>({}) }
        await #expect(processExitsWith: .failure) { _ = Locked<(@Sendable (Int) throws -> Int)?>(nil) }
        await #expect(processExitsWith: .failure) { _ = Locked<(count: Int, call: () -> Void)>((0, {})) }
    }

    @Test("A structure with a function, and a list of functions, are fine")
    func structures() {
        struct Held {
            var call: () -> Int
        }
        let held = Locked<Held?>(Held { 1 }), list = Locked<[() -> Int]>([{ 2 }])
        for _ in 0..<1000 {
            #expect(held.withLock { $0 }?.call() == 1)
            #expect(list.withLock { $0 }[0]() == 2)
        }
    }

    @Test("What is replaced is released when the lock is free: it may come back for it")
    func exchange() {
        final class Guest {
            let home: Locked<Guest?>
            let log: Log

            init(_ home: Locked<Guest?>, _ log: Log) {
                self.home = home
                self.log = log
            }

            deinit {
                log.add(home.withLock { $0 == nil } ? "gone, and nobody came" : "gone, and another is there")
            }
        }
        let home = Locked<Guest?>(nil), log = Log()
        _ = home.exchange(Guest(home, log))
        _ = home.exchange(Guest(home, log))
        #expect(log.all == ["gone, and another is there"])
        _ = home.exchange(nil)
        #expect(log.all.last == "gone, and nobody came")
    }
}
