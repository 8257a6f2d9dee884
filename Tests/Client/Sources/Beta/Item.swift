// Item.swift - a class with the same name as one of the module Alpha.
import SafeObservation
import TypedClasses

package final class Item: ClassDescription {
    package let title = Property<String>("two")
}

/// A namespace with a class; the module Alpha has both, too.
package enum Shop {
    package final class Till: ClassDescription {
        package let owner = Property<Ref<Item>?>(nil)
    }
}
