import SafeObservation
import TypedClasses

class Person: ClassDescription {
    let age = Property<Int32>(0)
    let name = Property<String>("Ann")
}

let ann = Person.new()
let token = ann.observe(\.age, options: [.old, .new]) { person, change in
    print(person.name, "was", change.oldValue!, "and is", change.newValue!)
}
ann.age = 41
