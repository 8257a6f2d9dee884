// SinkTests.swift - sinks, which are closures at the end of pipes, and the state that a pipe keeps for each.
import KVONotifying
import MiniFoundation
import MiniRuntime
import RuntimeTestSupport
import SafeObservation
import TestSupport
import Testing
import TypedClasses

@Suite("Sinks")
struct SinkTests {
    private let lamp = DeskLamp.new()
    private let room = LampRoom.new()
    private let panel = LampPanel.new()
    private let lines = Log()

    @Test("A sink gets the value now and each one that comes, as the pipe makes them, until it is invalidated")
    func values() {
        let sink = lamp.pipe(\.level).filter { $0 != 2 }.map { "level \($0)" }.sink { [lines] in lines.add($0) }
        for level in 1...3 { lamp.level = level }
        #expect(lines.take() == ["level 0", "level 1", "level 3"])
        #expect(sink.isValid)
        sink.invalidate()
        sink.invalidate()
        lamp.level = 4
        #expect(lines.all == [])
        #expect(!sink.isValid)
        #expect(lamp.object.isUntouched)
    }

    @Test("A sink that is not ready waits for the first change, and one whose token is dropped is over")
    func lifetime() {
        var sink: PropertySink? = lamp.pipe(\.level).sink(isReady: false) { [lines] in lines.add("\($0)") }
        #expect(lines.all == [])
        lamp.level = 1
        #expect(lines.take() == ["1"])
        #expect(sink?.isValid == true)
        sink = nil
        lamp.level = 2
        #expect(lines.all == [])
        #expect(lamp.object.isUntouched)
    }

    @Test("Values that are as the one before are left out, for each sink by itself")
    func duplicates() {
        let pipe = lamp.pipe(\.level).map { $0 / 10 }.removeDuplicates()
        let first = pipe.sink { [lines] in lines.add("first \($0)") }
        lamp.level = 15
        let second = pipe.sink { [lines] in lines.add("second \($0)") }
        for level in [19, 20, 15] { lamp.level = level }
        #expect(lines.all.filter { $0.hasPrefix("first") } == ["first 0", "first 1", "first 2", "first 1"])
        #expect(lines.all.filter { $0.hasPrefix("second") } == ["second 1", "second 2", "second 1"])
        withExtendedLifetime((first, second)) {}
    }

    @Test("What counts as the same can be said, and what comes after is not called for what is left out")
    func duplicatesBy() {
        let sink = lamp.pipe(\.level).removeDuplicates { abs($0 - $1) < 5 }
            .map { [lines] in
                lines.add("map \($0)"); return $0
            }.after { [lines] in lines.add("after \($0)") }
            .sink { [lines] in lines.add("\($0)") }
        for level in [1, 4, 5, 9] { lamp.level = level }
        #expect(lines.all == ["map 0", "0", "after 0", "map 5", "5", "after 5"])
        sink.invalidate()
    }

    @Test("A part that has not changed is still a part of the whole, and one that is as before makes nothing flow")
    func duplicatesOfParts() {
        let parts = PropertyPipe.combine(lamp.pipe(\.level).removeDuplicates(), room.pipe(\.title)) { "\($0) \($1)" }
        let sink = parts.sink { [lines] in lines.add($0) }
        lamp.level = 0
        room.title = "attic"
        lamp.level = 1
        lamp.level = 1
        room.title = "attic"
        #expect(lines.all == ["0 hall", "0 attic", "1 attic", "1 attic"])
        sink.invalidate()
        #expect(lamp.object.isUntouched)
        #expect(room.object.isUntouched)
    }

    @Test("A map may leave values out")
    func compactMap() {
        let sink = lamp.pipe(\.name).compactMap { $0 }.sink { [lines] in lines.add($0) }
        for name in [nil, "one", nil, "two"] { lamp.name = name }
        #expect(lines.all == ["lamp", "one", "two"])
        sink.invalidate()
    }

    @Test("A change that the closure makes itself is delivered when it returns, unless it has ended the sink")
    func inside() {
        let token = Locked<Held?>(nil)
        let sink = lamp.pipe(\.level).sink { [lamp, lines] level in
            lines.add("begin \(level)")
            if level == 1 { lamp.level = 2 }
            if level == 5 {
                lamp.level = 6
                token.read { copy $0 }?.sink.invalidate()
            }
            lines.add("end \(level)")
        }
        token.exchange(Held(sink: sink))
        _ = lines.take()
        lamp.level = 1
        #expect(lines.take() == ["begin 1", "end 1", "begin 2", "end 2"])
        lamp.level = 5
        #expect(lines.take() == ["begin 5", "end 5"])
        token.exchange(nil)
    }

    private struct Held: Lockable {
        let sink: PropertySink
    }

    @Test("What the closure throws is raised in whoever set the value, and the sink goes on")
    func throwing() {
        let sink = lamp.pipe(\.level).sink { [lines] level in
            if level == 1 { throw RuntimeException("LampException", "too bright") }
            lines.add("\(level)")
        }
        #expect(raised { try lamp.set(\.level, to: 1) }?.reason == "too bright")
        lamp.level = 2
        #expect(lines.all == ["0", "2"])
        sink.invalidate()
    }

    @Test("A sink keeps no object alive, and the closures are freed with the last source or with the sink")
    func closuresAreFreed() {
        func pour(from lamp: Ref<DeskLamp>) -> (PropertySink, Locked<Bool>) {
            let isFreed = Locked(false)
            let sink = lamp.pipe(\.level).removeDuplicates().sink { [canary = Canary(isFreed)] _ in canary.sing() }
            #expect(!isFreed.isSet)
            return (sink, isFreed)
        }
        let (sink, isFreed) = autoreleasepool { pour(from: DeskLamp.new()) }
        #expect(isFreed.isSet)
        #expect(!sink.isValid)
        let (second, secondIsFreed) = pour(from: lamp)
        second.invalidate()
        #expect(secondIsFreed.isSet)
    }

    @Test("Several threads that set a source: one call at a time, and the last value arrives")
    func threads() throws {
        let source = try #require(Ref<DeskLamp>(DeskLamp.new().object))
        let (last, inside) = (Locked(-1), Locked(0))
        let sink = source.pipe(\.level).sink { level in
            let count = inside.withLock { count in
                count += 1
                return count
            }
            #expect(count == 1)
            last.exchange(level)
            inside.withLock { $0 -= 1 }
        }
        onPooledThreads(4) { thread in for number in 1...200 { source.level = 1000 * thread + number } }
        #expect(last.withLock { $0 } == source.level)
        sink.invalidate()
    }
}
