import KVONotifying
import MiniFoundation
import MiniRuntime
import SafeObservation
import Testing
import TypedClasses

class Firm: ClassDescription {
    let name = Property<String>("Acme")
}

class Worker: ClassDescription {
    let age = Property<Int32>(7)
    let nickname = Property<String?>(nil)
    let employer = Property<Ref<Firm>?>(nil)
}

@Suite("observe")
struct ObserveTests {
    @Test("A handler gets typed old and new values")
    func typedValues() {
        let worker = Worker.new()
        let seen = Locked<[String]>([])
        let token = worker.observe(\.age, options: [.old, .new]) { worker, change in
            seen.withLock { $0.append("\(change.oldValue!) -> \(change.newValue!), \(worker.age)") }
        }
        worker.age = 8
        token.invalidate()
        worker.age = 9
        #expect(seen.withLock { $0 } == ["7 -> 8, 8"])
        #expect(worker.object.observationInfo == nil)
    }

    @Test("A path of properties is followed, and equal values can be left out")
    func path() {
        let (worker, firm) = (Worker.new(), Firm.new())
        let seen = Locked<[String?]>([])
        let token = worker.observe(\.employer.name, skipsEqualValues: true) { _, change in
            seen.withLock { $0.append(change.newValue ?? "missing") }
        }
        worker.employer = firm
        worker.employer = firm
        firm.name = "Bolt"
        worker.employer = nil
        #expect(seen.withLock { $0 } == ["Acme", "Bolt", nil])
        token.invalidate()
    }

    @Test("Changes can be awaited")
    func changes() async {
        let worker = Worker.new()
        var changes = worker.changes(of: \.age).makeAsyncIterator()
        worker.age = 1
        worker.age = 2
        #expect(await changes.next()?.newValue == 1)
        #expect(await changes.next()?.newValue == 2)
    }
}
