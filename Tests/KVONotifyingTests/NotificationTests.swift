import KVONotifying
import MiniFoundation
import MiniRuntime
import Testing

@Suite("Notifications")
struct NotificationTests {
    @Test("B3 B33 With options 0 the dictionary holds the kind and nothing else")
    func kindOnly() throws {
        let (person, recorder) = (try makePersonClass().new(), try Recorder())
        try person.addObserver(recorder.object, forKeyPath: "age")
        try person.setAge(1)
        #expect(
            recorder.notifications == [
                Notification(keyPath: "age", kind: 1, old: nil, new: nil, isPrior: false, context: 0, entryCount: 1)
            ])
        try person.removeObserver(recorder.object, forKeyPath: "age")
    }

    @Test("B33 B36 New and old are there when asked for, scalars as numbers")
    func newAndOld() throws {
        let (person, recorder) = (try makePersonClass().new(), try Recorder())
        try person.setAge(1)
        try person.addObserver(recorder.object, forKeyPath: "age", options: [.new, .old])
        try person.setAge(2)
        #expect(recorder.notifications.map(\.old) == ["1"])
        #expect(recorder.notifications.map(\.new) == ["2"])
        try person.removeObserver(recorder.object, forKeyPath: "age")
    }

    @Test("B34 nil is NSNull in the dictionary")
    func nilIsNull() throws {
        let (person, recorder) = (try makePersonClass().new(), try Recorder())
        try person.addObserver(recorder.object, forKeyPath: "name", options: [.new, .old])
        try person.send("setName:", "Ann")
        try person.send("setName:", Object?.none)
        #expect(recorder.notifications.map(\.old) == ["<null>", "Ann"])
        #expect(recorder.notifications.map(\.new) == ["Ann", "<null>"])
        try person.removeObserver(recorder.object, forKeyPath: "name")
    }

    @Test("B37 B38 B39 Prior doubles the notifications: the one before holds old and no new")
    func prior() throws {
        let (person, recorder) = (try makePersonClass().new(), try Recorder())
        try person.addObserver(recorder.object, forKeyPath: "age", options: [.new, .old, .prior])
        try person.setAge(5)
        #expect(recorder.notifications.map(\.isPrior) == [true, false])
        #expect(recorder.notifications.map(\.old) == ["0", "0"])
        #expect(recorder.notifications.map(\.new) == [nil, "5"])
        try person.removeObserver(recorder.object, forKeyPath: "age")
    }

    @Test("B8 B9 Initial is sent before the registration returns, with new if asked for and never with old")
    func initial() throws {
        let (person, recorder) = (try makePersonClass().new(), try Recorder())
        try person.setAge(7)
        try person.addObserver(recorder.object, forKeyPath: "age", options: [.initial, .new, .old])
        #expect(recorder.notifications.map(\.new) == ["7"])
        #expect(recorder.notifications.map(\.old) == [nil])
        try person.removeObserver(recorder.object, forKeyPath: "age")
    }

    @Test("B13 Inside an initial notification one may remove oneself, and a set is told")
    func actingInsideInitial() throws {
        let (person, recorder) = (try makePersonClass().new(), try Recorder())
        recorder.whenTold { notification in
            if notification.new == "0" { try person.setAge(9) }
            if notification.new == "9" { try person.removeObserver(recorder.object, forKeyPath: "age") }
        }
        try person.addObserver(recorder.object, forKeyPath: "age", options: [.initial, .new])
        #expect(recorder.notifications.map(\.new) == ["0", "9"])
        #expect(person.observationInfo == nil)
        recorder.whenTold(nil)
    }

    @Test("B43 Setting an equal value notifies")
    func equalValues() throws {
        let (person, recorder) = (try makePersonClass().new(), try Recorder())
        try person.addObserver(recorder.object, forKeyPath: "age", options: [.new, .old])
        try person.setAge(0)
        #expect(recorder.notifications.map(\.new) == recorder.notifications.map(\.old))
        #expect(recorder.count == 1)
        try person.removeObserver(recorder.object, forKeyPath: "age")
    }

    @Test("B21 The context comes back as it was")
    func contextComesBack() throws {
        let (person, recorder) = (try makePersonClass().new(), try Recorder())
        try person.addObserver(recorder.object, forKeyPath: "age", context: context(0xABC))
        try person.setAge(1)
        #expect(recorder.notifications.map(\.context) == [0xABC])
        try person.removeObserver(recorder.object, forKeyPath: "age")
    }

    @Test("B5 Registered twice, told twice, to be removed twice")
    func duplicates() throws {
        let (person, recorder) = (try makePersonClass().new(), try Recorder())
        try person.addObserver(recorder.object, forKeyPath: "age")
        try person.addObserver(recorder.object, forKeyPath: "age")
        try person.setAge(1)
        #expect(recorder.count == 2)
        try person.removeObserver(recorder.object, forKeyPath: "age")
        try person.setAge(2)
        #expect(recorder.count == 3)
        try person.removeObserver(recorder.object, forKeyPath: "age")
        #expect(raised { try person.removeObserver(recorder.object, forKeyPath: "age") }?.name == "NSRangeException")
    }

    @Test("B6 Each registration has its own options")
    func optionsDoNotLeak() throws {
        let (person, plain, full) = (try makePersonClass().new(), try Recorder(), try Recorder())
        try person.addObserver(plain.object, forKeyPath: "age")
        try person.addObserver(full.object, forKeyPath: "age", options: [.new, .old])
        try person.setAge(1)
        #expect(plain.notifications.map(\.entryCount) == [1])
        #expect(full.notifications.map(\.entryCount) == [3])
        try person.removeObserver(plain.object, forKeyPath: "age")
        try person.removeObserver(full.object, forKeyPath: "age")
    }

    @Test("B7 Another key says nothing")
    func otherKeys() throws {
        let (person, recorder) = (try makePersonClass().new(), try Recorder())
        try person.addObserver(recorder.object, forKeyPath: "name")
        try person.setAge(1)
        #expect(recorder.count == 0)
        try person.removeObserver(recorder.object, forKeyPath: "name")
    }

    @Test("B56 Before a change observers are told in order of registration, after it in reverse")
    func order() throws {
        let person = try makePersonClass().new()
        let (first, second, log) = (try Recorder(), try Recorder(), Log())
        first.whenTold { log.append($0.isPrior ? "will 1" : "did 1") }
        second.whenTold { log.append($0.isPrior ? "will 2" : "did 2") }
        try person.addObserver(first.object, forKeyPath: "age", options: [.prior])
        try person.addObserver(second.object, forKeyPath: "age", options: [.prior])
        try person.setAge(1)
        #expect(log.lines == ["will 1", "will 2", "did 2", "did 1"])
        try person.removeObserver(first.object, forKeyPath: "age")
        try person.removeObserver(second.object, forKeyPath: "age")
    }

    @Test("B45 B59 B60 A set made inside a callback is told at once, and new is read at each delivery")
    func nestedSet() throws {
        let person = try makePersonClass().new()
        let (told, setting) = (try Recorder(), try Recorder())
        setting.whenTold { if $0.new == "1" { try person.setAge(2) } }
        try person.addObserver(told.object, forKeyPath: "age", options: [.new])
        try person.addObserver(setting.object, forKeyPath: "age", options: [.new])
        try person.setAge(1)
        #expect(setting.notifications.map(\.new) == ["1", "2"])
        #expect(told.notifications.map(\.new) == ["2", "2"])
        try person.removeObserver(told.object, forKeyPath: "age")
        try person.removeObserver(setting.object, forKeyPath: "age")
    }

    @Test("B69 B72 B73 Who is removed during a change is not told any more")
    func removalInsideACallback() throws {
        let person = try makePersonClass().new()
        let (first, second) = (try Recorder(), try Recorder())
        second.whenTold { _ in
            try person.removeObserver(first.object, forKeyPath: "age")
            try person.removeObserver(second.object, forKeyPath: "age")
        }
        try person.addObserver(first.object, forKeyPath: "age")
        try person.addObserver(second.object, forKeyPath: "age")
        try person.setAge(1)
        try person.setAge(2)
        #expect((first.count, second.count) == (0, 1))
        #expect(person.observationInfo == nil)
        second.whenTold(nil)
    }

    @Test("B74 Who is added during a change is told of the next one")
    func addingInsideACallback() throws {
        let person = try makePersonClass().new()
        let (first, late) = (try Recorder(), try Recorder())
        first.whenTold { _ in
            if late.count == 0 && first.count == 1 { try person.addObserver(late.object, forKeyPath: "age") }
        }
        try person.addObserver(first.object, forKeyPath: "age")
        try person.setAge(1)
        #expect(late.count == 0)
        try person.setAge(2)
        #expect(late.count == 1)
        try person.removeObserver(first.object, forKeyPath: "age")
        try person.removeObserver(late.object, forKeyPath: "age")
        first.whenTold(nil)
    }

    @Test("B79 A callback that raises: the setter's sender gets the exception, and later observers are not told")
    func raisingCallback() throws {
        let person = try makePersonClass().new()
        let (first, second) = (try Recorder(), try Recorder())
        second.whenTold { _ in throw RuntimeException("TestException", "from the callback") }
        try person.addObserver(first.object, forKeyPath: "age")
        try person.addObserver(second.object, forKeyPath: "age")
        #expect(raised { try person.setAge(1) } == RuntimeException("TestException", "from the callback"))
        #expect(first.count == 0)
        #expect(try person.send("age", as: Int32.self) == 1)
        try person.removeObserver(first.object, forKeyPath: "age")
        try person.removeObserver(second.object, forKeyPath: "age")
    }
}
