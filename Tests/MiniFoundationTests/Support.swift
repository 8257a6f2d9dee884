import MiniFoundation
import MiniRuntime
import TestSupport
import Testing

extension Object {
    /// `isEqual:`, which must be the same in both directions, with equal hashes where it is true.
    func equals(_ other: Object) throws -> Bool {
        let equal = try send("isEqual:", other, as: Bool.self)
        #expect(try other.send("isEqual:", self, as: Bool.self) == equal)
        if equal { #expect(try hash() == other.hash()) }
        return equal
    }

    func hash() throws -> UInt { try send("hash", as: UInt.self) }

    func description() throws -> String { try send("description", as: String.self) }

    /// `copy` answers the object itself, retained.
    func expectCopyIsSelf() throws {
        #expect(try send("copy", as: Object.self) == self)
    }

    var objCType: String? { NSValue.encoding(of: self) }
}

func expectException(_ name: String, _ reason: String, _ body: () throws -> Void) {
    #expect(throws: RuntimeException(name, reason)) { try body() }
}

/// A proxy that forwards every message, `hash` and `isEqual:` excepted.
func makeProxy(for target: Object) throws -> Object {
    let builder = try ClassBuilder(uniqueName("Proxy"), superclass: NSProxy.cls)
    try builder.addMethod("methodSignatureForSelector:") { (_: Object, selector: Selector) in
        try target.send("methodSignatureForSelector:", selector, as: Object?.self)
    }
    try builder.addMethod("forwardInvocation:") { (_: Object, object: Object) in
        try Invocation(object)?.invoke(with: target)
    }
    return try builder.register().send("alloc", as: Object.self)
}

struct Point: StructureValue, Bridged, Equatable {
    var x, y: Double
    static let messageEncoding: StaticString = "{CGPoint=dd}"
}

struct Rectangle: StructureValue, Bridged, Equatable {
    var x, y, width, height: Double
    static let messageEncoding: StaticString = "{CGRect={CGPoint=dd}{CGSize=dd}}"
}

struct Range64: StructureValue, Bridged, Equatable {
    var location, length: UInt
    static let messageEncoding: StaticString = "{_NSRange=QQ}"
}

struct Mixed: StructureValue, Bridged, Equatable {
    var a: Int32
    var b: UInt8
    static let messageEncoding: StaticString = "{Mixed=iC}"
}

// ── Collections ─────────────────────────────────────────────────────────────────────────────────────

/// NSNumbers.
func numbers(_ values: Int...) -> [Object] { values.map { NSNumber.object($0) } }

extension Object {
    /// The numbers in any collection, in the order that a loop finds them in.
    var ints: [Int] { elements.compactMap { try? Int.bridged(from: $0) } }

    /// `<NSArray: 0x7f8a2c004e10>`
    var classAndAddress: String { "<\(isa): 0x\(String(address, radix: 16))>" }

    func count() throws -> Int { Int(try send("count", as: UInt.self)) }

    /// A method that takes no number and answers one.
    func word(_ selector: Selector, _ argument: Object?) throws -> UInt { try send(selector, argument, as: UInt.self) }
}

/// The same numbers in every run.
struct Dice: RandomNumberGenerator {
    var state: UInt64

    mutating func next() -> UInt64 {
        state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
        return state ^ state >> 29
    }
}
