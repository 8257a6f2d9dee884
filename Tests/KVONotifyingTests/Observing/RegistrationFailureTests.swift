// RegistrationFailureTests.swift - registrations that raise halfway, and leave nothing behind.
import KVONotifying
import MiniFoundation
import MiniRuntime
import RuntimeTestSupport
import TestSupport
import Testing

@Suite("Registrations that raise half-way")
struct RegistrationFailureTests {
    @Test("B018 B192 An unknown key in the middle of a path raises, and no object on the path keeps anything")
    func unknownKeyInTheMiddle() throws {
        let cls = try makeNodeClass()
        let leaf = try cls.node()
        let middle = try cls.node(child: leaf)
        let (root, recorder) = (try cls.node(child: middle), try Recorder())
        let exception = raised { try root.addObserver(recorder.object, forKeyPath: "child.child.shoe.size") }
        #expect(exception?.name == "NSUnknownKeyException")
        #expect(
            exception.map { withoutAddresses($0.reason) } == """
                [<\(cls.name) 0x> addObserver:<\(recorder.object.isa.name) 0x> forKeyPath:@"child.child.shoe.size" \
                options:0 context:0x] was sent to an object that is not KVC-compliant for the "shoe" property.
                """)
        #expect(areUntouched(root, middle, leaf))
    }

    @Test("A dependency that cannot be followed takes down those that could")
    func failingDependency() throws {
        let cls = try makeNodeClass()
        try cls.declare("summary", affectedBy: "number", "child.number", "other.shoe.size", "name", "child.name")
        let (child, other) = (try cls.node(), try cls.node())
        let (root, recorder) = (try cls.node(child: child), try Recorder())
        try root.setOther(other)
        #expect(
            raised { try root.addObserver(recorder.object, forKeyPath: "summary") }?.name == "NSUnknownKeyException")
        #expect(areUntouched(root, child, other))
        try root.setNumber(1)
        #expect(recorder.count == 0)
    }

    @Test("A failed registration leaves those that others have as they are")
    func othersStay() throws {
        let cls = try makeNodeClass()
        let child = try cls.node()
        let (root, stays, fails) = (try cls.node(child: child), try Recorder(), try Recorder())
        try stays.observing(root, "child.number") {
            #expect(raised { try root.addObserver(fails.object, forKeyPath: "child.shoe.size") } != nil)
            try child.setNumber(1)
            try root.setChild(nil)
        }
        #expect(stays.changes == ["0 -> 1", "1 -> <null>"])
        #expect(child.isUntouched)
    }

    @Test("What a getter on the path raises is passed on as it is", arguments: ["child", "child.child"])
    func raisingGetter(path: String) throws {
        let cls = try makeNodeClass()
        let bad = try ClassBuilder(uniqueName("Moody"), superclass: cls).register()
        try bad.addMethod("child") { (_: Object) -> Object? in throw RuntimeException("NSGenericException", "not today")
        }
        let middle = try bad.new()
        let (root, recorder) = (try path == "child" ? bad.new() : cls.node(child: middle), try Recorder())
        let exception = raised { try root.addObserver(recorder.object, forKeyPath: "\(path).number") }
        #expect(exception == RuntimeException("NSGenericException", "not today"))
        #expect(areUntouched(root, middle))
    }

    @Test("A getter that raises while the initial value is read leaves nothing behind")
    func raisingInitialValue() throws {
        let cls = try makeNodeClass()
        try cls.declare("derived", affectedBy: "child.number")
        try cls.addMethod("derived") { (_: Object) -> Int32 in throw RuntimeException("NSGenericException", "not today")
        }
        let child = try cls.node()
        let (root, recorder) = (try cls.node(child: child), try Recorder())
        let exception = raised {
            try root.addObserver(recorder.object, forKeyPath: "derived", options: [.initial, .new])
        }
        #expect(exception == RuntimeException("NSGenericException", "not today"))
        #expect(areUntouched(root, child))
    }

    @Test("An initial notification whose observer raises leaves nothing behind")
    func raisingObserver() throws {
        let cls = try makeNodeClass()
        let child = try cls.node()
        let (root, recorder) = (try cls.node(child: child), try Recorder())
        recorder.whenTold { _ in throw RuntimeException("NSGenericException", "leave me alone") }
        let exception = raised {
            try root.addObserver(recorder.object, forKeyPath: "child.number", options: [.initial])
        }
        recorder.whenTold(nil)
        #expect(exception?.reason == "leave me alone")
        #expect(areUntouched(root, child))
        let removal = raised { try root.removeObserver(recorder.object, forKeyPath: "child.number") }
        #expect(removal?.name == "NSRangeException")
    }

    @Test("A new object on the path that cannot be followed makes the setter raise; the next one is followed")
    func replacementThatCannotBeFollowed() throws {
        let cls = try makeNodeClass()
        let bad = try ClassBuilder(uniqueName("Bad"), superclass: cls).register()
        try bad.declare("number", affectedBy: "number")
        let (before, stranger, after) = (try cls.node(1), try bad.new(), try cls.node(2))
        let (root, recorder) = (try cls.node(child: before), try Recorder())
        try recorder.observing(root, "child.number") {
            #expect(raised { try root.setChild(stranger) }?.name == "NSInternalInconsistencyException")
            #expect(try root.send("child", as: Object?.self) == stranger)
            #expect(recorder.count == 0)
            #expect(areUntouched(before, stranger))
            try root.setChild(after)
            try after.setNumber(3)
            #expect(recorder.changes == ["0 -> 2", "2 -> 3"])
        }
        #expect(after.isUntouched)
    }

    @Test(
        "A getter that raises while the old value is read: the setter raises and notifies no observer, the path is whole"
    )
    func raisingOldValue() throws {
        let cls = try makeNodeClass()
        let isMoody = Locked(false)
        try cls.swizzle("number") { original in
            { (self: Object) -> Int32 in
                if isMoody.withLock({ $0 }) { throw RuntimeException("NSGenericException", "not today") }
                return try original(self)
            }
        }
        let child = try cls.node(1)
        let (root, recorder) = (try cls.node(child: child), try Recorder())
        try recorder.observing(root, "child.number") {
            isMoody.withLock { $0 = true }
            #expect(raised { try root.setChild(nil) }?.reason == "not today")
            #expect(raised { try child.setNumber(2) }?.reason == "not today")
            isMoody.withLock { $0 = false }
            #expect(recorder.count == 0)
            #expect(try root.send("child", as: Object?.self) == child)
            try child.setNumber(3)
            #expect(recorder.changes == ["1 -> 3"])
        }
        #expect(areUntouched(root, child))
    }

    @Test("B079 An observer of a path that raises ends the telling, not the path")
    func raisingObserverOfAPath() throws {
        let cls = try makeNodeClass()
        let (first, second) = (try cls.node(1), try cls.node(2))
        let (root, calm, angry) = (try cls.node(child: first), try Recorder(), try Recorder())
        angry.whenTold { if $0.new == "2" { throw RuntimeException("NSGenericException", "enough") } }
        try calm.observing(root, "child.number") {
            try angry.observing(root, "child.number") {
                #expect(raised { try root.setChild(second) }?.reason == "enough")
                try second.setNumber(3)
                #expect(angry.changes == ["1 -> 2", "2 -> 3"])
                #expect(calm.changes == ["2 -> 3"])
            }
        }
        angry.whenTold(nil)
        #expect(areUntouched(first, second))
    }
}
