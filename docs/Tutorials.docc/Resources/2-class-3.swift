import TypedClasses

class Person: ClassDescription {
    let age = Property<Int32>(0)
    let name = Property<String>("Ann")
}

let ann = Person.new()
ann.age = 41
print(ann.name, "is", ann.age)
