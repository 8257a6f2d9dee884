// main.swift - uses the model at top level: typed, by messages, and with a class that is made at run time.
import Foundation
import SafeObservation
import Support

let person = Person.new()
let token = person.observe(\.employer.name, options: [.old, .new]) { _, change in
    expect(change.newValue ?? "nobody", is: "Acme", "the employer's name")
}
person.age = 3
person.employer = Company.new()
person.volume = 200
expect(person.volume, is: 100, "the volume, limited by didSet")
expect(try person.greet("Bob"), is: "Ada greets Bob", "the greeting")
expect(Student.new().title, is: "Dr Ada, student", "the overridden title")
expect(try Person.new(\.initNamed, "Eve").first, is: "Eve", "the name given to the initializer")
expect(Student.description.runtimeClass.name, is: "Pupil", "the name of the class")
person.mood = .tired
person.address = Address(street: "Main", city: "Rome")
Person.class.count += 1

let view = View()
view.show(person)
person.first = "Grace"
await eventually { view.text == "Grace" }
for await change in person.changes(of: \.age, options: .upToDate) {
    expect(change.newValue, is: 3, "the age, as the first change of the stream")
    break
}

let counterClass = try Class.register("Counter") {
    try $0.addProperty("count", Int32.self)
    try $0.addMethod("increment") { (me: Object) in
        try me.send("setCount:", try me.send("count", as: Int32.self) + 1)
    }
}
let counter = try counterClass.new()
try counter.send("increment")
expect(try counter.send("count", as: Int32.self), is: 1, "the count of an object whose class is made at top level")

try person.object.send("setAge:", Int32(4))
expect(try person.object.value(forKey: "age", as: Int32.self), is: 4, "the age by key-value coding")
exit(hasFailed ? 1 : 0)
