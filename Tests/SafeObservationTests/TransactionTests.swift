// TransactionTests.swift - several sets, of which handlers are notified once, when all of them are made.
import Dispatch
import KVONotifying
import MiniFoundation
import MiniRuntime
import Observation
import RuntimeTestSupport
import SafeObservation
import Synchronization
import TestSupport
import Testing
import TypedClasses

private final class Account: ClassDescription {
    let balance = Property<Int>(0)
    let owner = Property<String?>(nil)
    let notes = Property<[String]>([])
    let other = Property<Ref<Account>?>(nil)
    let label = Computed<String>(affectedBy: \Account.owner, \Account.balance) { (me: Ref<Account>) in
        "\(me.owner ?? "nobody") \(me.balance)"
    }
}

private struct Overdrawn: Error, Equatable {}

@Suite("Transactions")
struct TransactionTests {
    private let ann = Account.new { $0.balance = 10 }
    private let bob = Account.new { $0.balance = 10 }
    private let lines = Log()

    @Test("Q43 Handlers are called once for each property, after the block, with the first old and the last new value")
    func once() throws {
        let tokens = [
            ann.observe(\.balance, options: .oldToNew) { [lines] _, change in
                lines.add("ann \(change.oldValue!) -> \(change.newValue!)")
            },
            ann.observe(\.owner, options: .oldToNew) { [lines] _, change in
                lines.add("\(change.oldValue ?? "nobody") -> \(change.newValue ?? "nobody")")
            },
            bob.observe(\.balance) { [lines] _, change in lines.add("bob \(change.newValue!) \(change.hasOldValue)") },
        ]
        let result = try withTransaction {
            ann.balance = 7
            bob.balance = 13
            ann.balance = 5
            ann.owner = "Eve"
            ann.owner = nil
            lines.add("set")
            return ann.balance
        }
        #expect(result == 5)
        #expect(lines.take() == ["set", "ann 10 -> 5", "bob 13 false", "nobody -> nobody"])
        ann.balance = 4
        #expect(lines.all == ["ann 5 -> 4"])
        withExtendedLifetime(tokens) {}
    }

    @Test("Q43 No handler sees a broken invariant, whichever object it observes")
    func invariant() throws {
        let sums = Mutex<[Int]>([])
        let tokens = [ann, bob].map { [ann, bob] in
            $0.observe(\.balance) { _, _ in sums.withLock { $0.append(ann.balance + bob.balance) } }
        }
        try withTransaction {
            ann.balance -= 3
            bob.balance += 3
        }
        #expect(sums.withLock { $0 } == [20, 20])
        withExtendedLifetime(tokens) {}
    }

    @Test("Q43 Every way of observing is notified once: onChange, controllers, bindings, sinks, streams, queues, paths")
    func everyWay() async throws {
        let (panel, queue) = (LampPanel.new(), DispatchQueue(label: "transactions"))
        let controller = KVOController(observer: panel)
        try ann.onChange(of: \.balance) { [lines] _, _ in lines.add("onChange") }
        try panel.onChange(of: ann, \.label, options: .oldToNew) { [lines] _, _, change in
            lines.add("\(change.oldValue!) -> \(change.newValue!)")
        }
        try controller.observe(ann, \.balance) { [lines] (_: Ref<LampPanel>, _, _) in lines.add("controller") }
        try panel.bind(\.level, to: ann, \.balance)
        bob.other = ann
        let later = Log()
        let tokens = [
            bob.observe(\.other.balance) { [lines] _, change in lines.add("path \(change.newValue!)") },
            ann.observe(\.balance, on: queue) { _, change in later.add("queue \(change.newValue!)") },
            panel.observe(\.level) { [lines] _, change in lines.add("bound \(change.newValue!)") },
        ]
        let sink = ann.pipe(\.balance).sink(isReady: false) { [lines] in lines.add("sink \($0)") }
        let changes = ann.changes(of: \.balance)
        try withTransaction {
            for balance in [1, 2, 3] { ann.balance = balance }
            ann.owner = "Eve"
        }
        queue.sync {}
        #expect(
            lines.all.sorted() == ["bound 3", "controller", "nobody 10 -> Eve 3", "onChange", "path 3", "sink 3"])
        #expect(later.all == ["queue 3"])
        ann.balance = 4
        var values: [Int?] = []
        for await change in changes {
            values.append(change.newValue)
            if values.count == 2 { break }
        }
        #expect(values == [3, 4])
        withExtendedLifetime((tokens, sink, controller)) {}
    }

    @Test("Q44 Observers that are registered by the raw messages are notified at each set")
    func raw() throws {
        let watcher = try makeWatcher(lines)
        try ann.object.addObserver(watcher, forKeyPath: "balance")
        let token = ann.observe(\.balance) { [lines] _, _ in lines.add("token") }
        try withTransaction {
            ann.balance = 1
            ann.balance = 2
        }
        #expect(lines.all == ["notified balance", "notified balance", "token"])
        try ann.object.removeObserver(watcher, forKeyPath: "balance")
        token.invalidate()
    }

    @Test("Q44 Notifications before a change are not deferred: with prior, and for withObservationTracking")
    func prior() throws {
        let token = ann.observe(\.balance, options: [.prior, .new]) { [lines] account, change in
            lines.add(change.isPrior ? "before \(account.balance)" : "after \(change.newValue!)")
        }
        withObservationTracking {
            _ = ann.tracked.owner
        } onChange: {
            [lines] in
            lines.add("tracked")
        }
        try withTransaction {
            ann.owner = "Eve"
            ann.balance = 1
            ann.balance = 2
            lines.add("set")
        }
        #expect(lines.all == ["tracked", "before 10", "before 1", "set", "after 2"])
        token.invalidate()
    }

    @Test("Q45 A transaction inside another one ends with the outer one, also if it throws")
    func nested() throws {
        let token = ann.observe(\.balance, options: .oldToNew) { [lines] _, change in
            lines.add("\(change.oldValue!) -> \(change.newValue!)")
        }
        try withTransaction {
            ann.balance = 1
            try withTransaction { ann.balance = 2 }
            #expect(throws: Overdrawn.self) {
                try withTransaction {
                    ann.balance = 3
                    throw Overdrawn()
                }
            }
            lines.add("outer")
        }
        #expect(lines.all == ["outer", "10 -> 3"])
        token.invalidate()
    }

    @Test("Q45 If the block throws, the handlers are called for what it has set, and its error is thrown")
    func throwingBlock() throws {
        let token = ann.observe(\.balance) { [lines] _, change in
            lines.add("\(change.newValue!)")
            throw RuntimeException("LaterException", "of a handler")
        }
        #expect(throws: Overdrawn()) {
            try withTransaction {
                ann.balance = 1
                throw Overdrawn()
            }
        }
        #expect(lines.take() == ["1"])
        token.invalidate()
        // What a set raises that cannot throw is thrown, too.
        let watcher = try ClassBuilder(uniqueName("Raising"))
        try watcher.addMethod("observeValueForKeyPath:ofObject:change:context:") {
            (_: Object, _: String, _: Object, _: Object, _: UnsafeMutableRawPointer?) in throw Overdrawn()
        }
        let raising = try watcher.register().new()
        try ann.object.addObserver(raising, forKeyPath: "balance")
        #expect(throws: Overdrawn()) { try withTransaction { ann.balance = 2 } }
        try ann.object.removeObserver(raising, forKeyPath: "balance")
        ann.balance = 3
    }

    @Test("Q45 An error of a handler is thrown by the transaction, and keeps no other handler from being called")
    func throwingHandler() throws {
        let tokens = [
            ann.observe(\.balance) { [lines] _, _ in lines.add("last") },
            ann.observe(\.balance) { _, _ in throw RuntimeException("SecondException", "second") },
            ann.observe(\.balance) { _, _ in throw Overdrawn() },
            bob.observe(\.balance) { [lines] _, _ in lines.add("bob") },
        ]
        #expect(throws: Overdrawn()) {
            try withTransaction {
                ann.balance = 1
                bob.balance = 1
            }
        }
        #expect(lines.all == ["last", "bob"])
        #expect(!RuntimeException.isPending)
        withExtendedLifetime(tokens) {}
    }

    @Test("A transaction whose block and handlers throw leaves none behind: the next set notifies at once")
    func nothingLeft() throws {
        let handler = ann.observe(\.owner) { _, _ in throw Overdrawn() }
        let token = ann.observe(\.balance) { [lines] _, change in lines.add("\(change.newValue!)") }
        #expect(throws: Overdrawn.self) {
            try withTransaction {
                ann.owner = "Eve"
                try withTransaction { throw Overdrawn() }
            }
        }
        #expect(throws: Overdrawn.self) { try withTransaction { ann.owner = "Bob" } }
        #expect(throws: RuntimeException.self) { try withTransaction { try ann.send("nothing") } }
        ann.balance = 4
        #expect(lines.take() == ["4"])
        withExtendedLifetime([handler, token]) {}
    }

    @Test("What a handler sets notifies at once; a handler whose change still waits gets both as one")
    func setsInHandlers() throws {
        let tokens = [
            bob.observe(\.balance, options: .oldToNew) { [lines] _, change in
                lines.add("bob \(change.oldValue!) -> \(change.newValue!)")
            },
            bob.observe(\.owner) { [lines] bob, change in lines.add("owner \(change.newValue!)") },
            ann.observe(\.balance) { [lines, bob] _, _ in
                bob.balance += 1
                bob.owner = "Eve"
                lines.add("ann")
            },
        ]
        try withTransaction {
            ann.balance = 1
            bob.balance = 2
        }
        #expect(lines.all == ["owner Eve", "ann", "bob 10 -> 3"])
        withExtendedLifetime(tokens) {}
    }

    @Test("A handler may begin a transaction, whose changes are delivered when that one ends")
    func transactionInHandler() throws {
        let tokens = [
            bob.observe(\.balance) { [lines] _, change in lines.add("bob \(change.newValue!)") },
            ann.observe(\.balance) { [lines, bob] _, _ in
                try withTransaction {
                    bob.balance = 1
                    bob.balance = 2
                }
                lines.add("ann")
            },
        ]
        try withTransaction { ann.balance = 1 }
        #expect(lines.take() == ["bob 2", "ann"])
        ann.balance = 2
        #expect(lines.all == ["bob 2", "ann"])
        withExtendedLifetime(tokens) {}
    }

    @Test("Changes of single elements arrive after the block, each, in order, so that a copy can follow them")
    func elements() throws {
        let copy = Mutex<[String]>([])
        let token = ann.observe(\.notes, options: .oldToNew) { [lines] _, change in
            lines.add("\(change.kind)")
            copy.withLock { if let next = $0.applying(change.difference!) { $0 = next } }
        }
        try withTransaction {
            ann.notes = ["a"]
            ann.notes = ["a", "b"]
            ann.notes.append("c")
            ann.notes.remove(at: 0)
            ann.notes = ["d"] + ann.notes
            #expect(copy.withLock { $0 } == [])
        }
        #expect(lines.all == ["setting", "insertion", "removal", "setting"])
        #expect(copy.withLock { $0 } == ["d", "b", "c"])
        token.invalidate()
    }

    @Test(
        "An observation that begins in the block is notified of the present value at once, and of later sets afterwards"
    )
    func beginning() throws {
        let token = Mutex<KeyValueObservation?>(nil)
        try withTransaction {
            ann.balance = 1
            let begun = ann.observe(\.balance, options: .upToDate) { [lines, bob] _, change in
                lines.add("\(change.newValue!)")
                bob.balance = change.newValue!
            }
            token.withLock { $0 = begun }
            #expect(lines.all == ["1"])
            ann.balance = 2
            ann.balance = 3
            #expect(lines.all == ["1"])
        }
        #expect(lines.all == ["1", "3"])
        token.withLock { $0 = nil }
    }

    @Test("An observation that ends in the block, or in a handler before its own, is not notified")
    func ending() throws {
        let tokens = Mutex<[KeyValueObservation]>([])
        let first = ann.observe(\.balance) { [lines] _, _ in lines.add("ended in the block") }
        let second = bob.observe(\.balance) { [lines] _, _ in lines.add("ended in a handler") }
        let third = ann.observe(\.balance) { _, _ in tokens.withLock { $0 }.forEach { $0.invalidate() } }
        tokens.withLock { $0 = [second] }
        try withTransaction {
            ann.balance = 1
            bob.balance = 1
            first.invalidate()
        }
        #expect(lines.all == [])
        third.invalidate()
    }

    @Test("An object that is released in the block lives until its handlers have been called, and no longer")
    func releasedInside() throws {
        var account: Ref<Account>? = Account.new()
        let released = WeakRef(account)
        try autoreleasepool {
            let token = account!.observe(\.balance) { [lines] account, _ in lines.add("\(account.balance)") }
            try withTransaction {
                account!.balance = 7
                account = nil
                #expect(released.ref != nil)
            }
            #expect(lines.all == ["7"])
            #expect(!token.isValid)
        }
        #expect(released.ref == nil)
    }

    @Test("With skipsEqualValues a property that has its old value again notifies nobody")
    func equalAgain() throws {
        let token = ann.observe(\.balance, skipsEqualValues: true) { [lines] _, change in
            lines.add("\(change.newValue!)")
        }
        try withTransaction {
            ann.balance = 1
            ann.balance = 10
        }
        #expect(lines.all == [])
        try withTransaction {
            ann.balance = 1
            ann.balance = 2
        }
        #expect(lines.all == ["2"])
        token.invalidate()
    }

    @Test("Two properties that are bound to each other settle after the block, and text stays as it was typed")
    func bothDirections() throws {
        let panel = LampPanel.new()
        try panel.bind(\.text, to: ann, \.balance, transform: { "\($0)" }, reverse: { Int($0) })
        try withTransaction { panel.text = "007" }
        #expect((panel.text, ann.balance) == ("007", 7))
        try withTransaction {
            ann.balance = 1
            ann.balance = 2
            #expect(panel.text == "007")
        }
        #expect(panel.text == "2")
    }

    @Test("The sets of another thread notify at once, also while this thread has a transaction")
    func otherThread() throws {
        let token = ann.observe(\.balance) { [lines] _, change in lines.add("\(change.newValue!)") }
        try withTransaction {
            ann.balance = 1
            onPooledThreads(1) { [ann] _ in ann.balance = 2 }
            #expect(lines.all == ["2"])
        }
        #expect(lines.all == ["2", "1"])
        token.invalidate()
    }

    @Test("Transactions on several threads at once do not mix")
    func threads() throws {
        onPooledThreads(4) { number in
            let account = Account.new(), seen = Log()
            let token = account.observe(\.balance, options: .oldToNew) { _, change in
                seen.add("\(change.oldValue!) -> \(change.newValue!)")
            }
            for round in 0..<50 {
                try withTransaction {
                    account.balance = -1
                    account.balance = round + 1
                }
            }
            #expect(seen.all == (0..<50).map { "\($0) -> \($0 + 1)" }, "thread \(number)")
            token.invalidate()
        }
    }
}
