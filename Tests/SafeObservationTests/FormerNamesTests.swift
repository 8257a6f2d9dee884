// FormerNamesTests.swift - the deprecated functions that `onChange(of:)` replaces. The next version removes them.
//
// The compiler reports calls of them, but not in a deprecated function; and not the call of that function through a
// protocol.
import KVONotifying
import MiniFoundation
import MiniRuntime
import SafeObservation
import TestSupport
import Testing
import TypedClasses

private protocol FormerProgram {
    func observeAndUnobserve(_ lamp: Ref<DeskLamp>, _ panel: Ref<LampPanel>, _ lines: Log) throws
    func observeNil(_ lamp: Ref<DeskLamp>, _ lines: Log) throws
    func observeGroups(_ lamps: [Ref<DeskLamp>], _ panel: Ref<LampPanel>, _ lines: Log) throws
    func post(_ lamp: Ref<DeskLamp>, _ lines: Log) throws
}

private struct Program: FormerProgram {
    @available(*, deprecated)
    func observeAndUnobserve(_ lamp: Ref<DeskLamp>, _ panel: Ref<LampPanel>, _ lines: Log) throws {
        try lamp.observe(\.level) { _, level, change in lines.add("own \(change.oldValue!) -> \(level!)") }
        try panel.observe(target: lamp, \.level) { panel, _, level, _ in panel.level = level! }
        try panel.object.observe(target: lamp.object, "name") { _, _, name, _ in
            lines.add(name?.description ?? "no name")
        }
        lamp.level = 4
        lines.add("panel \(panel.level)")
        panel.unobserve(target: lamp, \.level)
        (lamp.level, lamp.name) = (5, nil)
        panel.unobserve(target: lamp)
        try panel.observe(target: lamp, \.level) { panel, _, level, _ in panel.level = level! }
        panel.unobserveTargets()
        lamp.unobserve(\.level)
        (lamp.level, lamp.name) = (6, "n")
        lines.add("panel \(panel.level)")
    }

    @available(*, deprecated)
    func observeNil(_ lamp: Ref<DeskLamp>, _ lines: Log) throws {
        try lamp.object.observe("name") { _, value, change in
            lines.add("\(value == nil) \(change.newValue == NSNull.object) \(change.oldValue!)")
        }
        lamp.name = nil
    }

    @available(*, deprecated)
    func observeGroups(_ lamps: [Ref<DeskLamp>], _ panel: Ref<LampPanel>, _ lines: Log) throws {
        let (lamp, other) = (lamps[0], lamps[1])
        try panel.object.observe(targets: [(lamp.object, "level"), (lamp.object, "name"), (other.object, "level")]) {
            _, _, value in lines.add(value?.description ?? "nil")
        }
        lamp.level = 1
        other.level = 2
        lamp.name = nil
        panel.unobserveTargets()
        try panel.observe(targets: lamps, \.level) { _, _, level, _ in lines.add("typed \(level!)") }
    }

    @available(*, deprecated)
    func post(_ lamp: Ref<DeskLamp>, _ lines: Log) throws {
        try lamp.post(\.name) { lamp, name in lines.add("\(name, default: "nil") \(lamp.level)") }
        try lamp.object.post("level") { _, level in lines.add(level!.description) }
        lamp.unobserveAll()
        (lamp.name, lamp.level) = (nil, 3)
        lamp.stopPosting(\.name)
        (lamp.name, lamp.level) = ("n", 4)
        lamp.object.stopPosting("level")
    }
}

@Suite("Deprecated names of onChange(of:)")
struct FormerNamesTests {
    private let program: any FormerProgram = Program()
    private let lamp = DeskLamp.new()
    private let panel = LampPanel.new()
    private let lines = Log()

    @Test("B278 observe with three or four parameters works as before, with the former default options")
    func observing() throws {
        try program.observeAndUnobserve(lamp, panel, lines)
        #expect(lines.all == ["lamp", "own 0 -> 4", "panel 4", "own 4 -> 5", "no name", "panel 5"])
        #expect(lamp.object.isUntouched)
    }

    @Test("B282 A value that is nil is nil for the closure, and NSNull in the change")
    func null() throws {
        try program.observeNil(lamp, lines)
        #expect(lines.all == ["true true lamp"])
    }

    @Test("B278 Several values at once, of one object or of several")
    func group() throws {
        try program.observeGroups([lamp, DeskLamp.new()], panel, lines)
        #expect(lines.all == ["0", "lamp", "0", "1", "2", "nil", "typed 1", "typed 2"])
    }

    @Test("B280 An object posts its own changes, until it stops")
    func posting() throws {
        try program.post(lamp, lines)
        #expect(lines.all == ["nil 0", "3", "4"])
        #expect(lamp.object.isUntouched)
    }
}
