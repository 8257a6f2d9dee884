// UserAskTests.swift - requests and complaints of users of key-value observing, tested on SafeObservation.
import Dispatch
import Glibc
import KVONotifying
import MiniFoundation
import MiniRuntime
import RuntimeTestSupport
import SafeObservation
import TestSupport
import Testing
import TypedClasses

private class Bulb: DeskLamp {
    let watts = Property<Int>(0, notifiesAutomatically: false)
    let brightness = Computed<Int>(affectedBy: \Bulb.level, \Bulb.watts) { (bulb: Ref<Bulb>) in
        bulb.level * bulb.watts
    }
    let glare = Computed<Int>(affectedBy: \Bulb.brightness, \Bulb.level) { (bulb: Ref<Bulb>) in
        bulb.brightness + bulb.level
    }
    let shades = Property<[String]>([])
    let setWattsTwice = TypedMethod<Void, Int>("setWattsByHand:") { (bulb: Ref<Bulb>, watts: Int) in
        try bulb.object.willChangeValue(forKey: "watts")
        try bulb.set(\.watts, to: watts)
        try bulb.object.didChangeValue(forKey: "watts")
    }
}

@Suite("What users ask for: several observers, blocks, lifetimes")
struct UserAskLifetimeTests {
    private let panel = LampPanel.new()
    private let lamp = DeskLamp.new()
    private let lines = Log()

    private func noting(_ name: String) -> KVOController.Handler {
        { [lines] _, _, _, keyPath in lines.add("\(name) \(keyPath)") }
    }

    @Test("Q01 One observer observes one key path several times")
    func severalObservations() throws {
        let controller = KVOController(observer: panel)
        for name in ["a", "b"] {
            try controller.observe(lamp.object, keyPath: "level", options: [], handler: noting(name))
            try panel.onChange(of: lamp, \.level, options: []) { [lines] _, _, _ in lines.add(name) }
        }
        lamp.level = 1
        #expect(lines.all == ["b", "b level", "a", "a level"])
    }

    @Test("Q02 One block for several key paths receives the one that changed")
    func whichKeyPath() throws {
        let controller = KVOController(observer: panel)
        try controller.observe(lamp.object, keyPaths: ["level", "room.title"], options: [], handler: noting("at"))
        lamp.room = LampRoom.new()
        lamp.level = 1
        #expect(lines.all == ["at room.title", "at level"])
    }

    @Test("Q03 Unobserving inside the block, when a value changes and in the initial notification")
    func unobserveInside() throws {
        for options: KeyValueObservingOptions in [[.new], .upToDate] {
            try lamp.onChange(of: \.level, options: options) { [lines] lamp, change in
                lines.add("\(change.newValue!)")
                lamp.unobserve(\.level)
            }
            lamp.level += 1
            lamp.level += 1
            #expect(lamp.object.isUntouched)
        }
        #expect(lines.all == ["1", "2"])
    }

    @Test("Q04 An object observes itself without keeping itself alive")
    func observesItself() throws {
        let cls = try ClassBuilder(uniqueName("Narcissus"), superclass: DeskLamp.description.runtimeClass).register()
        try autoreleasepool {
            let me = try cls.new()
            try me.kvoController.observe(me, keyPath: "level", options: [.new], handler: noting("controller"))
            try me.onChange(of: me, "level", options: []) { [lines] _, _, _ in lines.add("observer") }
            try me.onChange(of: "level", options: []) { [lines] _, _ in lines.add("receiver") }
            try me.send("setLevel:", 1)
        }
        #expect(lines.all == ["receiver", "observer", "controller level"])
        #expect(cls.instanceCount == 0)
    }

    @Test("Q05 With the controller that does not retain, what is observed may die first")
    func nonRetaining() throws {
        let controller = KVOController(observer: panel, retainsObserved: false)
        try autoreleasepool {
            let mortal = DeskLamp.new()
            try controller.observe(mortal.object, keyPath: "level", options: [.new], handler: noting("notified"))
            mortal.level = 1
        }
        #expect(controller.description == "<KVOController: observer \(panel)>")
        controller.unobserveAll()
        #expect(lines.all == ["notified level"])
    }

    @Test("Q06 Nobody removes anything: either side's death does")
    func eitherSideDies() throws {
        let cls = try ClassBuilder(uniqueName("EitherSide"), superclass: DeskLamp.description.runtimeClass).register()
        try autoreleasepool {
            let (first, second) = (try cls.new(), try cls.new())
            try first.onChange(of: lamp.object, "level", options: []) { _, _, _ in }
            try panel.object.onChange(of: second, "level", options: []) { _, _, _ in }
        }
        #expect(cls.instanceCount == 0)
        #expect(lamp.object.isUntouched)
    }

    @Test("Q07 No dealloc is swizzled for that: the classes keep the methods they had")
    func noSwizzling() throws {
        let classes = [lamp.object.isa, panel.object.isa, Class.nsObject]
        let before = classes.map { $0.methodImplementation("dealloc") }
        try panel.onChange(of: lamp, \.level) { _, _, _ in }
        try panel.bind(\.level, to: lamp, \.level)
        #expect(classes.map { $0.methodImplementation("dealloc") } == before)
        #expect(panel.object.isa == classes[1])
        panel.unobserveOthers()
        panel.cutOff(\.level)
    }

    @Test("Q08 Blocks run on the queue that is asked for")
    func queue() throws {
        let (queue, key) = (DispatchQueue(label: "asked for"), DispatchSpecificKey<Bool>())
        queue.setSpecific(key: key, value: true)
        try lamp.onChange(of: \.level, on: queue) { [lines] _, change in
            lines.add("\(change.newValue!) \(DispatchQueue.getSpecific(key: key) == true)")
        }
        onPooledThreads(1) { [lamp] _ in lamp.level = 1 }
        queue.sync {}
        #expect(lines.all == ["1 true"])
    }

    @Test("Q09 Setting on one thread while others begin and end observations")
    func concurrency() throws {
        let (object, observer) = (try makeSharedClass().new(), panel.object)
        let controller = KVOController(observer: observer)
        onPooledThreads(4) { thread in
            for round in 0..<100 {
                switch thread {
                case 0: try object.send("setNumber:", Int32(round))
                case 1:
                    try controller.observe(object, keyPath: "number", options: [.new]) { _, _, _, _ in }
                    controller.unobserve(object, keyPath: "number")
                case 2:
                    try object.onChange(of: "number", identifier: "\(round)") { _, _ in }
                    object.unobserve("number", identifier: "\(round)")
                default:
                    let token = try object.observe("number") { _, _ in }
                    token.invalidate()
                }
            }
        }
        #expect(object.isUntouched)
    }

    @Test("Q10 Intermediates of a key path that are replaced from many threads raise nothing")
    func intermediates() throws {
        let cls = try makeSharedClass()
        let root = try cls.new()
        let children = try (0..<4).map { _ in try cls.new() }
        try root.onChange(of: "child.number") { _, _ in }
        onPooledThreads(4) { thread in
            for _ in 0..<100 { try root.send("setChild:", children[thread]) }
        }
        root.unobserve("child.number")
        #expect(root.isUntouched)
        #expect(children.allSatisfy { $0.isUntouched })
    }

    @Test("Q12 There is no context to get wrong: each observation is ended by whoever made it")
    func contexts() throws {
        let watcher = try makeWatcher(lines)
        try lamp.object.addObserver(watcher, forKeyPath: "level", context: UnsafeMutableRawPointer(bitPattern: 1))
        let token = lamp.observe(\.level) { [lines] _, _ in lines.add("token") }
        token.invalidate()
        token.invalidate()
        lamp.level = 1
        #expect(lines.all == ["notified level"])
        try lamp.object.removeObserver(watcher, forKeyPath: "level")
    }

    @Test("Q13 The report of an observer that is still registered has its class, address and key path")
    func namesInQuestions() throws {
        let watcher = try makeWatcher(lines)
        try lamp.object.addObserver(watcher, forKeyPath: "level")
        let text = try #require(lamp.object.keyValueRegistrations.first?.description)
        for object in [watcher, lamp.object] {
            let name = try object.send("class", as: Class.self).name
            #expect(text.contains("<\(name) 0x\(String(object.address, radix: 16))>"))
        }
        #expect(text.contains("observes \"level\" of"))
        try lamp.object.removeObserver(watcher, forKeyPath: "level")
    }

    @Test("Q14 An object at the address of a dead observer is not called")
    func recycledAddress() throws {
        let cls = try ClassBuilder(uniqueName("Recycled"), superclass: LampPanel.description.runtimeClass).register()
        let controllers = Locked<[KVOController]>([])
        try autoreleasepool {
            let mortal = try cls.new()
            let controller = KVOController(observer: mortal)
            try controller.observe(lamp.object, keyPath: "level", options: [.new], handler: noting("dead"))
            try mortal.onChange(of: lamp.object, "level") { [lines] _, _, _ in lines.add("dead")
            }
            controllers.append(controller)
        }
        let newcomers = try (0..<100).map { _ in try cls.new() }
        lamp.level = 1
        #expect(lines.all == [])
        withExtendedLifetime((newcomers, controllers)) {}
    }

    @Test("Q15 A raw observer that is gone is named when the value next changes, and is no unreadable crash")
    func deadRawObserver() async {
        // In a separate process, because the lamp, too, logs a message when it dies.
        await #expect(processExitsWith: .success) {
            let lamp = DeskLamp.new()
            var watcher: Object? = try makeWatcher(Log())
            let (name, address) = (watcher!.isa.name, String(watcher!.address, radix: 16))
            try lamp.object.addObserver(watcher!, forKeyPath: "level")
            watcher = nil
            let exception = try #require(raised { try lamp.set(\.level, to: 1) })
            for part in [name, address, "level"] { #expect(exception.reason.contains(part)) }
            exit(0)
        }
    }

    @Test(
        "Q16 An intermediate that was replaced without a word raises nothing, and is followed from the next change on")
    func silentReplacement() throws {
        let (first, second) = (LampRoom.new(), LampRoom.new())
        lamp.room = first
        try lamp.onChange(of: \.room.title, options: [.new]) { [lines] _, change in
            lines.add((change.newValue ?? nil) ?? "dark")
        }
        try lamp.object.setIvar("_room", to: Object?.some(second.object))
        lamp.room = second
        second.title = "attic"
        #expect(lines.take().last == "attic")
        first.title = "gone"
        #expect(lines.take() == [])
        try lamp.object.setIvar("_room", to: Object?.some(first.object))
        lamp.unobserve(\.room.title)
        #expect([lamp.object, first.object, second.object].allSatisfy { $0.isUntouched })
    }
}

@Suite("What users ask for: notifications")
struct UserAskNotificationTests {
    private let panel = LampPanel.new()
    private let bulb = Bulb.new()
    private let lines = Log()

    @Test("Q18 A property that is not automatic notifies once when the change is announced by hand")
    func manual() throws {
        try bulb.onChange(of: \.watts, options: [.new]) { [lines] _, change in lines.add("\(change.newValue!)") }
        bulb.watts = 1
        #expect(lines.all == [])
        try bulb.setWattsTwice(2)
        #expect(lines.all == ["2"])
    }

    @Test("Q19 Observations that end inside a change are notified of it at most once, and never again")
    func endedInside() throws {
        for name in ["a", "b", "c"] {
            try bulb.onChange(of: \.level, options: [], identifier: name) { [lines] bulb, _ in
                lines.add(name)
                bulb.unobserveAll()
            }
        }
        bulb.level = 1
        bulb.level = 2
        #expect(lines.all == ["c"])
        #expect(bulb.object.isUntouched)
    }

    @Test("Q20 A proxy array that was made before the first observer was added notifies all the same")
    func earlyProxy() throws {
        let shades = try bulb.object.mutableArrayValue(forKey: "shades")
        try bulb.onChange(of: \.shades, options: [.new]) { [lines] bulb, change in
            lines.add("\(change.kind) \(change.newValue!) of \(bulb.shades)")
        }
        try shades.send("addObject:", "red")
        #expect(lines.all == ["insertion [\"red\"] of [\"red\"]"])
    }

    @Test("Q29 Observing is there on this platform, for every class, with none treated specially")
    func everyClass() throws {
        var builder = try ClassBuilder(uniqueName("HandMade"))
        try builder.addProperty("size", Double.self)
        let object = try builder.register().new()
        try object.onChange(of: "size") { [lines] _, change in lines.add(change.newValue!.description) }
        try object.setValue(1.5, forKey: "size")
        try object.send("setSize:", 2.5)
        #expect(lines.all == ["1.5", "2.5"])
    }

    @Test("Q35 Observing through an array fails loudly, and leaves nothing")
    func throughArray() throws {
        bulb.shades = ["red"]
        for attempt in [
            { try bulb.object.onChange(of: "shades.length") { _, _ in } },
            { try panel.object.onChange(of: bulb.object, "shades.length") { _, _, _ in } },
            { try panel.object.bind("level", to: bulb.object, "shades.length") },
        ] {
            #expect(raised(attempt)?.name == "NSInvalidArgumentException")
        }
        #expect(bulb.object.isUntouched)
    }

    @Test("Q36 The members of an array are observed together")
    func members() throws {
        let lamps = (0..<3).map { _ in DeskLamp.new() }
        for lamp in lamps {
            try panel.onChange(of: lamp, \.level) { [lines] panel, lamp, change in
                lines.add("\(lamps.firstIndex(of: lamp)!) \(change.newValue!)")
                panel.level += change.newValue!
            }
        }
        for (number, lamp) in lamps.enumerated() { lamp.level = number + 1 }
        #expect(lines.all == ["0 1", "1 2", "2 3"])
        #expect(panel.level == 6)
        panel.unobserve(lamps[1])
        lamps[1].level = 9
        #expect(panel.level == 6)
        panel.unobserveOthers()
        #expect(lamps.allSatisfy { $0.object.isUntouched })
    }

    @Test("Q38 Dependent keys that share what affects them, or form a ring, notify once for a change")
    func dependentKeys() throws {
        try bulb.onChange(of: \.glare, options: [.new]) { [lines] _, change in lines.add("glare \(change.newValue!)") }
        bulb.level = 2
        #expect(lines.take() == ["glare 2"])
        let builder = try ClassBuilder(uniqueName("Humming"), superclass: DeskLamp.description.runtimeClass)
        for key: Selector in ["hum", "echo"] { try builder.addMethod(key) { (_: Object) in 7 } }
        let cls = builder.register()
        try cls.setKeys(["echo", "level"], triggerChangeNotificationsForDependentKey: "hum")
        try cls.setKeys(["hum"], triggerChangeNotificationsForDependentKey: "echo")
        let ring = try cls.new()
        for key in ["hum", "echo"] { try ring.onChange(of: key, options: []) { [lines] _, _ in lines.add(key) } }
        try ring.send("setLevel:", 1)
        #expect(lines.all.sorted() == ["echo", "hum"])
        ring.unobserveAll()
        #expect(ring.isUntouched)
    }

    @Test("Q39 Ending one observation silences no other, also from inside a notification")
    func endingOne() throws {
        try bulb.onChange(of: \.level, options: [], identifier: "stays") { [lines] _, _ in lines.add("stays") }
        try bulb.onChange(of: \.level, options: [], identifier: "goes") { [lines] bulb, _ in
            lines.add("goes")
            bulb.unobserve(\.level, identifier: "goes")
        }
        try panel.onChange(of: bulb, \.level, options: []) { [lines] _, _, _ in lines.add("panel") }
        for level in 1...2 { bulb.level = level }
        #expect(lines.all == ["panel", "goes", "stays", "panel", "stays"])
    }

    @Test("Q40 A setter that returns something notifies, and its result arrives")
    func returningSetter() throws {
        var builder = try ClassBuilder(uniqueName("Returning"))
        try builder.addIvar("_size", Int32.self)
        try builder.addMethod("setSize:") { (me: Object, size: Int32) -> Bool in
            try me.setIvar("_size", to: size)
            return true
        }
        let object = try builder.register().new()
        try object.onChange(of: "size") { [lines] _, change in lines.add(change.newValue!.description) }
        #expect(try object.send("setSize:", Int32(4), as: Bool.self))
        #expect(lines.all == ["4"])
    }
}

@Suite("What users ask for: coexistence")
struct UserAskCoexistenceTests {
    private let panel = LampPanel.new()
    private let lines = Log()

    private func lampClass(_ name: String) throws -> Class {
        try ClassBuilder(uniqueName(name), superclass: DeskLamp.description.runtimeClass).register()
    }

    @Test("Q30 A setter that is swizzled before or after observing runs, and observers are notified")
    func swizzledSetters() throws {
        let cls = try lampClass("Swizzled")
        let lines = lines
        func hook(_ name: String) throws {
            try cls.swizzle("setLevel:") { (original: @escaping @Sendable (Object, Int) throws -> Void) in
                { (me: Object, level: Int) in
                    lines.add(name)
                    try original(me, level)
                }
            }
        }
        try hook("before")
        let object = try cls.new()
        try object.onChange(of: "level") { _, change in lines.add("notified \(change.newValue!)") }
        try object.send("setLevel:", 1)
        try hook("after")
        try object.send("setLevel:", 2)
        object.unobserve("level")
        try object.send("setLevel:", 3)
        let hooks = ["after", "before"]
        #expect(lines.all == ["before", "notified 1"] + hooks + ["notified 2"] + hooks)
        #expect(object.isa == cls)
    }

    @Test("Q31 What an object responds to is the same before, while and after it is observed")
    func respondsTo() throws {
        let object = try lampClass("Responding").new()
        let selectors: [Selector] = [
            "setLevel:", "level", "setColour:", "observeValueForKeyPath:ofObject:change:context:",
        ]
        func answers() throws -> [Bool] {
            try selectors.map { try object.send("respondsToSelector:", $0, as: Bool.self) }
        }
        let before = try answers()
        try object.onChange(of: "level") { _, _ in }
        #expect(try answers() == before)
        object.unobserveAll()
        #expect(try answers() == before)
    }

    @Test("Q32 Whoever swizzled the isa after observing began keeps its overrides when observing ends")
    func laterIsa() throws {
        let object = try lampClass("Swapped").new()
        try object.onChange(of: "level") { [lines] _, _ in lines.add("notified") }
        let builder = try ClassBuilder(uniqueName("Shim"), superclass: object.isa)
        try builder.addMethod("hash") { (_: Object) in UInt(42) }
        let shim = builder.register()
        object.setClass(shim)
        try object.send("setLevel:", 1)
        object.unobserveAll()
        try object.send("setLevel:", 2)
        #expect(object.isa == shim)
        #expect(try object.send("hash", as: UInt.self) == 42)
        #expect(lines.all == ["notified"])
    }

    @Test("Q33 The name of the notifying class appears in no answer of the object")
    func className() throws {
        let object = try lampClass("Named").new()
        let description = object.description
        try object.onChange(of: "level") { _, _ in }
        #expect(object.isa.name.hasPrefix("NSKVONotifying_"))
        #expect(object.description == description)
        #expect(try !object.send("class", as: Class.self).name.contains("NSKVONotifying"))
    }

    @Test("Q34 Associated objects stay when observing begins and ends")
    func associatedObjects() throws {
        let (object, key) = (try lampClass("Associated").new(), AssociationKey())
        object.setAssociatedObject(panel.object, for: key)
        try object.onChange(of: "level") { _, _ in }
        #expect(object.associatedObject(key) == panel.object)
        object.unobserveAll()
        #expect(object.associatedObject(key) == panel.object)
    }

    @Test("Q37 An object behind a proxy is observed through it")
    func proxies() throws {
        var builder = try ClassBuilder(uniqueName("LampProxy"), superclass: NSProxy.cls)
        try builder.addIvar("_target", Object?.self)
        try builder.addMethod("methodSignatureForSelector:") { (me: Object, selector: Selector) -> Object? in
            try me.ivar("_target", as: Object.self).send("methodSignatureForSelector:", selector, as: Object?.self)
        }
        try builder.addMethod("forwardInvocation:") { (me: Object, object: Object) in
            try Invocation(object)!.invoke(with: me.ivar("_target", as: Object.self))
        }
        let target = try lampClass("BehindProxy").new()
        let proxy = try builder.register().send("alloc", as: Object.self)
        try proxy.setIvar("_target", to: Object?.some(target))
        try proxy.onChange(of: "level") { [lines] object, change in lines.add("\(object == proxy) \(change.newValue!)")
        }
        try proxy.send("setLevel:", 1)
        try target.send("setLevel:", 2)
        #expect(lines.all == ["true 1", "true 2"])
        proxy.unobserve("level")
        #expect(target.isUntouched)
    }

    @Test("Q41 Observing adds nothing to the properties of a class")
    func properties() throws {
        let cls = try lampClass("Enumerated")
        let object = try cls.new()
        func names() -> [String] {
            var names: [String] = []
            var next: Class? = object.isa
            while let cls = next {
                names += cls.properties.map(\.name)
                next = cls.superclass
            }
            return names
        }
        let before = names()
        #expect(before.contains("level"))
        #expect(!before.contains("observationInfo"))
        try object.onChange(of: "level") { _, _ in }
        #expect(names() == before)
    }
}
