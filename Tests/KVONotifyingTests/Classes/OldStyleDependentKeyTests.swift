// OldStyleDependentKeyTests.swift - dependent keys declared by setKeys:triggerChangeNotificationsForDependentKey:.
import KVONotifying
import MiniFoundation
import MiniRuntime
import TestSupport
import Testing

@Suite("Dependent keys in the old way")
struct OldStyleDependentKeyTests {
    @Test("B126 setKeys:triggerChangeNotificationsForDependentKey: makes a key dependent")
    func dependency() throws {
        let cls = try makeNodeClass()
        try cls.setKeys(["number", "name"], triggerChangeNotificationsForDependentKey: "summary")
        let (object, recorder) = (try cls.new(), try Recorder())
        try recorder.observing(object, "summary", []) {
            try object.setNumber(1)
            try object.setName("Ann")
            try object.setChild(nil)
        }
        #expect(recorder.keyPaths == ["summary", "summary"])
    }

    @Test("B126 Each call replaces what was set for that key, and for no other")
    func replacement() throws {
        let cls = try makeNodeClass()
        try cls.setKeys(["number"], triggerChangeNotificationsForDependentKey: "summary")
        try cls.setKeys(["number"], triggerChangeNotificationsForDependentKey: "title")
        try cls.setKeys(["name"], triggerChangeNotificationsForDependentKey: "summary")
        let (object, recorder) = (try cls.new(), try Recorder())
        try recorder.observing(object, "summary", []) {
            try object.setNumber(1)
            #expect(recorder.count == 0)
            try object.setName("Ann")
            #expect(recorder.count == 1)
        }
        try recorder.observing(object, "title", []) { try object.setNumber(2) }
        #expect(recorder.keyPaths == ["summary", "title"])
    }

    @Test("B126 It counts for the class it was said to, not for its superclass or the superclass's other subclasses")
    func otherClasses() throws {
        let base = try makeNodeClass()
        let cls = try ClassBuilder(uniqueName("Said"), superclass: base).register()
        let sibling = try ClassBuilder(uniqueName("Sibling"), superclass: base).register()
        try cls.setKeys(["number"], triggerChangeNotificationsForDependentKey: "summary")
        for (cls, count) in [(cls, 1), (base, 0), (sibling, 0)] {
            let (object, recorder) = (try cls.new(), try Recorder())
            try recorder.observing(object, "summary", []) { try object.setNumber(1) }
            #expect(recorder.count == count)
        }
    }

    @Test(
        "B126 Declared after the key was observed, it counts for observers that register from then on",
        arguments: [false, true])
    func late(saidToSuperclass: Bool) throws {
        let base = try makeNodeClass()
        let cls = try ClassBuilder(uniqueName("Late"), superclass: base).register()
        let (object, early, late) = (try cls.new(), try Recorder(), try Recorder())
        try early.observing(object, "name", []) {
            try (saidToSuperclass ? base : cls).setKeys(["number"], triggerChangeNotificationsForDependentKey: "name")
            try late.observing(object, "name", []) { try object.setNumber(1) }
            #expect(early.count == 0)
            #expect(late.count == 1)
        }
        try late.observing(object, "name", []) { try object.setNumber(2) }
        #expect(late.count == 2)
        #expect(object.observationInfo == nil)
    }

    @Test(
        "B126 Said again, it replaces what observers registered with before, and what other keys depend on through it")
    func again() throws {
        let cls = try makeNodeClass()
        try cls.setKeys(["middle"], triggerChangeNotificationsForDependentKey: "top")
        try cls.setKeys(["number"], triggerChangeNotificationsForDependentKey: "middle")
        let (object, recorder) = (try cls.new(), try Recorder())
        try recorder.observing(object, "top", []) { try object.setNumber(1) }
        try cls.setKeys(["name"], triggerChangeNotificationsForDependentKey: "middle")
        try recorder.observing(object, "top", []) {
            try object.setNumber(2)
            #expect(recorder.count == 1)
            try object.setName("Ann")
            #expect(recorder.count == 2)
        }
        try cls.setKeys([], triggerChangeNotificationsForDependentKey: "middle")
        try recorder.observing(object, "top", []) { try object.setName("Bob") }
        #expect(recorder.count == 2)
    }

    @Test("B126 keyPathsForValuesAffecting<Key> counts for more")
    func newStyleWins() throws {
        let cls = try makeNodeClass()
        try cls.setKeys(["number"], triggerChangeNotificationsForDependentKey: "summary")
        try cls.declare("summary", affectedBy: "name")
        let (object, recorder) = (try cls.new(), try Recorder())
        try recorder.observing(object, "summary", []) {
            try object.setNumber(1)
            #expect(recorder.count == 0)
            try object.setName("Ann")
            #expect(recorder.count == 1)
        }
    }

    @Test("B127 Paths among the keys are ignored")
    func paths() throws {
        let cls = try makeNodeClass()
        try cls.setKeys(["child.number", "name"], triggerChangeNotificationsForDependentKey: "summary")
        let child = try cls.node()
        let (object, recorder) = (try cls.node(child: child), try Recorder())
        try recorder.observing(object, "summary", []) {
            try child.setNumber(1)
            try object.setChild(nil)
            #expect(recorder.count == 0)
            try object.setName("Ann")
            #expect(recorder.count == 1)
        }
    }

    @Test("B114 Old and new declarations reach through each other")
    func mixed() throws {
        let cls = try makeNodeClass()
        try cls.setKeys(["middle"], triggerChangeNotificationsForDependentKey: "top")
        try cls.declare("middle", affectedBy: "bottom")
        try cls.setKeys(["number"], triggerChangeNotificationsForDependentKey: "bottom")
        let (object, recorder) = (try cls.new(), try Recorder())
        try recorder.observing(object, "top", []) { try object.setNumber(1) }
        #expect(recorder.count == 1)
    }
}
