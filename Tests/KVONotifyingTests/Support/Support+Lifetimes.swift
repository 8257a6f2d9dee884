// Support+Lifetimes.swift - the text by which exceptions name objects, and objects with a controlled end.
import KVONotifying
import MiniFoundation
import MiniRuntime
import RuntimeTestSupport
import TestSupport
import Testing

/// Returns `<Person 0x7f01…>`: the object's `class`, and its address.
func designation(_ object: Object) throws -> String {
    try "<\(object.send("class", as: Class.self)) \(addressText(object))>"
}

/// Returns `0x7f01…`.
func addressText(_ object: Object) -> String {
    "0x" + String(object.address, radix: 16)
}

/// Keeps one object until `letGo`, which throws the exceptions of the object's dealloc.
struct Keeper {
    private let object: Object

    init() throws {
        var builder = try ClassBuilder(uniqueName("Keeper"))
        try builder.addProperty("kept", Object?.self)
        object = try builder.register().new()
    }

    /// Takes over the reference in the variable.
    func keep(_ kept: inout Object?) throws {
        try autoreleasepool { try object.send("setKept:", kept) }
        kept = nil
    }

    func letGo() throws {
        try object.send("setKept:", Object?.none)
    }
}

/// Releases the object and returns the exception of its dealloc; the variable must be its only owner.
func raisedByDeath(of object: inout Object?) throws -> RuntimeException? {
    let keeper = try Keeper()
    try keeper.keep(&object)
    return raised { try keeper.letGo() }
}
