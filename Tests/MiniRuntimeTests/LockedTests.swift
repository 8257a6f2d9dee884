import MiniRuntime
import Testing

/// Takes the lock that it was kept in as it dies.
private final class Nosy: Sendable, Lockable {
    let look: @Sendable () -> Void

    init(_ look: @escaping @Sendable () -> Void) {
        self.look = look
    }

    deinit { look() }
}

/// A function as a lock may guard it.
private struct Handler: Lockable {
    var call: @Sendable () -> Int
}

@Suite("Locked values")
struct LockedTests {
    /// A lock whose value, when it dies, takes the lock.
    private func makeLock() -> (Locked<Nosy?>, deaths: Locked<Int>) {
        let (lock, deaths) = (Locked<Nosy?>(nil), Locked(0))
        lock.exchange(
            Nosy { [weak lock] in
                _ = lock?.read { $0 == nil }
                deaths.withLock { $0 += 1 }
            })
        return (lock, deaths)
    }

    @Test("An object that is replaced inside the lock dies when the lock is free")
    func replaced() {
        let (lock, deaths) = makeLock()
        lock.withLock { $0 = nil }
        #expect(deaths.withLock { $0 } == 1)
    }

    @Test("An object that is replaced by a closure which then throws dies when the lock is free")
    func thrown() {
        struct Stop: Error {}
        let (lock, deaths) = makeLock()
        #expect(throws: Stop.self) {
            try lock.withLock { value in
                value = nil
                throw Stop()
            }
        }
        #expect(deaths.withLock { $0 } == 1)
        #expect(lock.read { $0 == nil })
    }

    @Test("An object that is exchanged is the caller's, and dies when the caller lets go of it")
    func exchanged() {
        let (lock, deaths) = makeLock()
        var old = lock.exchange(nil)
        #expect(deaths.withLock { $0 } == 0)
        old = nil
        _ = old
        #expect(deaths.withLock { $0 } == 1)
    }

    @Test("An object that dies because it was replaced finds the new value in the lock")
    func replacement() {
        let (lock, found) = (Locked<Nosy?>(nil), Locked<[String]>([]))
        func nosy() -> Nosy {
            Nosy { [weak lock] in found.append(lock?.read { $0 == nil } == true ? "nil" : "another object") }
        }
        lock.exchange(nosy())
        lock.exchange(nosy())
        #expect(found.withLock { $0 } == ["another object"])
        lock.withLock { $0 = nosy() }
        lock.exchange(nil)
        #expect(found.withLock { $0 } == ["another object", "another object", "nil"])
        withExtendedLifetime(lock) {}
    }

    @Test("A key that is removed dies when the lock is free, even if it is another instance than the argument")
    func removedKey() {
        final class Name: Hashable, Sendable {
            let text: String
            let look: @Sendable () -> Void

            init(_ text: String, _ look: @escaping @Sendable () -> Void = {}) {
                self.text = text
                self.look = look
            }

            static func == (lhs: Name, rhs: Name) -> Bool { lhs.text == rhs.text }
            func hash(into hasher: inout Hasher) { hasher.combine(text) }

            deinit { look() }
        }
        let (lock, found) = (Locked<[Name: Int]>([:]), Locked<[Int]>([]))
        lock.updateValue(1, forKey: Name("a") { [weak lock] in found.append(lock?.read { $0.count } ?? -1) })
        #expect(lock.removeValue(forKey: Name("a")) == 1)
        #expect(found.read { copy $0 } == [0])
        withExtendedLifetime(lock) {}
    }

    @Test("A function in a structure stays what it is, however often it is read, alone or in an array")
    func functions() {
        let one = Locked<Handler?>(Handler { 1 }), list = Locked<[Handler]>([Handler { 2 }])
        var sum = 0
        // Were it wrapped at each access, the last call would not fit on the stack.
        for _ in 0..<100_000 { sum += (one.withLock { $0 }?.call() ?? 0) + list.withLock { $0 }[0].call() }
        #expect(sum == 300_000)
    }

    @Test("An object that is taken out of a collection, and that nobody asked for, dies when the lock is free")
    func discarded() {
        let deaths = Locked(0)
        let (list, table) = (Locked<[Nosy?]>([nil]), Locked<[Int: Nosy]>([:]))
        func nosy() -> Nosy {
            Nosy { [weak list, weak table] in
                _ = list?.read { $0.count }
                _ = table?.read { $0.count }
                deaths.withLock { $0 += 1 }
            }
        }
        let lock = Locked<Nosy?>(nosy())
        lock.exchange(nil)
        #expect(deaths.withLock { $0 } == 1)
        list.replace(at: 0, with: nosy())
        list.replace(at: 0, with: nil)
        #expect(deaths.withLock { $0 } == 2)
        table.updateValue(nosy(), forKey: 1)
        table.updateValue(nosy(), forKey: 1)
        #expect(deaths.withLock { $0 } == 3)
        table.removeValue(forKey: 1)
        #expect(deaths.withLock { $0 } == 4)
        _ = table.value(forKey: 2, settingDefault: nosy())
        _ = table.value(forKey: 2, settingDefault: nosy())
        #expect(deaths.withLock { $0 } == 5)
    }

    @Test("Entries of a dictionary are set, found, replaced and removed in place")
    func dictionary() {
        let table = Locked<[String: Int]>([:])
        #expect(table.updateValue(1, forKey: "one") == nil)
        #expect(table.updateValue(2, forKey: "one") == 1)
        #expect(table.value(forKey: "one") == 2)
        #expect(table.value(forKey: "one", settingDefault: 3) == 2)
        #expect(table.value(forKey: "two", settingDefault: 3) == 3)
        #expect(table.removeValue(forKey: "two") == 3)
        #expect(table.removeValue(forKey: "two") == nil)
        #expect(table.read { $0.count } == 1)
    }

    @Test("An element is appended without a copy of the others")
    func appending() {
        let list = Locked<[Int]>(Array(0..<100))
        list.withLock { $0.reserveCapacity(1_000) }
        let before = list.read { $0.withUnsafeBufferPointer { UInt(bitPattern: $0.baseAddress) } }
        for number in 100..<500 { list.append(number) }
        #expect(list.read { $0.withUnsafeBufferPointer { UInt(bitPattern: $0.baseAddress) } } == before)
        #expect(list.withLock { $0 } == Array(0..<500))
    }
}
