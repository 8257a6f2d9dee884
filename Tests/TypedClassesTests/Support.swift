// Support.swift - described classes for the tests, and an observer by messages.
import KVONotifying
import MiniFoundation
import MiniRuntime
import TestSupport
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

/// An observer that records the key paths of its notifications.
struct Watcher {
    let object: Object
    private let log = Locked<[String]>([])

    init() throws {
        let builder = try ClassBuilder(uniqueName("TypedClassWatcher"))
        try builder.addMethod("observeValueForKeyPath:ofObject:change:context:") {
            [log] (_: Object, keyPath: String, _: Object, _: Object, _: UnsafeMutableRawPointer?) in
            log.append(keyPath)
        }
        object = try builder.register().new()
    }

    var told: [String] { log.withLock { $0 } }
}
