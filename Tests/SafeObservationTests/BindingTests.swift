// BindingTests.swift - bindings, which copy the value of one property to another.
import KVONotifying
import MiniFoundation
import MiniRuntime
import RuntimeTestSupport
import SafeObservation
import TestSupport
import Testing
import TypedClasses

@Suite("Bindings")
struct BindingTests {
    private let panel = LampPanel.new()
    private let other = LampPanel.new()
    private let lamp = DeskLamp.new()

    @Test("B279 A bound property has the other's value now, and follows it until it is cut off")
    func following() throws {
        lamp.level = 3
        try panel.bind(\.level, to: lamp, \.level)
        #expect(panel.level == 3)
        lamp.level = 4
        #expect(panel.level == 4)
        panel.cutOff(\.level)
        lamp.level = 5
        #expect(panel.level == 4)
        #expect(lamp.object.isUntouched)
    }

    @Test("B279 By name, values are converted as key-value coding does")
    func byName() throws {
        try panel.object.bind("celsius", to: lamp.object, "level")
        lamp.level = 21
        #expect(panel.celsius == 21)
        panel.object.cutOff("celsius")
        #expect(lamp.object.isUntouched)
    }

    @Test("B279 Two properties that are bound to each other settle, whichever is set")
    func mutual() throws {
        panel.text = "one"
        try other.bind(\.text, to: panel, \.text)
        try panel.bind(\.text, to: other, \.text)
        #expect(other.text == "one")
        other.text = "two"
        #expect((panel.text, other.text) == ("two", "two"))
        panel.text = "three"
        #expect((panel.text, other.text) == ("three", "three"))
    }

    @Test("B279 They settle by name as well, and in a ring of three")
    func ring() throws {
        let third = LampPanel.new()
        for (follower, leader) in [(other, panel), (third, other), (panel, third)] {
            try follower.object.bind("level", to: leader.object, "level")
        }
        for (number, panel) in [panel, other, third].enumerated() {
            panel.level = 10 + number
            #expect([self.panel.level, other.level, third.level] == Array(repeating: 10 + number, count: 3))
        }
    }

    @Test("B279 They settle with converters that are not inverse to each other: each runs once for a set")
    func notInverse() throws {
        let lines = Log()
        try panel.pipe(\.level).map { level in
            lines.add("there")
            return level + 1
        }.into(other, \.level)
        try other.pipe(\.level).map { level in
            lines.add("back")
            return level + 1
        }.into(panel, \.level)
        _ = lines.take()
        panel.level = 10
        #expect((other.level, panel.level) == (11, 12))
        #expect(lines.take() == ["there", "back"])
        other.level = 20
        #expect((panel.level, other.level) == (21, 22))
        #expect(lines.take() == ["back", "there"])
    }

    @Test("B279 Two units of one quantity are bound to each other, with rounding")
    func units() throws {
        try panel.pipe(\.celsius).map { $0 * 9 / 5 + 32 }.into(panel, \.fahrenheit)
        try panel.pipe(\.fahrenheit).map { ($0 - 32) * 5 / 9 }.into(panel, \.celsius)
        panel.celsius = 100
        #expect(panel.fahrenheit == 212)
        panel.fahrenheit = 100
        #expect(abs(panel.celsius - 37.78) < 0.01)
        panel.cutOff(\.celsius)
        panel.cutOff(\.fahrenheit)
        #expect(panel.object.isUntouched)
    }

    @Test("B279 Not a number, which equals nothing, settles too")
    func notANumber() throws {
        try panel.bind(\.celsius, to: other, \.celsius)
        try other.bind(\.celsius, to: panel, \.celsius)
        panel.celsius = .nan
        #expect(other.celsius.isNaN)
        panel.celsius = 1
        #expect(other.celsius == 1)
    }

    @Test("What is equal already is not set")
    func equalValues() throws {
        let lines = Log()
        let token = panel.observe(\.level) { _, change in lines.add("\(change.newValue!)") }
        try panel.bind(\.level, to: lamp, \.level)
        lamp.level = 0
        lamp.level = 1
        lamp.level = 1
        #expect(lines.all == ["1"])
        token.invalidate()
    }

    @Test("One property can follow several, and be cut off from one of them")
    func cuttingOff() throws {
        let second = DeskLamp.new()
        try panel.bind(\.level, to: lamp, \.level)
        try panel.bind(\.level, to: second, \.level)
        try lamp.pipe(\.room.title).map { $0 ?? "dark" }.into(panel, \.text)
        panel.cutOff(\.level, from: lamp)
        lamp.level = 1
        #expect(panel.level == 0)
        second.level = 2
        #expect(panel.level == 2)
        lamp.room = LampRoom.new()
        #expect(panel.text == "hall")
    }

    @Test("A binding keeps nobody alive, and ends with either side")
    func lifetimes() throws {
        let cls = try ClassBuilder(uniqueName("Bound"), superclass: LampPanel.description.runtimeClass).register()
        try autoreleasepool {
            let (first, second) = (Ref<LampPanel>(try cls.new())!, Ref<LampPanel>(try cls.new())!)
            try first.bind(\.level, to: second, \.level)
            try second.bind(\.level, to: first, \.level)
            try first.bind(\.level, to: lamp, \.level)
            try panel.bind(\.level, to: first, \.level)
            lamp.level = 9
            #expect((second.level, panel.level) == (9, 9))
        }
        #expect(cls.instanceCount == 0)
        #expect(lamp.object.isUntouched)
        lamp.level = 10
        #expect(panel.level == 9)
    }

    @Test("If the value cannot be set now, that raises, and nothing is bound")
    func refused() throws {
        #expect(raised { try panel.object.bind("colour", to: lamp.object, "level") }?.name == "NSUnknownKeyException")
        #expect(raised { try panel.object.bind("level", to: lamp.object, "colour") } != nil)
        lamp.name = nil
        #expect(raised { try panel.object.bind("level", to: lamp.object, "name") } != nil)
        #expect(lamp.object.isUntouched)
    }

    @Test("If it cannot be set later, that is raised in whoever set the source")
    func refusedLater() throws {
        lamp.name = "7"
        try panel.object.bind("text", to: lamp.object, "name")
        try lamp.object.onChange(of: "level") { _, _ in throw RuntimeException("LampException", "too bright") }
        try lamp.bind(\.level, to: panel, \.level)
        #expect(raised { try panel.set(\.level, to: 1) }?.reason == "too bright")
        lamp.object.unobserve("level")
        panel.level = 2
        #expect(lamp.level == 2)
    }

    @Test("A source that another thread sets while its old value is on the way: the new one arrives")
    func setMeanwhile() throws {
        try lamp.pipe(\.level).map { [lamp] level in
            if level == 1 { onPooledThreads(1) { _ in lamp.level = 2 } }
            return level
        }.into(panel, \.level)
        lamp.level = 1
        #expect(panel.level == 2)
    }

    @Test("Sources that several threads set: the last value arrives")
    func threads() throws {
        let (source, follower) = (try makeSharedClass().new(), try makeSharedClass().new())
        try follower.bind("number", to: source, "number")
        onPooledThreads(4) { thread in
            for number in 1...200 {
                try source.send("setNumber:", Int32(1000 * thread + number))
            }
        }
        #expect(
            try follower.value(forKey: "number", as: Int32.self) == source.value(forKey: "number", as: Int32.self))
    }

    @Test("A binding is ended by what bind returned, and that one only; it need not be kept")
    func token() throws {
        let binding = try panel.bind(\.level, to: lamp, \.level)
        try other.bind(\.level, to: lamp, \.level)
        #expect(binding.isValid)
        binding.invalidate()
        binding.invalidate()
        lamp.level = 1
        #expect((panel.level, other.level) == (0, 1))
        #expect(!binding.isValid)
        let byName = try panel.object.bind("level", to: lamp.object, "level")
        byName.invalidate()
        lamp.level = 2
        #expect(panel.level == 1)
        let ended = try autoreleasepool { try panel.bind(\.level, to: DeskLamp.new(), \.level) }
        #expect(!ended.isValid)
    }

    @Test("A bound property has what is made of the other's value")
    func transform() throws {
        try panel.bind(\.text, to: lamp, \.level) { "\($0) lumen" }
        #expect(panel.text == "0 lumen")
        lamp.level = 5
        #expect(panel.text == "5 lumen")
    }

    @Test("In both directions, the source wins at first; what cannot be taken back stays, and what was typed as well")
    func bothWays() throws {
        lamp.level = 3
        let binding = try panel.bind(\.text, to: lamp, \.level, transform: { "\($0)" }, reverse: { Int($0) })
        #expect(panel.text == "3")
        panel.text = "0012"
        #expect((lamp.level, panel.text) == (12, "0012"))
        panel.text = "bright"
        #expect((lamp.level, panel.text) == (12, "bright"))
        lamp.level = 4
        #expect(panel.text == "4")
        binding.invalidate()
        panel.text = "5"
        #expect(lamp.level == 4)
        #expect(panel.object.isUntouched)
        #expect(lamp.object.isUntouched)
    }

    @Test("In both directions, a value that loses on the way does not come back to the source")
    func lossy() throws {
        panel.celsius = 1.5
        try other.bind(\.level, to: panel, \.celsius, transform: { Int($0) }, reverse: { Double($0) })
        #expect((other.level, panel.celsius) == (1, 1.5))
        panel.celsius = 2.5
        #expect((other.level, panel.celsius) == (2, 2.5))
        other.level = 3
        #expect((other.level, panel.celsius) == (3, 3))
    }

    @Test("Both directions end when the property is cut off, from that source or from all, and with either object")
    func bothWaysEnd() throws {
        func bindBothWays(_ panel: Ref<LampPanel>, _ lamp: Ref<DeskLamp>) throws -> PropertyBinding {
            try panel.bind(\.text, to: lamp, \.level, transform: { "\($0)" }, reverse: { Int($0) })
        }
        _ = try bindBothWays(panel, lamp)
        panel.cutOff(\.text)
        #expect(panel.object.isUntouched)
        #expect(lamp.object.isUntouched)
        _ = try bindBothWays(panel, lamp)
        panel.cutOff(\.text, from: lamp)
        #expect(panel.object.isUntouched)
        #expect(lamp.object.isUntouched)
        let sourceDied = try autoreleasepool { try bindBothWays(panel, DeskLamp.new()) }
        #expect(!sourceDied.isValid)
        #expect(panel.object.isUntouched)
        let subscriberDied = try autoreleasepool { try bindBothWays(LampPanel.new(), lamp) }
        #expect(!subscriberDied.isValid)
        #expect(lamp.object.isUntouched)
    }
}
