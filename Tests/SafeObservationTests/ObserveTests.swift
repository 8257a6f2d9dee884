// ObserveTests.swift - observing typed properties: the changes that handlers receive, and when.
import KVONotifying
import MiniFoundation
import MiniRuntime
import SafeObservation
import Testing
import TypedClasses

class Firm: ClassDescription {
    let name = Property<String>("Acme")
}

class Worker: ClassDescription {
    let age = Property<Int32>(7)
    let nickname = Property<String?>(nil)
    let employer = Property<Ref<Firm>?>(nil)
}

private enum Shift: String, PropertyValue, Lockable { case day, night }
private enum Grade: Int, PropertyValue, Lockable { case low, high }

private class Branch: ClassDescription {
    let name = Property<String>("North")
    let chief = Property<Ref<Clerk>?>(nil)
}

private class Clerk: ClassDescription {
    let name = Property<String>("Ann")
    let shift = Property<Shift>(.day)
    let grade = Property<Grade?>(nil)
    let tasks = Property<[String]>([])
    let place = Property<Ref<Branch>?>(nil)
    let number = ReadOnly<Int>(1)
    let badge = Computed<String>(affectedBy: \Clerk.name, \Clerk.place.name) { (me: Ref<Clerk>) in
        "\(me.name), \(me.place?.name ?? "-")"
    }
    let alias = Property<String?>(nil)
}

@Suite("observe")
struct ObserveTests {
    @Test("A handler gets typed old and new values")
    func typedValues() {
        let worker = Worker.new()
        let seen = Locked<[String]>([])
        let token = worker.observe(\.age, options: [.old, .new]) { worker, change in
            seen.append("\(change.oldValue!) -> \(change.newValue!), \(worker.age)")
        }
        worker.age = 8
        token.invalidate()
        worker.age = 9
        #expect(seen.withLock { $0 } == ["7 -> 8, 8"])
        #expect(worker.object.observationInfo == nil)
    }

    @Test("Q25 A value that is nil can be distinguished from one that was not asked for")
    func nilAndMissing() {
        let clerk = Clerk.new()
        let seen = Locked<[ObservedChange<String?>]>([])
        let tokens = [
            clerk.observe(\.alias, options: [.old, .new]) { _, change in seen.append(change) },
            clerk.observe(\.alias, options: []) { _, change in seen.append(change) },
        ]
        clerk.alias = "A"
        clerk.alias = nil
        let changes = seen.withLock { $0 }
        #expect(changes.map(\.oldValue) == [nil, nil, nil, "A"])
        #expect(changes.map(\.hasOldValue) == [false, true, false, true])
        #expect(changes.map(\.newValue) == [nil, "A", nil, nil])
        #expect(changes.map(\.hasNewValue) == [false, true, false, true])
        for token in tokens { token.invalidate() }
    }

    /// Sets a property of any type to the value that it had before a change.
    private func undo<Owner, Value>(
        _ change: ObservedChange<Value>?, of property: KeyPath<Owner, Property<Value>>, in object: Ref<Owner>
    ) throws {
        if let old = change?.old { try object.set(property, to: old) }
    }

    @Test("A generic undo sets a property to the old value of a change, also if that is nil")
    func undo() throws {
        let clerk = Clerk.new()
        let (alias, name) = (Locked<[ObservedChange<String?>]>([]), Locked<[ObservedChange<String>]>([]))
        let tokens = [
            clerk.observe(\.alias, options: [.old, .new]) { _, change in alias.append(change) },
            clerk.observe(\.name, options: .old) { _, change in name.append(change) },
        ]
        (clerk.alias, clerk.name) = ("A", "Bob")
        for token in tokens { token.invalidate() }
        #expect(alias.withLock { $0.first?.new } == .some("A"))
        #expect(name.withLock { $0.first?.new } == nil)
        try undo(alias.withLock { $0.first }, of: \.alias, in: clerk)
        try undo(name.withLock { $0.first }, of: \.name, in: clerk)
        #expect((clerk.alias, clerk.name) == (nil, "Ann"))
    }

    @Test("Q25 Enums with raw values, and optional ones, arrive as what they are")
    func enums() {
        let clerk = Clerk.new()
        let (shifts, grades) = (Locked<[Shift?]>([]), Locked<[Grade??]>([]))
        let tokens = [
            clerk.observe(\.shift, options: [.old, .new]) { _, change in
                shifts.withLock { $0 += [change.oldValue, change.newValue] }
            },
            clerk.observe(\.grade, options: [.old, .new]) { _, change in
                grades.withLock { $0 += [change.oldValue, change.newValue] }
            },
        ]
        clerk.shift = .night
        clerk.grade = .high
        clerk.grade = nil
        #expect(shifts.withLock { $0 } == [.day, .night])
        #expect(grades.withLock { $0 } == [.some(nil), .high, .high, .some(nil)])
        for token in tokens { token.invalidate() }
    }

    @Test("Q25 A value that the type cannot be is raised in whoever stored it")
    func misfit() throws {
        let clerk = Clerk.new()
        let token = clerk.observe(\.shift) { _, _ in }
        let error = #expect(throws: RuntimeException.self) { try clerk.object.send("setShift:", "dawn") }
        #expect(error?.name == "BridgingError")
        #expect(error?.reason == "The value dawn does not fit into 'Shift'")
        #expect(!RuntimeException.isPending)
        token.invalidate()
    }

    @Test("Q26 A test of a handler can make the change it is called with")
    func ownChange() {
        let seen = Locked<[String]>([])
        let handler: @Sendable (Ref<Clerk>, ObservedChange<Shift>) -> Void = { clerk, change in
            seen.append("\(clerk.name) \(change.oldValue!) \(change.newValue!) \(change.isPrior)")
        }
        let clerk = Clerk.new()
        handler(clerk, ObservedChange(oldValue: .day, newValue: .night))
        let token = clerk.observe(\.shift, options: [.old, .new], handler: handler)
        clerk.shift = .night
        token.invalidate()
        #expect(seen.withLock { $0 } == ["Ann day night false", "Ann day night false"])
        let inserted = ObservedChange<[String]>(
            kind: .insertion, newValue: ["a"], indexes: RangeSet(0..<1), isPrior: true)
        #expect(
            (inserted.kind, inserted.newValue, inserted.oldValue, inserted.isPrior) == (.insertion, ["a"], nil, true))
    }

    @Test("A path of several properties is followed, whatever object on the way is replaced")
    func path() {
        let (clerk, branch, chief, other) = (Clerk.new(), Branch.new(), Clerk.new(), Clerk.new())
        let seen = Locked<[String?]>([])
        let token = clerk.observe(\.place.chief.name, options: [.initial, .new]) { _, change in
            seen.append(change.hasNewValue ? change.newValue : "missing")
        }
        #expect(token.keyPath == "place.chief.name")
        other.name = "Dee"
        clerk.place = branch
        branch.chief = chief
        chief.name = "Cid"
        branch.chief = other
        chief.name = "unobserved"
        clerk.place = nil
        other.name = "unobserved"
        #expect(seen.withLock { $0 } == [nil, nil, "Ann", "Cid", "Dee", nil])
        token.invalidate()
        for object in [clerk.object, branch.object, chief.object, other.object] {
            #expect(object.observationInfo == nil)
        }
    }

    @Test("Computed and read-only properties can be observed, too")
    func otherKinds() throws {
        let clerk = Clerk.new()
        let seen = Locked<[String]>([])
        let tokens = [
            clerk.observe(\.badge, options: [.old, .new]) { _, change in
                seen.append("\(change.oldValue!) -> \(change.newValue!)")
            },
            clerk.observe(\.number) { _, change in seen.append("\(change.newValue!)") },
        ]
        clerk.name = "Bob"
        clerk.place = Branch.new()
        clerk.place?.name = "South"
        try clerk.object.willChangeValue(forKey: "number")
        try clerk.object.setIvar("_number", to: 2)
        try clerk.object.didChangeValue(forKey: "number")
        #expect(
            seen.withLock { $0 } == [
                "Ann, - -> Bob, -", "Bob, - -> Bob, North", "Bob, North -> Bob, South", "2",
            ])
        for token in tokens { token.invalidate() }
    }

    @Test("Changes of single elements say which")
    func elements() throws {
        let clerk = Clerk.new()
        let seen = Locked<[ObservedChange<[String]>]>([])
        let token = clerk.observe(\.tasks, options: [.old, .new]) { _, change in seen.append(change) }
        clerk.tasks = ["a", "b"]
        let tasks = try #require(try clerk.object.send("mutableArrayValueForKey:", "tasks", as: Object?.self))
        try tasks.send("addObject:", "c")
        try tasks.send("removeObjectAtIndex:", UInt(0))
        let changes = seen.withLock { $0 }
        #expect(changes.map(\.kind) == [.setting, .insertion, .removal])
        #expect(changes.map(\.newValue) == [["a", "b"], ["c"], nil])
        #expect(changes.map(\.oldValue) == [[], nil, ["a"]])
        #expect(changes.map(\.indexes) == [nil, RangeSet(2..<3), RangeSet(0..<1)])
        #expect(clerk.tasks == ["b", "c"])
        token.invalidate()
    }

    @Test("A handler can be called at once, and before changes")
    func initialAndPrior() {
        let worker = Worker.new()
        let seen = Locked<[String]>([])
        let token = worker.observe(\.age, options: [.initial, .prior, .old, .new]) { worker, change in
            let (old, new) = (change.oldValue.map { "\($0)" } ?? "-", change.newValue.map { "\($0)" } ?? "-")
            seen.append("\(change.isPrior ? "will" : "did") \(old) \(new)")
        }
        worker.age = 8
        #expect(seen.withLock { $0 } == ["did - 7", "will 7 -", "did 7 8"])
        token.invalidate()
    }

    @Test("Q42 Each observation has a handler of its own, and ends alone")
    func several() {
        let worker = Worker.new()
        let seen = Locked<[Int]>([])
        let tokens = (0..<3).map { number in worker.observe(\.age) { _, _ in seen.append(number) } }
        worker.age = 1
        tokens[1].invalidate()
        worker.age = 2
        #expect(seen.withLock { $0 } == [2, 1, 0, 2, 0])
        for token in tokens { token.invalidate() }
        #expect(worker.object.observationInfo == nil)
    }

    @Test("Q42 By name, too: what the registration raises is thrown, and nothing is left of it")
    func byName() throws {
        let worker = Worker.new()
        let seen = Locked<[Int]>([])
        let token = try worker.object.observe("age") { _, change in
            let age = try change.newValue(as: Int.self)!
            seen.append(age)
        }
        worker.age = 8
        #expect(seen.withLock { $0 } == [8])
        let tracked = Locked<String?>(nil)
        let error = #expect(throws: RuntimeException.self) {
            _ = try worker.object.observe("aeg", options: [.new, .initial]) { _, _ in tracked.withLock { $0 = nil } }
        }
        #expect(error?.name == "NSUnknownKeyException")
        #expect(worker.object.keyValueRegistrations.count == 1)
        token.invalidate()
        #expect(!RuntimeException.isPending)
    }

    @Test("What a handler throws is raised in whoever set the value, and the other handlers are called all the same")
    func throwing() {
        let worker = Worker.new()
        let seen = Locked<[Int32]>([])
        let tokens = [
            worker.observe(\.age) { worker, _ in seen.append(1) },
            worker.observe(\.age) { _, _ in throw RuntimeException("NSGenericException", "no") },
        ]
        #expect(throws: RuntimeException("NSGenericException", "no")) { try worker.set(\.age, to: 8) }
        #expect(worker.age == 8)
        #expect(!RuntimeException.isPending)
        for token in tokens { token.invalidate() }
    }
}
