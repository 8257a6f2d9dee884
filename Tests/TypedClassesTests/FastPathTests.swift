// FastPathTests.swift - the fast path of messages with known types: a replaced method takes effect on it, and
// mismatches of types are described in words.
import KVONotifying
import MiniFoundation
import MiniRuntime
import Testing
import TypedClasses

/// Classes for this file only, because the tests replace their methods.
private class Dial: ClassDescription {
    let level = Property<Int32>(1)
    let label = Property<String>("dial")
    let ratio = Property<Double>(0.5)
    let partner = Property<Ref<Dial>?>(nil)
    let next = TypedMethod { (me: Ref<Dial>, step: Int32) in me.level + step }
}
/// A class of its own, because other tests use the methods of Dial at the same time.
private final class Swizzled: ClassDescription {
    let level = Property<Int32>(1)
}
private class DialBase: Dial {}
private final class Overriding: DialBase {
    let read = TypedMethod("level") { (_: Ref<Overriding>) -> Int32 in 99 }
    let write = TypedMethod("setLevel:") { (me: Ref<Overriding>, level: Int32) in
        try me.object.sendSuper(of: Overriding.description.runtimeClass, "setLevel:", level * 2)
    }
}
private final class Watched: Dial {}
private final class Wide: Dial {}
private final class Raising: Dial {
    let write = TypedMethod("setLevel:") { (_: Ref<Raising>, level: Int32) in
        if level < 0 { throw RuntimeException("NSRangeException", "\(level) is too low") }
    }
}
private final class Traced: Dial {}

@Suite("The fast path of typed properties")
struct FastPathTests {
    /// Returns the level as read in each possible way.
    private func levels(_ dial: Ref<some ClassDescription>, _ read: (Object) -> Int32) throws -> [Int32] {
        let invocation = Invocation(try MethodSignature("i16@0:8"))
        invocation.target = dial.object
        invocation.selector = "level"
        try invocation.invoke()
        return [
            read(dial.object), try dial.object.send("level", as: Int32.self),
            try dial.object.value(forKey: "level", as: Int32.self), try invocation.returnValue(as: Int32.self),
        ]
    }

    @Test("An accessor that is swizzled after it was used takes effect by name, by message, by key and by invocation")
    func swizzled() throws {
        let dial = Swizzled.new()
        dial.level = 5
        #expect(dial.level == 5)
        let cls = Swizzled.description.runtimeClass
        let getter = try #require(cls.instanceMethod("level"))
        let ivar = try IMP { (me: Object) -> Int32 in try -me.ivar("_level", as: Int32.self) }
        let original = getter.setImplementation(ivar)
        defer { getter.setImplementation(original) }
        #expect(try levels(dial) { Ref<Swizzled>($0)!.level } == [-5, -5, -5, -5])
        let setter = try #require(cls.instanceMethod("setLevel:"))
        let doubled = try IMP { (me: Object, level: Int32) in try me.setIvar("_level", to: level * 2) }
        let originalSetter = setter.setImplementation(doubled)
        defer { setter.setImplementation(originalSetter) }
        dial.level = 4
        #expect(dial.level == -8)
        try dial.object.setValue(5, forKey: "level")
        #expect(dial.level == -10)
    }

    @Test("An accessor that a subclass overrides is asked through the superclass's description")
    func overridden() throws {
        let dial = try #require(Overriding.new().as(DialBase.self))
        for _ in 1...3 {
            dial.level = 4
            #expect(dial.level == 99)
            #expect(try dial.object.ivar("_level", as: Int32.self) == 8)
        }
        let plain = DialBase.new()
        plain.level = 4
        #expect(plain.level == 4)
        #expect(try levels(Overriding.new()) { Ref<Overriding>($0)!.level } == [99, 99, 99, 99])
    }

    @Test("A typed set notifies from the first observer on, and no more when the last one is gone")
    func observed() throws {
        let (dial, other, watcher) = (Watched.new(), Watched.new(), try Watcher())
        dial.level = 1
        for round in 1...2 {
            try dial.object.addObserver(watcher.object, forKeyPath: "level")
            dial.level = 2
            other.level = 3
            try dial.object.removeObserver(watcher.object, forKeyPath: "level")
            dial.level = 4
            #expect(watcher.told.count == round)
        }
        #expect(dial.level == 4)
        #expect(other.level == 3)
    }

    @Test("Where the method has another type, the number is converted, or an error says what does not fit")
    func otherTypes() throws {
        let cls = try Wide.register(), dial = Wide.new()
        dial.level = 3
        let wide = try IMP(
            types: "q16@0:8",
            messageHandler: { message in
                message.result!.storeBytes(of: Int64(Int32.max) + 1, as: Int64.self)
            })
        cls.addMethod("level", wide, types: "q16@0:8")
        #expect(throws: RuntimeError.returnRange("level", value: "2147483648", type: "i")) { try dial.get(\.level) }
        let text = try IMP(types: "v24@0:8@16", messageHandler: { _ in })
        cls.addMethod("setLevel:", text, types: "v24@0:8@16")
        for _ in ["cold", "cached"] {
            #expect(throws: RuntimeError.argumentType("setLevel:", index: 0, expected: "@", given: "i")) {
                try dial.set(\.level, to: 3)
            }
        }
    }

    @Test("Wrong types are reported in the same words, however often the right ones were sent")
    func wrongTypes() throws {
        let object = Dial.new().object
        for _ in 1...3 {
            try object.send("setLevel:", Int32(3))
            #expect(throws: RuntimeError.argumentType("setLevel:", index: 0, expected: "i", given: "@")) {
                try object.send("setLevel:", object)
            }
            #expect(throws: RuntimeError.argumentCount("setLevel:", expected: 1, given: 2)) {
                try object.send("setLevel:", Int32(3), Int32(4))
            }
            #expect(throws: RuntimeError.returnType("label", expected: "@", given: "i")) {
                try object.send("label", as: Int32.self)
            }
            #expect(throws: RuntimeError.unexpectedNil("partner")) { try object.send("partner", as: Object.self) }
            #expect(try object.send("partner", as: Object?.self) == nil)
            #expect(try object.send("level", as: Int64.self) == 3)
            #expect(try object.send("ratio", as: Float.self) == 0.5)
        }
    }

    @Test("What a setter raises is thrown, and the next set goes as before")
    func raising() throws {
        let dial = Raising.new()
        for _ in 1...3 {
            try dial.set(\.level, to: 1)
            #expect(throws: RuntimeException("NSRangeException", "-1 is too low")) { try dial.set(\.level, to: -1) }
            #expect(throws: RuntimeException("NSRangeException", "-2 is too low")) {
                try dial.object.send("setLevel:", Int32(-2))
            }
        }
    }

    @Test("A traced message is reported, whichever way it was sent before")
    func traced() async {
        await #expect(processExitsWith: .success) {
            let dial = Traced.new()
            dial.level = 1
            let seen = Locked<[String]>([])
            Trace.setHandler { event in
                if event.kind == .message, let selector = event.selector { seen.append(selector.name) }
            }
            Trace.setTracesMessages(true)
            dial.level = 2
            _ = dial.level
            Trace.setTracesMessages(false)
            Trace.setHandler(nil)
            #expect(
                seen.read { copy $0 }.filter { $0.hasSuffix("evel") || $0.hasSuffix("evel:") } == [
                    "setLevel:", "level",
                ])
        }
    }

    @Test("A typed method is called with what it was given, and by its description from a subclass")
    func methods() throws {
        let dial = try #require(Watched.new().as(Dial.self))
        dial.level = 1
        for step in Int32(1)...3 { #expect(try dial.next(step) == 1 + step) }
    }

    @Test("A selector from a literal is the selector of that name, wherever the literal stands")
    func literals() {
        for _ in ["first", "again"] {
            let (here, there): (Selector, Selector) = ("literalOf:this", "literalOf:this")
            #expect(here == there)
            #expect(here == Selector(String("literalOf:this")))
            #expect(("名前:" as Selector).name == "名前:")
            #expect(("" as Selector).name == "")
            #expect(("x" as Selector).name == "x")
        }
    }
}
