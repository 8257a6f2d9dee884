// Upcast.swift - a reference to an object as one of a superclass: `Ref<Shape>(circle)`.

extension Ref {
    /// The same object by the description of a superclass, `Ref<Shape>(circle)`.
    ///
    /// Not optional: the two types decide, and not the object. Where they do not fit, the process ends with a line that
    /// names both; the same call does so on every run. For the way down, which depends on the object, there is `as(_:)`.
    ///
    /// - Parameter reference: an object of the class itself, or of one below.
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
