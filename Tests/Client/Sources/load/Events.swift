// Events.swift - a trace handler that is called many times.
import MiniRuntime
import SafeObservation
import Support
import TypedClasses

func traceMany(_ count: Int) {
    let meter = Meter.new()
    let token = meter.observe(\.number, options: [.old, .new]) { _, _ in }
    let (events, deliveries, depth) = (Count(), Count(), StackDepth())
    Trace.setHandler { event in
        events.add()
        guard event.kind == .notification else { return }
        deliveries.add()
        depth.note()
    }
    var (sets, early) = (0, Footprint?.none)
    while events.value < count {
        sets += 1
        meter.number = sets
        if early == nil && events.value > count / 10 { early = Footprint(objects: ObjectRuntime.liveObjectCount) }
    }
    let late = Footprint(objects: ObjectRuntime.liveObjectCount)
    Trace.setHandler(nil)
    early?.expectUnchanged(late, "\(count) events")
    expect(deliveries.value, is: sets, "the number of deliveries among \(events.value) events")
    depth.expectConstant("the trace handler")
    withExtendedLifetime(token) {}
}
