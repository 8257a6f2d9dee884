// Item.swift - a class whose name the module Beta has as well.
import SafeObservation
import TypedClasses

package final class Item: ClassDescription {
    package let price = Property<Int>(1)
}

/// A class in a type that Beta has as well.
package enum Shop {
    package final class Till: ClassDescription {
        package let total = Property<Double>(0.5)
    }
}
