// TeachingTests.swift - a program that explains observing prints facts of the live runtime.
import KVONotifying
import MiniFoundation
import MiniRuntime
import TestSupport
import Testing

@Suite("What can be shown")
struct TeachingTests {
    @Test("B290 An object's isa, its superclass and two IMPs, before, during and after observation")
    func printInfo() throws {
        let log = Log()
        let builder = try ClassBuilder(uniqueName("Person"), superclass: makePersonClass())
        try builder.addMethod("printInfo") { (self: Object) in
            log.add("isa:\(self.isa), superclass:\(self.isa.superclass?.name ?? "nil")")
            log.add("\(self.imp("setAge:"))")
            log.add("\(self.imp("printInfo"))")
        }
        let cls = builder.register()
        let (person, recorder) = (try cls.new(), try Recorder())
        try person.send("printInfo")
        try person.addObserver(recorder.object, forKeyPath: "age", options: [.new, .old])
        try person.send("printInfo")
        try person.removeObserver(recorder.object, forKeyPath: "age")
        try person.send("printInfo")

        let lines = log.all
        let plain = "isa:\(cls), superclass:\(cls.superclass!)"
        #expect([lines[0], lines[3], lines[6]] == [plain, "isa:NSKVONotifying_\(cls), superclass:\(cls)", plain])
        #expect(lines[1] == lines[7])
        #expect(lines[1] != lines[4])
        #expect(lines[2] == lines[5])
        #expect(lines[5] == lines[8])
        for line in lines where !line.hasPrefix("isa") { #expect(line.wholeMatch(of: /0x[0-9a-f]+/) != nil) }
    }

    @Test("B291 The method list of NSKVONotifying_X, with the function behind each method")
    func methodList() throws {
        let (person, recorder) = (try makePersonClass().new(), try Recorder())
        for keyPath in ["age", "name"] { try person.addObserver(recorder.object, forKeyPath: keyPath) }
        let list = person.isa.methods.map { "\($0.selector) \($0.typeEncoding ?? "") \($0.implementation)" }
        #expect(
            list.map(withoutAddresses).sorted() == [
                "_isKVOA B16@0:8 0x", "class #16@0:8 0x", "dealloc v16@0:8 0x", "setAge: v20@0:8i16 0x",
                "setName: v24@0:8@16 0x",
            ])
        for keyPath in ["age", "name"] { try person.removeObserver(recorder.object, forKeyPath: keyPath) }
    }

    @Test("B293 The sequence: will change, the setter, did change, the callback")
    func sequence() throws {
        let (log, recorder) = (Log(), try Recorder())
        var builder = try ClassBuilder(uniqueName("Person"))
        let cls = builder.cls
        try builder.addIvar("_age", Int32.self)
        try builder.addMethod("setAge:") { (self: Object, age: Int32) in
            log.add("set \(age)")
            try self.setIvar("_age", to: age)
        }
        for message in ["willChangeValueForKey:", "didChangeValueForKey:"] {
            try builder.addMethod(Selector(message)) { (self: Object, key: String) in
                log.add("\(message) \(key)")
                try self.sendSuper(of: cls, Selector(message), key)
            }
        }
        let person = try builder.register().new()
        recorder.whenTold { log.add("notified \($0.keyPath): \($0.old ?? "") to \($0.new ?? "")") }
        try person.addObserver(recorder.object, forKeyPath: "age", options: [.new, .old])
        try person.setAge(3)
        #expect(
            log.all == ["willChangeValueForKey: age", "set 3", "didChangeValueForKey: age", "notified age: 0 to 3"])
        try person.removeObserver(recorder.object, forKeyPath: "age")
    }

    @Test("B293 The trace hook sees the same, and the observer come and go")
    func traced() async {
        await #expect(processExitsWith: .success) {
            let log = Log()
            let (person, recorder) = (try makePersonClass("Person").new(), try Recorder())
            Trace.setHandler { [address = person.address] event in
                guard event.object.map({ UInt(bitPattern: $0.address) }) == address else { return }
                if event.kind == .isaChanged { return log.add("isa is \(event.cls?.name ?? "unknown")") }
                log.add("\(event.kind) \(event.text ?? "")")
            }
            try person.addObserver(recorder.object, forKeyPath: "age")
            try person.setAge(3)
            try person.removeObserver(recorder.object, forKeyPath: "age")
            Trace.setHandler(nil)
            let expected = [
                "isa is NSKVONotifying_Person", "observerAdded age", "overrideEntered ", "willChange age",
                "originalCalled ", "originalReturned ", "didChange age", "notification age", "notificationDone age",
                "overrideReturned ", "isa is Person", "observerRemoved age",
            ]
            #expect(log.all == expected)
        }
    }
}
