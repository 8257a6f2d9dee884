// KVOControllerTests.swift - KVOController, which keeps the observations of one observer.
import KVONotifying
import MiniFoundation
import MiniRuntime
import RuntimeTestSupport
import SafeObservation
import TestSupport
import Testing
import TypedClasses

@Suite("KVOController")
struct KVOControllerTests {
    private let panel = LampPanel.new()
    private let lamp = DeskLamp.new()
    private let lines = Log()

    private var noting: KVOController.Handler {
        { [lines] _, _, change, keyPath in lines.add("\(keyPath) \(change.newValue?.description ?? "-")") }
    }

    private func mortalClass() throws -> Class {
        try ClassBuilder(uniqueName("ControlledLamp"), superclass: DeskLamp.description.runtimeClass).register()
    }

    // ── When observations end ───────────────────────────────────────────────────────────────────────

    @Test("B269 What a controller observes ends with the controller; the observer is not retained")
    func endsWithController() throws {
        var controller: KVOController? = KVOController(observer: panel)
        let retainCount = panel.object.unmanaged.retainCount
        try controller!.observe(lamp.object, keyPath: "level", options: [.new], handler: noting)
        #expect(panel.object.unmanaged.retainCount == retainCount)
        lamp.level = 1
        controller = nil
        lamp.level = 2
        #expect(lines.all == ["level 1"])
        #expect(lamp.object.isUntouched)
    }

    @Test("B269 They end with the observer too, while somebody keeps the controller: handlers and objects are let go")
    func endsWithObserver() throws {
        let (isFreed, cls) = (Locked(false), try mortalClass())
        var (observer, object): (Ref<LampPanel>?, Object?) = (LampPanel.new(), try cls.new())
        let controller = KVOController(observer: observer!)
        try controller.observe(object, keyPath: "level", options: []) { [canary = Canary(isFreed)] _, _, _, _ in
            canary.sing()
        }
        object = nil
        #expect(cls.instanceCount == 1)
        observer = nil
        #expect(controller.observer == nil)
        #expect(isFreed.isSet)
        #expect(cls.instanceCount == 0)
        try controller.observe(lamp.object, keyPath: "level", options: [], handler: noting)
        controller.unobserveAll()
        #expect(lamp.object.isUntouched)
    }

    @Test("B269 What is observed is retained, or with the other kind is not, and takes its observations with it")
    func retaining() throws {
        let cls = try mortalClass()
        for retains in [true, false] {
            var object: Object? = try cls.new()
            let controller = KVOController(observer: panel, retainsObserved: retains)
            try controller.observe(object, keyPath: "level", options: [.new], handler: noting)
            object = nil
            #expect(cls.instanceCount == (retains ? 1 : 0))
            controller.unobserveAll()
            #expect(cls.instanceCount == 0)
        }
    }

    @Test("B269 Observing nil, unobserving nil, and unobserving what is not observed do nothing")
    func nothing() throws {
        let controller = KVOController(observer: panel)
        try controller.observe(nil, keyPath: "level", options: [.new], handler: noting)
        controller.unobserve(nil)
        controller.unobserve(nil, keyPath: "level")
        controller.unobserve(lamp, \.level)
        controller.unobserve(lamp)
        controller.unobserveAll()
        #expect(lamp.object.isUntouched)
    }

    @Test("B269 An empty key path, and an action that the observer does not have, raise; nothing is observed")
    func mistakes() throws {
        let controller = KVOController(observer: panel)
        let noPath = raised { try controller.observe(lamp.object, keyPath: "", options: [], handler: noting) }
        #expect(noPath?.name == "NSInvalidArgumentException")
        for action: Selector in ["lampChanged:", "performSelector:withObject:withObject:"] {
            let noAction = raised {
                try controller.observe(lamp.object, keyPath: "level", options: [], action: action)
            }
            #expect(noAction?.name == "NSInvalidArgumentException")
            #expect(noAction?.reason.contains("\(action)") == true)
        }
        #expect(lamp.object.isUntouched)
        #expect(!controller.isObserving(lamp.object, keyPath: ""))
    }

    // ── Three kinds of notification ─────────────────────────────────────────────────────────────────

    @Test("B270 A block gets the observer, the object and the change")
    func block() throws {
        let controller = KVOController(observer: panel)
        try controller.observe(lamp, \.level, options: .oldToNew) { [lines] (panel: Ref<LampPanel>, lamp, change) in
            lines.add("\(change.oldValue!) -> \(change.newValue!)")
            panel.level = lamp.level
        }
        lamp.level = 3
        #expect(panel.level == 3)
        #expect(lines.all == ["0 -> 3"])
        #expect(throws: BridgingError.self) {
            try controller.observe(lamp, \.level, options: []) { (_: Ref<LampRoom>, _, _) in }
        }
    }

    @Test("B270 An action is sent with no argument, with the change, or with the change and the object")
    func action() throws {
        let builder = try ClassBuilder(uniqueName("Acting"))
        try builder.addMethod("changed") { [lines] (_: Object) in lines.add("changed") }
        try builder.addMethod("changed:") { [lines] (_: Object, change: Object) in
            try lines.add("changed: \(KeyValueObservedChange(change).newValue(as: Int.self)!)")
        }
        try builder.addMethod("changed:of:") { [lines, lamp] (_: Object, change: Object, object: Object) in
            try lines.add(
                "changed:of: \(KeyValueObservedChange(change).newValue(as: Int.self)!) \(object == lamp.object)")
        }
        let observer = try builder.register().new()
        let controller = KVOController(observer: observer)
        for action: Selector in ["changed", "changed:", "changed:of:"] {
            try controller.observe(lamp.object, keyPath: "level", options: [.new], action: action)
            lamp.level += 1
            controller.unobserveAll()
        }
        #expect(lines.all == ["changed", "changed: 2", "changed:of: 3 true"])
    }

    @Test("B270 The plain callback is sent with its context")
    func callback() throws {
        let builder = try ClassBuilder(uniqueName("Called"))
        try builder.addMethod("observeValueForKeyPath:ofObject:change:context:") {
            [lines, lamp] (_: Object, keyPath: String, object: Object, _: Object, context: UnsafeMutableRawPointer?) in
            lines.add("\(keyPath) \(object == lamp.object) \(UInt(bitPattern: context))")
        }
        let observer = try builder.register().new()
        let controller = KVOController(observer: observer)
        try controller.observe(
            lamp.object, keyPath: "level", options: [], context: UnsafeMutableRawPointer(bitPattern: 7))
        lamp.level = 1
        #expect(lines.all == ["level true 7"])
    }

    @Test("B271 Several observations of one key path all fire, last registered first")
    func severalObservations() throws {
        let controller = KVOController(observer: panel)
        for name in ["first", "second"] {
            try controller.observe(lamp.object, keyPath: "level", options: [.new]) { [lines] _, _, change, keyPath in
                lines.add("\(name) \(keyPath) \(try change.newValue(as: Int.self)!)")
            }
        }
        lamp.level = 8
        #expect(lines.all == ["second level 8", "first level 8"])
        controller.unobserve(lamp.object, keyPath: "level")
        #expect(lamp.object.isUntouched)
    }

    @Test("B272 A dead observer is not notified, whoever keeps the controller, even when it dies during the change")
    func deadObserver() throws {
        let observer = Locked<Object?>(LampPanel.new().object)
        let controller = KVOController(observer: observer.withLock { $0! })
        try controller.observe(lamp.object, keyPath: "level", options: [.new], handler: noting)
        let token = lamp.observe(\.level) { _, _ in
            observer.exchange(nil)
        }
        lamp.level = 1
        lamp.level = 2
        #expect(controller.observer == nil)
        #expect(lines.all == [])
        token.invalidate()
        #expect(lamp.object.isUntouched)
    }

    // ── Stopping ────────────────────────────────────────────────────────────────────────────────────

    @Test("B273 Unobserving: one key path of an object, an object, or everything")
    func unobserving() throws {
        let (controller, other) = (KVOController(observer: panel), DeskLamp.new())
        for lamp in [lamp, other] {
            try controller.observe(lamp.object, keyPaths: ["level", "name"], options: [.new], handler: noting)
        }
        func change() -> [String] {
            for lamp in [lamp, other] { (lamp.level, lamp.name) = (lamp.level + 1, "n") }
            return lines.take()
        }
        #expect(change() == ["level 1", "name n", "level 1", "name n"])
        controller.unobserve(lamp, \.level)
        #expect(change() == ["name n", "level 2", "name n"])
        #expect(!controller.isObserving(lamp.object, keyPath: "level"))
        #expect(controller.isObserving(lamp.object, keyPath: "name"))
        controller.unobserve(lamp)
        #expect(lamp.object.isUntouched)
        #expect(change() == ["level 3", "name n"])
        controller.unobserveAll()
        #expect(other.object.isUntouched)
    }

    @Test("B273 Each object has two controllers of its own, and they end with it")
    func ownControllers() throws {
        let cls = try mortalClass()
        var observer: Object? = LampPanel.new().object
        #expect(observer!.kvoController === observer!.kvoController)
        #expect(observer!.kvoController !== observer!.kvoControllerNonRetaining)
        try autoreleasepool {
            let (retained, other) = (try cls.new(), try cls.new())
            try observer!.kvoController.observe(retained, keyPath: "level", options: [.new], handler: noting)
            try observer!.kvoControllerNonRetaining.observe(other, keyPath: "level", options: [.new], handler: noting)
            try retained.send("setLevel:", 1)
            try other.send("setLevel:", 2)
        }
        #expect(lines.all == ["level 1", "level 2"])
        #expect(cls.instanceCount == 1)
        observer = nil
        #expect(cls.instanceCount == 0)
    }

    @Test("Controllers of one observer end only their own observations")
    func twoControllers() throws {
        let (first, second) = (KVOController(observer: panel), KVOController(observer: panel))
        try first.observe(lamp.object, keyPath: "level", options: [.new], handler: noting)
        try second.observe(lamp.object, keyPath: "name", options: [.new], handler: noting)
        first.unobserveAll()
        (lamp.level, lamp.name) = (1, "n")
        #expect(lines.all == ["name n"])
        withExtendedLifetime(second) {}
    }

    @Test("B274 Key paths of properties are checked by the compiler, and are strings where strings are wanted")
    func checkedKeyPaths() throws {
        #expect(Ref<DeskLamp>.keyPath(\.room.title) == "room.title")
        let controller = KVOController(observer: panel)
        try controller.observe(lamp, \.room.title, options: .upToDate) { [lines] (_: Ref<LampPanel>, _, change) in
            lines.add(change.newValue ?? "no room")
        }
        lamp.room = LampRoom.new()
        #expect(lines.all == ["no room", "hall"])
        let typechecker = Typechecker(declarations: lampDeclarations)
        let good = "_ = Ref<BulbDescription>.keyPath(\\.room.title)"
        let bad = "_ = Ref<BulbDescription>.keyPath(\\.room.tilte)"
        let errors = try typechecker.errors(in: [good, bad].map { .init(code: $0) })
        #expect(errors.count == 1)
        #expect(errors.first?.contains("tilte") == true)
    }

    @Test("B256 A controller describes its observer, and each observation with its options")
    func describes() throws {
        let controller = KVOController(observer: panel)
        try controller.observe(lamp.object, keyPath: "level", options: [.initial, .old]) { _, _, _, _ in }
        try controller.observe(lamp.object, keyPath: "name", options: []) { _, _, _, _ in }
        #expect(
            controller.description == """
                <KVOController: observer \(panel)>
                    \(lamp) keyPath: level options: old|initial
                    \(lamp) keyPath: name options: none
                """)
    }

    @Test("A controller can leave out changes that change nothing")
    func equalValues() throws {
        let controller = KVOController(observer: panel)
        try controller.observe(
            lamp.object, keyPath: "level", options: [.new], skipsEqualValues: true, handler: noting)
        for level in [0, 1, 1, 2] { lamp.level = level }
        #expect(lines.all == ["level 1", "level 2"])
    }

    @Test("Where one of several key paths cannot be observed, those before it are")
    func halfWay() throws {
        let controller = KVOController(observer: panel)
        let exception = raised {
            try controller.observe(
                lamp.object, keyPaths: ["level", "colour.depth", "name"], options: [.new], handler: noting)
        }
        #expect(exception != nil)
        #expect(controller.isObserving(lamp.object, keyPath: "level"))
        #expect(!controller.isObserving(lamp.object, keyPath: "colour.depth"))
        #expect(!controller.isObserving(lamp.object, keyPath: "name"))
    }
}

private let lampDeclarations = """
    import KVONotifying
    import MiniFoundation
    import MiniRuntime
    import SafeObservation
    import TypedClasses
    class HallDescription: ClassDescription { let title = Property<String>("") }
    class BulbDescription: ClassDescription { let room = Property<Ref<HallDescription>?>(nil) }
    """
