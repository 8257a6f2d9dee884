// Exercises11.swift - solutions to the exercises of docs/guide/11-the-change-dictionary.md.
import KVONotifying
import MiniFoundation
import MiniRuntime
import Testing

@Suite("Exercises of chapter 11")
struct Exercises11 {
    @Test("1. With all options a registration and two sets are five notifications")
    func fiveNotifications() throws {
        let seen = Locked<[[String]]>([])
        let account = try makeAccountClass("Exercise11Account").new()
        let watcher = try makeWatcher("Exercise11Reader") { dictionary in
            let keys = NSDictionary.entries(of: dictionary)!.map { NSString.string($0.key)! }
            seen.append(keys.sorted())
        }
        try account.addObserver(watcher, forKeyPath: "balance", options: [.new, .old, .prior, .initial])
        for balance in [1, 2] { try account.setValue(balance, forKey: "balance") }
        try account.removeObserver(watcher, forKeyPath: "balance")
        // At first nothing has changed, so there is no old value. Before a change there is no new one.
        let (before, after) = (["kind", "notificationIsPrior", "old"], ["kind", "new", "old"])
        #expect(seen.withLock { $0 } == [["kind", "new"], before, after, before, after])
    }

    @Test("2. An observer that needs real changes only asks for both values, and compares")
    func realChanges() throws {
        let told = Locked<[Int]>([])
        let account = try makeAccountClass("Exercise11Real").new()
        // With New alone one could compare with what one was told last, but not the first time, and not if a change
        // was made in silence. The two values in one dictionary are those of one change.
        let watcher = try makeWatcher("Exercise11Comparer") { dictionary in
            let change = try KeyValueObservedChange(dictionary)
            let (old, new) = (try change.oldValue(as: Int.self)!, try change.newValue(as: Int.self)!)
            if old != new { told.append(new) }
        }
        try account.addObserver(watcher, forKeyPath: "balance", options: [.old, .new])
        for balance in [0, 5, 5, 5, 7] { try account.setValue(balance, forKey: "balance") }
        try account.removeObserver(watcher, forKeyPath: "balance")
        #expect(told.withLock { $0 } == [5, 7])
    }

    @Test("3. One pair of messages around three sets is one change, if the setter keeps quiet")
    func batch() throws {
        let told = Locked<[[Int]]>([])
        let cls = try makeAccountClass("Exercise11Batch"), account = try cls.new()
        // Automatic, each of the three would tell as well: pairs nest. The class is asked when the key is first
        // observed, so this has to be said before.
        try cls.isa.addMethod("automaticallyNotifiesObserversOfBalance") { (_: Class) in false }
        let watcher = try makeWatcher("Exercise11BatchReader") { dictionary in
            let change = try KeyValueObservedChange(dictionary)
            let values = [try change.oldValue(as: Int.self)!, try change.newValue(as: Int.self)!]
            told.append(values)
        }
        try account.addObserver(watcher, forKeyPath: "balance", options: [.old, .new])
        try account.willChangeValue(forKey: "balance")
        for balance in [1, 2, 3] { try account.setValue(balance, forKey: "balance") }
        try account.didChangeValue(forKey: "balance")
        try account.removeObserver(watcher, forKeyPath: "balance")
        #expect(told.withLock { $0 } == [[0, 3]])
    }

    // ── Support ─────────────────────────────────────────────────────────────────────────────────────

    private func makeAccountClass(_ name: String) throws -> Class {
        var builder = try ClassBuilder(name)
        try builder.addProperty("balance", Int.self)
        return builder.register()
    }

    private func makeWatcher(_ name: String, _ tell: @escaping @Sendable (Object) throws -> Void) throws -> Object {
        let builder = try ClassBuilder(name)
        try builder.addMethod("observeValueForKeyPath:ofObject:change:context:") {
            (_: Object, _: String, _: Object, change: Object, _: UnsafeMutableRawPointer?) in try tell(change)
        }
        return try builder.register().new()
    }
}
