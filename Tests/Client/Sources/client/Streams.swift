// Streams.swift - tasks that await changes until they are cancelled or the object dies, and handlers that own their
// token.
import Dispatch
import SafeObservation
import Support
import TypedClasses

private class Sensor: ClassDescription {
    let value = Property<Int>(0)
    let label = Property<String>("sensor")
}

@Sendable func streams() async {
    await repeatedly {
        let sensor = Sensor.new()
        await awaitChanges(of: sensor)
        await awaitWhileSetting(sensor)
        await cancelTasks(awaiting: sensor)
        // All observations have ended: the isa is the original class again.
        expect(sensor.object.isa, is: Sensor.description.runtimeClass, "the isa at the end")
    }
    expect(Sensor.description.runtimeClass.instanceCount, is: 0, "the number of sensors")
}

private func awaitChanges(of sensor: Ref<Sensor>) async {
    let stream = sensor.changes(of: \.value)
    let consumer = Task { () -> [Int] in
        var values: [Int] = []
        for await change in stream {
            values.append(change.newValue ?? -1)
            if values.count == 1000 { break }
        }
        return values
    }
    for value in 1...1000 { sensor.value = value }
    let values = await consumer.value
    expect(values, is: Array(1...1000), "what was awaited")
}

/// One task sets while another one awaits: nothing is lost, and the order is kept.
private func awaitWhileSetting(_ sensor: Ref<Sensor>) async {
    let last = 100_000
    let stream = sensor.changes(of: \.value)
    let consumer = Task.detached { () -> Int in
        var count = 0
        for await change in stream {
            expect(change.newValue ?? -1, is: count + 1, "the value of a change")
            if change.newValue != count + 1 { break }
            count += 1
            if count == last { break }
        }
        return count
    }
    await Task.detached { for value in 1...last { sensor.value = value } }.value
    expect(await consumer.value, is: last, "the number of changes that were awaited while a task set the values")
}

/// Cancels each task while it waits for a change that never comes.
private func cancelTasks(awaiting sensor: Ref<Sensor>) async {
    let waiting = (0..<8).map { _ in
        let stream = sensor.changes(of: \.label, bufferingPolicy: .bufferingNewest(1))
        return Task { () -> Int in
            var count = 0
            for await _ in stream { count += 1 }
            return count
        }
    }
    for task in waiting { task.cancel() }
    for task in waiting { expect(await task.value, is: 0, "what a cancelled task was given") }
}

@Sendable func dyingWhileStreamed() async {
    await repeatedly(rounds: 20) {
        var sensor: Ref<Sensor>? = Sensor.new()
        let streams = (0..<4).map { _ in sensor!.changes(of: \.value) }
        let tasks = streams.map { stream in
            Task { () -> Int in
                var sum = 0
                for await change in stream { sum += change.newValue ?? 0 }
                return sum
            }
        }
        for value in 1...10 { sensor!.value = value }
        sensor = nil
        for task in tasks { expect(await task.value, is: 55, "the sum of what was buffered when the object died") }
    }
    // The same on threads, each with an object that dies beside its stream, which is never awaited.
    await repeatedly {
        onThreads(4) { _ in
            for _ in 0..<100 {
                let sensor = Sensor.new()
                let stream = sensor.changes(of: \.value)
                sensor.value = 1
                withExtendedLifetime(stream) { _ = consume sensor }
            }
        }
    }
    expect(Sensor.description.runtimeClass.instanceCount, is: 0, "the number of sensors")
}

/// Keeps the token that its handler needs.
private final class Slot: Sendable {
    private let lock = DispatchQueue(label: "slot")
    nonisolated(unsafe) private var token: KeyValueObservation?  // used on the queue only

    func hold(_ new: KeyValueObservation) { lock.sync { unsafe token = new } }
    func drop() {
        let old = lock.sync { () -> KeyValueObservation? in
            defer { unsafe token = nil }
            return unsafe token
        }
        old?.invalidate()
    }
}

@Sendable func owningTokens() async {
    await repeatedly {
        // The handler owns its token, and releases it at the third change.
        let (sensor, told, slot) = (Sensor.new(), Count(), Slot())
        slot.hold(
            sensor.observe(\.value) { _, _ in
                told.add()
                if told.value == 3 { slot.drop() }
            })
        for value in 1...10 { sensor.value = value }
        expect(told.value, is: 3, "the number of deliveries until the handler let go of its token")

        // The handler owns its token, and the object dies meanwhile, here and on other threads.
        onThreads(4) { _ in
            for _ in 0..<50 {
                let (sensor, slot) = (Sensor.new(), Slot())
                slot.hold(sensor.observe(\.value) { _, _ in withExtendedLifetime(slot) {} })
                sensor.value = 1
            }
        }
    }
    expect(Sensor.description.runtimeClass.instanceCount, is: 0, "the number of sensors")
}
