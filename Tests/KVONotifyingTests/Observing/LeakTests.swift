// LeakTests.swift - the numbers of objects and closures are the same after many rounds. Each test runs in a separate
// process, because both are counted for the whole process.
import KVONotifying
import MiniFoundation
import MiniRuntime
import RuntimeTestSupport
import Testing

/// The classes of the tests, and their observer.
private struct Cast: Sendable {
    let person: Class
    let recorder = try! Recorder()
    var observer: Object { recorder.object }

    init() throws {
        var builder = try ClassBuilder("Employee", superclass: makePersonClass("Person"))
        try builder.addProperty("employer", Object?.self)
        try builder.addMethod("title") { (self: Object) -> Object in NSString.object("title") }
        try builder.addClassMethod("keyPathsForValuesAffectingTitle") { (_: Object) -> Object in
            NSSet.object([NSString.object("name"), NSString.object("employer.name")])
        }
        person = builder.register()
    }

    /// Runs `round` until classes, keys and caches exist; then runs it many times, and compares the numbers.
    func expectNoLeak(_ round: (Cast) throws -> Void) throws {
        for _ in 1...3 { try autoreleasepool { try round(self) } }
        let before = (ObjectRuntime.liveObjectCount, IMP.closureCount, observer.unmanaged.retainCount)
        for _ in 1...200 { try autoreleasepool { try round(self) } }
        #expect((ObjectRuntime.liveObjectCount, IMP.closureCount, observer.unmanaged.retainCount) == before)
        #expect(person.instanceCount == 0)
        #expect(ObjectRuntime.invariantViolation() == nil)
    }
}

@Suite("Leaks")
struct LeakTests {
    @Test("B181 B218 A thousand observations leave no object behind, and one set of overrides for all of them")
    func observations() async {
        await #expect(processExitsWith: .success) {
            let cast = try Cast()
            let closures = IMP.closureCount
            for number in 0..<1000 {
                let person = try cast.person.new()
                try person.addObserver(cast.observer, forKeyPath: "age", options: [.new, .old, .prior, .initial])
                try person.setAge(Int32(number))
                try person.removeObserver(cast.observer, forKeyPath: "age")
                #expect(person.observationInfo == nil)
            }
            #expect(cast.person.instanceCount == 0)
            #expect(cast.recorder.count == 3000)
            #expect(cast.observer.unmanaged.retainCount == 1)
            let notifying = try #require(Class(named: "NSKVONotifying_Employee"))
            #expect(IMP.closureCount - closures == notifying.methods.count { $0.implementation.isClosure })
        }
    }

    @Test("B211 Paths and dependent keys leave nothing behind")
    func paths() async {
        await #expect(processExitsWith: .success) {
            try Cast().expectNoLeak { cast in
                let people = try (1...4).map { _ in try cast.person.new() }
                for (person, employer) in zip(people, people.dropFirst()) { try person.send("setEmployer:", employer) }
                let keyPaths = ["employer.employer.age", "title", "employer.title", "employer.employer.employer.name"]
                for keyPath in keyPaths {
                    try people[0].addObserver(cast.observer, forKeyPath: keyPath, options: [.new, .old, .prior])
                }
                for person in people { try person.setAge(1) }
                for person in people.dropFirst() { try person.send("setName:", NSString.object("a longer name")) }
                try people[1].send("setEmployer:", people[3])
                try people[0].send("setEmployer:", Object?.none)
                for keyPath in keyPaths { try people[0].removeObserver(cast.observer, forKeyPath: keyPath) }
                for person in people { #expect(person.observationInfo == nil) }
            }
        }
    }

    @Test("B186 B187 B188 B189 B192 What raises leaves nothing behind")
    func exceptions() async {
        await #expect(processExitsWith: .success) {
            let deafClass = try ClassBuilder("Deaf").register()
            try Cast().expectNoLeak { cast in
                let (person, deaf) = (try cast.person.new(), try deafClass.new())
                let (first, second) = (try cast.person.new(), try cast.person.new())
                #expect(raised { try person.removeObserver(cast.observer, forKeyPath: "age") } != nil)
                #expect(
                    raised { try person.addObserver(cast.observer, forKeyPath: "x", options: [.new, .initial]) } != nil)
                #expect(raised { try person.addObserver(cast.observer, forKeyPath: "x.age") } != nil)
                try person.addObserver(deaf, forKeyPath: "age", options: [.new, .old, .prior])
                #expect(raised { try person.setAge(1) } != nil)
                try person.removeObserver(deaf, forKeyPath: "age")
                try person.send("setEmployer:", first)
                try person.addObserver(cast.observer, forKeyPath: "employer.name")
                try person.setIvar("_employer", to: second)
                #expect(raised { try person.send("setEmployer:", first) } != nil)
                try person.setIvar("_employer", to: second)
                #expect(raised { try person.removeObserver(cast.observer, forKeyPath: "employer.name") } != nil)
                for object in [person, first, second] { #expect(object.observationInfo == nil) }
            }
        }
    }

    @Test("B190 B200 B204 Observers and objects that died while registered leave nothing behind")
    func deaths() async {
        await #expect(processExitsWith: .success) {
            LeftoverPolicy.current = .forgive
            let observerClass = try ClassBuilder("ShortLived").register()
            try Cast().expectNoLeak { cast in
                let employer = try cast.person.new()
                do {
                    let person = try cast.person.new()
                    try person.send("setEmployer:", employer)
                    for keyPath in ["age", "employer.age", "title"] {
                        try person.addObserver(cast.observer, forKeyPath: keyPath, options: .old)
                    }
                }
                #expect(employer.observationInfo == nil)
                for keyPath in ["age", "title"] {
                    try employer.addObserver(observerClass.new(), forKeyPath: keyPath)
                }
                try employer.setAge(1)
                try employer.send("setName:", Object?.none)
                #expect(observerClass.instanceCount == 0)
                #expect(employer.observationInfo == nil)
            }
        }
    }

    @Test("B190 The complaint about a death is freed like any exception")
    func complaints() async {
        await #expect(processExitsWith: .success) {
            let keeper = try Keeper()
            try Cast().expectNoLeak { cast in
                var person: Object? = try cast.person.new()
                try person!.addObserver(cast.observer, forKeyPath: "age", options: [.new, .old])
                try keeper.keep(&person)
                #expect(raised { try keeper.letGo() }?.name == "NSInternalInconsistencyException")
            }
        }
    }

    @Test("B237 B238 isa-swizzlers above and below leave nothing behind")
    func coexistence() async {
        await #expect(processExitsWith: .success) {
            let cast = try Cast()
            let below = try ClassBuilder("Below", superclass: cast.person).register()
            let sample = try below.new()
            try sample.addObserver(cast.observer, forKeyPath: "age")
            let above = try ClassBuilder("Above", superclass: sample.isa).register()
            try sample.removeObserver(cast.observer, forKeyPath: "age")
            try cast.expectNoLeak { cast in
                let person = try cast.person.new()
                person.setClass(below)
                try person.addObserver(cast.observer, forKeyPath: "age", options: .new)
                person.setClass(above)
                try person.addObserver(cast.observer, forKeyPath: "name")
                try person.setAge(1)
                for keyPath in ["age", "name"] { try person.removeObserver(cast.observer, forKeyPath: keyPath) }
                #expect(person.observationInfo == nil)
                #expect(person.isa == above)
            }
            #expect(above.instanceCount == 0)
            #expect(below.instanceCount == 1)
        }
    }
}
