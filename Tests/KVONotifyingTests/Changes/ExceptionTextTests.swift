// ExceptionTextTests.swift - the exact texts of exceptions, and of the lines on standard error.
import Glibc
import KVONotifying
import MiniFoundation
import MiniRuntime
import RuntimeTestSupport
import TestSupport
import Testing

/// Makes a person class with `employer`, an object that has a name.
private func makeEmployeeClass(_ name: String = uniqueName("Employee")) throws -> Class {
    var builder = try ClassBuilder(name, superclass: makePersonClass())
    try builder.addProperty("employer", Object?.self)
    return builder.register()
}

/// Makes a class in which `key` depends on `path`.
private func makeClass(key: String, dependingOn path: String) throws -> Class {
    let builder = try ClassBuilder(uniqueName("Dependent"))
    let name = capitalized(key)
    try builder.addClassMethod(Selector("keyPathsForValuesAffecting\(name)")) { (_: Object) -> Object in
        NSSet.object([NSString.object(path)])
    }
    return builder.register()
}

@Suite("Exceptions")
struct ExceptionTextTests {
    @Test("B186 Removing what is not registered raises NSRangeException, naming observer, key path and object")
    func notRegistered() throws {
        let builder = try ClassBuilder(uniqueName("Person"), superclass: makePersonClass())
        try builder.addMethod("description") { (_: Object) in "somebody" }
        let (person, recorder, other) = (try builder.register().new(), try Recorder(), try Recorder())
        let text =
            try "Cannot remove an observer \(designation(recorder.object)) for the key path \"age\" "
            + "from \(designation(person)) because it is not registered as an observer."
        let expected = RuntimeException("NSRangeException", text)
        #expect(raised { try person.removeObserver(recorder.object, forKeyPath: "age") } == expected)
        // The text names the class that the object returns for `class`, and does not mention contexts.
        try person.addObserver(other.object, forKeyPath: "age")
        #expect(
            raised { try person.removeObserver(recorder.object, forKeyPath: "age", context: context(1)) } == expected)
        try person.removeObserver(other.object, forKeyPath: "age")
    }

    @Test("B187 A removal finds out that an object on the path was replaced silently, and is done all the same")
    func replacedSilentlyAtRemoval() throws {
        let cls = try makeEmployeeClass()
        let (person, recorder) = (try cls.new(), try Recorder())
        let (first, second) = (try makePersonClass().new(), try makePersonClass().new())
        try person.send("setEmployer:", first)
        try person.addObserver(recorder.object, forKeyPath: "employer.name")
        try person.setIvar("_employer", to: second)
        let text =
            try "Cannot remove an observer \(designation(recorder.object)) for the key path \"employer.name\" "
            + "from \(designation(person)), most likely because the value for the key \"employer\" has changed without "
            + "an appropriate KVO notification being sent. Check the KVO-compliance of the \(cls) class."
        #expect(
            raised { try person.removeObserver(recorder.object, forKeyPath: "employer.name") }
                == RuntimeException("NSInternalInconsistencyException", text))
        for object in [person, first, second] { #expect(object.observationInfo == nil) }
    }

    @Test("B188 So does the next change of that key, which then is followed")
    func replacedSilentlyAtChange() throws {
        let cls = try makeEmployeeClass()
        let (person, recorder) = (try cls.new(), try Recorder())
        let companies = try (1...3).map { _ in try makePersonClass().new() }
        try person.send("setEmployer:", companies[0])
        try person.addObserver(recorder.object, forKeyPath: "employer.name")
        try person.setIvar("_employer", to: companies[1])
        let text =
            try "Cannot update for observer \(designation(recorder.object)) for the key path \"employer.name\" "
            + "from \(designation(person)), most likely because the value for the key \"employer\" has changed without "
            + "an appropriate KVO notification being sent. Check the KVO-compliance of the \(cls) class."
        #expect(
            raised { try person.send("setEmployer:", companies[2]) }
                == RuntimeException("NSInternalInconsistencyException", text))
        for company in companies { try company.send("setName:", Object?.none) }
        #expect(recorder.count == 1)
        try person.removeObserver(recorder.object, forKeyPath: "employer.name")
        for object in companies + [person] { #expect(object.observationInfo == nil) }
    }

    @Test("B189 A callback that nobody implements raises, with key path, object, change and context")
    func notHandled() throws {
        let (person, deaf) = (try makePersonClass().new(), try Class.nsObject.new())
        try person.addObserver(deaf, forKeyPath: "age", options: [.new, .old])
        let exception = raised { try person.setAge(1) }
        #expect(exception?.name == "NSInternalInconsistencyException")
        #expect(
            exception?.reason == """
                \(deaf): An -observeValueForKeyPath:ofObject:change:context: message was received but not handled.
                Key path: age
                Observed object: \(person)
                Change: { kind = 1; new = 1; old = 0; }
                Context: 0x0
                """)
        try person.removeObserver(deaf, forKeyPath: "age")
    }

    @Test("B189 Both objects are described by themselves, and the context is shown as a number")
    func notHandledByDescription() throws {
        func makeDescribed(_ text: String) throws -> Object {
            let builder = try ClassBuilder(uniqueName("Described"), superclass: makePersonClass())
            try builder.addMethod("description") { (_: Object) in text }
            return try builder.register().new()
        }
        let (person, deaf) = (try makeDescribed("the person"), try makeDescribed("the observer"))
        try person.addObserver(deaf, forKeyPath: "age", options: .prior, context: context(0xBEEF))
        #expect(
            raised { try person.setAge(1) }?.reason == """
                the observer: An -observeValueForKeyPath:ofObject:change:context: message was received but not handled.
                Key path: age
                Observed object: the person
                Change: { kind = 1; notificationIsPrior = 1; }
                Context: 0xbeef
                """)
        try person.removeObserver(deaf, forKeyPath: "age")
    }

    @Test("B017 An unknown key registers quietly, unless its value has to be read")
    func unknownKeyIsQuiet() throws {
        let (person, recorder) = (try makePersonClass().new(), try Recorder())
        try person.addObserver(recorder.object, forKeyPath: "shoeSize", options: [.new, .old, .prior])
        try person.removeObserver(recorder.object, forKeyPath: "shoeSize")
    }

    @Test(
        "B192 An unknown key that must be read raises NSUnknownKeyException, and nothing stays registered",
        arguments: [("shoeSize", 5, "shoeSize"), ("shoes.size", 0, "shoes"), ("employer.shoes.size", 0, "shoes")])
    func unknownKey(keyPath: String, options: UInt, unknown: String) throws {
        let cls = try makeEmployeeClass()
        let (person, recorder, company) = (try cls.new(), try Recorder(), try makePersonClass().new())
        try person.send("setEmployer:", company)
        let exception = raised {
            try person.addObserver(
                recorder.object, forKeyPath: keyPath, options: KeyValueObservingOptions(rawValue: options))
        }
        let text =
            try "[\(designation(person)) addObserver:\(designation(recorder.object)) forKeyPath:@\"\(keyPath)\" "
            + "options:\(options) context:0x0] was sent to an object that is not KVC-compliant for the \"\(unknown)\" "
            + "property."
        #expect(exception == RuntimeException("NSUnknownKeyException", text))
        for object in [person, company] { #expect(object.observationInfo == nil) }
        #expect(person.isa == cls)
    }

    @Test("B193 Collections refuse observers")
    func collections() throws {
        let recorder = try Recorder()
        let member = NSString.object("member")
        for object in [NSArray.object([member]), NSSet.object([member]), NSOrderedSet.object([member])] {
            func text(_ message: String) throws -> RuntimeException {
                RuntimeException(
                    "NSInvalidArgumentException",
                    try "[\(designation(object)) \(message)] is not supported. Key path: children")
            }
            #expect(
                try raised { try object.addObserver(recorder.object, forKeyPath: "children") }
                    == text("addObserver:forKeyPath:options:context:"))
            #expect(
                try raised { try object.removeObserver(recorder.object, forKeyPath: "children") }
                    == text("removeObserver:forKeyPath:"))
            #expect(
                try raised { try object.removeObserver(recorder.object, forKeyPath: "children", context: nil) }
                    == text("removeObserver:forKeyPath:context:"))
            #expect(object.observationInfo == nil)
        }
    }

    @Test("B194 A key that depends on itself, or on a path that begins with it, raises when it is observed")
    func dependsOnItself() throws {
        let recorder = try Recorder()
        for path in ["full", "full.name"] {
            let cls = try makeClass(key: "full", dependingOn: path)
            let object = try cls.new()
            let what =
                path == "full"
                ? "the same key that was passed in, which is not valid."
                : "a key path that starts with the same key that was passed in, which is not valid. The property "
                    + "identified by the key path already depends on the property identified by the key, never vice "
                    + "versa."
            let set = NSSet.object([NSString.object(path)])
            let text =
                "\(cls): A +keyPathsForValuesAffectingValueForKey: message returned a set that includes \(what)\n"
                + "Passed-in key: full\nReturned key path set: \(set)"
            #expect(
                raised { try object.addObserver(recorder.object, forKeyPath: "full") }
                    == RuntimeException("NSInternalInconsistencyException", text))
            #expect(object.observationInfo == nil)
            #expect(object.isa == cls)
        }
    }

    @Test(
        "An answer to keyPathsForValuesAffectingValueForKey: that is no set of strings raises when the key is observed")
    func noKeyPaths() throws {
        let recorder = try Recorder()
        for answer in [NSArray.object([NSString.object("name")]), NSSet.object([NSNumber.object(1)])] {
            let cls = try makeClass(key: "full", dependingOn: "name")
            try cls.isa.addMethod("keyPathsForValuesAffectingValueForKey:") { (_: Object, _: Object) in answer }
            let object = try cls.new()
            let text =
                "\(cls): A +keyPathsForValuesAffectingValueForKey: message returned an object that is not an NSSet of "
                + "NSStrings.\nPassed-in key: full\nReturned object: \(answer) (\(answer.isa))"
            #expect(
                raised { try object.addObserver(recorder.object, forKeyPath: "full") }
                    == RuntimeException("NSInternalInconsistencyException", text))
            #expect(object.observationInfo == nil)
            #expect(object.isa == cls)
        }
    }
}

@Suite("Lines on standard error")
struct StandardErrorTests {
    @Test(
        "B195 B196 Setters that return something, or take a union or an array of pointers, notify without a complaint")
    func oddSettersNotify() async throws {
        let result = await #expect(processExitsWith: .success, observing: [\.standardErrorContent]) {
            let builder = try ClassBuilder("Odd")
            try builder.addMethod("setAge:") { (_: Object, age: Int32) -> Int32 in age + 1 }
            let nothing = try IMP(types: "v24@0:8^^v16", messageHandler: { _ in })
            builder.cls.addMethod("setTable:", nothing, types: "v24@0:8^^v16")
            let union = try IMP(types: "v24@0:8(Number=qd)16", messageHandler: { _ in })
            builder.cls.addMethod("setNumber:", union, types: "v24@0:8(Number=qd)16")
            let (object, recorder) = (try builder.register().new(), try Recorder())
            let keys = ["age", "table", "number"]
            for key in keys { try object.addObserver(recorder.object, forKeyPath: key) }
            let age = try object.send("setAge:", Int32(41), as: Int32.self)
            try object.send("setTable:", context(0))
            object.unmanaged.sendWords("setNumber:", (1, 0, 0, 0))
            #expect(age == 42)
            #expect(recorder.notifications.map(\.keyPath) == keys)
            for key in keys { try object.removeObserver(recorder.object, forKeyPath: key) }
        }
        let text = standardError(of: result)
        #expect(!text.contains("KVO autonotifying"), "\(text)")
    }

    @Test("B197 B228 If the name of the notifying class is taken, one line says so, and registering works")
    func nameTaken() async {
        let result = await #expect(processExitsWith: .success, observing: [\.standardErrorContent]) {
            let cls = try makePersonClass("Foo")
            _ = try ClassBuilder("NSKVONotifying_Foo").register()
            let (first, second, recorder) = (try cls.new(), try cls.new(), try Recorder())
            for person in [first, second] {
                try person.addObserver(recorder.object, forKeyPath: "age")
                try person.removeObserver(recorder.object, forKeyPath: "age")
            }
        }
        let text = standardError(of: result)
        let line =
            "KVO failed to allocate class pair for name NSKVONotifying_Foo, automatic key-value observing will not "
            + "work for this class\n"
        #expect(text.ranges(of: line).count == 1, "\(text)")
    }

    @Test("B294 Where nobody can catch one, the process ends with the exception's name and text")
    func uncaught() async {
        let result = await #expect(processExitsWith: .signal(SIGABRT), observing: [\.standardErrorContent]) {
            let builder = try ClassBuilder("Bar")
            let (foo, bar) = (try makePersonClass("Foo").new(), try builder.register().new())
            foo.sendOrTerminate("removeObserver:forKeyPath:", bar, "count")
        }
        let text = standardError(of: result)
        #expect(
            withoutAddresses(text).contains(
                """
                *** Terminating app due to uncaught exception 'NSRangeException', reason: 'Cannot remove an observer \
                <Bar 0x> for the key path "count" from <Foo 0x> because it is not registered as an observer.'
                """), "\(text)")
    }

    @Test("B294 A notification that nobody handles ends the process the same way")
    func uncaughtNotification() async {
        let result = await #expect(processExitsWith: .signal(SIGABRT), observing: [\.standardErrorContent]) {
            let (foo, bar) = (try makePersonClass("Foo").new(), try ClassBuilder("Bar").register().new())
            try foo.addObserver(bar, forKeyPath: "age", options: [.new, .old])
            foo.sendOrTerminate("setAge:", Int32(1))
        }
        let text = standardError(of: result)
        #expect(
            withoutAddresses(text).contains(
                """
                *** Terminating app due to uncaught exception 'NSInternalInconsistencyException', reason: '<Bar: 0x>: An \
                -observeValueForKeyPath:ofObject:change:context: message was received but not handled.
                Key path: age
                Observed object: <Foo: 0x>
                Change: { kind = 1; new = 1; old = 0; }
                Context: 0x'
                """), "\(text)")
    }
}
