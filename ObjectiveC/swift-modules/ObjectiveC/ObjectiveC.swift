// ObjectiveC.swift - the basic types of Objective-C in Swift: ObjCBool, Selector, NSObject's protocols, autorelease
// pools.
@_exported import ObjectiveC

/// A truth value in memory that Objective-C reads and writes, as the `stop` of an enumeration.
@frozen public struct ObjCBool: ExpressibleByBooleanLiteral, CustomStringConvertible, Sendable {
    private var value: Bool

    /// Creates the value.
    public init(_ value: Bool) { self.value = value }
    /// Creates the value of a literal, `true` or `false`.
    public init(booleanLiteral value: Bool) { self.value = value }

    /// The value as a Bool.
    public var boolValue: Bool { value }
    /// `true` or `false`.
    public var description: String { value.description }
}

/// Called by compiled code.
public func _convertBoolToObjCBool(_ value: Bool) -> ObjCBool { ObjCBool(value) }
/// Called by compiled code.
public func _convertObjCBoolToBool(_ value: ObjCBool) -> Bool { value.boolValue }

/// The name of a message: `#selector(Person.rename)`, or a string.
@frozen public struct Selector: ExpressibleByStringLiteral, Hashable, CustomStringConvertible, @unchecked Sendable {
    // Selectors are interned and live for ever.
    private var pointer: OpaquePointer

    /// The selector with that name, which need not belong to a method.
    public init(_ name: String) { pointer = sel_getUid(name) }
    /// The selector with the name of a literal.
    public init(stringLiteral name: String) { self.init(name) }

    /// The name.
    public var description: String { String(_sel: self) }
}

extension String {
    /// The text of a selector.
    public init(_sel selector: Selector) { self = String(cString: sel_getName(selector)) }
}

@_silgen_name("sel_getUid") private func sel_getUid(_ name: UnsafePointer<CChar>) -> OpaquePointer
@_silgen_name("sel_getName") private func sel_getName(_ selector: Selector) -> UnsafePointer<CChar>

/// A zone of memory, which `copy(with:)` is passed. There are no zones.
@frozen public struct NSZone { fileprivate var pointer: OpaquePointer }

extension NSObject: Equatable, Hashable {
    /// Whether the objects are equal, as `isEqual:` says.
    public static func == (lhs: NSObject, rhs: NSObject) -> Bool { lhs.isEqual(rhs) }

    /// Feeds the object's `hash` to the hasher.
    public func hash(into hasher: inout Hasher) { hasher.combine(hash) }
}

@_silgen_name("objc_autoreleasePoolPush") private func objc_autoreleasePoolPush() -> UnsafeMutableRawPointer?
@_silgen_name("objc_autoreleasePoolPop") private func objc_autoreleasePoolPop(_ pool: UnsafeMutableRawPointer?)

/// Runs `body` in an autorelease pool, and returns its result. Objects that were autoreleased in it are released at its
/// end.
public func autoreleasepool<Result, Failure: Error>(invoking body: () throws(Failure) -> Result) throws(Failure)
    -> Result
{
    let pool = objc_autoreleasePoolPush()
    defer { objc_autoreleasePoolPop(pool) }
    return try body()
}
