// NSDecimalNumberHandler.swift - how results of decimal arithmetic are rounded, and what happens at a division by zero.
import Foundation
import MiniFoundation
import MiniRuntime

/// The rounding of one kind of computation.
struct DecimalRounding: Sendable {
    var mode: UInt = 0
    /// The number of digits behind the point; NSDecimalNoScale keeps all digits.
    var scale: Int16 = .max
    var raisesAtDivisionByZero = true

    func rounded(_ value: Decimal) -> Decimal {
        guard scale != .max, !value.isNaN else { return value }
        var (result, value) = (Decimal(), value)
        NSDecimalRound(&result, &value, Int(scale), .init(rawValue: mode) ?? .plain)
        return result
    }
}

enum NSDecimalNumberHandler {
    static let values: ValueClass<DecimalRounding> = ValueClass("NSDecimalNumberHandler") { cls in
        let name = "RoundingMode:scale:raiseOnExactness:raiseOnOverflow:raiseOnUnderflow:raiseOnDivideByZero:"
        try cls.addInit(Selector("initWith\(name)"), maker: Selector("decimalNumberHandlerWith\(name)")) {
            (mode: UInt, scale: Int16, _: Bool, _: Bool, _: Bool, raises: Bool) in
            DecimalRounding(mode: mode, scale: scale, raisesAtDivisionByZero: raises)
        }
        try cls.addClassMethod("defaultDecimalNumberHandler") { _ in cls.object(DecimalRounding()) }
        try cls.add("roundingMode") { $0.mode }
        try cls.add("scale") { $0.scale }
        let behaviors =
            try RuntimeProtocol(named: "NSDecimalNumberBehaviors")
            ?? RuntimeProtocol(
                "NSDecimalNumberBehaviors",
                requirements: [.init("roundingMode", types: "Q16@0:8"), .init("scale", types: "s16@0:8")])
        cls.cls.adopt(behaviors)
    }

    /// Returns what a behavior says, which may be an object of the program. nil is the default one.
    private static func rounding(_ behavior: Object?) throws -> DecimalRounding {
        guard let behavior else { return DecimalRounding() }
        if behavior.unmanaged.isKind(of: values.cls) { return try values.value(of: behavior) }
        return try DecimalRounding(mode: behavior.send("roundingMode"), scale: behavior.send("scale"))
    }

    /// Adds the methods of NSDecimalNumber that round.
    static func addArithmetic(_ cls: Class) throws {
        try cls.addMethod("decimalNumberByRoundingAccordingToBehavior:") { (me: Object, behavior: Object?) in
            try NSDecimalNumber.object(rounding(behavior).rounded(NSDecimalNumber.decimal(me)))
        }
        for name in ["Adding", "Subtracting", "MultiplyingBy", "DividingBy"] {
            let plain = Selector("decimalNumberBy\(name):")
            try cls.addMethod(Selector("decimalNumberBy\(name):withBehavior:")) {
                (me: Object, other: Object, behavior: Object?) -> Object in
                let rounding = try rounding(behavior)
                if name == "DividingBy", !rounding.raisesAtDivisionByZero, try NSDecimalNumber.decimal(other) == 0 {
                    return NSDecimalNumber.object(.nan)
                }
                let result: Object = try me.send(plain, other)
                return try NSDecimalNumber.object(rounding.rounded(NSDecimalNumber.decimal(result)))
            }
        }
        try cls.addMethod("decimalNumberByRaisingToPower:withBehavior:") {
            (me: Object, power: UInt, behavior: Object?) in
            let result: Object = try me.send("decimalNumberByRaisingToPower:", power)
            return try NSDecimalNumber.object(rounding(behavior).rounded(NSDecimalNumber.decimal(result)))
        }
        try cls.addMethod("decimalNumberByMultiplyingByPowerOf10:withBehavior:") {
            (me: Object, power: Int16, behavior: Object?) in
            let result: Object = try me.send("decimalNumberByMultiplyingByPowerOf10:", power)
            return try NSDecimalNumber.object(rounding(behavior).rounded(NSDecimalNumber.decimal(result)))
        }
    }
}
