// coexist - SafeObservation in one file with Foundation and @Observable, and descriptions of one simple name.
import Check
import Distributed
import Foundation
import MiniRuntime
import Observation
import SafeObservation
import Synchronization
import TypedClasses

@Observable final class Model {
    var level = 0
}

enum Kitchen {
    class Item: ClassDescription {
        let weight = Property<Int>(1)
    }
}

enum Garden {
    class Item: ClassDescription {
        let height = Property<Int>(2)
    }
}

class Holder<Value> {
    class Inner: ClassDescription {
        let count = Property<Int>(3)
    }
}

limitTime(seconds: 60)

let (model, told) = (Model(), Locked(0))
withObservationTracking {
    _ = model.level
} onChange: {
    told.withLock { $0 += 1 }
}
model.level = 1
expect(told.withLock { $0 } == 1, "@Observable does not tell")
expect(Date.now.timeIntervalSince1970 > 0, "Foundation does not know the date")

let (item, tree) = (Kitchen.Item.new(), Garden.Item.new())
expect(item.weight == 1 && tree.height == 2, "two descriptions of one simple name are mixed up")
expect(item.object.isa != tree.object.isa, "two descriptions share a class")
let (first, second) = (Holder<Int>.Inner.new(), Holder<String>.Inner.new())
expect(first.object.isa != second.object.isa, "two specialisations share a class")
expect(first.count == 3 && second.count == 3, "a description in a generic class does not work")

let seen = Locked(0)
let token: ObservationToken = item.observe(\.weight) { _, change in seen.withLock { $0 = change.newValue ?? 0 } }
item.weight = 5
model.level = seen.withLock { $0 }
expect(model.level == 5, "an object does not reach the model")
token.invalidate()
finish()
