// KeyValueCodingSetterTests.swift - how setValue:forKey: finds a setter or an ivar.
import KVONotifying
import MiniFoundation
import MiniRuntime
import RuntimeTestSupport
import TestSupport
import Testing

@Suite("Key-value coding: writing")
struct KeyValueCodingSetterTests {
    @Test("A setter is looked for as set<Key>:, _set<Key>:, setIs<Key>:, and before all ivars")
    func setterOrder() throws {
        let names = ["setAge:", "_setAge:", "setIsAge:"]
        for first in names.indices {
            let log = Log()
            var builder = try ClassBuilder(uniqueName("Person"))
            try builder.addIvar("_age", Int32.self)
            for name in names[first...] {
                try builder.addMethod(Selector(name)) { (_: Object, age: Int32) in log.add("\(name)\(age)") }
            }
            try builder.register().new().setValue(4, forKey: "age")
            #expect(log.all == ["\(names[first])4"])
        }
    }

    @Test("Without a setter the value goes to _<key>, _is<Key>, <key>, is<Key>")
    func ivarOrder() throws {
        let names = ["_age", "_isAge", "age", "isAge"]
        for first in names.indices {
            var builder = try ClassBuilder(uniqueName("Person"))
            for name in names[first...].reversed() { try builder.addIvar(name, Int32.self) }
            let person = try builder.register().new()
            try person.setValue(8, forKey: "age")
            #expect(try person.ivar(names[first], as: Int32.self) == 8)
        }
    }

    @Test("A setter may return something")
    func returningSetter() throws {
        let log = Log()
        let builder = try ClassBuilder(uniqueName("Person"))
        try builder.addMethod("setAge:") { (self: Object, age: Int32) -> Object in
            log.add("\(age)")
            return self
        }
        try builder.register().new().setValue(4, forKey: "age")
        #expect(log.all == ["4"])
    }

    @Test("B157 nil for a scalar or structure raises by setNilValueForKey:, and no observer is notified")
    func nilForScalars() throws {
        let log = Log()
        let cls = try makePersonClass()
        try addChangeLog(log, to: cls)
        let person = try cls.new()
        let text =
            "[<\(cls) 0x\(String(person.address, radix: 16))> setNilValueForKey]: "
            + "could not set nil as the value for the key age."
        #expect(throws: RuntimeException("NSInvalidArgumentException", text)) {
            try person.setValue(nil, forKey: "age")
        }
        #expect(log.all.isEmpty)
        try person.setValue(nil, forKey: "name")
    }

    @Test("A class may say what nil means for a scalar")
    func setNilValueForKey() throws {
        let cls = try makePersonClass()
        try cls.addMethod("setNilValueForKey:") { (self: Object, key: String) in try self.setValue(-1, forKey: key) }
        let person = try cls.new()
        try person.setValue(nil, forKey: "age")
        #expect(try person.value(forKey: "age", as: Int.self) == -1)
    }

    @Test("A value of the wrong type names class, key, and both types")
    func wrongTypes() throws {
        var builder = try ClassBuilder("CodingWrongTypes")
        try builder.addProperty("origin", CodingPoint.self)
        try builder.addIvar("_kind", Class?.self)
        let person = try builder.register().new()
        let start = "NSInvalidArgumentException: [<CodingWrongTypes 0x> setValue:forKey:]: bad value for the key "
        #expect(
            reason { try person.setValue(1, forKey: "origin") }
                == start + "origin. Expected a value of type '{CGPoint=dd}', but found 'q'")
        #expect(
            reason { try person.setValue("a", forKey: "kind") }
                == start + "kind. Expected a value of type 'Class', but found 'NSString'")
    }

    @Test("An object that is no number gives a scalar property its number: a string, by intValue and the like")
    func stringsAsNumbers() throws {
        var builder = try ClassBuilder(uniqueName("Model"))
        try builder.addProperty("age", Int32.self)
        try builder.addProperty("size", Int64.self)
        try builder.addProperty("isOn", Bool.self)
        try builder.addIvar("_weight", Double.self)
        try builder.addIvar("_height", Float.self)
        let model = try builder.register().new()
        let values: [(String, String, Double)] = [
            ("age", " 12 years", 12), ("age", "old", 0), ("size", "-9000000000", -9_000_000_000), ("isOn", "YES", 1),
            ("weight", "2.5e1", 25), ("height", "-.5", -0.5),
        ]
        for (key, text, expected) in values {
            try model.setValue(text, forKey: key)
            #expect(try model.value(forKey: key, as: Double.self) == expected, "\(key) \(text)")
        }
    }

    @Test("An object without that method raises, the property keeps its value, and no observer is notified")
    func noNumber() throws {
        let (person, recorder) = (try makePersonClass().new(), try Recorder())
        try person.setAge(7)
        try recorder.observing(person, "age") {
            for value in [NSNull.object, NSArray.object([])] {
                let exception = raised { try person.setValue(value, forKey: "age") }
                #expect(exception?.reason.contains("intValue]: unrecognized selector") == true)
            }
            #expect(recorder.count == 0)
        }
        #expect(try person.age() == 7)
    }

    @Test("A key that nothing takes raises with Apple's text, unless the class takes it")
    func undefinedKey() throws {
        let person = try ClassBuilder("CodingUndefinedSet").register().new()
        #expect(
            reason { try person.setValue(1, forKey: "k") }
                == "NSUnknownKeyException: [<CodingUndefinedSet 0x> setValue:forUndefinedKey:]: "
                + "this class is not key value coding-compliant for the key k.")
        let log = Log()
        try person.isa.addMethod("setValue:forUndefinedKey:") { (_: Object, value: Object?, key: String) in
            log.add("\(key)=\(value?.description ?? "nil")")
        }
        try person.setValue(1, forKey: "k")
        try person.setValue(nil, forKey: "k")
        #expect(log.all == ["k=1", "k=nil"])
    }

    @Test("B142 Landing on an ivar is bracketed by will and did; landing on a setter is not")
    func brackets() throws {
        let log = Log()
        var builder = try ClassBuilder(uniqueName("Person"))
        try builder.addProperty("age", Int32.self)
        try builder.addIvar("_weight", Int32.self)
        let cls = builder.register()
        try addChangeLog(log, to: cls)
        let person = try cls.new()
        try person.setValue(1, forKey: "weight")
        try person.setValue(1, forKey: "age")
        #expect(log.all == ["will weight", "did weight"])
    }

    @Test("An ivar of a key that is not automatic is set without a word")
    func manualKeys() throws {
        let log = Log()
        var builder = try ClassBuilder(uniqueName("Person"))
        try builder.addIvar("_weight", Int32.self)
        try builder.addClassMethod("automaticallyNotifiesObserversForKey:") { (_: Object, key: String) in
            key != "weight"
        }
        let cls = builder.register()
        try addChangeLog(log, to: cls)
        let person = try cls.new()
        try person.setValue(1, forKey: "weight")
        #expect(try person.value(forKey: "weight", as: Int.self) == 1)
        #expect(log.all.isEmpty)
    }

    @Test("B142 B143 An observer is notified once, whether the value lands on a setter or on an ivar")
    func observers() throws {
        var builder = try ClassBuilder(uniqueName("Person"))
        try builder.addProperty("age", Int32.self)
        try builder.addIvar("_weight", Int32.self)
        let (person, recorder) = (try builder.register().new(), try Recorder())
        for key in ["age", "weight"] {
            try person.addObserver(recorder.object, forKeyPath: key, options: [.new, .old])
            try person.setValue(3, forKey: key)
            #expect(recorder.notifications.map(\.keyPath).filter { $0 == key } == [key])
            #expect(recorder.notifications.last?.old == "0")
            #expect(recorder.notifications.last?.new == "3")
            try person.removeObserver(recorder.object, forKeyPath: key)
        }
    }

    @Test("An ivar owns what it was declared to own")
    func ownership() throws {
        let member = try ClassBuilder(uniqueName("Member")).register()
        var builder = try ClassBuilder(uniqueName("Owner"))
        try builder.addIvar("_strong", Object?.self)
        try builder.addIvar("_weak", Object?.self, ownership: .weak)
        try builder.addIvar("_unretained", Object?.self, ownership: .unretained)
        let cls = builder.register()
        try autoreleasepool {
            let (owner, object) = (try cls.new(), try member.new())
            let before = object.unmanaged.retainCount
            try autoreleasepool {
                for key in ["strong", "weak", "unretained"] {
                    try owner.setValue(object, forKey: key)
                    #expect(try owner.value(forKey: key) == object)
                }
            }
            #expect(object.unmanaged.retainCount == before + 1)
            try owner.setValue(nil, forKey: "strong")
            #expect(object.unmanaged.retainCount == before)
            try owner.setValue(nil, forKey: "unretained")
            var other: Object? = try member.new()
            try owner.setValue(other, forKey: "weak")
            #expect(member.instanceCount == 2)
            other = nil
            #expect(try owner.value(forKey: "weak") == nil)
        }
        #expect(member.instanceCount == 0)
        #expect(cls.instanceCount == 0)
    }

    @Test("Several keys at once: nil is NSNull in the dictionary, both ways")
    func severalKeys() throws {
        let person = try makePersonClass().new()
        try person.setValuesForKeys(["age": 4, "name": "Ann"])
        let values = try person.dictionaryWithValues(forKeys: ["age", "name"])
        #expect(values.mapValues { $0?.description } == ["age": "4", "name": "Ann"])
        try person.setValuesForKeys(["name": nil])
        #expect(try person.value(forKey: "name") == nil)
        let raw = try person.send("dictionaryWithValuesForKeys:", ["name"].bridgedObject, as: Object.self)
        #expect(try raw.entry("name") == NSNull.object)
        #expect(raised { _ = try person.dictionaryWithValues(forKeys: ["age", "k"]) }?.name == "NSUnknownKeyException")
    }

    @Test("Several keys that are no array, or no dictionary, are refused")
    func severalBadKeys() throws {
        let person = try ClassBuilder("CodingKeySets").register().new()
        #expect(
            reason { _ = try person.send("dictionaryWithValuesForKeys:", "age", as: Object?.self) }
                == "NSInvalidArgumentException: -[CodingKeySets dictionaryWithValuesForKeys:]: "
                + "the keys are a NSString, not an array")
        #expect(
            reason { try person.send("setValuesForKeysWithDictionary:", Object?.none) }
                == "NSInvalidArgumentException: -[CodingKeySets setValuesForKeysWithDictionary:]: "
                + "the values are nil, not a dictionary")
    }
}
