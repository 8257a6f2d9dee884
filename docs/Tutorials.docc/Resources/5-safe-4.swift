import SafeObservation
import TypedClasses

class Company: ClassDescription {
    let name = Property<String>("Acme")
}

class Person: ClassDescription {
    let age = Property<Int32>(0)
    let name = Property<String>("Ann")
    let employer = Property<Ref<Company>?>(nil)
}

let ann = Person.new()
let token = ann.observe(\.age, options: [.old, .new]) { person, change in
    print(person.name, "was", change.oldValue!, "and is", change.newValue!)
}
ann.age = 41
token.invalidate()
ann.age = 42

let job = ann.observe(\.employer.name, options: [.new]) { person, change in
    print(person.name, "works for", change.newValue ?? "nobody")
}
ann.employer = Company.new()
ann.employer!.name = "Initech"
ann.employer = nil

var bob: Ref<Person>? = Person.new()
let bobsToken = bob!.observe(\.age) { _, change in print("Bob is", change.newValue!) }
bob!.age = 7
bob = nil
print("Bob is still observed:", bobsToken.isValid)
