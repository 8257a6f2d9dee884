// KeyValueCodingObservedTests.swift - mutable collection proxies of observed objects.
import KVONotifying
import MiniFoundation
import MiniRuntime
import RuntimeTestSupport
import TestSupport
import Testing

/// Makes an observer that logs each notification as one line: kind, indexes, old, new.
private func makeObserver(_ log: Log) throws -> Object {
    let builder = try ClassBuilder(uniqueName("Watcher"))
    try builder.addMethod("observeValueForKeyPath:ofObject:change:context:") {
        (_: Object, _: String, _: Object, change: Object, _: UnsafeMutableRawPointer?) in
        let kind = try UInt.bridged(from: change.entry("kind"))
        let indexes = try change.entry("indexes").map { "\($0.indexes)" } ?? "-"
        func list(_ key: String) throws -> String {
            try texts(change.entry(key)).map { $0.sorted().joined(separator: ",") } ?? "-"
        }
        log.add(try "\(kind) \(indexes) old \(list("old")) new \(list("new"))")
    }
    return try builder.register().new()
}

@Suite("Key-value coding: proxies of observed objects")
struct KeyValueCodingObservedTests {
    @Test(
        "B166 B173 Whatever backs an array, each change notifies once, though the proxy is older than the observer"
    )
    func arrays() throws {
        for backing in OrderedBacking.allCases {
            let (log, object) = (Log(), try backing.makeClass(Log()).new())
            let names = try object.mutableArrayValue(forKey: "names")
            let observer = try makeObserver(log)
            try object.addObserver(observer, forKeyPath: "names", options: [.new, .old])
            try names.send("addObject:", "a")
            try names.send("addObject:", "b")
            try names.send("removeObjectAtIndex:", UInt(0))
            try object.removeObserver(observer, forKeyPath: "names")
            try names.send("addObject:", "c")
            #expect(
                log.all == ["2 [0] old - new a", "2 [1] old - new b", "3 [0] old a new -"],
                "\(backing)")
        }
    }

    @Test("B171 Whatever backs a set, each operation notifies once, with what really came and went")
    func sets() throws {
        for backing in UnorderedBacking.allCases where backing != .mutators && backing != .allMutators {
            let (log, object) = (Log(), try backing.makeClass(Log()).new())
            let tags = try object.mutableSetValue(forKey: "tags")
            let observer = try makeObserver(log)
            try object.addObserver(observer, forKeyPath: "tags", options: [.new, .old])
            func set(_ texts: String...) -> Object { NSSet.object(texts.map { NSString.object($0) }) }
            try tags.send("addObject:", "a")
            try tags.send("unionSet:", set("a", "b"))
            try tags.send("unionSet:", set("a"))
            try tags.send("minusSet:", set("a", "x"))
            try tags.send("setSet:", set("c", "d"))
            try tags.send("intersectSet:", set("d"))
            try tags.send("removeAllObjects")
            try object.removeObserver(observer, forKeyPath: "tags")
            #expect(
                log.all == [
                    "2 - old - new a", "2 - old - new b", "2 - old - new ", "3 - old a new -", "4 - old b new c,d",
                    "3 - old c new -", "3 - old d new -",
                ], "\(backing)")
        }
    }

    @Test("B174 A bad index through an observed proxy raises, and the observer is not notified")
    func badIndexes() throws {
        for backing in OrderedBacking.allCases {
            let (log, object) = (Log(), try backing.makeClass(Log()).new())
            let observer = try makeObserver(log)
            try object.addObserver(observer, forKeyPath: "names", options: [.new, .old])
            let names = try object.mutableArrayValue(forKey: "names")
            #expect(raised { try names.send("insertObject:atIndex:", "a", UInt(1)) }?.name == "NSRangeException")
            try names.send("addObject:", "a")
            try object.removeObserver(observer, forKeyPath: "names")
            #expect(log.all == ["2 [0] old - new a"], "\(backing)")
        }
    }

    @Test("A setter that refuses the changed collection leaves it, and everything later, in order")
    func refusingSetter() throws {
        let (log, cls) = (Log(), try OrderedBacking.setter.makeClass(Log()))
        let refusing = try ClassBuilder(uniqueName("Refusing"), superclass: cls)
        try refusing.addMethod("setNames:") { (self: Object, names: Object?) in
            if try names?.send("count", as: UInt.self) == 2 { throw RuntimeException("Mine", "no two") }
            try self.sendSuper(of: self.reportedClass(), "setNames:", names)
        }
        let object = try refusing.register().new()
        let observer = try makeObserver(log)
        try object.addObserver(observer, forKeyPath: "names")
        let names = try object.mutableArrayValue(forKey: "names")
        try names.send("addObject:", "a")
        #expect(raised { try names.send("addObject:", "b") } == RuntimeException("Mine", "no two"))
        #expect(texts(names) == ["a"])
        try names.send("removeLastObject")
        try object.removeObserver(observer, forKeyPath: "names")
        #expect(log.all == ["2 [0] old - new -", "3 [0] old - new -"])
    }
}

extension Object {
    fileprivate func reportedClass() throws -> Class { try send("class", as: Class.self) }
}
