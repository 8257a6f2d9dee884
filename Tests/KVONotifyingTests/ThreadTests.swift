import Glibc
import KVONotifying
import MiniFoundation
import MiniRuntime
import Testing

/// Runs `body` on `count` threads at once, and waits for all.
private func onThreads(_ count: Int, _ body: @escaping @Sendable (Int) throws -> Void) throws {
    final class Start: Sendable {
        let body: @Sendable () -> Void
        init(_ body: @escaping @Sendable () -> Void) { self.body = body }
    }
    let failures = Log()
    var threads: [pthread_t] = []
    for number in 0..<count {
        let start = Start {
            do { try body(number) } catch { failures.append("\(error)") }
        }
        var thread = pthread_t()
        pthread_create(
            &thread, nil,
            {
                Unmanaged<Start>.fromOpaque($0!).takeRetainedValue().body(); return nil
            },
            Unmanaged.passRetained(start).toOpaque())
        threads.append(thread)
    }
    for thread in threads { pthread_join(thread, nil) }
    #expect(failures.lines == [])
}

@Suite("Threads")
struct ThreadTests {
    @Test("B261 Four threads that set a thousand times each give four thousand notifications")
    func everySetIsTold() throws {
        let (person, recorder) = (try makePersonClass().new(), try Recorder())
        try person.addObserver(recorder.object, forKeyPath: "age", options: [.new, .old])
        try onThreads(4) { _ in
            for number in 0..<1000 { try person.setAge(Int32(number)) }
        }
        #expect(recorder.count == 4000)
        try person.removeObserver(recorder.object, forKeyPath: "age")
    }

    @Test("B263 Adding and removing while others set ends with isa back")
    func addingWhileSetting() throws {
        let cls = try makePersonClass()
        let person = try cls.new()
        try onThreads(4) { number in
            let recorder = try Recorder()
            for value in 0..<500 {
                if number % 2 == 0 {
                    try person.addObserver(recorder.object, forKeyPath: "age", options: [.new])
                    try person.removeObserver(recorder.object, forKeyPath: "age")
                } else {
                    try person.setAge(Int32(value))
                }
            }
        }
        #expect(person.isa == cls)
        #expect(person.observationInfo == nil)
    }

    @Test("B262 Two objects set in opposite order from callbacks do not deadlock")
    func oppositeOrder() throws {
        let cls = try makePersonClass()
        let (left, right) = (try cls.new(), try cls.new())
        let (leftRecorder, rightRecorder) = (try Recorder(), try Recorder())
        // Each thread sets its own object; the callback sets the other's name, which nobody observes.
        leftRecorder.whenTold { _ in try right.send("setName:", Object?.none) }
        rightRecorder.whenTold { _ in try left.send("setName:", Object?.none) }
        try left.addObserver(leftRecorder.object, forKeyPath: "age")
        try right.addObserver(rightRecorder.object, forKeyPath: "age")
        try onThreads(2) { number in
            for value in 0..<500 { try (number == 0 ? left : right).setAge(Int32(value)) }
        }
        #expect((leftRecorder.count, rightRecorder.count) == (500, 500))
        try left.removeObserver(leftRecorder.object, forKeyPath: "age")
        try right.removeObserver(rightRecorder.object, forKeyPath: "age")
    }

    @Test("Threads that observe one new class for the first time share one notifying class")
    func firstObservationRaces() throws {
        let cls = try makePersonClass()
        let names = Log()
        try onThreads(4) { _ in
            let (person, recorder) = (try cls.new(), try Recorder())
            try person.addObserver(recorder.object, forKeyPath: "age")
            names.append(person.isa.name)
            try person.removeObserver(recorder.object, forKeyPath: "age")
        }
        #expect(Set(names.lines) == ["NSKVONotifying_\(cls.name)"])
    }

    @Test("B259 B265 Two threads that remove one registration: exactly one gets NSRangeException")
    func racingRemovals() throws {
        let cls = try makePersonClass()
        for _ in 0..<100 {
            let (person, recorder) = (try cls.new(), try Recorder())
            try person.addObserver(recorder.object, forKeyPath: "age")
            let outcomes = Log()
            try onThreads(2) { _ in
                outcomes.append(
                    raised { try person.removeObserver(recorder.object, forKeyPath: "age") }?.name ?? "removed")
            }
            #expect(outcomes.lines.sorted() == ["NSRangeException", "removed"])
        }
    }
}
