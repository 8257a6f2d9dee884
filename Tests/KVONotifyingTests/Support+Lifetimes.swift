// Support+Lifetimes.swift - how exceptions name objects, and objects whose death can be watched.
import KVONotifying
import MiniFoundation
import MiniRuntime
import Testing

/// `<Person 0x7f01…>`: the class that the object says it is, and its address.
func designation(_ object: Object) throws -> String {
    try "<\(object.send("class", as: Class.self)) \(addressText(object))>"
}

/// `0x7f01…`
func addressText(_ object: Object) -> String {
    "0x" + String(object.address, radix: 16)
}

/// What a process that ended, or did not, wrote on standard error.
func standardError(of result: ExitTest.Result?) -> String {
    String(decoding: result?.standardErrorContent ?? [], as: UTF8.self)
}

/// Keeps one object until it is told to let go: what that raises, the message that let go throws.
struct Keeper {
    private let object: Object

    init() throws {
        var builder = try ClassBuilder(uniqueName("Keeper"))
        try builder.addProperty("kept", Object?.self)
        object = try builder.register().new()
    }

    /// Takes over the object that the variable holds.
    func keep(_ kept: inout Object?) throws {
        try autoreleasepool { try object.send("setKept:", kept) }
        kept = nil
    }

    func letGo() throws {
        try object.send("setKept:", Object?.none)
    }
}

/// What the death of the object raises; the variable must be its only owner.
func raisedByDeath(of object: inout Object?) throws -> RuntimeException? {
    let keeper = try Keeper()
    try keeper.keep(&object)
    return raised { try keeper.letGo() }
}
