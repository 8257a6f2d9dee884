// DyingTests.swift - objects that set properties in their own dealloc, before they remove the observers.
import KVONotifying
import MiniFoundation
import MiniRuntime
import RuntimeTestSupport
import TestSupport
import Testing

/// Makes a class of nodes, with the properties `number`, `name`, `child` and `other`, that log the key paths and new
/// values of their notifications, and call `dying` in their dealloc.
private func makeMortalClass(_ log: Log, _ dying: @escaping @Sendable (UnmanagedObject) throws -> Void) throws -> Class
{
    let builder = try ClassBuilder(uniqueName("Mortal"), superclass: makeNodeClass())
    let cls = builder.cls
    try builder.addMethod("observeValueForKeyPath:ofObject:change:context:") {
        (_: UnmanagedObject, keyPath: String, _: UnmanagedObject, change: Object, _: UnsafeMutableRawPointer?) in
        let isPrior = try change.entry("notificationIsPrior") != nil
        log.add("\(keyPath) \(isPrior ? "prior" : try change.entry("new")?.description ?? "-")")
    }
    try builder.addMethod("dealloc") { (self: UnmanagedObject) in
        if let exception = raised({ try dying(self) }) { log.add("\(exception)") }
        try self.sendSuper(of: cls, "dealloc")
    }
    return builder.register()
}

/// Lets an object of the class, which `prepare` registers, die, and returns the exception of its death.
private func death(of cls: Class, _ prepare: (Object) throws -> Void) throws -> RuntimeException? {
    var object: Object? = try cls.node()
    try prepare(object!)
    return try raisedByDeath(of: &object)
}

@Suite("Sets in a dealloc")
struct DyingTests {
    @Test("B295 An object that observes itself is notified of what it sets in its dealloc, and then removes itself")
    func selfObservation() throws {
        let log = Log()
        let cls = try makeMortalClass(log) { me in
            try me.send("setNumber:", Int32(7))
            try me.send("setValue:forKey:", "Ann".bridgedObject, "name".bridgedObject)
            try me.send("willChangeValueForKey:", "number".bridgedObject)
            try me.send("didChangeValueForKey:", "number".bridgedObject)
            for key in ["number", "name"] { try me.send("removeObserver:forKeyPath:", me, key.bridgedObject) }
        }
        let exception = try death(of: cls) { object in
            try object.addObserver(object, forKeyPath: "number", options: [.new, .old, .prior])
            try object.addObserver(object, forKeyPath: "name", options: [.new])
        }
        #expect(exception == nil)
        #expect(log.all == ["number prior", "number 7", "name Ann", "number prior", "number 7"])
        #expect(cls.instanceCount == 0)
    }

    @Test("B295 The same holds for a dependent key, and for a path that begins at the object or leads through it")
    func pathsAndDependentKeys() throws {
        let (log, child) = (Log(), try makeNodeClass().node(1))
        var builder = try ClassBuilder(uniqueName("Linking"))
        try builder.addIvar("_link", encoding: TypeEncoding("@"), ownership: .unretained)
        let linking = try builder.register().new()
        let cls = try makeMortalClass(log) { me in
            try me.send("setNumber:", Int32(7))
            try child.setNumber(2)
            try me.send("setChild:", Object?.none)
            try linking.removeObserver(me.retained(), forKeyPath: "link.number")
            for path in ["double", "child.number"] { try me.send("removeObserver:forKeyPath:", me, path.bridgedObject) }
        }
        try cls.declare("double", affectedBy: "number")
        try cls.compute("double", from: "number") { 2 * $0 }
        let exception = try death(of: cls) { object in
            try object.setChild(child)
            try linking.setIvar("_link", to: object)
            try linking.addObserver(object, forKeyPath: "link.number", options: [.new])
            for path in ["double", "child.number"] { try object.addObserver(object, forKeyPath: path, options: [.new]) }
        }
        #expect(exception == nil)
        #expect(log.all == ["double 14", "link.number 7", "child.number 2", "child.number <null>"])
        #expect(cls.instanceCount == 0 && areUntouched(child, linking))
    }

    @Test(
        "B295 A dying object on a path may be replaced in its own dealloc, where weak references to it are nil already")
    func replacedWhileDying() throws {
        let (log, recorder) = (Log(), try Recorder())
        var builder = try ClassBuilder(uniqueName("Holder"))
        try builder.addProperty("child", Object?.self, storage: .weak)
        let (holder, other) = (try builder.register().new(), try makeNodeClass().node(3))
        let cls = try makeMortalClass(log) { _ in try holder.setChild(other) }
        let exception = try death(of: cls) { object in
            try holder.setChild(object)
            try holder.addObserver(recorder.object, forKeyPath: "child.number", options: [.new])
        }
        #expect(exception == nil && log.all == [] && recorder.changes == ["- -> 3"])
        try other.setNumber(4)
        #expect(recorder.changes == ["- -> 3", "- -> 4"])
        try holder.removeObserver(recorder.object, forKeyPath: "child.number")
        #expect(areUntouched(holder, other))
    }

    @Test("B296 An observer that sets another object in its dealloc is notified, and its removal succeeds")
    func otherObject() throws {
        let (log, model) = (Log(), try makeNodeClass().node())
        let cls = try makeMortalClass(log) { me in
            try model.setNumber(7)
            try model.removeObserver(me.retained(), forKeyPath: "number")
        }
        #expect(try death(of: cls) { try model.addObserver($0, forKeyPath: "number", options: [.new, .prior]) } == nil)
        #expect(log.all == ["number prior", "number 7"])
        try model.setNumber(8)
        #expect(log.all.count == 2 && areUntouched(model))
    }

    @Test("B297 A set on another thread skips an observer whose dealloc is running, and reports nothing")
    func anotherThread() throws {
        let (log, model) = (Log(), try makeNodeClass().node())
        let cls = try makeMortalClass(log) { me in
            onAnotherThread { try model.setNumber(7) }
            try model.removeObserver(me.retained(), forKeyPath: "number")
        }
        #expect(try death(of: cls) { try model.addObserver($0, forKeyPath: "number", options: [.new]) } == nil)
        #expect(log.all == [] && areUntouched(model))
    }

    @Test("B298 What a dealloc leaves registered is reported as before, after sets in that dealloc")
    func leftovers() throws {
        let (log, model) = (Log(), try makeNodeClass().node())
        let cls = try makeMortalClass(log) { me in
            try me.send("setNumber:", Int32(7))
            try model.setNumber(7)
        }
        let exception = try death(of: cls) { object in
            try object.addObserver(object, forKeyPath: "number", options: [.new])
            try model.addObserver(object, forKeyPath: "number", options: [.new])
        }
        #expect(exception?.reason.contains("was deallocated while key value observers were still registered") == true)
        #expect(log.all == ["number 7", "number 7"])
        #expect(raised { try model.setNumber(8) }?.reason.contains("was deallocated while it was still") == true)
        #expect(areUntouched(model))
    }
}
