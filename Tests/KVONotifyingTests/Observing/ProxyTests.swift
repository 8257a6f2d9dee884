// ProxyTests.swift - proxies, and other objects with their own methods for adding observers.
import KVONotifying
import MiniFoundation
import MiniRuntime
import RuntimeTestSupport
import TestSupport
import Testing

/// Makes a subclass of NSProxy that forwards every message to its target.
private func makeProxyClass() throws -> Class {
    var builder = try ClassBuilder(uniqueName("Proxy"), superclass: NSProxy.cls)
    try builder.addIvar("_target", Object?.self)
    try builder.addMethod("methodSignatureForSelector:") { (self: Object, selector: Selector) -> Object? in
        try self.ivar("_target", as: Object.self).send("methodSignatureForSelector:", selector, as: Object?.self)
    }
    try builder.addMethod("forwardInvocation:") { (self: Object, object: Object) in
        try Invocation(object)!.invoke(with: self.ivar("_target", as: Object.self))
    }
    return builder.register()
}

private func makeProxy(_ target: Object) throws -> Object {
    let proxy = try makeProxyClass().send("alloc", as: Object.self)
    try proxy.setIvar("_target", to: Object?.some(target))
    return proxy
}

/// Makes a node class whose instances log the adding and removing of observers, and then call super.
private func makeLoggingClass(_ log: Log) throws -> Class {
    let cls = try ClassBuilder(uniqueName("OwnWay"), superclass: makeNodeClass()).register()
    let (add, remove): (Selector, Selector) = ("addObserver:forKeyPath:options:context:", "removeObserver:forKeyPath:")
    try cls.addMethod(add) {
        (self: Object, observer: Object, path: String, options: UInt, context: UnsafeMutableRawPointer?) in
        log.add("add \(path)")
        try self.sendSuper(of: cls, add, observer, path, options, context)
    }
    try cls.addMethod(remove) { (self: Object, observer: Object, path: String) in
        log.add("remove \(path)")
        try self.sendSuper(of: cls, remove, observer, path)
    }
    return cls
}

@Suite("Objects with their own way of adding observers")
struct OwnWayTests {
    @Test("B102 Such an object on a path is asked with the rest of the path, and asked again when it leaves")
    func askedWithTheRest() throws {
        let log = Log()
        let (cls, leaf) = (try makeLoggingClass(log), try makeNodeClass().node(1))
        let special = try cls.node(child: leaf)
        let (root, recorder) = (try makeNodeClass().node(child: special), try Recorder())
        try recorder.observing(root, "child.child.number") {
            #expect(log.all == ["add child.number"])
            try leaf.setNumber(2)
            try special.setChild(leaf)
            try root.setChild(nil)
            #expect(log.all == ["add child.number", "remove child.number"])
            #expect(recorder.keyPaths == Array(repeating: "child.child.number", count: 3))
        }
        #expect(recorder.changes == ["1 -> 2", "2 -> 2", "2 -> <null>"])
        #expect(areUntouched(special, leaf))
    }

    @Test("B102 Old, new and prior are those of the whole path, at the end of it and before", arguments: [1, 2, 3])
    func wholePath(depth: Int) throws {
        let cls = try makeLoggingClass(Log())
        let leaf = try cls.node(1)
        var root = leaf
        for _ in 0..<depth { root = try cls.node(child: root) }
        let path = String(repeating: "child.", count: depth) + "number"
        let recorder = try Recorder()
        try recorder.observing(root, path, [.old, .new, .prior]) { try leaf.setNumber(2) }
        #expect(recorder.keyPaths == [path, path])
        #expect(recorder.changes == ["prior 1 -> -", "1 -> 2"])
        #expect(areUntouched(leaf, root))
    }

    @Test("B102 A dependency that leads to such an object notifies the observers of the dependent key")
    func dependency() throws {
        let cls = try makeNodeClass()
        try cls.declare("derived", affectedBy: "child.child.number")
        try cls.compute("derived", from: "child.child.number") { 10 * $0 }
        let (log, leaf) = (Log(), try cls.node(1))
        let special = try makeLoggingClass(log).node(child: leaf)
        let (root, recorder) = (try cls.node(child: special), try Recorder())
        try recorder.observing(root, "derived") {
            try leaf.setNumber(2)
            try special.setChild(nil)
            try root.setChild(nil)
        }
        #expect(recorder.changes == ["10 -> 20", "20 -> 0", "0 -> 0"])
        #expect(log.all == ["add child.number", "remove child.number"])
        #expect(areUntouched(special, leaf))
    }

    @Test("B102 If it raises, registering raises the same, and nothing stays behind")
    func raising() throws {
        let cls = try makeNodeClass()
        try cls.addMethod("addObserver:forKeyPath:options:context:") {
            (_: Object, _: Object, path: String, _: UInt, _: UnsafeMutableRawPointer?) in
            throw RuntimeException("NSGenericException", "no observers for \(path)")
        }
        let middle = try makeNodeClass().node(child: cls.new())
        let (root, recorder) = (try makeNodeClass().node(child: middle), try Recorder())
        #expect(
            raised { try root.addObserver(recorder.object, forKeyPath: "child.child.number") }?.reason
                == "no observers for number")
        #expect(areUntouched(root, middle))
    }

    @Test(
        "B102 An object that keeps its observers itself is believed: its notifications are passed on for the whole path"
    )
    func selfMade() throws {
        let cls = try makeNodeClass()
        let observers = Locked<[Object]>([])
        try cls.addMethod("addObserver:forKeyPath:options:context:") {
            (_: Object, observer: Object, _: String, _: UInt, _: UnsafeMutableRawPointer?) in
            observers.append(observer)
        }
        try cls.addMethod("removeObserver:forKeyPath:") { (_: Object, observer: Object, _: String) in
            observers.withLock { $0.removeAll { $0 == observer } }
        }
        let leaf = try cls.node(1)
        let (root, recorder) = (try makeNodeClass().node(child: leaf), try Recorder())
        func tell(isPrior: Bool) throws {
            var change = [(KeyValueChangeKey.kind.object, NSNumber.object(1))]
            if isPrior { change.append((KeyValueChangeKey.notificationIsPrior.object, NSNumber.object(true))) }
            for observer in observers.withLock({ $0 }) {
                try observer.send(
                    "observeValueForKeyPath:ofObject:change:context:", "number", leaf, NSDictionary.object(change),
                    UnsafeMutableRawPointer?.none)
            }
        }
        try recorder.observing(root, "child.number") {
            try tell(isPrior: true)
            try leaf.setNumber(2)
            try tell(isPrior: false)
            #expect(recorder.changes == ["1 -> 2"])
        }
        #expect(observers.withLock { $0 }.isEmpty)
    }
}

@Suite("Proxies")
struct ProxyTests {
    @Test("B103 A proxy passes the registration on: sets through it and on the real object notify of the real object")
    func observedProxy() throws {
        let cls = try makeNodeClass()
        let real = try cls.node(1)
        let (proxy, log) = (try makeProxy(real), Log())
        let observerClass = try ClassBuilder(uniqueName("Observer")).register()
        try observerClass.addMethod("observeValueForKeyPath:ofObject:change:context:") {
            (_: Object, _: String, object: Object, change: Object, _: UnsafeMutableRawPointer?) in
            log.add("\(object == real ? "real" : "other") \(try change.entry("new")?.description ?? "-")")
        }
        let observer = try observerClass.new()
        try proxy.addObserver(observer, forKeyPath: "number", options: [.new])
        #expect(!real.isUntouched)
        #expect(!proxy.isa.name.hasPrefix("NSKVONotifying_"))
        try proxy.setNumber(2)
        try real.setNumber(3)
        #expect(log.all == ["real 2", "real 3"])
        try proxy.removeObserver(observer, forKeyPath: "number")
        try proxy.setNumber(4)
        #expect(log.all.count == 2)
        #expect(real.isUntouched)
    }

    @Test("B103 A proxy in the middle of a path: sets on both sides notify once, and it can be replaced")
    func proxyOnAPath() throws {
        let cls = try makeNodeClass()
        let leaf = try cls.node(1)
        let real = try cls.node(child: leaf)
        let proxy = try makeProxy(real)
        let (root, recorder) = (try cls.node(child: proxy), try Recorder())
        try recorder.observing(root, "child.child.number") {
            try leaf.setNumber(2)
            try proxy.setChild(cls.node(3))
            try real.setChild(leaf)
            try root.setChild(real)
            try leaf.setNumber(4)
            try root.setChild(proxy)
            try leaf.setNumber(5)
        }
        #expect(recorder.changes == ["1 -> 2", "2 -> 3", "3 -> 2", "2 -> 2", "2 -> 4", "4 -> 4", "4 -> 5"])
        #expect(areUntouched(real, leaf))
    }

    @Test("B103 A proxy as the leaf's owner, observed with initial, old, new and prior")
    func proxyOwnsTheLeaf() throws {
        let cls = try makeNodeClass()
        let real = try cls.node(1)
        let proxy = try makeProxy(real)
        let (root, recorder) = (try cls.node(child: proxy), try Recorder())
        try recorder.observing(root, "child.number", [.initial, .old, .new, .prior]) {
            try proxy.setNumber(2)
            try real.setNumber(3)
        }
        #expect(recorder.changes == ["- -> 1", "prior 1 -> -", "1 -> 2", "prior 2 -> -", "2 -> 3"])
        #expect(real.isUntouched)
    }

    @Test("B103 Removing through the proxy what was added to the real object, and the other way round")
    func crossRemoval() throws {
        let real = try makeNodeClass().node(1)
        let (proxy, recorder) = (try makeProxy(real), try Recorder())
        try real.addObserver(recorder.object, forKeyPath: "number")
        try proxy.removeObserver(recorder.object, forKeyPath: "number")
        #expect(real.isUntouched)
        try proxy.addObserver(recorder.object, forKeyPath: "number")
        try real.removeObserver(recorder.object, forKeyPath: "number")
        #expect(real.isUntouched)
    }
}
