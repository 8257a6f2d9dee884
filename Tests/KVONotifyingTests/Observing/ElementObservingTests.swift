// ElementObservingTests.swift - collections cannot be observed; the elements of an array can, all or some of them at
// once.
import KVONotifying
import MiniFoundation
import MiniRuntime
import RuntimeTestSupport
import Testing

private func makePeople(_ count: Int) throws -> (array: Object, people: [Object]) {
    let cls = try makePersonClass()
    let people = try (0..<count).map { _ in try cls.new() }
    return (NSArray.object(people), people)
}

@Suite("Observing elements")
struct ElementObservingTests {
    // ── Collections ─────────────────────────────────────────────────────────────────────────────────

    @Test("B177 Arrays, sets and ordered sets refuse to be observed, and say which message is not supported")
    func refusal() throws {
        let recorder = try Recorder()
        let collections = [
            NSArray.object([]), NSMutableArray.object(), NSSet.object([]), NSMutableSet.object(),
            NSOrderedSet.object([]), NSMutableOrderedSet.object(),
        ]
        for collection in collections {
            let exceptions = [
                raised { try collection.addObserver(recorder.object, forKeyPath: "count") },
                raised { try collection.removeObserver(recorder.object, forKeyPath: "count") },
                raised { try collection.removeObserver(recorder.object, forKeyPath: "count", context: context(1)) },
            ]
            #expect(exceptions.map { $0?.name } == Array(repeating: "NSInvalidArgumentException", count: 3))
            let messages = [
                "addObserver:forKeyPath:options:context:", "removeObserver:forKeyPath:",
                "removeObserver:forKeyPath:context:",
            ]
            let name = collection.isa.name
            #expect(
                exceptions.map { $0.map { withoutAddresses($0.reason) } }
                    == messages.map { "[<\(name) 0x> \($0)] is not supported. Key path: count" })
            #expect(collection.observationInfo == nil)
        }
    }

    @Test("B177 Mutable proxies refuse as the collections do that they stand for")
    func proxiesRefuse() throws {
        let (team, recorder) = (try makeArrayTeam(.setter, nsStrings("a")), try Recorder())
        let proxy = try team.mutableArrayValue(forKey: "members")
        let exception = raised { try proxy.addObserver(recorder.object, forKeyPath: "count") }
        #expect(exception?.name == "NSInvalidArgumentException")
        #expect(exception?.reason.hasSuffix("is not supported. Key path: count") == true)
    }

    // ── Elements ────────────────────────────────────────────────────────────────────────────────────

    @Test("B178 B179 Some elements of an array are observed at once, and each is named as the object that changed")
    func someElements() throws {
        let (array, people) = try makePeople(3)
        let collector = try ChangeCollector()
        let indexes = indexRanges(0, 2)
        try array.addObserver(collector.object, toObjectsAt: indexes, forKeyPath: "age", options: [.new, .old])
        for (index, person) in people.enumerated() { try person.setAge(Int32(index) + 30) }
        #expect(collector.objects == [people[0], people[2]])
        #expect(collector.takeLines() == ["setting, old 0, new 30", "setting, old 0, new 32"])
        try array.removeObserver(collector.object, fromObjectsAt: indexes, forKeyPath: "age")
        try people[0].setAge(1)
        #expect(collector.changes.isEmpty)
        #expect(people.allSatisfy { $0.observationInfo == nil })
    }

    @Test("B180 Every element of an array is observed by naming all its indexes")
    func everyElement() throws {
        let (array, people) = try makePeople(4)
        let collector = try ChangeCollector()
        let all = RangeSet(0..<4)
        try array.addObserver(collector.object, toObjectsAt: all, forKeyPath: "age", options: [.initial])
        #expect(collector.objects == people)
        for person in people { try person.setAge(1) }
        #expect(collector.objects == people + people)
        try array.removeObserver(collector.object, fromObjectsAt: all, forKeyPath: "age")
    }

    @Test("B178 An index beyond the end raises NSRangeException, and nobody is observed")
    func badIndex() throws {
        let (array, people) = try makePeople(2)
        let recorder = try Recorder()
        let exception = raised {
            try array.addObserver(recorder.object, toObjectsAt: RangeSet(0..<3), forKeyPath: "age")
        }
        #expect(exception?.name == "NSRangeException")
        #expect(people.allSatisfy { $0.observationInfo == nil })
        #expect(
            raised {
                try array.removeObserver(recorder.object, fromObjectsAt: RangeSet(2..<3), forKeyPath: "age")
            }?.name == "NSRangeException")
    }

    @Test("B178 Removal may cover fewer elements than were added; the others are still observed")
    func partialRemoval() throws {
        let (array, people) = try makePeople(3)
        let collector = try ChangeCollector()
        try array.addObserver(collector.object, toObjectsAt: RangeSet(0..<3), forKeyPath: "age")
        try array.removeObserver(collector.object, fromObjectsAt: RangeSet(1..<2), forKeyPath: "age")
        for person in people { try person.setAge(5) }
        #expect(collector.objects == [people[0], people[2]])
        try array.removeObserver(collector.object, fromObjectsAt: indexRanges(0, 2), forKeyPath: "age")
    }

    @Test("B178 Removal with a context takes the registration of that context only")
    func removalWithContext() throws {
        let (array, people) = try makePeople(2)
        let (recorder, all) = (try Recorder(), RangeSet(0..<2))
        try array.addObserver(recorder.object, toObjectsAt: all, forKeyPath: "age", context: context(1))
        try array.addObserver(recorder.object, toObjectsAt: all, forKeyPath: "age", context: context(2))
        try array.removeObserver(recorder.object, fromObjectsAt: all, forKeyPath: "age", context: context(1))
        for person in people { try person.setAge(5) }
        #expect(recorder.notifications.map(\.context) == [2, 2])
        let exception = raised {
            try array.removeObserver(recorder.object, fromObjectsAt: all, forKeyPath: "age", context: context(3))
        }
        #expect(exception?.name == "NSRangeException")
        try array.removeObserver(recorder.object, fromObjectsAt: all, forKeyPath: "age")
    }

    @Test("B178 An element that is in the array twice is registered twice")
    func twice() throws {
        let (_, people) = try makePeople(1)
        let array = NSArray.object([people[0], people[0]])
        let collector = try ChangeCollector()
        try array.addObserver(collector.object, toObjectsAt: RangeSet(0..<2), forKeyPath: "age")
        try people[0].setAge(1)
        #expect(collector.changes.count == 2)
        try array.removeObserver(collector.object, fromObjectsAt: RangeSet(0..<2), forKeyPath: "age")
        #expect(people[0].observationInfo == nil)
    }

    @Test("B178 An element leaves the array, and is still observed until the observer is removed from it")
    func removedElement() throws {
        let (_, people) = try makePeople(2)
        let array = NSMutableArray.object(people)
        let collector = try ChangeCollector()
        try array.addObserver(collector.object, toObjectsAt: RangeSet(0..<2), forKeyPath: "age")
        try array.send("removeObjectAtIndex:", UInt(0))
        try people[0].setAge(1)
        #expect(collector.objects == [people[0]])
        try people[0].removeObserver(collector.object, forKeyPath: "age")
        try array.removeObserver(collector.object, fromObjectsAt: RangeSet(0..<1), forKeyPath: "age")
    }

    @Test("B178 Elements of the array that a mutable proxy stands for are observed")
    func throughProxy() throws {
        let (_, people) = try makePeople(2)
        let team = try makeArrayTeam(.setter, people)
        let (proxy, collector) = (try team.mutableArrayValue(forKey: "members"), try ChangeCollector())
        try proxy.addObserver(collector.object, toObjectsAt: RangeSet(1..<2), forKeyPath: "age")
        for person in people { try person.setAge(5) }
        #expect(collector.objects == [people[1]])
        try proxy.removeObserver(collector.object, fromObjectsAt: RangeSet(1..<2), forKeyPath: "age")
    }
}
