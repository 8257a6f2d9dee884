// PlainRecord.swift - a Swift class with four stored properties, for making and releasing instances.

/// The counterpart of the typed class `Record` of the module Client, with stored properties.
open class PlainRecord {
    /// A number.
    open var age: Int32 = 3
    /// A string.
    open var name = "Ada Lovelace"
    /// A number with a fraction.
    open var height = 1.7
    /// An object.
    open var employer: PlainPerson?

    /// Creates a record with the default values.
    init() {}
}

/// Returns a new record.
@inline(never)
public func makePlainRecord() -> PlainRecord { PlainRecord() }
