// OnChangeTests.swift - `onChange(of:)`: observing without observers or tokens. The receiver owns the observation.
import Dispatch
import Glibc
import KVONotifying
import MiniFoundation
import MiniRuntime
import RuntimeTestSupport
import SafeObservation
import Synchronization
import TestSupport
import Testing
import TypedClasses

@Suite("Observing without tokens: the observed object is asked")
struct ReceiverTests {
    private let lamp = DeskLamp.new()
    private let lines = Log()

    private func observe(_ name: String, _ keyPath: String = "level", identifier: String? = nil) throws {
        try lamp.object.onChange(of: keyPath, identifier: identifier) { [lines] _, change in
            lines.add("\(name) \(change.newValue!)")
        }
    }

    @Test("B275 A closure gets the object and the change, until the key path is unobserved")
    func closure() throws {
        try lamp.object.onChange(of: "level", options: .oldToNew) { [lines] lamp, change in
            let (old, new) = (change.oldValue!.description, change.newValue!.description)
            try lines.add("\(old) -> \(new), \(lamp.value(forKey: "level", as: Int.self))")
        }
        lamp.level = 5
        lamp.object.unobserve("level")
        lamp.level = 6
        #expect(lines.all == ["0 -> 5, 5"])
        #expect(lamp.object.isUntouched)
    }

    @Test("B275 With typed properties the values have their types")
    func typed() throws {
        try lamp.onChange(of: \.name, options: .oldToNew) { [lines] lamp, change in
            let (old, new) = (change.oldValue, change.newValue)
            lines.add("\(old, default: "nil") -> \(new, default: "nil"), \(lamp.name, default: "nil")")
        }
        try lamp.onChange(of: \.room.title, options: .upToDate, identifier: "title") { [lines] _, change in
            lines.add("in the \(change.newValue, default: "dark")")
        }
        lamp.name = nil
        lamp.room = LampRoom.new()
        #expect(lines.take() == ["in the dark", "lamp -> nil, nil", "in the hall"])
        lamp.unobserve(\.room.title, identifier: "other")
        lamp.room = nil
        #expect(lines.take() == ["in the dark"])
        lamp.unobserve(\.room.title, identifier: "title")
        lamp.unobserve(\.name)
        #expect(lamp.object.isUntouched)
    }

    @Test("B276 OldToNew is Old and New, UpToDate is Initial and New")
    func shorthands() throws {
        #expect(KeyValueObservingOptions.oldToNew == [.old, .new])
        #expect(KeyValueObservingOptions.upToDate == [.initial, .new])
        try lamp.object.onChange(of: "level", options: .upToDate) { [lines] _, change in
            lines.add("\(change.newValue!) \(change.oldValue == nil)")
        }
        lamp.level = 1
        #expect(lines.all == ["0 true", "1 true"])
    }

    @Test("B276 Of several observations of one key path, those with an identifier are ended by it")
    func identifiers() throws {
        try observe("nameless")
        try observe("a", identifier: "A")
        try observe("b", identifier: "B")
        try observe("name", "name", identifier: "A")
        lamp.level = 1
        #expect(lines.take() == ["b 1", "a 1", "nameless 1"])
        lamp.object.unobserve("level", identifier: "A")
        (lamp.level, lamp.name) = (2, "n")
        #expect(lines.take() == ["b 2", "nameless 2", "name n"])
        lamp.object.unobserve("level")
        (lamp.level, lamp.name) = (3, "m")
        #expect(lines.take() == ["name m"])
        lamp.unobserveAll()
        #expect(lamp.object.isUntouched)
    }

    @Test("B276 Unobserving ends what was begun so, and no observer of any other kind")
    func onlyItsOwn() throws {
        let watcher = try makeWatcher(lines)
        try lamp.object.addObserver(watcher, forKeyPath: "level")
        let token = lamp.observe(\.level) { [lines] _, _ in lines.add("token") }
        let controller = KVOController(observer: lamp)
        try controller.observe(lamp.object, keyPath: "level", options: []) { [lines] _, _, _, _ in
            lines.add("controller")
        }
        try lamp.onChange(of: lamp, \.level, options: []) { [lines] _, _, _ in lines.add("observer") }
        try observe("receiver")
        lamp.unobserve(\.level)
        lamp.unobserveAll()
        lamp.level = 1
        #expect(lines.take() == ["observer", "controller", "token", "notified level"])
        lamp.unobserveOthers()
        controller.unobserveAll()
        token.invalidate()
        lamp.level = 2
        #expect(lines.all == ["notified level"])
        try lamp.object.removeObserver(watcher, forKeyPath: "level")
        #expect(lamp.object.isUntouched)
    }

    @Test("B277 The object owns the hidden observers, and they own the closures: all die with the object")
    func ownership() throws {
        let isFreed = Locked(false)
        let cls = try ClassBuilder(uniqueName("Owning"), superclass: DeskLamp.description.runtimeClass).register()
        try autoreleasepool {
            let object = try cls.new()
            try object.onChange(of: "level") { [canary = Canary(isFreed)] _, _ in canary.sing() }
            #expect(!isFreed.isSet)
            #expect(object.keyValueRegistrations.map(\.observerClassName) == ["KeyValueHandlerObserver"])
        }
        #expect(isFreed.isSet)
        #expect(cls.instanceCount == 0)
    }

    @Test("B289 Observing one key path twice under one identifier ends both at once, and nothing breaks")
    func identifierTwice() throws {
        for _ in 0..<2 { try observe("same", identifier: "same") }
        lamp.level = 1
        #expect(lines.take() == ["same 1", "same 1"])
        for _ in 0..<2 { lamp.object.unobserve("level", identifier: "same") }
        lamp.level = 2
        #expect(lines.take() == [])
        #expect(lamp.object.isUntouched)
    }

    @Test("What a closure throws is raised in whoever set the value")
    func throwing() throws {
        try lamp.object.onChange(of: "level") { _, _ in throw RuntimeException("LampException", "too bright") }
        #expect(raised { try lamp.set(\.level, to: 1) }?.reason == "too bright")
    }

    @Test("A key path that cannot be observed raises, and nothing is left")
    func refused() throws {
        let exception = raised { try lamp.object.onChange(of: "level.depth", options: .upToDate) { _, _ in } }
        #expect(exception != nil)
        #expect(lamp.object.isUntouched)
        #expect(raised { try lamp.object.onChange(of: "") { _, _ in } }?.name == "NSInvalidArgumentException")
    }
}

@Suite("Observing without tokens: the observer is asked")
struct ObserverSideTests {
    private let panel = LampPanel.new()
    private let lamp = DeskLamp.new()
    private let other = DeskLamp.new()
    private let lines = Log()

    private func observe(_ lamp: Ref<DeskLamp>, _ name: String) throws {
        try panel.onChange(of: lamp, \.level) { [lines] _, _, change in
            lines.add("\(name) \(change.newValue!)")
        }
    }

    @Test("B278 An object observes another: at each change, and at once if the options say so")
    func target() throws {
        try panel.onChange(of: lamp, \.level, options: .upToDate) { panel, _, change in
            panel.level = change.newValue! + 1
        }
        #expect(panel.level == 1)
        lamp.level = 4
        #expect(panel.level == 5)
        try panel.object.onChange(of: lamp.object, "name", options: [.old]) { [lines] _, _, change in
            lines.add("\(change.newValue == nil) \(change.oldValue!)")
        }
        lamp.name = nil
        #expect(lines.all == ["true lamp"])
    }

    @Test("B278 Unobserving: a key path of a target, a target, or all")
    func unobserving() throws {
        try observe(lamp, "lamp")
        try observe(other, "other")
        try panel.onChange(of: lamp, \.name, options: []) { [lines] _, _, _ in lines.add("name") }
        panel.unobserve(lamp, \.level)
        (lamp.level, lamp.name, other.level) = (1, "n", 1)
        #expect(lines.take() == ["name", "other 1"])
        panel.unobserve(lamp)
        #expect(lamp.object.isUntouched)
        try observe(lamp, "again")
        panel.unobserveOthers()
        #expect(lamp.object.isUntouched)
        #expect(other.object.isUntouched)
    }

    @Test("B281 The closure gets both, and so needs to capture neither: no cycle keeps them")
    func bothParties() throws {
        let (isObserver, isTarget) = (panel, lamp)
        try panel.onChange(of: lamp, \.level, options: .upToDate) { [lines] panel, lamp, _ in
            lines.add("\(panel == isObserver) \(lamp == isTarget)")
        }
        #expect(lines.all == ["true true"])
        let cls = try ClassBuilder(uniqueName("Cyclic"), superclass: LampPanel.description.runtimeClass).register()
        try autoreleasepool {
            let (first, second) = (try cls.new(), try cls.new())
            for (observer, target) in [(first, second), (second, first)] {
                try observer.onChange(of: target, "level") { observer, target, _ in
                    _ = try (observer.value(forKey: "level"), target.value(forKey: "level"))
                }
            }
        }
        #expect(cls.instanceCount == 0)
    }

    @Test("B283 The death of a target ends its own observations, and those of no other target")
    func deathOfOneTarget() throws {
        let isFreed = Locked(false)
        try observe(other, "other")
        try autoreleasepool {
            let mortal = DeskLamp.new()
            try observe(mortal, "mortal")
            try panel.onChange(of: mortal, \.name) { [canary = Canary(isFreed)] _, _, _ in canary.sing() }
            mortal.level = 1
        }
        #expect(isFreed.isSet)
        other.level = 2
        #expect(lines.all == ["mortal 1", "other 2"])
    }

    @Test("B283 The queue is the one that was given, on the observer's side as well; dealloc stays as it is")
    func queue() throws {
        let (queue, key) = (DispatchQueue(label: "lamps"), DispatchSpecificKey<String>())
        queue.setSpecific(key: key, value: "lamps")
        let dealloc = lamp.object.isa.methodImplementation("dealloc")
        try panel.onChange(of: lamp, \.level, on: queue) { [lines] panel, lamp, change in
            lines.add("\(change.newValue!) on \(DispatchQueue.getSpecific(key: key) ?? "the caller's")")
        }
        #expect(panel.object.isa.methodImplementation("dealloc") == dealloc)
        lamp.level = 1
        lamp.level = 2
        queue.sync {}
        #expect(lines.all == ["1 on lamps", "2 on lamps"])
        panel.unobserveOthers()
        #expect(lamp.object.isa.methodImplementation("dealloc") == dealloc)
    }
}

@Suite("Closures on a queue")
struct QueueTests {
    private let panel = LampPanel.new()
    private let lamp = DeskLamp.new()
    private let lines = Log()
    private let queue = DispatchQueue(label: "closures")

    @Test("A closure on a queue runs later, with the values of the time of the change")
    func later() throws {
        try lamp.onChange(of: \.level, options: .oldToNew, on: queue) { [lines] lamp, change in
            lines.add("\(change.oldValue!) -> \(change.newValue!), now \(lamp.level)")
        }
        queue.suspend()
        (lamp.level, lamp.level) = (1, 2)
        #expect(lines.all == [])
        queue.resume()
        queue.sync {}
        #expect(lines.all == ["0 -> 1, now 2", "1 -> 2, now 2"])
    }

    @Test("What waits on the queue when the observation ends, or its observer dies, does not run")
    func ended() throws {
        queue.suspend()
        try lamp.onChange(of: \.level, on: queue) { [lines] _, _ in lines.add("receiver") }
        try autoreleasepool {
            let mortal = LampPanel.new()
            try mortal.onChange(of: lamp, \.level, options: [], on: queue) { [lines] _, _, _ in lines.add("observer") }
            lamp.level = 1
        }
        lamp.unobserve(\.level)
        queue.resume()
        queue.sync {}
        #expect(lines.all == [])
        #expect(lamp.object.isUntouched)
    }

    @Test("On a concurrent queue as well, one closure runs at a time, in the order of the changes")
    func concurrent() throws {
        let queue = DispatchQueue(label: "concurrent", attributes: .concurrent)
        let running = Atomic(0)
        let (lamp, levels) = (DeskLamp.new(), Log())
        try lamp.onChange(of: \.level, on: queue) { _, change in
            if running.add(1, ordering: .relaxed).oldValue > 0 { levels.add("two at once") }
            levels.add("\(change.newValue!)")
            running.subtract(1, ordering: .relaxed)
        }
        for level in 1...1_000 { lamp.level = level }
        queue.sync(flags: .barrier) {}
        #expect(levels.all == (1...1_000).map(String.init))
    }

    @Test("What waits on the queue keeps the observed object alive until then")
    func keepsAlive() throws {
        queue.suspend()
        try autoreleasepool {
            let mortal = DeskLamp.new()
            try mortal.onChange(of: \.level, on: queue) { [lines] lamp, change in
                lines.add("\(change.newValue!) \(lamp.level)")
            }
            mortal.level = 7
        }
        queue.resume()
        queue.sync {}
        #expect(lines.all == ["7 7"])
    }

    @Test("What a closure throws on a queue ends the process: nobody is there to catch it")
    func throwing() async {
        let result = await #expect(processExitsWith: .signal(SIGABRT), observing: [\.standardErrorContent]) {
            let (lamp, queue) = (DeskLamp.new(), DispatchQueue(label: "throwing"))
            try lamp.onChange(of: \.level, on: queue) { _, _ in throw RuntimeException("LampException", "too bright") }
            lamp.level = 1
            queue.sync {}
        }
        #expect(standardError(of: result).contains("uncaught exception 'LampException', reason: 'too bright'"))
    }
}
