import MiniRuntime
import TypedClasses

class Person: ClassDescription {
    let age = Property<Int32>(0)
    let name = Property<String>("Ann")
}

let ann = Person.new()
ann.age = 41
print(ann.name, "is", ann.age)

try ann.object.send("setAge:", Int32(42))
print(ann.name, "is", try ann.object.send("age", as: Int32.self))
