// CoexistenceTests.swift - observing beside other code that swizzles isa or methods, whichever of them comes first.
import KVONotifying
import MiniFoundation
import MiniRuntime
import TestSupport
import Testing

/// A library that changes one object's isa to its own subclass, and hides the subclass as observing does.
private struct Hook {
    let cls: Class
    private let before: Class

    init(over object: Object, _ log: Log) throws {
        before = object.isa
        let told = try object.send("class", as: Class.self)
        let builder = try ClassBuilder(uniqueName("Hook_"), superclass: before)
        cls = builder.cls
        try builder.addMethod("class") { (_: Object) in told }
        try builder.addClassMethod("class") { (_: Object) in told }
        try builder.addMethod("setAge:") { [cls] (self: Object, age: Int32) in
            log.add("hook \(age)")
            try self.sendSuper(of: cls, "setAge:", age)
        }
        object.setClass(builder.register())
    }

    /// Restores the isa that the hook found.
    func takeOff(_ object: Object) {
        object.setClass(before)
    }
}

/// Replaces a method as a library does that sends its messages through forwardInvocation:, and calls the method under
/// another name.
private func interceptByForwarding(_ selector: Selector, in cls: Class, _ log: Log) throws {
    let method = try #require(cls.instanceMethod(selector))
    let types = try #require(method.typeEncoding)
    let alias = Selector("aspects__\(selector.name)")
    cls.addMethod(alias, method.implementation, types: types)
    try cls.addMethod("forwardInvocation:") { (self: Object, object: Object) in
        guard let invocation = Invocation(object), invocation.selector == selector else {
            return try self.sendSuper(of: cls, "forwardInvocation:", object)
        }
        log.add("intercepted \(try invocation.argument(at: 2, as: Int32.self))")
        invocation.selector = alias
        try invocation.invoke()
    }
    cls.replaceMethod(selector, .forward, types: types)
}

/// A person, and an observer that logs the changes of its age.
private struct Scene {
    let log = Log()
    let cls: Class
    let person: Object
    let recorder: Recorder

    init() throws {
        cls = try makePersonClass()
        person = try cls.new()
        recorder = try Recorder()
        recorder.whenTold { [log] in log.add("notified \($0.new ?? "nothing")") }
    }

    func observe(_ keyPath: String = "age") throws {
        try person.addObserver(recorder.object, forKeyPath: keyPath, options: .new)
    }

    func part(_ keyPath: String = "age") throws {
        try person.removeObserver(recorder.object, forKeyPath: keyPath)
    }

    func reportedClass() throws -> Class { try person.send("class", as: Class.self) }
}

@Suite("Coexistence with other isa-swizzlers")
struct IsaSwizzlerTests {
    @Test("B238 B239 B240 Hooked first, observed later: the notifying class stands on the hook's class; the hook stays")
    func hookedFirst() throws {
        let scene = try Scene()
        let hook = try Hook(over: scene.person, scene.log)
        for age in [1, 2] as [Int32] {
            try scene.observe()
            #expect(scene.person.isa.name == "NSKVONotifying_\(hook.cls.name)")
            #expect(scene.person.isa.superclass == hook.cls)
            #expect(try scene.reportedClass() == scene.cls)
            try scene.person.setAge(age)
            try scene.part()
            #expect(scene.person.isa == hook.cls)
        }
        try scene.person.setAge(3)
        #expect(scene.log.all == ["hook 1", "notified 1", "hook 2", "notified 2", "hook 3"])
        hook.takeOff(scene.person)
        #expect(scene.person.isa == scene.cls)
    }

    @Test("B237 B241 Observed first, hooked later: both fire once, and the last removal leaves the hook where it is")
    func observedFirst() throws {
        let scene = try Scene()
        try scene.observe()
        let notifying = scene.person.isa
        let hook = try Hook(over: scene.person, scene.log)
        #expect(try scene.reportedClass() == scene.cls)
        try scene.person.setAge(1)
        try scene.part()
        #expect(scene.person.observationInfo == nil)
        #expect(scene.person.isa == hook.cls)
        try scene.person.setAge(2)
        #expect(scene.log.all == ["hook 1", "notified 1", "hook 2"])
        // The hook restores the isa that it found: the notifying class, which is no longer needed and does no harm.
        hook.takeOff(scene.person)
        #expect(scene.person.isa == notifying)
        #expect(try scene.reportedClass() == scene.cls)
        try scene.person.setAge(3)
        #expect(scene.log.all.count == 3)
        try scene.observe()
        try scene.person.setAge(4)
        try scene.part()
        #expect(scene.log.all.last == "notified 4")
        #expect(scene.person.isa == scene.cls)
    }

    @Test("B237 Further registrations on top of the hook work, and notify once")
    func observedAgainAbove() throws {
        let scene = try Scene()
        try scene.observe()
        let hook = try Hook(over: scene.person, scene.log)
        try scene.observe("name")
        #expect(scene.person.isa == hook.cls)
        try scene.person.setAge(1)
        try scene.person.send("setName:", Object?.none)
        try scene.part("age")
        try scene.person.setAge(2)
        try scene.observe("age")
        try scene.person.setAge(3)
        #expect(scene.log.all == ["hook 1", "notified 1", "notified <null>", "hook 2", "hook 3", "notified 3"])
        for keyPath in ["age", "name"] { try scene.part(keyPath) }
        #expect(scene.person.isa == hook.cls)
    }

    @Test("B237 A hook that is taken off while the object is observed does not end the observation")
    func takenOffMeanwhile() throws {
        let scene = try Scene()
        try scene.observe()
        let hook = try Hook(over: scene.person, scene.log)
        hook.takeOff(scene.person)
        try scene.person.setAge(1)
        #expect(scene.log.all == ["notified 1"])
        try scene.part()
        #expect(scene.person.isa == scene.cls)
    }

    @Test("B237 An isa that somebody else points back at X ends automatic notification, and removal still works")
    func isaTakenAway() throws {
        let scene = try Scene()
        try scene.observe()
        scene.person.setClass(scene.cls)
        try scene.person.setAge(1)
        #expect(scene.log.all.isEmpty)
        try scene.part()
        #expect(scene.person.observationInfo == nil)
        #expect(scene.person.isa == scene.cls)
    }

    @Test(
        "B237 An isa that is exchanged between two registrations is the class below a notifying class after the last",
        arguments: ["hook taken off", "hook put on"])
    func exchangedBetweenRegistrations(when: String) throws {
        let scene = try Scene()
        let hookClass = try ClassBuilder(uniqueName("Hook"), superclass: scene.cls).register()
        let (first, second) = when == "hook put on" ? (scene.cls, hookClass) : (hookClass, scene.cls)
        scene.person.setClass(first)
        try scene.observe()
        scene.person.setClass(second)
        try scene.observe()
        #expect(scene.person.isa.name == "NSKVONotifying_\(second.name)")
        try scene.person.setAge(1)
        #expect(scene.log.all == ["notified 1", "notified 1"])
        try scene.part()
        try scene.part()
        #expect(scene.person.isa == second)
        try scene.person.setAge(2)
        #expect(scene.log.all.count == 2)
    }

    @Test("B190 B237 Under a hook a death with registrations left is noticed as ever")
    func diesUnderHook() throws {
        let cls = try makePersonClass()
        let recorder = try Recorder()
        var person: Object? = try cls.new()
        try person!.addObserver(recorder.object, forKeyPath: "age")
        _ = try Hook(over: person!, Log())
        #expect(try raisedByDeath(of: &person)?.reason.contains("of class \(cls) was deallocated") == true)
    }

    @Test("B239 The hook's class and X may be observed side by side, each with its own notifying class")
    func sideBySide() throws {
        let (scene, plain) = (try Scene(), try Recorder())
        let other = try scene.cls.new()
        let hook = try Hook(over: scene.person, scene.log)
        try scene.observe()
        try other.addObserver(plain.object, forKeyPath: "age", options: .new)
        #expect(other.isa.name == "NSKVONotifying_\(scene.cls.name)")
        #expect(scene.person.isa.name == "NSKVONotifying_\(hook.cls.name)")
        try scene.person.setAge(1)
        try other.setAge(2)
        #expect(scene.log.all == ["hook 1", "notified 1"])
        #expect(plain.notifications.map(\.new) == ["2"])
        try scene.part()
        try other.removeObserver(plain.object, forKeyPath: "age")
    }
}

@Suite("Coexistence with method swizzling")
struct MethodSwizzlerTests {
    @Test(
        "B241 B244 B245 A setter that is intercepted by forwarding, under another name, fires once and notifies once",
        arguments: ["before, on X", "while observed, on X", "while observed, on the notifying class"])
    func forwardingInterception(when: String) throws {
        let scene = try Scene()
        if when == "before, on X" { try interceptByForwarding("setAge:", in: scene.cls, scene.log) }
        try scene.observe()
        if when == "while observed, on X" { try interceptByForwarding("setAge:", in: scene.cls, scene.log) }
        if when.hasSuffix("class") { try interceptByForwarding("setAge:", in: scene.person.isa, scene.log) }
        for _ in ["cold", "cached"] { try scene.person.setAge(7) }
        #expect(scene.log.all == ["intercepted 7", "notified 7", "intercepted 7", "notified 7"])
        #expect(try scene.person.send("age", as: Int32.self) == 7)
        // Another registration does not undo the interception. After the last removal, only what was done to X remains.
        try scene.observe()
        try scene.part()
        try scene.part()
        try scene.person.setAge(8)
        #expect(scene.log.all.dropFirst(4) == (when.hasSuffix("class") ? [] : ["intercepted 8"]))
    }

    @Test("B237 B241 A setter swizzled in place on the notifying class goes around the notification")
    func swizzledInPlace() throws {
        let scene = try Scene()
        try scene.observe()
        try scene.person.isa.swizzle("setAge:") { (original: @escaping @Sendable (Object, Int32) throws -> Void) in
            { [log = scene.log] (self: Object, age: Int32) in
                log.add("before")
                try original(self, age)
                log.add("after")
            }
        }
        try scene.person.setAge(1)
        #expect(scene.log.all == ["before", "notified 1", "after"])
        try scene.part()
    }

    @Test("A dealloc and a class that are swizzled on the notifying class, and entered under another name, stay X's")
    func enteredUnderAnotherName() throws {
        let scene = try Scene()
        try scene.observe()
        let notifying = scene.person.isa
        for name in ["dealloc", "class"] {
            let own = try #require(notifying.instanceMethod(Selector(name)))
            let other = Selector("swizzled_\(name)"), original = own.implementation
            notifying.addMethod(other, original, types: own.typeEncoding!)
        }
        #expect(try scene.person.send("swizzled_class", as: Class.self) == scene.cls)
        let count = scene.cls.instanceCount
        try autoreleasepool {
            let passing = try scene.cls.new()
            passing.unmanaged.setClass(notifying)
            // Calls `[self swizzled_dealloc]`, as the replaced dealloc of a hook does.
            let hook = try IMP(types: "v16@0:8", messageHandler: { $0.receiver.sendWords("swizzled_dealloc") })
            notifying.replaceMethod("dealloc", hook, types: "v16@0:8")
        }
        #expect(scene.cls.instanceCount == count)
        try scene.part()
    }

    @Test(
        "B241 A setter swizzled on X before or after observation goes inside the notification",
        arguments: [true, false])
    func swizzledOnX(before: Bool) throws {
        let scene = try Scene()
        func swizzle() throws {
            try scene.cls.swizzle("setAge:") { (original: @escaping @Sendable (Object, Int32) throws -> Void) in
                { [log = scene.log] (self: Object, age: Int32) in
                    try original(self, age + 1)
                    log.add("set \(age)")
                }
            }
        }
        if before { try swizzle() }
        try scene.observe()
        if !before { try swizzle() }
        try scene.person.setAge(1)
        try scene.part()
        try scene.person.setAge(5)
        #expect(scene.log.all == ["set 1", "notified 2", "set 5"])
    }

    @Test(
        "B225 B241 Two methods of X that exchange their IMPs exchange what the setter does, and it notifies as before")
    func exchanged() throws {
        let scene = try Scene()
        try scene.cls.addMethod("loud_setAge:") { [log = scene.log] (self: Object, age: Int32) in
            log.add("loud")
            try self.send("loud_setAge:", age)  // the original, after the exchange
        }
        try scene.observe()
        let (setter, loud) = (scene.cls.instanceMethod("setAge:")!, scene.cls.instanceMethod("loud_setAge:")!)
        setter.exchangeImplementations(with: loud)
        try scene.person.setAge(1)
        setter.exchangeImplementations(with: loud)
        try scene.person.setAge(2)
        #expect(scene.log.all == ["loud", "notified 1", "notified 2"])
        try scene.part()
    }

    @Test("B243 The class's own forwarding still gets its own messages")
    func forwardingStillWorks() throws {
        let (log, recorder) = (Log(), try Recorder())
        let builder = try ClassBuilder(uniqueName("Forwarding"), superclass: makePersonClass())
        try builder.addMethod("methodSignatureForSelector:") { [cls = builder.cls] (self: Object, selector: Selector) in
            guard selector == "greet:" else {
                return try self.sendSuper(of: cls, "methodSignatureForSelector:", selector, as: Object?.self)
            }
            let sample = Class.nsObject.instanceMethod("isEqual:")!
            return try Class.nsObject.new().send("methodSignatureForSelector:", sample.selector, as: Object?.self)
        }
        try builder.addMethod("forwardInvocation:") { (_: Object, object: Object) in
            log.add("forwarded \(Invocation(object)?.selector?.name ?? "nothing")")
        }
        let person = try builder.register().new()
        try person.addObserver(recorder.object, forKeyPath: "age", options: .new)
        for _ in ["cold", "cached"] { _ = try person.send("greet:", person, as: Bool.self) }
        try person.setAge(1)
        #expect(log.all == ["forwarded greet:", "forwarded greet:"])
        #expect(recorder.notifications.map(\.new) == ["1"])
        try person.removeObserver(recorder.object, forKeyPath: "age")
    }

    @Test("B246 A method that is stubbed on the class that -class returns is replaced for observed objects too")
    func stubbed() throws {
        let scene = try Scene()
        try scene.observe()
        try scene.reportedClass().swizzle("age") { (_: @escaping @Sendable (Object) throws -> Int32) in
            { (_: Object) in 99 }
        }
        #expect(try scene.person.send("age", as: Int32.self) == 99)
        try scene.person.setAge(1)
        #expect(scene.log.all == ["notified 99"])
        try scene.part()
    }

    @Test("Overrides of addObserver: and willChangeValueForKey: in X are messages like others, and take effect")
    func ownMessages() throws {
        let (log, recorder) = (Log(), try Recorder())
        let builder = try ClassBuilder(uniqueName("Curious"), superclass: makePersonClass())
        let cls = builder.cls
        try builder.addMethod("addObserver:forKeyPath:options:context:") {
            (self: Object, observer: Object, keyPath: String, options: UInt, context: UnsafeMutableRawPointer?) in
            log.add("add \(keyPath)")
            try self.sendSuper(of: cls, "addObserver:forKeyPath:options:context:", observer, keyPath, options, context)
        }
        try builder.addMethod("willChangeValueForKey:") { (self: Object, key: String) in
            log.add("will \(key)")
            try self.sendSuper(of: cls, "willChangeValueForKey:", key)
        }
        let person = try builder.register().new()
        try person.addObserver(recorder.object, forKeyPath: "age")
        try person.setAge(1)
        #expect(log.all == ["add age", "will age"])
        #expect(recorder.count == 1)
        try person.removeObserver(recorder.object, forKeyPath: "age")
    }
}
