import KVONotifying
import MiniFoundation
import MiniRuntime
import SafeObservation
import Testing
import TypedClasses

@Suite("KVOController")
struct KVOControllerTests {
    @Test("Several observations of one key path all fire, until the controller goes")
    func severalObservations() throws {
        let (observer, worker) = (Firm.new(), Worker.new())
        let seen = Locked<[String]>([])
        var controller: KVOController? = KVOController(observer: observer.object)
        for name in ["first", "second"] {
            try controller!.observe(worker.object, keyPath: "age", options: [.new]) { _, _, change, keyPath in
                let age = try change.newValue(as: Int.self)!
                seen.withLock { $0.append("\(name) \(keyPath) \(age)") }
            }
        }
        worker.age = 8
        #expect(seen.withLock { $0 } == ["second age 8", "first age 8"])
        controller = nil
        worker.age = 9
        #expect(seen.withLock { $0.count } == 2)
        #expect(worker.object.observationInfo == nil)
    }

    @Test("Unobserving inside the initial notification ends the observation")
    func unobserveInsideInitial() throws {
        let (observer, worker) = (Firm.new(), Worker.new())
        let controller = KVOController(observer: observer.object)
        let calls = Locked(0)
        try controller.observe(worker.object, keyPath: "age", options: [.initial, .new]) {
            [unowned controller] _, object, _, _ in
            calls.withLock { $0 += 1 }
            controller.unobserve(object)
        }
        worker.age = 1
        #expect(calls.withLock { $0 } == 1)
        #expect(worker.object.observationInfo == nil)
    }
}
