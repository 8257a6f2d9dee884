// CauseTests.swift - why a handler was called: the property that changed, its object, the thread, the dependent keys.
import Dispatch
import Glibc
import KVONotifying
import MiniRuntime
import Observation
import SafeObservation
import Synchronization
import TestSupport
import Testing
import TypedClasses

private class Bakery: ClassDescription {
    let name = Property<String>("Acme")
}

private class Baker: ClassDescription {
    let name = Property<String>("Ann")
    let bakery = Property<Ref<Bakery>?>(nil)
    let tasks = Property<[String]>([])
    let title = Computed<String>(affectedBy: \Baker.name, \Baker.bakery.name) { (me: Ref<Baker>) in me.name }
    let badge = Computed<String>(affectedBy: \Baker.title) { (me: Ref<Baker>) in "* \(me.title)" }
    let boss = Property<Ref<Baker>?>(nil)
}

private struct Refusal: Error {}

/// The causes that handlers received, in order.
private final class Causes: Sendable {
    private let causes = Mutex<[KeyValueChangeCause?]>([])

    func add(_ cause: KeyValueChangeCause?) { causes.withLock { $0.append(cause) } }
    var all: [KeyValueChangeCause?] { causes.withLock { $0 } }

    /// Returns the causes since the last call, and removes them.
    func take() -> [KeyValueChangeCause?] {
        causes.withLock { causes in
            defer { causes = [] }
            return causes
        }
    }
}

@Suite("Why did this run?")
struct CauseTests {
    private let bakery = Bakery.new()
    private let baker: Ref<Baker>
    private let causes = Causes()

    init() {
        baker = Baker.new { [bakery] in $0.bakery = bakery }
    }

    @Test("The change of a token says which property of which object was set, and on which thread")
    func set() throws {
        let token = baker.observe(\.name, options: [.new, .cause]) { [causes] _, change in causes.add(change.cause) }
        baker.name = "Eve"
        let cause = try #require(causes.take().first ?? nil)
        #expect(cause.key == "name")
        #expect(cause.object == baker.object)
        #expect(cause.keyPaths == ["name"])
        #expect(cause.thread == currentThread())
        token.invalidate()
    }

    @Test(
        "The key paths lead from the observed one to the changed key, also through a key that depends on another"
    )
    func dependentKeys() {
        let chief = Baker.new { [baker] in $0.boss = baker }
        let tokens = [
            baker.observe(\.badge, options: .cause) { [causes] _, change in causes.add(change.cause) },
            chief.observe(\.boss.badge, options: .cause) { [causes] _, change in causes.add(change.cause) },
        ]
        bakery.name = "Emca"
        #expect(
            causes.take().map { $0?.keyPaths } == [
                ["boss.badge", "bakery.name"], ["badge", "bakery.name"],
            ])
        baker.name = "Eve"
        #expect(causes.all.map { $0?.keyPaths } == [["boss.badge", "name"], ["badge", "name"]])
        #expect(causes.take().allSatisfy { $0?.object == baker.object && $0?.key == "name" })
        chief.boss = nil
        let cause = causes.take().first ?? nil
        #expect(cause?.keyPaths == ["boss.badge"])
        #expect(cause?.key == "boss")
        withExtendedLifetime(tokens) {}
    }

    @Test("A cause is a sentence")
    func sentences() {
        let token = baker.observe(\.title, options: .cause) { [causes] _, change in causes.add(change.cause) }
        let path = baker.observe(\.bakery.name, options: .cause) { [causes] _, change in causes.add(change.cause) }
        let plain = baker.observe(\.name, options: .cause) { [causes] _, change in causes.add(change.cause) }
        bakery.name = "Emca"
        baker.name = "Eve"
        baker.bakery = nil
        let place = "changed on \(currentThread() == Int(getpid()) ? "the main thread" : "thread \(currentThread())")"
        let (ofBakery, ofBaker) = (designation("Bakery", bakery.object), designation("Baker", baker.object))
        #expect(
            causes.take().map { "\($0!)" } == [
                "\"name\" of \(ofBakery) \(place): \"bakery.name\" leads through it",
                "\"name\" of \(ofBakery) \(place): \"title\" depends on \"bakery.name\"",
                "\"name\" of \(ofBaker) \(place)",
                "\"name\" of \(ofBaker) \(place): \"title\" depends on \"name\"",
                "\"bakery\" of \(ofBaker) \(place): \"bakery.name\" leads through it",
                "\"bakery\" of \(ofBaker) \(place): \"title\" depends on \"bakery.name\"",
            ])
        withExtendedLifetime([token, path, plain]) {}
    }

    @Test("Without the option there is no cause, and the initial notification has none")
    func none() {
        let silent = baker.observe(\.name) { [causes] _, change in causes.add(change.cause) }
        let initial = baker.observe(\.name, options: [.initial, .cause]) { [causes] _, change in
            causes.add(change.cause)
        }
        #expect(causes.take().map(\.?.key) == [nil])
        initial.invalidate()
        baker.name = "Eve"
        #expect(causes.take().map(\.?.key) == [nil])
        #expect(KeyValueChangeCause.current == nil)
        silent.invalidate()
    }

    @Test("A set that a handler makes has a cause of its own, and an observation that it begins has none yet")
    func nested() {
        let inner = bakery.observe(\.name, options: .cause) { [causes] _, change in causes.add(change.cause) }
        let outer = baker.observe(\.name, options: .cause) { [bakery, causes] baker, change in
            bakery.name = baker.name
            let begun = bakery.observe(\.name, options: [.initial, .cause]) { _, change in causes.add(change.cause) }
            begun.invalidate()
            causes.add(.current)
        }
        baker.name = "Eve"
        #expect(causes.take().map(\.?.object) == [bakery.object, nil, baker.object])
        withExtendedLifetime([inner, outer]) {}
    }

    @Test("A handler that throws leaves no cause behind: in a set, before it, at the registration, and inside another")
    func throwing() throws {
        let tokens = [
            baker.observe(\.name, options: [.prior, .cause]) { _, change in
                if !change.isPrior { throw Refusal() }
            },
            bakery.observe(\.name, options: .cause) { _, _ in throw Refusal() },
            baker.observe(\.tasks, options: [.prior, .cause]) { _, change in
                if change.isPrior { throw Refusal() }
            },
            // Catches the error of a set that it makes itself.
            baker.observe(\.boss, options: .cause) { [bakery, causes] _, _ in
                #expect(throws: Refusal.self) { try bakery.set(\.name, to: "Emca") }
                causes.add(.current)
            },
        ]
        #expect(throws: Refusal.self) { try baker.set(\.name, to: "Eve") }
        #expect(KeyValueChangeCause.current == nil)
        #expect(throws: Refusal.self) { try baker.set(\.tasks, to: ["sweep"]) }
        #expect(KeyValueChangeCause.current == nil)
        #expect(throws: Refusal.self) {
            _ = try baker.object.observe("title", options: [.initial, .cause]) { _, _ in throw Refusal() }
        }
        #expect(KeyValueChangeCause.current == nil)
        try baker.set(\.boss, to: baker)
        #expect(causes.take().map(\.?.key) == ["boss"])
        #expect(KeyValueChangeCause.current == nil)
        withExtendedLifetime(tokens) {}
    }

    @Test("A handler that throws after a transaction leaves no cause behind")
    func throwingLater() throws {
        let token = baker.observe(\.name, options: .cause) { _, _ in throw Refusal() }
        #expect(throws: Refusal.self) { try withTransaction { baker.name = "Eve" } }
        #expect(KeyValueChangeCause.current == nil)
        token.invalidate()
    }

    @Test("The elements of a collection, a change that is announced by hand and one before it have causes")
    func otherChanges() throws {
        let token = baker.observe(\.tasks, options: [.prior, .cause]) { [causes] _, change in
            causes.add(change.cause)
        }
        baker.tasks.append("sweep")
        try baker.object.willChangeValue(forKey: "tasks")
        try baker.object.didChangeValue(forKey: "tasks")
        #expect(causes.take().map(\.?.key) == ["tasks", "tasks", "tasks", "tasks"])
        token.invalidate()
    }

    @Test("A handler on a queue and a stream receive the cause with the change: the thread is that of the set")
    func elsewhere() async throws {
        let queue = DispatchQueue(label: "elsewhere")
        let token = baker.observe(\.title, options: .cause, on: queue) { [causes] _, change in
            causes.add(change.cause)
        }
        try baker.onChange(of: \.title, options: .cause, on: queue) { [causes] _, change in causes.add(change.cause) }
        let changes = baker.changes(of: \.title, options: .cause)
        let thread = setName("Emca")
        queue.sync {}
        for await change in changes {
            causes.add(change.cause)
            break
        }
        #expect(causes.all.map(\.?.keyPaths) == Array(repeating: ["title", "bakery.name"], count: 3))
        #expect(causes.take().map(\.?.thread) == [thread, thread, thread])
        token.invalidate()
    }

    private func setName(_ name: String) -> Int {
        bakery.name = name
        return currentThread()
    }

    @Test("In a transaction the cause is that of the last set, and an inner set has its own")
    func transaction() throws {
        let inner = bakery.observe(\.name, options: .cause) { [causes] _, change in causes.add(change.cause) }
        let token = baker.observe(\.badge, options: .cause) { [causes, bakery, baker] _, change in
            if change.cause?.object == baker.object { bakery.name = "by the handler" }
            causes.add(change.cause)
        }
        try withTransaction {
            bakery.name = "Emca"
            baker.name = "Eve"
        }
        #expect(causes.take().map(\.?.object) == [bakery.object, baker.object, bakery.object])
        withExtendedLifetime([inner, token]) {}
    }

    @Test("The onChange of withObservationTracking can ask for the cause")
    func tracked() {
        withObservationTracking {
            _ = baker.tracked.badge
        } onChange: { [causes] in
            causes.add(.current)
        }
        bakery.name = "Emca"
        #expect(causes.take().map(\.?.keyPaths) == [["badge", "bakery.name"]])
    }

    @Test("A raw observer can ask, too, and a cause keeps no object alive")
    func rawAndWeak() throws {
        let builder = try ClassBuilder(uniqueName("Curious"))
        try builder.addMethod("observeValueForKeyPath:ofObject:change:context:") {
            [causes] (_: Object, _: String, _: Object, _: Object, _: UnsafeMutableRawPointer?) in
            causes.add(.current)
        }
        let observer = try builder.register().new()
        var mortal: Ref<Bakery>? = Bakery.new()
        let died = WeakRef(mortal)
        try mortal!.object.addObserver(observer, forKeyPath: "name", options: .cause)
        mortal!.name = "Emca"
        try mortal!.object.removeObserver(observer, forKeyPath: "name")
        #expect(causes.all.first??.object == mortal!.object)
        mortal = nil
        #expect(died.ref == nil)
        #expect(causes.take().first??.object == nil)
    }

    /// The number of this thread, which is the last part of what /proc/thread-self refers to.
    private func currentThread() -> Int {
        var path = [CChar](repeating: 0, count: 64)
        readlink("/proc/thread-self", &path, path.count - 1)
        return path.withUnsafeBufferPointer { Int(String(cString: $0.baseAddress!).split(separator: "/").last!)! }
    }

    private func designation(_ name: String, _ object: Object) -> String {
        "<\(name) 0x\(String(object.address, radix: 16))>"
    }
}
