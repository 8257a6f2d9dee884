// ChangeDictionaryTests.swift - the contents of the change dictionary of a property.
import KVONotifying
import MiniFoundation
import MiniRuntime
import RuntimeTestSupport
import TestSupport
import Testing

private struct Spot: StructureValue, Equatable {
    var x, y: Double
    static let messageEncoding: StaticString = "{Spot=dd}"
}

private enum Mood: Int32, Bridged {
    case calm = 1
    case merry = 2
}

@Suite("The change dictionary")
struct ChangeDictionaryTests {
    @Test("B032 The keys of the dictionary are the strings kind, new, old, indexes and notificationIsPrior")
    func names() {
        let all: [KeyValueChangeKey] = [.kind, .new, .old, .indexes, .notificationIsPrior]
        #expect(all.map(\.object.description) == ["kind", "new", "old", "indexes", "notificationIsPrior"])
    }

    @Test("B033 B036 New and Old are there when asked for, scalars as numbers")
    func newAndOld() throws {
        let (person, keeper) = (try makePersonClass().new(), try ChangeKeeper())
        try person.setAge(1)
        try person.addObserver(keeper.object, forKeyPath: "age", options: [.new, .old])
        try person.setAge(2)
        try person.removeObserver(keeper.object, forKeyPath: "age")
        let change = try #require(keeper.observedChanges.first)
        #expect((try change.oldValue(as: Int32.self), try change.newValue(as: Int32.self)) == (1, 2))
        #expect(try change.newValue!.send("isKindOfClass:", NSNumber.cls, as: Bool.self))
        #expect(NSValue.encoding(of: change.newValue!) == "i")
    }

    @Test("B034 nil is NSNull in New and in Old")
    func nilIsNull() throws {
        let (person, keeper) = (try makePersonClass().new(), try ChangeKeeper())
        try person.addObserver(keeper.object, forKeyPath: "name", options: [.new, .old])
        try person.setName("Ann")
        try person.send("setName:", Object?.none)
        try person.removeObserver(keeper.object, forKeyPath: "name")
        let changes = try keeper.observedChanges
        #expect(changes.first?.oldValue == NSNull.object)
        #expect(changes.last?.newValue == NSNull.object)
        #expect(try changes.map { try $0.newValue(as: String?.self) } == [.some("Ann"), .some(nil)])
    }

    @Test("B035 A property that is nil and one that holds NSNull look alike")
    func nilAndNull() throws {
        let (person, recorder) = (try makePersonClass().new(), try Recorder())
        try recorder.observing(person, "name", .new) {
            try person.send("setName:", Object?.none)
            try person.send("setName:", NSNull.object)
        }
        #expect(recorder.count == 2)
        #expect(recorder.notifications.first == recorder.notifications.last)
    }

    @Test("B036 Structures arrive as values of the declared encoding")
    func structures() throws {
        var builder = try ClassBuilder(uniqueName("Pin"))
        try builder.addProperty("spot", Spot.self)
        let (pin, keeper) = (try builder.register().new(), try ChangeKeeper())
        try pin.addObserver(keeper.object, forKeyPath: "spot", options: [.new, .old])
        try pin.send("setSpot:", Spot(x: 1, y: 2))
        try pin.removeObserver(keeper.object, forKeyPath: "spot")
        let change = try #require(keeper.observedChanges.first)
        for (value, spot) in [(change.oldValue, Spot(x: 0, y: 0)), (change.newValue, Spot(x: 1, y: 2))] {
            let value = try #require(value)
            #expect(NSValue.encoding(of: value) == "{Spot=dd}")
            #expect(NSValue.withBytes(of: value) { $0.loadUnaligned(as: Spot.self) } == spot)
        }
    }

    @Test(
        "B037 B038 B039 Prior doubles the notifications: the one before holds Old and no New, the other is as without")
    func prior() throws {
        let (person, keeper) = (try makePersonClass().new(), try ChangeKeeper())
        try person.addObserver(keeper.object, forKeyPath: "age", options: [.new, .old])
        try person.setAge(5)
        try person.removeObserver(keeper.object, forKeyPath: "age")
        try person.setAge(0)
        try person.addObserver(keeper.object, forKeyPath: "age", options: [.new, .old, .prior])
        try person.setAge(5)
        try person.removeObserver(keeper.object, forKeyPath: "age")
        #expect(keeper.changes.count == 3)
        #expect(keys(of: keeper.changes[1]) == ["kind", "notificationIsPrior", "old"])
        #expect(try keeper.changes[1].entry("notificationIsPrior")?.send("boolValue", as: Bool.self) == true)
        #expect(try keeper.changes[0].send("isEqual:", keeper.changes[2], as: Bool.self))
        #expect(keys(of: keeper.changes[2]) == ["kind", "new", "old"])
    }

    @Test("B038 Without Old the notification before a change holds that it is one, and the kind")
    func priorWithoutOld() throws {
        let (person, keeper) = (try makePersonClass().new(), try ChangeKeeper())
        try person.addObserver(keeper.object, forKeyPath: "age", options: [.new, .prior])
        try person.setAge(5)
        try person.removeObserver(keeper.object, forKeyPath: "age")
        #expect(keeper.changes.map(keys(of:)) == [["kind", "notificationIsPrior"], ["kind", "new"]])
    }

    @Test("B043 Setting an equal value notifies, with Old equal to New")
    func equalValues() throws {
        let (person, recorder) = (try makePersonClass().new(), try Recorder())
        try person.setName("Ann")
        try recorder.observing(person, "age", [.new, .old]) { try person.setAge(0) }
        try recorder.observing(person, "name", [.new, .old]) { try person.setName("Ann") }
        #expect(recorder.notifications.map(\.new) == ["0", "Ann"])
        #expect(recorder.notifications.map(\.old) == ["0", "Ann"])
    }

    @Test("B044 Old is read by the getter before the change, New after it, and neither unless asked for")
    func gettersRun() throws {
        let log = Log()
        var builder = try ClassBuilder(uniqueName("Getter"))
        try builder.addIvar("_age", Int32.self)
        try builder.addMethod("age") { (self: Object) -> Int32 in
            log.add("get")
            return try self.ivar("_age", as: Int32.self)
        }
        try builder.addMethod("setAge:") { (self: Object, age: Int32) in
            log.add("set")
            try self.setIvar("_age", to: age)
        }
        let (person, recorder) = (try builder.register().new(), try Recorder())
        for options in [[.new, .old], .new, .old, []] as [KeyValueObservingOptions] {
            try recorder.observing(person, "age", options) { try person.setAge(1) }
            log.add("-")
        }
        #expect(log.all.joined(separator: " ") == "get set get - set get - get set - set -")
    }

    @Test("B045 New is read at each delivery: an observer that is notified after a nested change sees the later value")
    func newIsReadAtDelivery() throws {
        let (person, told, setting) = (try makePersonClass().new(), try Recorder(), try Recorder())
        setting.whenTold { if $0.new == "1" { try person.setAge(2) } }
        try told.observing(person, "age", [.new, .old]) {
            try setting.observing(person, "age", .new) { try person.setAge(1) }
        }
        #expect(setting.notifications.map(\.new) == ["1", "2"])
        #expect(told.notifications.map(\.new) == ["2", "2"])
        #expect(told.notifications.map(\.old) == ["1", "0"])
        setting.whenTold(nil)
    }

    @Test("B046 B047 A dictionary that was kept stays as it was, and nobody can change it")
    func immutable() throws {
        let (person, first, second) = (try makePersonClass().new(), try ChangeKeeper(), try ChangeKeeper())
        for keeper in [first, second] { try person.addObserver(keeper.object, forKeyPath: "age", options: .new) }
        for age in Int32(1)...3 { try person.setAge(age) }
        #expect(try first.observedChanges.map { try $0.newValue(as: Int.self) } == [1, 2, 3])
        #expect(try second.observedChanges.map { try $0.newValue(as: Int.self) } == [1, 2, 3])
        let exception = raised {
            try first.changes[0].send("setObject:forKey:", NSNull.object, KeyValueChangeKey.new.object)
        }
        #expect(exception?.name == "NSInvalidArgumentException")
        for keeper in [first, second] { try person.removeObserver(keeper.object, forKeyPath: "age") }
    }

    @Test("B053 B054 A change as a Swift value: kind, old, new, indexes, prior; missing and nil are distinguished")
    func swiftValues() throws {
        var builder = try ClassBuilder(uniqueName("Host"), superclass: makePersonClass())
        try builder.addProperty("mood", Int32.self)
        let (host, keeper) = (try builder.register().new(), try ChangeKeeper())
        try host.setValue(Mood.calm, forKey: "mood")
        try host.addObserver(keeper.object, forKeyPath: "mood", options: [.new, .old, .prior])
        try host.setValue(Mood.merry, forKey: "mood")
        try host.removeObserver(keeper.object, forKeyPath: "mood")
        let changes = try keeper.observedChanges
        #expect(changes.map(\.kind) == [.setting, .setting])
        #expect(changes.map(\.isPrior) == [true, false])
        #expect(changes.map(\.indexes) == [nil, nil])
        #expect(try changes.map { try $0.oldValue(as: Mood.self) } == [.calm, .calm])
        #expect(try changes.map { try $0.newValue(as: Mood.self) } == [nil, .merry])
        let absent = KeyValueObservedChange(kind: .setting)
        let null = KeyValueObservedChange(kind: .setting, newValue: NSNull.object)
        #expect(try absent.newValue(as: String?.self) == .none)
        #expect(try null.newValue(as: String?.self) == .some(nil))
        #expect(throws: BridgingError.self) { try null.newValue(as: Int.self) }
    }
}
