import MiniFoundation
import MiniRuntime
import Synchronization
import Testing

private let counter = Atomic<Int>(0)

/// A class name that no other test has.
func uniqueName(_ base: String) -> String {
    "F\(base)\(counter.add(1, ordering: .relaxed).newValue)"
}

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

/// A class whose instances are counted by nobody else.
func makeTrackedClass() throws -> Class {
    try ClassBuilder(uniqueName("Tracked")).register()
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
