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
        let change = try KeyValueObservedChange(change)
        let old = try change.oldValue(as: Int32.self)!
        let new = try change.newValue(as: Int32.self)!
        print(keyPath, "was", old, "and is", new)
    }
}

let ann = Person.new()
let watcher = Watcher.new()
try ann.object.addObserver(watcher.object, forKeyPath: "age", options: [.old, .new])

ann.age = 41
try ann.object.setValue(42, forKey: "age")

try ann.object.removeObserver(watcher.object, forKeyPath: "age")
ann.age = 43
print("no observer was notified of", ann.age)
