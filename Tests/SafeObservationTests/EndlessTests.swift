// EndlessTests.swift - as many deliveries as one likes, each at the cost of the first, and the end of what owns itself.
import Glibc
import KVONotifying
import MiniFoundation
import MiniRuntime
import Observation
import SafeObservation
import Testing
import TypedClasses

private class Meter: ClassDescription {
    let level = Property<Int>(0)
}

/// For one test only, which counts its instances.
private class Mortal: ClassDescription {
    let level = Property<Int>(0)
}

/// A class that the compiler observes, in a file that imports both modules.
@Observable private final class MeterModel {
    var level = 0
}

/// Runs `body` on a thread with a small stack.
private func onSmallStack(_ body: @escaping @Sendable () -> Void) {
    final class Start: Sendable {
        let body: @Sendable () -> Void
        init(_ body: @escaping @Sendable () -> Void) { self.body = body }
    }
    var (thread, attributes) = (pthread_t(), pthread_attr_t())
    pthread_attr_init(&attributes)
    pthread_attr_setstacksize(&attributes, 512 << 10)
    pthread_create(
        &thread, &attributes,
        { start in
            Unmanaged<Start>.fromOpaque(start!).takeRetainedValue().body()
            return nil
        }, Unmanaged.passRetained(Start(body)).toOpaque())
    pthread_join(thread, nil)
}

@Suite("Deliveries without end")
struct EndlessTests {
    @Test("A hundred thousand sets reach a token, a controller and a binding on a stack of 512 KB")
    func deliveries() throws {
        let told = Locked((token: 0, controller: 0))
        onSmallStack {
            let (source, follower) = (Meter.new(), Meter.new())
            let token = source.observe(\.level) { _, _ in told.withLock { $0.token += 1 } }
            let controller = KVOController(observer: follower, retainsObserved: false)
            try! controller.observe(source, \.level, options: [.new]) { (_: Ref<Meter>, _, _) in
                told.withLock { $0.controller += 1 }
            }
            try! follower.bind(\.level, to: source, \.level)
            for level in 1...100_000 { source.level = level }
            precondition(follower.level == 100_000)
            token.invalidate()
            controller.unobserveAll()
        }
        #expect(told.withLock { $0 } == (100_000, 100_000))
    }

    @Test("A hundred thousand trace events reach their handler on a stack of 512 KB")
    func traceEvents() async {
        await #expect(processExitsWith: .success) {
            let count = Locked(0)
            onSmallStack {
                Trace.setHandler { _ in count.withLock { $0 += 1 } }
                for _ in 0..<100_000 { Trace.emit(TraceEvent(.willChange, text: "level")) }
                Trace.setHandler(nil)
            }
            precondition(count.withLock { $0 } == 100_000)
        }
    }

    @Test("An object dies while its stream, or a handler that owns its token, is alive", .timeLimit(.minutes(10)))
    func deaths() async {
        for _ in 0..<100 {
            let mortal = Mortal.new()
            let own = Locked<ObservationToken?>(nil)
            _ = own.exchange(mortal.observe(\.level) { _, _ in _ = own })
            let changes = mortal.changes(of: \.level)
            mortal.level = 1
            withExtendedLifetime(changes) {}
        }
        let stream = {
            let mortal = Mortal.new()
            let stream = mortal.changes(of: \.level)
            mortal.level = 5
            return stream
        }()
        var levels: [Int?] = []
        for await change in stream { levels.append(change.newValue) }
        #expect(levels == [5])
        #expect(Mortal.description.runtimeClass.instanceCount == 0)
    }

    @Test("@Observable compiles beside SafeObservation")
    func coexistence() {
        let (model, told) = (MeterModel(), Locked(0))
        withObservationTracking {
            _ = model.level
        } onChange: {
            told.withLock { $0 += 1 }
        }
        model.level = 1
        #expect(told.withLock { $0 } == 1)
    }

    @Test("removeAssociatedObjects leaves observations alone")
    func associations() throws {
        let (meter, told) = (Meter.new(), Locked(0))
        let token = meter.observe(\.level) { _, _ in told.withLock { $0 += 1 } }
        try meter.object.observe("level") { _, _, _ in told.withLock { $0 += 1 } }
        meter.object.removeAssociatedObjects()
        #expect(token.isValid)
        meter.level = 1
        #expect(told.withLock { $0 } == 2)
    }
}
