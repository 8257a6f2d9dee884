// Sets.swift - a property that is set a million times, with every kind of observation on it.
import Foundation
import KVONotifying
import MiniRuntime
import SafeObservation
import Support
import TypedClasses

class Meter: ClassDescription {
    let number = Property<Int>(0)
}

/// The number of sets between two reads of the stream.
private let batch = 1000

func setMillions(of count: Int) {
    let (meter, listener, mirror) = (Meter.new(), Meter.new(), Meter.new())
    let (told, controlled, streamed, mirrored) = (Count(), Count(), Count(), Count())
    let (depth, controlledDepth) = (StackDepth(), StackDepth())
    let token = meter.observe(\.number, options: [.old, .new]) { _, change in
        depth.note()
        if change.newValue == told.value + 1 && change.oldValue == told.value { told.add() }
    }
    let controller = KVOController(observer: listener)
    try! controller.observe(meter, \.number, options: [.new]) { (_: Ref<Meter>, _, _) in
        controlledDepth.note()
        controlled.add()
    }
    try! mirror.bind(\.number, to: meter, \.number)
    let mirrorToken = mirror.observe(\.number) { _, _ in mirrored.add() }
    let newest = meter.changes(of: \.number, bufferingPolicy: .bufferingNewest(1))
    let all = meter.changes(of: \.number)

    var early: Footprint?
    for value in 1...count {
        meter.number = value
        guard value % batch == 0 else { continue }
        consume(batch, of: all, streamed)
        if value == count / 10 { early = Footprint(objects: ObjectRuntime.liveObjectCount) }
    }
    early?.expectUnchanged(Footprint(objects: ObjectRuntime.liveObjectCount), "\(count) sets")
    expect(told.value, is: count, "the number of deliveries to the token")
    expect(controlled.value, is: count, "the number of deliveries to the controller")
    expect(mirrored.value, is: count, "the number of sets by the binding")
    expect(mirror.number, is: count, "the value of the bound property")
    expect(streamed.value, is: count, "the number of changes in the stream")
    depth.expectConstant("the token's handler")
    controlledDepth.expectConstant("the controller's handler")
    expectLast(count, of: newest)
    withExtendedLifetime((token, mirrorToken, controller)) {}
}

/// Awaits `number` changes that are in the stream already.
private func consume(_ number: Int, of stream: ObservedChanges<Int>, _ count: Count) {
    let end = DispatchSemaphore(value: 0)
    Task.detached {
        var changes = stream.makeAsyncIterator()
        for _ in 0..<number {
            if await changes.next()?.newValue == count.value + 1 { count.add() }
        }
        end.signal()
    }
    end.wait()
}

/// Checks the change in a stream that keeps only the newest one.
private func expectLast(_ value: Int, of stream: ObservedChanges<Int>) {
    let end = DispatchSemaphore(value: 0)
    Task.detached {
        for await change in stream {
            expect(change.newValue ?? -1, is: value, "the newest change")
            break
        }
        end.signal()
    }
    end.wait()
}

func setRepeatedly(_ count: Int) {
    let (meter, listener, mirror) = (Meter.new(), Meter.new(), Meter.new())
    let told = Count()
    let token = meter.observe(\.number, options: [.old, .new]) { _, _ in told.add() }
    let controller = KVOController(observer: listener)
    try! controller.observe(meter, \.number, options: [.new]) { (_: Ref<Meter>, _, _) in told.add() }
    try! mirror.bind(\.number, to: meter, \.number)
    // Above what is kept as one object for each number.
    for value in 0..<count { meter.number = 1_000_000 + value }
    withExtendedLifetime((token, controller)) {}
    expect(told.value, is: 2 * count, "the number of deliveries")
}
