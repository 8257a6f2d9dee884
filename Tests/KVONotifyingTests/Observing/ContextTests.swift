// ContextTests.swift - context pointers, and patterns of registering with them.
import KVONotifying
import MiniFoundation
import MiniRuntime
import RuntimeTestSupport
import TestSupport
import Testing

private let callback: Selector = "observeValueForKeyPath:ofObject:change:context:"

/// Makes a class of observers that log their notifications, and a subclass that handles the context `own` without
/// calling super.
private func makeObserverClasses(_ log: Log, own: Int) throws -> Class {
    let base = try ClassBuilder(uniqueName("BaseObserver"))
    try base.addMethod(callback) {
        (_: Object, _: String, _: Object, _: Object, context: UnsafeMutableRawPointer?) in
        log.add("super \(UInt(bitPattern: context))")
    }
    let derived = try ClassBuilder(uniqueName("DerivedObserver"), superclass: base.register())
    let cls = derived.cls
    try derived.addMethod(callback) {
        (self: Object, keyPath: String, object: Object, change: Object, context: UnsafeMutableRawPointer?) in
        guard UInt(bitPattern: context) == own else {
            return try self.sendSuper(of: cls, callback, keyPath, object, change, context)
        }
        log.add("sub \(own)")
    }
    return derived.register()
}

@Suite("Contexts and ownership")
struct ContextTests {
    @Test("B004 Registering retains neither the observer nor the observed object")
    func nobodyIsRetained() throws {
        let (person, recorder) = (try makePersonClass().new(), try Recorder())
        let observer = recorder.object, addresses = (person.unmanaged, observer.unmanaged)
        func counts() -> [Int] { [addresses.0.retainCount, addresses.1.retainCount] }
        let before = counts()
        try person.addObserver(observer, forKeyPath: "age", options: [.new, .old, .initial, .prior])
        #expect(counts() == before)
        try person.setAge(1)
        #expect(counts() == before)
        try person.removeObserver(observer, forKeyPath: "age")
        #expect(counts() == before)
        withExtendedLifetime((person, observer)) {}
    }

    @Test("B021 The context comes back as it was, and distinguishes key paths without comparing text")
    func contextComesBack() throws {
        let (person, recorder) = (try makePersonClass().new(), try Recorder())
        try person.addObserver(recorder.object, forKeyPath: "age", context: context(0xABC))
        try person.addObserver(recorder.object, forKeyPath: "name", context: context(-1))
        try person.setAge(1)
        try person.setName("Ann")
        #expect(recorder.notifications.map(\.context) == [0xABC, UInt.max])
        try person.removeObserver(recorder.object, forKeyPath: "age", context: context(0xABC))
        try person.removeObserver(recorder.object, forKeyPath: "name", context: context(-1))
    }

    @Test("B004 B023 The context may dangle: it is neither retained nor looked into")
    func danglingContext() throws {
        let (person, recorder) = (try makePersonClass().new(), try Recorder())
        let infoClass = try ClassBuilder(uniqueName("Info")).register()
        var info: Object? = try infoClass.new()
        let dangling = info!.unmanaged.address
        try person.addObserver(recorder.object, forKeyPath: "age", options: [.initial, .prior], context: dangling)
        info = nil
        #expect(infoClass.instanceCount == 0)
        try person.setAge(1)
        #expect(recorder.notifications.map(\.context) == Array(repeating: UInt(bitPattern: dangling), count: 3))
        try person.removeObserver(recorder.object, forKeyPath: "age", context: dangling)
        #expect(person.observationInfo == nil)
    }

    @Test("B022 With NULL contexts an observer cannot distinguish its registration from its superclass's")
    func nullContexts() throws {
        let (person, log) = (try makePersonClass().new(), Log())
        let observer = try makeObserverClasses(log, own: 0).new()
        for _ in ["super", "sub"] { try person.addObserver(observer, forKeyPath: "age") }
        try person.setAge(1)
        #expect(log.all == ["sub 0", "sub 0"])
        for _ in ["super", "sub"] { try person.removeObserver(observer, forKeyPath: "age", context: nil) }
    }

    @Test("B024 Contexts that an observer does not know go to super, and each registration finds its own class")
    func routingToSuper() throws {
        let (person, log) = (try makePersonClass().new(), Log())
        let observer = try makeObserverClasses(log, own: 2).new()
        try person.addObserver(observer, forKeyPath: "age", context: context(1))
        try person.addObserver(observer, forKeyPath: "age", context: context(2))
        try person.setAge(1)
        #expect(log.all == ["sub 2", "super 1"])
        for number in 1...2 { try person.removeObserver(observer, forKeyPath: "age", context: context(number)) }
    }

    @Test("B024 A context that nobody up to NSObject knows raises NSInternalInconsistencyException")
    func nobodyKnowsTheContext() throws {
        let person = try makePersonClass().new()
        let builder = try ClassBuilder(uniqueName("Ignorant"))
        let cls = builder.cls
        try builder.addMethod(callback) {
            (self: Object, keyPath: String, object: Object, change: Object, context: UnsafeMutableRawPointer?) in
            try self.sendSuper(of: cls, callback, keyPath, object, change, context)
        }
        let observer = try builder.register().new()
        try person.addObserver(observer, forKeyPath: "age", options: [.new, .old], context: context(0x20))
        let exception = raised { try person.setAge(1) }
        #expect(exception?.name == "NSInternalInconsistencyException")
        #expect(
            exception?.reason
                == "\(observer): An -\(callback.name) message was received but not handled.\nKey path: age\n"
                + "Observed object: \(person)\nChange: { kind = 1; new = 1; old = 0; }\nContext: 0x20")
        try person.removeObserver(observer, forKeyPath: "age")
    }
}

@Suite("Usual ways of registering")
struct RegisteringPatternTests {
    /// The object that a cell shows, and the values it has drawn.
    private final class Cell: Sendable {
        let model = Locked<Object?>(nil)
        let drawn = Log()

        var target: Object? { model.withLock { $0 } }
    }

    /// Makes a cell class that shows the age of its model: `show:` moves the observation to another model, `dealloc`
    /// ends it.
    private func makeCellClass(_ cell: Cell) throws -> Class {
        let builder = try ClassBuilder(uniqueName("Cell"))
        let cls = builder.cls
        try builder.addMethod("show:") { (self: Object, model: Object?) in
            try cell.target?.removeObserver(self, forKeyPath: "age")
            cell.model.withLock { $0 = model }
            try model?.addObserver(self, forKeyPath: "age", context: context(7))
            try self.send("refresh")
        }
        try builder.addMethod("refresh") { (_: Object) in
            cell.drawn.add(try cell.target.map { "\(try $0.age())" } ?? "empty")
        }
        try builder.addMethod(callback) {
            (self: Object, _: String, _: Object, _: Object, _: UnsafeMutableRawPointer?) in try self.send("refresh")
        }
        try builder.addMethod("dealloc") { (self: UnmanagedObject) in
            if let model = cell.target {
                try model.send("removeObserver:forKeyPath:context:", self, "age".bridgedObject, context(7))
            }
            try self.sendSuper(of: cls, "dealloc")
        }
        return builder.register()
    }

    @Test("B026 A cell that is pointed at another object leaves the old one, and shows the new one")
    func retargeting() throws {
        let cell = Cell()
        let (people, cellClass) = (try makePersonClass(), try makeCellClass(cell))
        let (ann, bob) = (try people.new(), try people.new())
        try bob.setAge(20)
        let view = try cellClass.new()
        try view.send("show:", ann)
        try ann.setAge(1)
        try view.send("show:", bob)
        try ann.setAge(2)
        try bob.setAge(21)
        try view.send("show:", Object?.none)
        try bob.setAge(22)
        #expect(cell.drawn.all == ["0", "1", "20", "21", "empty"])
        #expect((ann.isa, bob.isa) == (people, people))
    }

    @Test("B025 Registered when it appears, unregistered in its dealloc: the observer comes and goes without a trace")
    func deallocUnregisters() throws {
        let cell = Cell()
        let (people, cellClass) = (try makePersonClass(), try makeCellClass(cell))
        let ann = try people.new()
        var view: Object? = try cellClass.new()
        try view!.send("show:", ann)
        try ann.setAge(1)
        view = nil
        #expect(cellClass.instanceCount == 0)
        try ann.setAge(2)
        #expect(cell.drawn.all == ["0", "1"])
        #expect(ann.isa == people)
    }

    @Test("B025 Cells that are used again register when they are displayed, unregister when they no longer are")
    func reusedCells() throws {
        let (person, recorder) = (try makePersonClass().new(), try Recorder())
        for number in Int32(1)...10 {
            try recorder.observing(person, "age", .new) { try person.setAge(number) }
            try person.setAge(-number)
        }
        #expect(recorder.notifications.map(\.new) == (1...10).map { "\($0)" })
        #expect(person.observationInfo == nil)
    }
}
