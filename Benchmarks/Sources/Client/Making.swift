// Making.swift - makes objects and releases them.
import PlainSwift
import TypedClasses

/// An object with four properties, each with a default value.
private final class Record: ClassDescription {
    let age = Property<Int32>(3)
    let name = Property<String>("Ada Lovelace")
    let height = Property<Double>(1.7)
    let employer = Property<Ref<Person>?>(nil)
}

extension Loops {
    /// Makes a `Record` by `Record.new()` and releases it at once.
    package static func new() -> Loop {
        let record = Record.new()
        check(record.age == 3 && record.name == firstName && record.height == 1.7, "the default values are missing")
        let loop: Loop = { for _ in 0..<$0 { _ = Record.new() } }
        loop(1)
        check(Record.description.runtimeClass.instanceCount, is: 1, "the number of records")
        return loop
    }

    /// The loop of ``new()`` for a Swift class without the runtime.
    package static func newPlain() -> Loop {
        { for _ in 0..<$0 { _ = makePlainRecord() } }
    }
}
