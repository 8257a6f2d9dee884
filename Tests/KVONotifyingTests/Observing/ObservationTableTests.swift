// ObservationTableTests.swift - the C tables of registrations: their contents, and that nothing is left of them.
import CKeyValueObserving
import KVONotifying
import MiniFoundation
import MiniRuntime
import TestSupport
import Testing

private func expectWhole(_ place: String = #function) {
    let wrong = kvo_check_invariants().map { String(cString: $0) }
    #expect(wrong == nil, "\(place)")
}

@Suite("The table of registrations")
struct ObservationTableTests {
    private func dictionary(keys: Int) throws -> Object {
        let dictionary = NSMutableDictionary.object([])
        for key in 0..<keys { try dictionary.setValue(key, forKey: "k\(key)") }
        return dictionary
    }

    @Test(
        "One object may be observed at many keys, and each is found whatever others come and go",
        arguments: [1, 2, 9, 500])
    func manyKeys(count: Int) throws {
        let (object, recorder) = (try dictionary(keys: count), try Recorder())
        for key in 0..<count { try object.addObserver(recorder.object, forKeyPath: "k\(key)") }
        expectWhole()
        for key in stride(from: 0, to: count, by: 2) {
            try object.removeObserver(recorder.object, forKeyPath: "k\(key)")
            if key % 50 == 0 { expectWhole() }
        }
        for key in 0..<count { try object.setValue(-1, forKey: "k\(key)") }
        #expect(recorder.keyPaths == stride(from: 1, to: count, by: 2).map { "k\($0)" })
        for key in stride(from: 1, to: count, by: 2) {
            try object.removeObserver(recorder.object, forKeyPath: "k\(key)")
        }
        expectWhole()
        #expect(object.observationInfo == nil)
    }

    @Test("When the key that was observed first is not observed any more, the others are listed as before")
    func firstKeyGoes() throws {
        let (person, recorder) = (try makePersonClass().new(), try Recorder())
        for key in ["age", "name"] { try person.addObserver(recorder.object, forKeyPath: key) }
        try person.removeObserver(recorder.object, forKeyPath: "age")
        #expect(person.keyValueRegistrations.map(\.keyPath) == ["name"])
        try person.addObserver(recorder.object, forKeyPath: "age")
        #expect(person.keyValueRegistrations.map(\.keyPath) == ["name", "age"])
        expectWhole()
        for key in ["age", "name"] { try person.removeObserver(recorder.object, forKeyPath: key) }
    }

    @Test("Many observers of one key are removed in any order, and the latest registration of each goes first")
    func manyObservers() throws {
        let object = try makePersonClass().new()
        let recorders = try (0..<300).map { _ in try Recorder() }
        for context in 1...3 {
            for recorder in recorders {
                try object.addObserver(
                    recorder.object, forKeyPath: "age", context: UnsafeMutableRawPointer(bitPattern: context))
            }
        }
        expectWhole()
        for (index, recorder) in recorders.enumerated() {
            try object.removeObserver(recorder.object, forKeyPath: "age")
            let left = object.keyValueRegistrations.filter { $0.observer == recorder.object }.map(\.context)
            #expect(left == [UnsafeRawPointer(bitPattern: 1), UnsafeRawPointer(bitPattern: 2)])
            if index % 30 == 0 { expectWhole() }
            try object.removeObserver(
                recorder.object, forKeyPath: "age", context: UnsafeMutableRawPointer(bitPattern: 1))
        }
        expectWhole()
        try object.send("setAge:", Int32(4))
        #expect(recorders.allSatisfy { $0.count == 1 })
        for recorder in recorders.reversed() { try object.removeObserver(recorder.object, forKeyPath: "age") }
        expectWhole()
        #expect(object.observationInfo == nil)
        #expect(object.keyValueRegistrations.isEmpty)
    }

    @Test("An object that is not observed any more has nothing of it: no side table, and no flag")
    func nothingLeft() throws {
        let (object, recorder) = (try makePersonClass().new(), try Recorder())
        for _ in 0..<3 {
            try object.addObserver(recorder.object, forKeyPath: "age")
            #expect(object.header?.isObserved == true)
            try object.removeObserver(recorder.object, forKeyPath: "age")
            #expect(object.header?.isObserved == false)
            #expect(object.header?.sideTableAddress == nil)
        }
        expectWhole()
    }

    /// In a process of its own: the list of all registrations owns every observed object of the process while it is
    /// read, and tests beside this one count their objects.
    @Test("Objects in thousands are found, and forgotten as they die")
    func manyObjects() async {
        await #expect(processExitsWith: .success) {
            let (cls, recorder) = (try makePersonClass(), try Recorder())
            var objects: [Object] = []
            for _ in 0..<3000 {
                let object = try cls.new()
                try object.addObserver(recorder.object, forKeyPath: "age", options: .untilEitherDies)
                objects.append(object)
            }
            expectWhole()
            for object in objects[..<1500] { try object.removeObserver(recorder.object, forKeyPath: "age") }
            expectWhole()
            for object in objects { try object.send("setAge:", Int32(1)) }
            #expect(recorder.count == 1500)
            objects = []
            expectWhole()
            #expect(recorder.object.keyValueRegistrationsHeld.isEmpty)
        }
    }

    @Test("Threads add, remove and let die on objects that share stripes: the table stays whole")
    func threads() throws {
        let cls = try makePersonClass()
        let shared = try (0..<4).map { _ in try cls.new() }
        onThreads(6) { thread in
            let observers = try (0..<20).map { _ in try Recorder() }
            for round in 0..<60 {
                let own = try cls.new()
                for (index, observer) in observers.enumerated() {
                    let target = (index + round) % 3 == 0 ? own : shared[(index + thread) % 4]
                    try target.addObserver(observer.object, forKeyPath: index % 2 == 0 ? "age" : "name")
                    if round % 4 == 0 { try target.send("setAge:", Int32(round)) }
                    try target.removeObserver(observer.object, forKeyPath: index % 2 == 0 ? "age" : "name")
                }
                if round % 10 == 0 { expectWhole() }
            }
        }
        #expect(shared.allSatisfy { $0.observationInfo == nil && $0.isa == cls })
        expectWhole()
    }
}
