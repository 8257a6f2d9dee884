// Item.swift - a class whose name the module Alpha has as well.
import SafeObservation
import TypedClasses

package final class Item: ClassDescription {
    package let title = Property<String>("two")
}

/// A class in a type that Alpha has as well.
package enum Shop {
    package final class Till: ClassDescription {
        package let owner = Property<Ref<Item>?>(nil)
    }
}
