// Model.swift - a model and a view, written as in a new app project: the declarations belong to the main actor unless
// they say otherwise, and one import is all that a file has of ours.
import SafeObservation

enum Mood: Int, PropertyValue { case fine, tired }
struct Address: Equatable, BoxedValue { var street, city: String }

class Company: ClassDescription {
    let name = Property<String>("Acme")
}

class Person: ClassDescription {
    let age = Property<Int32>(0)
    let first = Property<String>("Ada")
    let mood = Property<Mood>(.fine)
    let address = Property<Address?>(nil)
    let employer = Property<Ref<Company>?>(nil)
    let volume: Property<Int> = Property(50, didSet: { (me: Ref<Person>, _) in if me.volume > 100 { me.volume = 100 } })
    let title = Computed<String>(affectedBy: \Person.first) { (me: Ref<Person>) in "Dr " + me.first }
    let greet = TypedMethod { (me: Ref<Person>, other: String) in "\(me.first) greets \(other)" }
    let initNamed = Initializer { (me: Ref<Person>, name: String) in me.first = name }
    let count = ClassProperty<Int>(0)
}

final class Student: Person {
    let shownTitle = Override(\Person.title) { (me: Ref<Student>) in me.super.title + ", student" }
    override class var className: String { "Pupil" }
}

final class View {
    var text = ""
    var token: KeyValueObservation?

    func show(_ person: Ref<Person>) {
        token = person.observe(\.first, on: MainActor.shared) { [weak self] person, _ in self?.text = person.first }
    }
}
