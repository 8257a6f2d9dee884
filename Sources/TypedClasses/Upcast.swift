// Upcast.swift - converts a reference to one of a superclass: `Ref<Shape>(circle)`.

extension Ref {
    /// Refers to the same object with the description of a superclass: `Ref<Shape>(circle)`.
    ///
    /// The result is not optional, because success depends on the two types alone, not on the object. If `Lower` is not
    /// `Description` or a subclass, the process ends, on every run, with a message that names both types. For a
    /// subclass, which depends on the object, use `as(_:)`.
    ///
    /// - Parameter reference: a reference to an object of the class or of a subclass.
    ///
    /// Any thread. O(1). Objective-C: assigning a `Circle *` to a `Shape *`.
    public init<Lower: ClassDescription>(_ reference: Ref<Lower>) {
        guard Lower.self is Description.Type else {
            fatalError(
                "Ref<\(Description.self)>(_:) takes a reference to \(Description.self) or to a class below it, and "
                    + "\(Lower.self) is none; as(_:) asks the object")
        }
        self.init(unchecked: reference.object, Described<Description>())
    }
}
