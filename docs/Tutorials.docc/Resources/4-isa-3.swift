import KVONotifying
import MiniRuntime
import TypedClasses

class Person: ClassDescription {
    let age = Property<Int32>(0)
    let name = Property<String>("Ann")
}

class Watcher: ClassDescription {
    let callback = TypedMethod("observeValueForKeyPath:ofObject:change:context:") {
        (me: Ref<Watcher>, keyPath: String, object: Object, change: Object, context: UnsafeMutableRawPointer?) in
        print(keyPath, "changed")
    }
}

let ann = Person.new()
let watcher = Watcher.new()
print("before: isa is", ann.object.isa)

try ann.object.addObserver(watcher.object, forKeyPath: "age")
print("during: isa is", ann.object.isa, "and inherits from", ann.object.isa.superclass!)
print("during: class returns", try ann.object.send("class", as: Class.self))
