// CompilersNameTests.swift - keys that begin with a small letter beyond ASCII: compilers leave it as it is in the names
// of accessors, because they capitalize the letters a to z only.
import KVONotifying
import MiniFoundation
import MiniRuntime
import RuntimeTestSupport
import TestSupport
import Testing

/// Makes a class with the properties `größe`, `änderung` and `ñ`, as a compiler names their accessors.
private func makeCompiledClass(_ log: Log) throws -> Class {
    var builder = try ClassBuilder(uniqueName("Compiled"))
    try builder.addIvar("_storage", Int32.self)
    try builder.addIvar("_list", Object?.self)
    try builder.addMethod("init") { (self: Object) -> Object in
        try self.setIvar("_list", to: NSMutableArray.object([]))
        return self
    }
    try builder.addMethod("änderung") { (self: Object) in try self.ivar("_storage", as: Int32.self) }
    try builder.addMethod("setänderung:") { (self: Object, value: Int32) in
        log.add("setänderung:")
        try self.setIvar("_storage", to: value)
    }
    try builder.addMethod("éléments") { (self: Object) in try self.ivar("_list", as: Object.self) }
    try builder.addMethod("insertObject:inélémentsAtIndex:") { (self: Object, object: Object, index: UInt) in
        log.add("insertObject:inélémentsAtIndex:")
        try self.ivar("_list", as: Object.self).send("insertObject:atIndex:", object, index)
    }
    try builder.addMethod("removeObjectFromélémentsAtIndex:") { (self: Object, index: UInt) in
        try self.ivar("_list", as: Object.self).send("removeObjectAtIndex:", index)
    }
    try builder.addMethod("öffnung") { (self: Object) in try self.ivar("_storage", as: Int32.self) * 2 }
    try builder.addClassMethod("keyPathsForValuesAffectingöffnung") { (_: Object) in
        NSSet.object(nsStrings("änderung"))
    }
    try builder.addClassMethod("automaticallyNotifiesObserversOfσ") { (_: Object) in false }
    try builder.addMethod("countOfétapes") { (_: Object) in UInt(2) }
    try builder.addMethod("objectInétapesAtIndex:") { (_: Object, index: UInt) in NSNumber.object(Int(index)) }
    return builder.register()
}

@Suite("Accessors as compilers name them")
struct CompilersNameTests {
    @Test("B108 Coding and observing find the setter of a key beyond ASCII as compilers name it")
    func setters() throws {
        let log = Log(), object = try makeCompiledClass(log).new(), recorder = try Recorder()
        try object.setValue(1, forKey: "änderung")
        try recorder.observing(object, "änderung") {
            try object.send("setänderung:", Int32(2))
            try object.setValue(3, forKey: "änderung")
        }
        #expect(recorder.changes == ["1 -> 2", "2 -> 3"])
        #expect(log.all == Array(repeating: "setänderung:", count: 3))
    }

    @Test("B108 The name that compilers write comes before the name with a capital letter")
    func order() throws {
        let log = Log(), cls = try makeCompiledClass(log)
        for name in ["setÄnderung:", "_setänderung:"] {
            try cls.addMethod(Selector(name)) { (_: Object, _: Int32) in log.add(name) }
        }
        let (object, recorder) = (try cls.new(), try Recorder())
        try recorder.observing(object, "änderung") { try object.setValue(1, forKey: "änderung") }
        #expect(recorder.changes == ["0 -> 1"])
        #expect(log.all == ["setänderung:"])
    }

    @Test("B108 Mutators and collection accessors of such a key are found")
    func collections() throws {
        let log = Log(), object = try makeCompiledClass(log).new(), collector = try ChangeCollector()
        let lines = try collector.lines(of: object, "éléments") {
            try object.send("insertObject:inélémentsAtIndex:", "a", UInt(0))
            try object.mutableArrayValue(forKey: "éléments").send("addObject:", "b")
            try object.send("removeObjectFromélémentsAtIndex:", UInt(0))
        }
        #expect(lines == ["insertion at 0, new [a]", "insertion at 1, new [b]", "removal at 0, old [a]"])
        #expect(log.all.count == 2)
        #expect(texts(try object.value(forKey: "étapes")) == ["0", "1"])
    }

    @Test("B108 Dependent keys and manual keys may be declared by such names")
    func declarations() throws {
        let object = try makeCompiledClass(Log()).new(), recorder = try Recorder()
        try recorder.observing(object, "öffnung") { try object.send("setänderung:", Int32(2)) }
        #expect(recorder.changes == ["0 -> 4"])
        let isAutomatic = try object.isa.object.send("automaticallyNotifiesObserversForKey:", "σ", as: Bool.self)
        #expect(!isAutomatic)
    }
}
