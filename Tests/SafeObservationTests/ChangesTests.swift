// ChangesTests.swift - changes as an asynchronous sequence: what it holds, and when it ends.
import KVONotifying
import MiniFoundation
import MiniRuntime
import SafeObservation
import Testing
import TypedClasses

private class Meter: ClassDescription {
    let value = Property<Int>(0)
    let unit = Property<Ref<Firm>?>(nil)
}

/// For tests of what dies when.
private class MortalMeter: Meter {}

// The time of a test includes that of all tests that run beside it: a minute and more on a busy machine.
@Suite("Changes as a sequence", .timeLimit(.minutes(20)))
struct ChangesTests {
    @Test("Changes can be awaited, in order and with the values they had")
    func order() async {
        let meter = Meter.new()
        var changes = meter.changes(of: \.value, options: [.old, .new]).makeAsyncIterator()
        meter.value = 1
        meter.value = 2
        let (first, second) = (await changes.next(), await changes.next())
        #expect((first?.oldValue, first?.newValue) == (0, 1))
        #expect((second?.oldValue, second?.newValue) == (1, 2))
    }

    @Test("The first value can come at once, and a path may be followed")
    func initialOfPath() async {
        let meter = Meter.new()
        var changes = meter.changes(of: \.unit.name, options: [.initial, .new]).makeAsyncIterator()
        meter.unit = Firm.new()
        #expect(await changes.next()?.newValue == .some(nil))
        #expect(await changes.next()?.newValue == "Acme")
    }

    @Test("Nothing is lost by default; a policy may keep the newest only, and equal values can be left out")
    func buffering() async {
        let meter = Meter.new()
        let all = meter.changes(of: \.value)
        let newest = meter.changes(of: \.value, bufferingPolicy: .bufferingNewest(1))
        let different = meter.changes(of: \.value, skipsEqualValues: true)
        for number in 1...100 { meter.value = number / 2 }
        var iterator = newest.makeAsyncIterator()
        #expect(await iterator.next()?.newValue == 50)
        #expect(await Self.newValues(all, count: 100) == (1...100).map { $0 / 2 })
        #expect(await Self.newValues(different, count: 50) == Array(1...50))
    }

    private static func newValues(_ changes: AsyncStream<ObservedChange<Int>>, count: Int) async -> [Int] {
        var values: [Int] = []
        for await change in changes {
            values.append(change.newValue!)
            if values.count == count { break }
        }
        return values
    }

    @Test("Q06 The sequence ends when the object dies, after what was buffered")
    func death() async {
        var meter: Ref<MortalMeter>? = MortalMeter.new()
        let changes = meter!.changes(of: \.value)
        meter!.value = 1
        #expect(MortalMeter.description.runtimeClass.instanceCount == 1)
        meter = nil
        #expect(MortalMeter.description.runtimeClass.instanceCount == 0)
        var values: [Int] = []
        for await change in changes { values.append(change.newValue!) }
        #expect(values == [1])
    }

    @Test("Q06 Whoever is waiting when the object dies waits no longer")
    func deathWhileWaiting() async {
        let (started, begin) = AsyncStream.makeStream(of: Void.self)
        let firm = Locked<Ref<Firm>?>(Firm.new())
        let changes = firm.withLock { $0! }.changes(of: \.name, options: [.initial, .new])
        let task = Task {
            var count = 0
            for await _ in changes {
                count += 1
                begin.finish()
            }
            return count
        }
        for await _ in started {}
        firm.withLock { $0 = nil }
        #expect(await task.value == 1)
    }

    @Test("The observation ends when the sequence is dropped")
    func dropping() {
        let meter = Meter.new()
        do {
            let changes = meter.changes(of: \.value)
            #expect(meter.object.keyValueRegistrations.count == 1)
            withExtendedLifetime(changes) {}
        }
        #expect(meter.object.observationInfo == nil)
    }

    @Test("The observation ends when the task that awaits it is cancelled")
    func cancelling() async {
        let meter = Meter.new()
        let (started, begin) = AsyncStream.makeStream(of: Void.self)
        let changes = meter.changes(of: \.value, options: [.initial, .new])
        let task = Task {
            for await _ in changes { begin.finish() }
        }
        for await _ in started {}
        task.cancel()
        await task.value
        #expect(meter.object.observationInfo == nil)
    }

    @Test("Changes made on other threads arrive, each once")
    func threads() async {
        let meter = Meter.new()
        let changes = meter.changes(of: \.value)
        await withTaskGroup(of: Void.self) { group in
            for number in 0..<8 {
                group.addTask { for step in 0..<50 { meter.value = number * 50 + step } }
            }
        }
        #expect(await Self.newValues(changes, count: 400).count == 400)
    }
}
