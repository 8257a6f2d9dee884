// InitialTests.swift - the option Initial: a notification before the registering call returns.
import KVONotifying
import MiniFoundation
import MiniRuntime
import RuntimeTestSupport
import TestSupport
import Testing

@Suite("Initial notifications")
struct InitialTests {
    @Test("B008 Initial is delivered once, before the registering call returns")
    func beforeReturning() throws {
        let (person, recorder, log) = (try makePersonClass().new(), try Recorder(), Log())
        recorder.whenTold { _ in log.add("notified") }
        try person.addObserver(recorder.object, forKeyPath: "age", options: .initial)
        log.add("registered")
        #expect(log.all == ["notified", "registered"])
        try person.removeObserver(recorder.object, forKeyPath: "age")
    }

    @Test("B009 Initial carries New if that was asked for, and never Old")
    func newAndNeverOld() throws {
        let (person, recorder) = (try makePersonClass().new(), try Recorder())
        try person.setAge(7)
        for options in [[.new, .old], .new, .old] as [KeyValueObservingOptions] {
            try recorder.observing(person, "age", [.initial, options]) {}
        }
        #expect(recorder.notifications.map(\.new) == ["7", "7", nil])
        #expect(recorder.notifications.map(\.old) == [nil, nil, nil])
    }

    @Test("B009 Initial of a key path carries what the path leads to, and NSNull where it ends before")
    func keyPaths() throws {
        var builder = try ClassBuilder(uniqueName("Parent"), superclass: makePersonClass())
        try builder.addProperty("child", Object?.self)
        let cls = builder.register()
        let (parent, child, recorder) = (try cls.new(), try cls.new(), try Recorder())
        try recorder.observing(parent, "child.age", [.initial, .new]) {}
        try parent.send("setChild:", child)
        try child.setAge(3)
        try recorder.observing(parent, "child.age", [.initial, .new]) {}
        #expect(recorder.notifications.map(\.new) == ["<null>", "3"])
        #expect(recorder.notifications.map(\.keyPath) == ["child.age", "child.age"])
    }

    @Test("B010 The kind of Initial is setting for every sort of property; New is the whole collection")
    func everySort() throws {
        var builder = try ClassBuilder(uniqueName("Team"), superclass: makePersonClass())
        for name in ["list", "bag", "ranking"] { try builder.addProperty(name, Object?.self) }
        let (team, keeper) = (try builder.register().new(), try ChangeKeeper())
        let members = ["a", "b"].map { NSString.object($0) }
        let values = [
            "list": NSArray.object(members), "bag": NSSet.object(members), "ranking": NSOrderedSet.object(members),
            "name": NSString.object("Reds"),
        ]
        for (key, value) in values.sorted(by: { $0.key < $1.key }) {
            try team.setValue(value, forKey: key)
            try team.addObserver(keeper.object, forKeyPath: key, options: [.initial, .new])
            try team.removeObserver(keeper.object, forKeyPath: key)
            let change = try KeyValueObservedChange(keeper.changes.last!)
            #expect(change.kind == .setting)
            #expect(try change.newValue!.send("isEqual:", value, as: Bool.self), "\(key)")
            #expect(keys(of: keeper.changes.last!) == ["kind", "new"])
        }
    }

    @Test("B011 Initial is delivered for a key that declines automatic notification as well")
    func manualKeys() throws {
        let builder = try ClassBuilder(uniqueName("Manual"), superclass: makePersonClass())
        try builder.addClassMethod("automaticallyNotifiesObserversOfAge") { (_: Class) -> Bool in false }
        let (person, recorder) = (try builder.register().new(), try Recorder())
        try recorder.observing(person, "age", [.initial, .new]) { try person.setAge(1) }
        #expect(recorder.notifications.map(\.new) == ["0"])
    }

    @Test("B012 Initial is not marked as prior, even with Prior asked for")
    func neverPrior() throws {
        let (person, recorder) = (try makePersonClass().new(), try Recorder())
        try recorder.observing(person, "age", [.initial, .prior, .new]) { try person.setAge(1) }
        #expect(recorder.notifications.map(\.isPrior) == [false, true, false])
        #expect(recorder.notifications.map(\.new) == ["0", nil, "1"])
    }

    @Test("B013 A set made inside Initial notifies at once")
    func settingInside() throws {
        let (person, recorder) = (try makePersonClass().new(), try Recorder())
        recorder.whenTold { if $0.new == "0" { try person.setAge(9) } }
        try recorder.observing(person, "age", [.initial, .new]) {}
        #expect(recorder.notifications.map(\.new) == ["0", "9"])
        recorder.whenTold(nil)
    }

    @Test("B013 B014 An observer may remove itself inside Initial, and is not observing when the call returns")
    func removingInside() throws {
        let cls = try makePersonClass()
        let (person, recorder) = (try cls.new(), try Recorder())
        recorder.whenTold { _ in try person.removeObserver(recorder.object, forKeyPath: "age") }
        try person.addObserver(recorder.object, forKeyPath: "age", options: .initial)
        #expect(person.isa == cls)
        #expect(person.observationInfo == nil)
        recorder.whenTold(nil)
        try person.setAge(1)
        #expect(recorder.count == 1)
        let surplus = raised { try person.removeObserver(recorder.object, forKeyPath: "age") }
        #expect(surplus?.name == "NSRangeException")
    }

    @Test("B013 B014 Removing itself inside Initial takes that registration, and leaves an earlier one")
    func removingTheLatestInside() throws {
        let (person, recorder) = (try makePersonClass().new(), try Recorder())
        try person.addObserver(recorder.object, forKeyPath: "age", context: context(1))
        recorder.whenTold { _ in try person.removeObserver(recorder.object, forKeyPath: "age") }
        try person.addObserver(recorder.object, forKeyPath: "age", options: .initial, context: context(2))
        recorder.whenTold(nil)
        try person.setAge(1)
        #expect(recorder.notifications.map(\.context) == [2, 1])
        try person.removeObserver(recorder.object, forKeyPath: "age")
    }

    @Test("B015 Without New there is no New in Initial, not even NSNull")
    func noNull() throws {
        let (person, recorder) = (try makePersonClass().new(), try Recorder())
        try recorder.observing(person, "name", .initial) {}
        #expect(recorder.notifications.map(\.entryCount) == [1])
        #expect(recorder.notifications.map(\.new) == [nil])
    }

    @Test("B016 Observing elements of an array delivers Initial once for each of them")
    func elementsOfAnArray() throws {
        let (cls, keeper) = (try makePersonClass(), try ChangeKeeper())
        let people = try [Int32](0..<4).map { age in
            let person = try cls.new()
            try person.setAge(age)
            return person
        }
        let (array, indexes) = (NSArray.object(people), RangeSet([0..<1, 2..<4]))
        try array.addObserver(keeper.object, toObjectsAt: indexes, forKeyPath: "age", options: [.initial, .new])
        #expect(keeper.calls.map(\.object) == [people[0], people[2], people[3]])
        #expect(try keeper.observedChanges.map { try $0.newValue(as: Int.self) } == [0, 2, 3])
        try array.removeObserver(keeper.object, fromObjectsAt: indexes, forKeyPath: "age")
    }
}
