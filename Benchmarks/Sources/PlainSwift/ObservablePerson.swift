// ObservablePerson.swift - an @Observable class, in a module of its own.
import Observation

/// The properties of ``PlainPerson`` in a class that withObservationTracking can track.
@Observable
open class ObservablePerson {
    /// A number.
    public var age: Int32 = 3
    /// A string.
    public var name = "Ada Lovelace"

    /// Creates a person with the default values.
    init() {}
}

/// Returns a new person.
@inline(never)
public func makeObservablePerson() -> ObservablePerson { ObservablePerson() }
