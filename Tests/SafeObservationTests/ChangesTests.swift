// ChangesTests.swift - changes as an asynchronous sequence: its elements and its end.
import KVONotifying
import MiniFoundation
import MiniRuntime
import SafeObservation
import Testing
import TypedClasses

private class Meter: ClassDescription {
    let value = Property<Int>(0)
    let unit = Property<Ref<Firm>?>(nil)
    let broken = Computed<Int> { (_: Ref<Meter>) in throw RuntimeException("Broken", "cannot be read") }
}

/// A class for tests of deallocation.
private class MortalMeter: Meter {}

@Suite("Changes as a sequence")
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
        let change = await changes.next()
        #expect(change?.newValue == nil)
        #expect(change?.hasNewValue == true)
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

    private static func newValues(_ changes: ObservedChanges<Int>, count: Int) async -> [Int] {
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

    @Test("A sequence says that it ended because its object died, as soon as that is so, and goes on saying it")
    func endOfObject() async {
        var meter: Ref<Meter>? = Meter.new()
        let changes = meter!.changes(of: \.value)
        meter!.value = 1
        #expect(changes.termination == nil)
        meter = nil
        #expect(changes.termination == .objectDied)
        for await change in changes { #expect(change.newValue == 1) }
        let task = Task { for await _ in changes {} }
        task.cancel()
        await task.value
        #expect(changes.termination == .objectDied)
    }

    @Test("A sequence says that it ended because its task was cancelled, and goes on saying it when the object dies")
    func endByCancelling() async {
        var meter: Ref<Meter>? = Meter.new()
        let changes = meter!.changes(of: \.value)
        let task = Task { for await _ in changes {} }
        task.cancel()
        await task.value
        #expect(changes.termination == .cancelled)
        meter = nil
        #expect(changes.termination == .cancelled)
    }

    @Test("A loop that is left ends nothing: the next one goes on, and so does a copy")
    func leaving() async {
        let meter = Meter.new()
        let changes = meter.changes(of: \.value)
        for value in 1...3 { meter.value = value }
        let copy = changes
        for await change in changes where change.newValue == 2 { break }
        #expect(changes.termination == nil)
        for await change in copy where change.newValue == 3 { break }
        #expect(meter.object.keyValueRegistrations.count == 1)
    }

    @Test("A sequence that cannot be observed is over from the start, and says that nobody died")
    func refused() async throws {
        let meter = Meter.new()
        #expect(throws: RuntimeException("Broken", "cannot be read")) {
            try RuntimeException.catching {
                let changes = meter.changes(of: \.broken, options: [.initial, .new])
                #expect(changes.termination == .cancelled)
            }
        }
        #expect(meter.object.observationInfo == nil)
    }

    @Test("Of a death and a cancelling at once, one is the reason, and the loop that ends finds it")
    func race() async {
        for _ in 0..<100 {
            let meter = Locked<Ref<Meter>?>(Meter.new())
            let changes = meter.withLock { $0! }.changes(of: \.value)
            let task = Task {
                for await _ in changes {}
                return changes.termination
            }
            let death = Task { _ = meter.exchange(nil) }
            task.cancel()
            let reason = await task.value
            await death.value
            #expect(reason != nil)
            #expect(reason == changes.termination)
        }
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
