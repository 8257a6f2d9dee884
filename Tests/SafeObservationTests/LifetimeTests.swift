// LifetimeTests.swift - observations end with their objects, and registrations of others are left untouched.
import Glibc
import KVONotifying
import MiniFoundation
import MiniRuntime
import RuntimeTestSupport
import SafeObservation
import TestSupport
import Testing
import TypedClasses

/// Each way of observing `target` on behalf of `owner`; the returned value keeps the observation alive.
private let ways: [(name: String, begin: @Sendable (_ owner: Object, _ target: Object, Canary) throws -> Any?)] = [
    (
        "a token",
        { _, target, canary in try target.observe("level", options: [.new]) { _, _ in canary.sing() } }
    ),
    (
        "a controller",
        { owner, target, canary in
            let controller = KVOController(observer: owner, retainsObserved: false)
            try controller.observe(target, keyPath: "level", options: [.new]) { _, _, _, _ in canary.sing() }
            return controller
        }
    ),
    (
        "the object's own controller",
        { owner, target, canary in
            try owner.kvoControllerNonRetaining.observe(target, keyPath: "level", options: [.new]) { _, _, _, _ in
                canary.sing()
            }
            return nil
        }
    ),
    (
        "the observed object",
        { _, target, canary in
            try target.onChange(of: "level") { _, _ in canary.sing() }
            return nil
        }
    ),
    (
        "the observer",
        { owner, target, canary in
            try owner.onChange(of: target, "level") { _, _, _ in canary.sing() }
            return nil
        }
    ),
    (
        "the observed object, under an identifier",
        { _, target, canary in
            try target.onChange(of: "level", identifier: "named") { _, _ in canary.sing() }
            return nil
        }
    ),
    (
        "a binding",
        { owner, target, canary in
            let pipe = Ref<DeskLamp>(target)!.pipe(\.level).filter { _ in
                canary.sing()
                return true
            }
            try pipe.into(Ref<LampPanel>(owner)!, \.level)
            return nil
        }
    ),
]

@Suite("Lifetimes of safe observations")
struct SafeLifetimeTests {
    private let lamp = DeskLamp.new()
    private let panel = LampPanel.new()
    private let lines = Log()

    @Test("Nothing is left of an observation when the observed object dies", arguments: ways.map(\.name))
    func targetDies(way: String) throws {
        let (cls, isFreed) = (try lampClass(), Locked(false))
        var kept: Any?
        try autoreleasepool {
            let target = try cls.new()
            kept = try ways.first { $0.name == way }!.begin(panel.object, target, Canary(isFreed))
            try target.send("setLevel:", 1)
            #expect(!isFreed.isSet)
        }
        #expect(cls.instanceCount == 0)
        #expect(isFreed.isSet)
        withExtendedLifetime(kept) {}
    }

    @Test("Nothing is left of it when whoever asked for it dies", arguments: ways.map(\.name))
    func ownerDies(way: String) throws {
        let isFreed = Locked(false)
        let cls = try ClassBuilder(uniqueName("MortalPanel"), superclass: LampPanel.description.runtimeClass).register()
        try autoreleasepool {
            let (owner, target) = (try cls.new(), lamp.object)
            var kept = try ways.first { $0.name == way }!.begin(owner, target, Canary(isFreed))
            try target.send("setLevel:", 1)
            kept = nil
            _ = kept
        }
        #expect(cls.instanceCount == 0)
        guard !way.hasPrefix("the observed object") else { return lamp.unobserveAll() }
        #expect(isFreed.isSet)
        #expect(lamp.object.isUntouched)
    }

    @Test(
        "Dealloc runs before the observations are gone: what it sets no longer notifies", arguments: ways.map(\.name))
    func setInDealloc(way: String) throws {
        let builder = try ClassBuilder(uniqueName("LastWords"), superclass: DeskLamp.description.runtimeClass)
        let cls = builder.cls
        try builder.addMethod("dealloc") { [lines] (me: UnmanagedObject) in
            lines.add("dealloc begins")
            try me.send("setLevel:", 99)
            lines.add("dealloc ends")
            try me.sendSuper(of: cls, "dealloc")
        }
        let mortal = builder.register()
        var kept: Any?
        try autoreleasepool {
            let canary = Canary(Locked(false)) { [lines] in lines.add("notified") }
            kept = try ways.first { $0.name == way }!.begin(panel.object, mortal.new(), canary)
        }
        #expect(lines.all.drop { $0 == "notified" } == ["dealloc begins", "dealloc ends"])
        #expect(mortal.instanceCount == 0)
        #expect(panel.level == 0)
        withExtendedLifetime(kept) {}
    }

    private func lampClass() throws -> Class {
        try ClassBuilder(uniqueName("MortalLamp"), superclass: DeskLamp.description.runtimeClass).register()
    }

    @Test("B284 A token is valid until either it is ended or the object dies; nobody's dealloc is replaced for it")
    func tokens() throws {
        let cls = try lampClass()
        let dealloc = cls.methodImplementation("dealloc")
        var object: Object? = try cls.new()
        let (token, ended) = try (object!.observe("level") { _, _ in }, object!.observe("level") { _, _ in })
        #expect(token.isValid)
        #expect(ended.isValid)
        ended.invalidate()
        #expect(!ended.isValid)
        #expect(token.isValid)
        #expect(cls.methodImplementation("dealloc") == dealloc)
        object = nil
        #expect(!token.isValid)
        #expect(cls.instanceCount == 0)
    }

    // ── Unobserving inside the initial notification ─────────────────────────────────────────────────

    @Test("Unobserving inside the initial notification ends the observation", arguments: [1, 2, 3, 4])
    func insideInitial(way: Int) throws {
        let controller = KVOController(observer: panel)
        let lines = lines
        switch way {
        case 1:
            try lamp.onChange(of: \.level, options: .upToDate) { lamp, _ in
                lines.add("notified")
                lamp.unobserve(\.level)
                lamp.level = 7
            }
        case 2:
            try panel.onChange(of: lamp, \.level, options: .upToDate) { panel, lamp, _ in
                lines.add("notified")
                panel.unobserve(lamp, \.level)
            }
        case 3:
            try controller.observe(lamp.object, keyPath: "level", options: .upToDate) {
                [unowned controller] _, lamp, _, _ in
                lines.add("notified")
                controller.unobserve(lamp)
            }
        default:
            for _ in 0..<2 {
                try panel.object.onChange(of: lamp.object, "level", options: .upToDate) { panel, _, _ in
                    lines.add("notified")
                    panel.unobserveOthers()
                }
            }
        }
        #expect(lines.take() == Array(repeating: "notified", count: way == 4 ? 2 : 1))
        lamp.level = 1
        #expect(lines.take() == [])
        #expect(lamp.object.isUntouched)
    }

    @Test("A controller that is let go inside the initial notification ends its observations")
    func letGoInsideInitial() throws {
        let controller = Locked<KVOController?>(KVOController(observer: panel))
        let lines = lines
        try controller.withLock { $0! }.observe(lamp.object, keyPath: "level", options: .upToDate) { _, _, _, _ in
            lines.add("notified")
            controller.exchange(nil)
        }
        lamp.level = 1
        #expect(lines.all == ["notified"])
        #expect(lamp.object.isUntouched)
    }

    @Test("What the initial notification throws, the registration throws, and nothing is observed")
    func throwsInsideInitial() throws {
        let tooBright = RuntimeException("LampException", "too bright")
        let controller = KVOController(observer: panel)
        let attempts: [() throws -> Void] = [
            { try lamp.onChange(of: \.level, options: .upToDate) { _, _ in throw tooBright } },
            { try panel.onChange(of: lamp, \.level, options: .upToDate) { _, _, _ in throw tooBright } },
            {
                try controller.observe(lamp.object, keyPath: "level", options: .upToDate) { _, _, _, _ in
                    throw tooBright
                }
            },
        ]
        for attempt in attempts {
            #expect(raised(attempt) == tooBright)
            #expect(lamp.object.isUntouched)
        }
    }

    // ── Registrations of others ─────────────────────────────────────────────────────────────────────

    @Test("Registrations made with the raw messages are touched by no way of ending, and by no death")
    func rawRegistrations() throws {
        let watcher = try makeWatcher(lines)
        try lamp.object.addObserver(watcher, forKeyPath: "level", context: UnsafeMutableRawPointer(bitPattern: 5))
        for (_, begin) in ways {
            try autoreleasepool {
                let mortal = LampPanel.new()
                let kept = try begin(mortal.object, lamp.object, Canary(Locked(false)))
                (kept as? KeyValueObservation)?.invalidate()
            }
        }
        lamp.unobserveAll()
        let left = lamp.object.keyValueRegistrations
        #expect(left.map(\.observer) == [watcher])
        #expect(left.map(\.context) == [UnsafeRawPointer(bitPattern: 5)])
        lamp.level = 1
        #expect(lines.all == ["notified level"])
        try lamp.object.removeObserver(watcher, forKeyPath: "level")
    }

    @Test("A watched object that dies with a raw registration left raises for that one, and names no other")
    func leftoverRaises() async {
        let result = await #expect(processExitsWith: .signal(SIGABRT), observing: [\.standardErrorContent]) {
            let watcher = try makeWatcher(Log())
            var lamp: Ref<DeskLamp>? = DeskLamp.new()
            try lamp!.onChange(of: \.level) { _, _ in }
            try LampPanel.new().onChange(of: lamp!, \.level) { _, _, _ in }
            try lamp!.object.addObserver(watcher, forKeyPath: "name")
            lamp = nil
        }
        let text = standardError(of: result)
        #expect(
            text.contains("of class DeskLamp was deallocated while key value observers were still registered with it"))
        #expect(text.contains("Key path: name"))
        #expect(!text.contains("Key path: level"))
    }

    @Test("The policy for leftovers is one setting: log writes the line and goes on, forgive says nothing")
    func leftoverPolicies() async {
        for (policy, isSaid) in [(LeftoverPolicy.log, true), (.forgive, false)] {
            let result = await #expect(processExitsWith: .success, observing: [\.standardErrorContent]) {
                [raw = policy.rawValue as UInt8] in
                LeftoverPolicy.current = LeftoverPolicy(rawValue: raw)!
                let lamp = DeskLamp.new()
                try autoreleasepool {
                    let (mortal, watcher) = (DeskLamp.new(), try makeWatcher(Log()))
                    try mortal.object.addObserver(watcher, forKeyPath: "name")
                    try lamp.object.addObserver(watcher, forKeyPath: "name")
                    try mortal.onChange(of: \.level) { _, _ in }
                }
                lamp.name = "the observer is dead"
            }
            let text = standardError(of: result)
            #expect(text.contains("was deallocated while key value observers were still registered") == isSaid)
            #expect(!text.contains("level"))
            #expect(text.isEmpty != isSaid, "\(text)")
        }
    }

    @Test("The policy does not concern safe observations: with the strictest, their objects die in silence")
    func strictestPolicy() async {
        let result = await #expect(processExitsWith: .success, observing: [\.standardErrorContent]) {
            LeftoverPolicy.current = .raise
            for (_, begin) in ways {
                let panel = LampPanel.new()
                var kept: Any?
                try autoreleasepool { kept = try begin(panel.object, DeskLamp.new().object, Canary(Locked(false))) }
                withExtendedLifetime(kept) {}
            }
        }
        #expect(standardError(of: result).isEmpty)
    }

    // ── Threads ─────────────────────────────────────────────────────────────────────────────────────

    @Test("Observers and targets that die on several threads at once leave nothing behind")
    func deathsOnThreads() throws {
        let (hub, cls) = (try makeSharedClass().new(), try makeSharedClass())
        onPooledThreads(4) { thread in
            for round in 0..<50 {
                try autoreleasepool {
                    let (mine, controller) = (try cls.new(), KVOController(observer: hub, retainsObserved: false))
                    try mine.onChange(of: hub, "number") { _, _, _ in }
                    try hub.onChange(of: mine, "number") { _, _, _ in }
                    try controller.observe(mine, keyPath: "number", options: []) { _, _, _, _ in }
                    try mine.bind("number", to: hub, "number")
                    try (thread == 0 ? hub : mine).send("setNumber:", Int32(round))
                }
            }
        }
        #expect(cls.instanceCount == 0)
        #expect(hub.isUntouched)
    }
}
