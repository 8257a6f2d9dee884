// ManualNotificationTests.swift - keys that opt out of automatic notification.
import KVONotifying
import MiniFoundation
import MiniRuntime
import TestSupport
import Testing

/// Makes a class that opts out of automatic notification for the key `age`.
private func makeManualClass() throws -> Class {
    let cls = try makePersonClass(uniqueName("Manual"))
    try cls.isa.addMethod("automaticallyNotifiesObserversForKey:") { (_: Class, key: String) -> Bool in key != "age" }
    return cls
}

@Suite("Opting out of automatic notification")
struct OptingOutTests {
    @Test("B133 Keys are automatic unless automaticallyNotifiesObserversOf<Key> says no")
    func declarations() throws {
        let cls = try makePersonClass()
        func isAutomatic(_ key: String) throws -> Bool {
            try cls.send("automaticallyNotifiesObserversForKey:", key, as: Bool.self)
        }
        try cls.declareManual("age")
        #expect(try isAutomatic("name"))
        #expect(try !isAutomatic("age"))
        let (person, recorder) = (try cls.new(), try Recorder())
        try recorder.observing(person, "age") { try person.setAge(1) }
        try recorder.observing(person, "name") { try person.setName("Ann") }
        #expect(recorder.keyPaths == ["name"])
    }

    @Test("B134 The setter of a key that declines is not overridden, and a set is silent")
    func settersStay() throws {
        let (person, recorder) = (try makeManualClass().new(), try Recorder())
        let setter = person.imp("setAge:")
        try recorder.observing(person, "name") {
            try recorder.observing(person, "age") {
                #expect(person.imp("setAge:") == setter)
                try person.setAge(1)
            }
        }
        #expect(recorder.count == 0)
    }

    @Test("B135 Opting out counts for one key, and defers to super for those that a class does not know")
    func perKey() throws {
        let base = try makeManualClass()
        let cls = try ClassBuilder(uniqueName("ManualToo"), superclass: base).register()
        let (metaclass, message): (Class, Selector) = (cls.isa, "automaticallyNotifiesObserversForKey:")
        try metaclass.addMethod(message) { (self: Object, key: String) -> Bool in
            try key == "name" ? false : self.sendSuper(of: metaclass, message, key, as: Bool.self)
        }
        try cls.addMethod("setHeight:") { (_: Object, _: Int32) in }
        let (person, recorder) = (try cls.new(), try Recorder())
        for key in ["age", "name", "height"] {
            try recorder.observing(person, key, []) {
                try person.setAge(1)
                try person.setName("Ann")
                try person.send("setHeight:", Int32(1))
            }
        }
        #expect(recorder.keyPaths == ["height"])
    }

    @Test("B140 If no key of what is observed is automatic, isa stays as it is; else it changes, and comes back")
    func isaStays() throws {
        let cls = try makeManualClass()
        let (person, recorder) = (try cls.new(), try Recorder())
        try recorder.observing(person, "age") {
            #expect(person.isa == cls)
            #expect(person.observationInfo != nil)
        }
        try recorder.observing(person, "name") {
            #expect(person.isa != cls)
            try recorder.observing(person, "age") {}
        }
    }

    @Test("B140 An object that is observed for such keys alone dies in silence, and its paths are taken down")
    func silentDeath() throws {
        let cls = try makeNodeClass()
        try cls.declareManual("child")
        let (leaf, recorder) = (try cls.node(), try Recorder())
        try autoreleasepool {
            let root = try cls.node(child: leaf)
            try root.addObserver(recorder.object, forKeyPath: "child.number")
            #expect(!leaf.isUntouched)
        }
        #expect(cls.instanceCount == 1)
        #expect(leaf.isUntouched)
        try leaf.setNumber(1)
        #expect(recorder.count == 0)
    }

    @Test("B141 Changing an ivar directly is silent")
    func ivars() throws {
        let (person, recorder) = (try makePersonClass().new(), try Recorder())
        try recorder.observing(person, "age") { try person.setIvar("_age", to: Int32(4)) }
        #expect(recorder.count == 0)
    }
}

@Suite("Manual notification")
struct ManualNotificationTests {
    @Test("B136 A pair of will and did is one notification, with old, new and prior")
    func aPair() throws {
        let (person, recorder) = (try makeManualClass().new(), try Recorder())
        try recorder.observing(person, "age", [.old, .new, .prior]) {
            try person.willChangeValue(forKey: "age")
            try person.setAge(4)
            try person.didChangeValue(forKey: "age")
        }
        #expect(recorder.changes == ["prior 0 -> -", "0 -> 4"])
        #expect(recorder.notifications.map(\.kind) == [1, 1])
    }

    @Test("B137 A setter that compares first, and announces only what is a change, notifies of real changes only")
    func comparingFirst() throws {
        let cls = try makeManualClass()
        try cls.swizzle("setAge:") { original in
            { (self: Object, age: Int32) in
                if try self.send("age", as: Int32.self) == age { return }
                try self.willChangeValue(forKey: "age")
                try original(self, age)
                try self.didChangeValue(forKey: "age")
            }
        }
        let (person, recorder) = (try cls.new(), try Recorder())
        try recorder.observing(person, "age") {
            for age: Int32 in [0, 1, 1, 2, 2, 2] { try person.setAge(age) }
        }
        #expect(recorder.changes == ["0 -> 1", "1 -> 2"])
    }

    @Test("B138 One mutation may be announced for several keys, nested or side by side", arguments: [true, false])
    func severalKeys(nested: Bool) throws {
        let (person, recorder) = (try makePersonClass().new(), try Recorder())
        try recorder.observing(person, "age") {
            try recorder.observing(person, "name") {
                try person.willChangeValue(forKey: "age")
                try person.willChangeValue(forKey: "name")
                try person.setIvar("_age", to: Int32(1))
                try person.setIvar("_name", to: Object?.some(NSString.object("Ann")))
                for key in nested ? ["name", "age"] : ["age", "name"] { try person.didChangeValue(forKey: key) }
            }
        }
        #expect(recorder.keyPaths == (nested ? ["name", "age"] : ["age", "name"]))
        #expect(Set(recorder.changes) == ["0 -> 1", "<null> -> Ann"])
    }

    @Test("B139 will and did where nobody observes the object, or the key, do nothing at all")
    func nobodyObserves() throws {
        let cls = try makePersonClass()
        let recorder = try Recorder()
        try autoreleasepool {
            let person = try cls.new()
            for key in ["age", "shoeSize"] {
                try person.willChangeValue(forKey: key)
                try person.didChangeValue(forKey: key)
            }
            #expect(person.isUntouched)
            try recorder.observing(person, "name") {
                for _ in 0..<3 { try person.willChangeValue(forKey: "age") }
                try person.didChangeValue(forKey: "age")
            }
        }
        #expect(recorder.count == 0)
        #expect(cls.instanceCount == 0)
    }

    @Test("B142 setValue:forKey: that finds no setter, but an ivar, notifies; and not for a key that declines")
    func codingToAnIvar() throws {
        for (isManual, changes) in [(false, ["0 -> 3"]), (true, [])] {
            var builder = try ClassBuilder(uniqueName("Bare"))
            try builder.addIvar("_age", Int32.self)
            let cls = builder.register()
            if isManual { try cls.declareManual("age") }
            let (object, recorder) = (try cls.new(), try Recorder())
            try recorder.observing(object, "age") { try object.setValue(3, forKey: "age") }
            #expect(recorder.changes == changes)
            #expect(try object.ivar("_age", as: Int32.self) == 3)
        }
    }

    @Test("B143 setValue:forKey: that finds a setter notifies exactly once")
    func codingToASetter() throws {
        let (person, recorder) = (try makePersonClass().new(), try Recorder())
        try recorder.observing(person, "age") {
            try person.setValue(3, forKey: "age")
            try person.setValue(4, forKeyPath: "age")
        }
        #expect(recorder.changes == ["0 -> 3", "3 -> 4"])
    }

    @Test("B144 The notifying class does not override the messages will and did")
    func messagesStay() throws {
        let (person, recorder) = (try makePersonClass().new(), try Recorder())
        let messages: [Selector] = [
            "willChangeValueForKey:", "didChangeValueForKey:", "willChange:valuesAtIndexes:forKey:",
            "didChange:valuesAtIndexes:forKey:", "willChangeValueForKey:withSetMutation:usingObjects:",
            "didChangeValueForKey:withSetMutation:usingObjects:",
        ]
        try recorder.observing(person, "age") {
            for message in messages { #expect(person.imp(message) == Class.nsObject.methodImplementation(message)) }
        }
    }

    @Test("B145 A readonly state that a private change announces: isExecuting and isFinished of an operation")
    func operation() throws {
        var builder = try ClassBuilder(uniqueName("Operation"))
        try builder.addIvar("_state", Int32.self)
        for (getter, value) in [("isExecuting", 1), ("isFinished", 2)] as [(Selector, Int32)] {
            try builder.addMethod(getter) { (self: Object) -> Bool in try self.ivar("_state", as: Int32.self) == value }
        }
        try builder.addMethod("advance") { (self: Object) in
            let state = try self.ivar("_state", as: Int32.self)
            let keys = state == 0 ? ["executing"] : ["executing", "finished"]
            for key in keys { try self.willChangeValue(forKey: key) }
            try self.setIvar("_state", to: state + 1)
            for key in keys.reversed() { try self.didChangeValue(forKey: key) }
        }
        let (operation, recorder) = (try builder.register().new(), try Recorder())
        try recorder.observing(operation, "executing") {
            try recorder.observing(operation, "finished") {
                try operation.send("advance")
                try operation.send("advance")
            }
        }
        #expect(recorder.keyPaths == ["executing", "finished", "executing"])
        #expect(recorder.changes == ["0 -> 1", "0 -> 1", "1 -> 0"])
    }
}
