// SelfTest.swift - whether the mechanisms work here: each is used once, and what comes out is compared.
import KVONotifying
import MiniFoundation
import MiniRuntime

enum SelfTest {
    static func run() -> Finding.Group {
        let tests: [(String, () throws -> String?)] = [
            ("messages", messages), ("a closure as a method", closure), ("structures by value", structure),
            ("exceptions", exceptions), ("weak references", weakReferences), ("observing", observing),
            ("nothing is left over", leftovers), ("invariants of all classes", ObjectRuntime.invariantViolation),
        ]
        return Finding.Group(
            "Self test",
            tests.map { name, test in
                do {
                    return try test().map { Finding(name, $0, .wrong) } ?? Finding(name, "ok")
                } catch {
                    return Finding(name, "\(error)", .wrong)
                }
            })
    }

    // Each returns nil, or a sentence about what is wrong.

    private static func messages() throws -> String? {
        let object = try Class.nsObject.new()
        guard try object.send("self", as: Object.self) == object else { return "-self returns another object" }
        let zero = try Object?.none.send("hash", as: UInt.self)
        let floating = try Object?.none.send("doubleValue", as: Double.self)
        return zero == 0 && floating == 0 ? nil : "a message to nil returns \(zero) and \(floating)"
    }

    private static func closure() throws -> String? {
        let implementation = try IMP { (_: Object, a: Int32, b: Double) in Double(a) + b }
        defer { implementation.remove() }
        let sum = try implementation.call(Class.nsObject.new(), "add:to:", Int32(-2), 0.5, as: Double.self)
        return sum == -1.5 ? nil : "-2 + 0.5 is \(sum)"
    }

    /// Too large for registers, and of both kinds.
    private struct Mixed: StructureValue, Equatable {
        var letter: Int8
        var number: Double
        var count: Int
        static let messageEncoding: StaticString = "{Mixed=cdq}"
    }

    private static func structure() throws -> String? {
        let implementation = try IMP { (_: Object, value: Mixed) in
            Mixed(letter: -value.letter, number: -value.number, count: -value.count)
        }
        defer { implementation.remove() }
        let value = Mixed(letter: 1, number: 0.5, count: -3)
        let result = try implementation.call(Class.nsObject.new(), "negated:", value, as: Mixed.self)
        return result == Mixed(letter: -1, number: -0.5, count: 3) ? nil : "\(value) negated is \(result)"
    }

    private static func exceptions() throws -> String? {
        do {
            try NSArray.object([]).send("objectAtIndex:", UInt(1))
            return "an index beyond the end raises nothing"
        } catch let exception as RuntimeException {
            return exception.name == "NSRangeException" ? nil : "an index beyond the end raises \(exception.name)"
        }
    }

    private static func weakReferences() throws -> String? {
        var object: Object? = try Class.nsObject.new()
        let reference = WeakReference(object!)
        guard autoreleasepool({ reference.object == object }) else { return "a living object reads as another" }
        try release(&object)
        return reference.object == nil ? nil : "a dead object reads as a living one"
    }

    private static func observing() throws -> String? {
        let (cls, told) = (try makeClass("DoctorPatient"), Locked(0))
        let builder = try ClassBuilder("DoctorObserver")
        try builder.addMethod(.observeValue) {
            (_: Object, _: String, _: Object, _: Object, _: UnsafeMutableRawPointer?) in told.withLock { $0 += 1 }
        }
        let (object, observer) = (try cls.new(), try builder.register().new())
        try object.addObserver(observer, forKeyPath: "pulse", options: [.new, .old])
        guard object.isa.name == "NSKVONotifying_DoctorPatient" else { return "isa did not move: \(object.isa)" }
        try object.send("setPulse:", Int32(60))
        try object.removeObserver(observer, forKeyPath: "pulse")
        guard object.isa == cls else { return "isa did not come back: \(object.isa)" }
        try object.send("setPulse:", Int32(61))
        let count = told.withLock { $0 }
        return count == 1 ? nil : "one change was notified \(count) times"
    }

    private static func leftovers() throws -> String? {
        let cls = try makeClass("DoctorLeftover")
        try autoreleasepool { for _ in 0..<100 { try cls.new().send("setPulse:", Int32(1)) } }
        return cls.instanceCount == 0 ? nil : "\(cls.instanceCount) of 100 objects are still alive"
    }

    private static func makeClass(_ name: String) throws -> Class {
        var builder = try ClassBuilder(name)
        try builder.addProperty("pulse", Int32.self)
        return builder.register()
    }
}
