// Support.swift - described classes for the tests, an observer by messages, and threads.
import Glibc
import KVONotifying
import MiniFoundation
import MiniRuntime
import Synchronization
import Testing
import TypedClasses

enum Mood: Int, PropertyValue { case fine, tired }

class Company: ClassDescription {
    let name = Property<String>("Acme")
    let boss = Property<Ref<Person>?>(nil)
}

class Person: ClassDescription {
    let age = Property<Int32>(7)
    let name = Property<String>("Ann")
    let mood = Property<Mood>(.tired)
    let nickname = Property<String?>(nil)
    let employer = Property<Ref<Company>?>(nil)
    let number = ReadOnly<Int>(42)
    let title = Computed<String>(affectedBy: \Person.name, \Person.employer.name) { (person: Ref<Person>) in
        "\(person.name) of \(person.employer?.name ?? "nowhere")"
    }
    let bossName = Computed<String>(affectedBy: \Person.employer.boss.name) { (person: Ref<Person>) in
        person.employer?.boss?.name ?? "nobody"
    }
    let manual = Property<Int32>(0, notifiesAutomatically: false)
    let greet = TypedMethod { (person: Ref<Person>, whom: String) in "\(person.name) greets \(whom)" }
    let half = TypedMethod { (person: Ref<Person>) in Double(person.age) / 2 }
}

final class Student: Person {
    let school = Property<String>("ETH")
}

private let count = Atomic<Int>(0)

/// An observer that records the key paths of its notifications.
struct Watcher {
    let object: Object
    private let log = Locked<[String]>([])

    init() throws {
        let builder = try ClassBuilder("TypedClassWatcher\(count.add(1, ordering: .relaxed).newValue)")
        try builder.addMethod("observeValueForKeyPath:ofObject:change:context:") {
            [log] (_: Object, keyPath: String, _: Object, _: Object, _: UnsafeMutableRawPointer?) in
            log.append(keyPath)
        }
        object = try builder.register().new()
    }

    var told: [String] { log.withLock { $0 } }
}

/// Returns the standard error of an exit test's process.
func standardError(_ result: ExitTest.Result?) -> String {
    String(decoding: result?.standardErrorContent ?? [], as: UTF8.self)
}

/// Runs `body` on `count` threads at the same time, and waits for all.
func onThreads(_ count: Int, _ body: @escaping @Sendable (Int) -> Void) {
    final class Start: Sendable {
        let body: @Sendable () -> Void
        init(_ body: @escaping @Sendable () -> Void) { self.body = body }
    }
    let threads = (0..<count).map { number in
        var thread = pthread_t()
        let start = Unmanaged.passRetained(Start { body(number) }).toOpaque()
        pthread_create(
            &thread, nil,
            {
                Unmanaged<Start>.fromOpaque($0!).takeRetainedValue().body()
                return nil
            }, start)
        return thread
    }
    for thread in threads { pthread_join(thread, nil) }
}

/// A counter for any number of threads.
final class Counter: Sendable {
    private let number = Atomic<Int>(0)
    func add() { number.add(1, ordering: .relaxed) }
    var value: Int { number.load(ordering: .acquiring) }
}
