// Item.swift - a class with the same name as one of the module Beta.
import SafeObservation
import TypedClasses

package final class Item: ClassDescription {
    package let price = Property<Int>(1)
}

/// A namespace with a class; the module Beta has both, too.
package enum Shop {
    package final class Till: ClassDescription {
        package let total = Property<Double>(0.5)
    }
}
