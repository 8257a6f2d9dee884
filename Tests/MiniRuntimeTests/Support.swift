// Support.swift - what these tests share. Through the public face alone: no C name is in sight here.
//
// Tests run side by side in one process: each makes its classes under names of its own and leaves all others alone.
import MiniRuntime
import RuntimeTestSupport
import TestSupport

/// An object whose class logs `line` when it dies.
func trackedObject(_ log: Log, _ line: String) throws -> Object {
    let cls = try makeClass("Tracked")
    try cls.addMethod("dealloc") { (self: UnmanagedObject) in
        log.add(line)
        try self.sendSuper(of: cls, "dealloc")
    }
    return try cls.new()
}

struct Point: StructureValue, Equatable {
    var x, y: Double
    static let messageEncoding: StaticString = "{Point=dd}"
}

struct Box: StructureValue, Equatable {
    var origin, size, tip: Point
    static let messageEncoding: StaticString = "{Box={Point=dd}{Point=dd}{Point=dd}}"
}

struct Mixed: StructureValue, Equatable {
    var number: Int64
    var real: Double
    static let messageEncoding: StaticString = "{Mixed=qd}"
}

struct Triple: StructureValue, Equatable {
    var x, y, z: Float
    static let messageEncoding: StaticString = "{Triple=fff}"
}
