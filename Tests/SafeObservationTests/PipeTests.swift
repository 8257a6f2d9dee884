// PipeTests.swift - pipes, which convert values between one property and another.
import KVONotifying
import MiniFoundation
import MiniRuntime
import SafeObservation
import TestSupport
import Testing
import TypedClasses

@Suite("Pipes")
struct PipeTests {
    private let panel = LampPanel.new()
    private let lamp = DeskLamp.new()
    private let room = LampRoom.new()
    private let lines = Log()

    @Test("B279 A filter lets some values through, the present one included")
    func filter() throws {
        lamp.level = 3
        try lamp.pipe(\.level).filter { $0 % 2 == 0 }.into(panel, \.level)
        #expect(panel.level == 0)
        for level in [4, 5] { lamp.level = level }
        #expect(panel.level == 4)
    }

    @Test("B279 A map makes other values of them, of another type")
    func map() throws {
        try lamp.pipe(\.name).map { $0?.count ?? -1 }.into(panel, \.level)
        #expect(panel.level == 4)
        lamp.name = nil
        #expect(panel.level == -1)
    }

    @Test("B279 After the property has been set, an action gets the value of its place in the pipe")
    func after() throws {
        try lamp.pipe(\.level)
            .after { [lines, panel] in lines.add("level \($0), text \(panel.text)") }
            .filter { $0 < 10 }
            .map { "\($0) watts" }
            .after { [lines] in lines.add($0) }
            .into(panel, \.text)
        #expect(lines.take() == ["level 0, text 0 watts", "0 watts"])
        for level in [1, 1, 10] { lamp.level = level }
        #expect(lines.all == ["level 1, text 1 watts", "1 watts"])
    }

    @Test("B279 A pipe that is ready pushes the present value at once, another waits for the first change")
    func ready() throws {
        lamp.level = 3
        try lamp.pipe(\.level).into(panel, \.level, isReady: false)
        #expect(panel.level == 0)
        lamp.level = 4
        #expect(panel.level == 4)
    }

    @Test("B279 Several sources are reduced to one value, which flows when any of them does")
    func combined() throws {
        try PropertyPipe.combine(lamp.pipe(\.level), lamp.pipe(\.name), room.pipe(\.title)) { level, name, title in
            "\(name ?? "-") \(level) \(title)"
        }.into(panel, \.text)
        #expect(panel.text == "lamp 0 hall")
        lamp.level = 1
        #expect(panel.text == "lamp 1 hall")
        lamp.name = nil
        #expect(panel.text == "- 1 hall")
        room.title = "attic"
        #expect(panel.text == "- 1 attic")
        panel.cutOff(\.text, from: lamp)
        lamp.level = 2
        #expect(panel.text == "- 1 attic")
        #expect(lamp.object.isUntouched)
        room.title = "cellar"
        #expect(panel.text == "- 2 cellar")
        panel.cutOff(\.text)
        #expect(room.object.isUntouched)
    }

    @Test("A part that is filtered out holds the whole back, and a part that is dead does so for good")
    func missingPart() throws {
        try autoreleasepool {
            let mortal = DeskLamp.new()
            try PropertyPipe.combine(lamp.pipe(\.level).filter { $0 > 0 }, mortal.pipe(\.level)) { $0 + $1 }.into(
                panel, \.level)
            mortal.level = 5
            #expect(panel.level == 0)
            lamp.level = 1
            #expect(panel.level == 6)
            mortal.level = 6
            #expect(panel.level == 7)
        }
        lamp.level = 2
        #expect(panel.level == 7)
    }

    @Test("A pipe is only a description: nothing is observed until it leads somewhere, and it can lead to several")
    func description() throws {
        let pipe = lamp.pipe(\.level).map { $0 * 2 }
        #expect(lamp.object.isUntouched)
        let second = LampPanel.new()
        for panel in [panel, second] { try pipe.into(panel, \.level) }
        lamp.level = 4
        #expect((panel.level, second.level) == (8, 8))
    }

    @Test("What the closures of a pipe own is freed when it is cut off, or its source or its end dies")
    func closuresAreFreed() throws {
        func lead(from lamp: Ref<DeskLamp>, to panel: Ref<LampPanel>) throws -> Locked<Bool> {
            let isFreed = Locked(false)
            try lamp.pipe(\.level).filter { [canary = Canary(isFreed)] _ in
                canary.sing()
                return true
            }.into(panel, \.level)
            #expect(!isFreed.isSet)
            return isFreed
        }
        let cutOff = try lead(from: lamp, to: panel)
        panel.cutOff(\.level)
        #expect(cutOff.isSet)
        let sourceDied = try autoreleasepool { try lead(from: .init(DeskLamp.new().object)!, to: panel) }
        #expect(sourceDied.isSet)
        let endDied = try autoreleasepool { try lead(from: lamp, to: .init(LampPanel.new().object)!) }
        #expect(endDied.isSet)
        #expect(lamp.object.isUntouched)
    }
}
