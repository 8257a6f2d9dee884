// pools - typed reads in GCD blocks and tasks, where nobody has an autorelease pool: nothing is left behind.
import Check
import Dispatch
import KVONotifying
import MiniRuntime
import SafeObservation
import TypedClasses

class Company: ClassDescription {
    let name = Property<String>("Acme")
}

class Person: ClassDescription {
    let employer = Property<Ref<Company>?>(nil)
    let names = Property<[String]>([])
    let twin = TypedMethod { (_: Ref<Person>) -> Ref<Person> in Person.new() }
}

limitTime(seconds: 120)

@Sendable func read(_ person: Ref<Person>) {
    person.employer = Company.new()
    expect(person.employer?.name == "Acme", "the employer has another name")
    do {
        expect(try person.get(\.employer.name) == "Acme", "the employer has another name")
        _ = try person.twin()
        _ = try person.object.value(forKey: "employer")
        _ = try person.object.value(forKeyPath: "employer.name")
        _ = try person.object.send("employer", as: Object?.self)
    } catch {
        expect(false, "\(error)")
    }
}

@Sendable func round(_ person: Ref<Person>, _ place: String) {
    let before = autoreleasedObjectCount
    for _ in 0..<1_000 { read(person) }
    let left = autoreleasedObjectCount - before
    expect(left == 0, "\(place): \(left) objects wait for a pool that nobody has")
}

onThread { round(Person.new(), "a thread") }

let group = DispatchGroup()
let queue = DispatchQueue(label: "pools", attributes: .concurrent)
for _ in 0..<8 { queue.async(group: group) { round(Person.new(), "a queue") } }
group.wait()

await withTaskGroup(of: Void.self) { tasks in
    for _ in 0..<8 { tasks.addTask { round(Person.new(), "a task") } }
}

// Handlers read as well.
let person = Person.new()
let token = person.observe(\.employer.name, options: [.old, .new]) { person, _ in _ = person.employer?.name }
round(person, "the main thread, observed")
token.invalidate()
person.employer = nil

let alive = (Company.description.runtimeClass.instanceCount, Person.description.runtimeClass.instanceCount)
expect(alive == (0, 1), "\(alive) objects are alive")
finish()
