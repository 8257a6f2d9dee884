import TypedClasses

class Person: ClassDescription {
    let age = Property<Int32>(0)
}
