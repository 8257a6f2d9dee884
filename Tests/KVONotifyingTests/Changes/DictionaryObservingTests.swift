// DictionaryObservingTests.swift - the keys of a mutable dictionary as observed properties.
import KVONotifying
import MiniFoundation
import MiniRuntime
import Testing

private func put(_ value: Int, for key: String, into dictionary: Object) throws {
    try dictionary.send("setObject:forKey:", NSNumber.object(value), NSString.object(key))
}

@Suite("Observing dictionaries")
struct DictionaryObservingTests {
    @Test("B097 The keys of a mutable dictionary are properties: setting, replacing and removing an object notify")
    func keys() throws {
        let (dictionary, recorder) = (NSMutableDictionary.object(), try Recorder())
        try recorder.observing(dictionary, "a") {
            try put(1, for: "a", into: dictionary)
            try put(9, for: "b", into: dictionary)
            try dictionary.setValue(2, forKey: "a")
            try dictionary.setValue(nil, forKey: "a")
            try put(3, for: "a", into: dictionary)
            try dictionary.send("removeObjectForKey:", NSString.object("a"))
        }
        #expect(recorder.changes == ["<null> -> 1", "1 -> 2", "2 -> <null>", "<null> -> 3", "3 -> <null>"])
        #expect(dictionary.isa == NSMutableDictionary.cls)
    }

    @Test("B097 A path through a dictionary is followed, and setValue:forKeyPath: notifies once")
    func pathThroughADictionary() throws {
        let cls = try makeNodeClass()
        let (node, dictionary) = (try cls.node(1), NSMutableDictionary.object())
        let (root, recorder) = (try cls.node(child: dictionary), try Recorder())
        try recorder.observing(root, "child.leaf.number") {
            try dictionary.send("setObject:forKey:", node, NSString.object("leaf"))
            try root.setValue(2, forKeyPath: "child.leaf.number")
            try root.setValue(cls.node(3), forKeyPath: "child.leaf")
            try node.setNumber(4)
            try root.setValue(nil, forKeyPath: "child.leaf")
        }
        #expect(recorder.changes == ["<null> -> 1", "1 -> 2", "2 -> 3", "3 -> <null>"])
        #expect(areUntouched(node, dictionary))
    }

    @Test("B097 Dictionaries in dictionaries")
    func nested() throws {
        let (inner, recorder) = (NSMutableDictionary.object(), try Recorder())
        let outer = NSMutableDictionary.object([(NSString.object("inner"), inner)])
        try recorder.observing(outer, "inner.a") {
            try put(1, for: "a", into: inner)
            try outer.setValue(2, forKeyPath: "inner.a")
            try outer.send("setObject:forKey:", NSMutableDictionary.object(), NSString.object("inner"))
            try put(3, for: "a", into: inner)
        }
        #expect(recorder.changes == ["<null> -> 1", "1 -> 2", "2 -> <null>"])
        #expect(areUntouched(inner, outer))
    }

    @Test(
        "B097 The other messages that change a mutable dictionary notify as well",
        arguments: [
            "setObject:forKeyedSubscript:", "addEntriesFromDictionary:", "setDictionary:", "removeObjectsForKeys:",
            "removeAllObjects", "setValuesForKeysWithDictionary:",
        ])
    func otherMessages(message: Selector) throws {
        let key = NSString.object("a")
        let dictionary = NSMutableDictionary.object([(key, NSNumber.object(1))])
        let (recorder, other) = (try Recorder(), NSDictionary.object([(key, NSNumber.object(2))]))
        try recorder.observing(dictionary, "a") {
            switch message {
            case "setObject:forKeyedSubscript:": try dictionary.send(message, NSNumber.object(2), key)
            case "removeObjectsForKeys:": try dictionary.send(message, NSArray.object([key]))
            case "removeAllObjects": try dictionary.send(message)
            default: try dictionary.send(message, other)
            }
        }
        let last = try dictionary.entry("a")?.description ?? "<null>"
        #expect(recorder.changes.first?.hasPrefix("1 -> ") == true)
        #expect(recorder.changes.last?.hasSuffix("-> \(last)") == true)
    }

    @Test("An immutable dictionary can be observed, and stays silent")
    func immutable() throws {
        let dictionary = NSDictionary.object([(NSString.object("a"), NSNumber.object(1))])
        let recorder = try Recorder()
        try recorder.observing(dictionary, "a", [.initial, .new]) {}
        #expect(recorder.changes == ["- -> 1"])
    }

    @Test("An observed dictionary is as good a dictionary as before: equal, countable, copied without its observers")
    func stillADictionary() throws {
        let (dictionary, recorder) = (NSMutableDictionary.object(), try Recorder())
        try put(1, for: "a", into: dictionary)
        try recorder.observing(dictionary, "a") {
            try put(2, for: "b", into: dictionary)
            #expect(try dictionary.send("count", as: UInt.self) == 2)
            let copy = try dictionary.send("mutableCopy", as: Object.self)
            #expect(try copy.send("isEqual:", dictionary, as: Bool.self))
            #expect(copy.isUntouched)
            try put(3, for: "a", into: copy)
        }
        #expect(recorder.count == 0)
    }
}
