// UnknownKeyTests.swift - registering for keys that do not exist.
import KVONotifying
import MiniFoundation
import MiniRuntime
import RuntimeTestSupport
import TestSupport
import Testing

@Suite("Registering for what is not there")
struct UnknownKeyTests {
    @Test(
        "B017 A key that does not exist registers and unregisters quietly where no value has to be read",
        arguments: [[], .new, .old, .prior, .initial, [.new, .old, .prior]] as [KeyValueObservingOptions])
    func unknownKey(options: KeyValueObservingOptions) throws {
        let cls = try makePersonClass()
        let (person, recorder) = (try cls.new(), try Recorder())
        try recorder.observing(person, "foo", options) { try person.setAge(1) }
        #expect(recorder.count == (options == .initial ? 1 : 0))
        #expect(person.isa == cls)
    }

    @Test("B017 B019 One whose value has to be read at once raises NSUnknownKeyException, and is not registered")
    func unknownKeyInitial() throws {
        let (person, recorder) = (try makePersonClass().new(), try Recorder())
        let exception = raised {
            try person.addObserver(recorder.object, forKeyPath: "foo", options: [.initial, .new])
        }
        #expect(exception?.name == "NSUnknownKeyException")
        #expect(
            exception?.reason == "[\(try designation(person)) addObserver:\(try designation(recorder.object)) "
                + "forKeyPath:@\"foo\" options:5 context:0x0] was sent to an object that is not KVC-compliant for the "
                + "\"foo\" property.")
        #expect(recorder.count == 0)
        #expect(person.observationInfo == nil)
    }

    @Test("B018 A first key of a path that does not exist raises at registration whatever the options")
    func unknownFirstKey() throws {
        let (person, recorder) = (try makePersonClass().new(), try Recorder())
        let exception = raised {
            try person.addObserver(recorder.object, forKeyPath: "foo.name", context: context(0x10))
        }
        #expect(exception?.name == "NSUnknownKeyException")
        #expect(
            exception?.reason == "[\(try designation(person)) addObserver:\(try designation(recorder.object)) "
                + "forKeyPath:@\"foo.name\" options:0 context:0x10] was sent to an object that is not KVC-compliant for "
                + "the \"foo\" property.")
        #expect(person.observationInfo == nil)
    }

    @Test("B019 A readonly property can be observed, and notifies when its class says so")
    func readonly() throws {
        var builder = try ClassBuilder(uniqueName("Operation"))
        try builder.addProperty("finished", Bool.self, isReadOnly: true)
        try builder.addMethod("finish") { (self: Object) in
            try self.willChangeValue(forKey: "finished")
            try self.setIvar("_finished", to: true)
            try self.didChangeValue(forKey: "finished")
        }
        let (operation, recorder) = (try builder.register().new(), try Recorder())
        try recorder.observing(operation, "finished", [.new, .old, .initial]) { try operation.send("finish") }
        #expect(recorder.notifications.map(\.new) == ["0", "1"])
        #expect(recorder.notifications.map(\.old) == [nil, "0"])
    }

    @Test("B019 A property that can be set and not read notifies; it raises where it has to be read")
    func writeOnly() throws {
        let builder = try ClassBuilder(uniqueName("WriteOnly"))
        try builder.addMethod("setSecret:") { (_: Object, _: Int32) in }
        let (object, recorder) = (try builder.register().new(), try Recorder())
        try recorder.observing(object, "secret", .prior) { try object.send("setSecret:", Int32(1)) }
        #expect(recorder.count == 2)
        try object.addObserver(recorder.object, forKeyPath: "secret", options: .old)
        #expect(raised { try object.send("setSecret:", Int32(1)) }?.name == "NSUnknownKeyException")
        #expect(recorder.count == 2)
        try object.removeObserver(recorder.object, forKeyPath: "secret")
    }

    @Test("A key goes on behind a NUL: it is no other key's name, to be read, written or announced")
    func nulInKeys() throws {
        let (person, key) = (try makePersonClass().new(), "age\0 and a text that is longer than any other")
        #expect(raised { _ = try person.value(forKey: key) }?.name == "NSUnknownKeyException")
        #expect(raised { try person.setValue(1, forKey: key) }?.name == "NSUnknownKeyException")
        let recorder = try Recorder()
        try recorder.observing(person, "age") {
            try person.willChangeValue(forKey: key)
            try person.didChangeValue(forKey: key)
        }
        #expect(recorder.count == 0)
        let dictionary = NSMutableDictionary.object([])
        try dictionary.setValue("a", forKey: "age")
        try dictionary.setValue("b", forKey: key)
        #expect(try dictionary.value(forKey: key)?.description == "b")
    }

    @Test("B020 No observer, no key path, or one without keys, is an error that says so")
    func badArguments() throws {
        let cls = try makePersonClass()
        let (person, recorder) = (try cls.new(), try Recorder())
        func adding(_ observer: Object?, _ keyPath: String?) -> RuntimeException? {
            raised {
                try person.send(
                    "addObserver:forKeyPath:options:context:", observer, keyPath?.bridgedObject, UInt(0), context(0))
            }
        }
        let complaints = [
            (adding(nil, "age"), "the observer is nil"),
            (adding(recorder.object, nil), "the key path is nil"),
            (adding(recorder.object, ""), "the key path is empty"),
            (adding(recorder.object, "name."), "the key path is \"name.\", in which a key is missing"),
            (adding(recorder.object, "age\0"), "the key path is \"age\\0\", in which there is a NUL"),
            (adding(recorder.object, "a..b"), "the key path is \"a..b\", in which a key is missing"),
        ]
        for (exception, complaint) in complaints {
            #expect(exception?.name == "NSInvalidArgumentException")
            #expect(exception?.reason == "-[\(cls.name) addObserver:forKeyPath:options:context:]: \(complaint)")
        }
        let removing = raised { try person.removeObserver(recorder.object, forKeyPath: "") }
        #expect(removing?.reason == "-[\(cls.name) removeObserver:forKeyPath:]: the key path is empty")
        #expect(person.observationInfo == nil)
    }
}
