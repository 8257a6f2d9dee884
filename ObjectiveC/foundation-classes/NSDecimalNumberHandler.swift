// NSDecimalNumberHandler.swift - how results of decimal arithmetic are rounded, and what happens to those that no
// decimal number can be.
import Foundation
import MiniFoundation
import MiniRuntime

/// The rounding of one computation, and the errors that raise an exception.
struct DecimalRounding: Sendable {
    var mode = DecimalRoundingMode.plain
    /// The number of digits behind the point; NSDecimalNoScale keeps all digits.
    var scale: Int16 = .max
    var raises: Set<CalculationError> = [.underflow, .overflow, .divideByZero]

    /// Throws the exception of an error.
    func check(_ error: CalculationError) throws {
        guard raises.contains(error) else { return }
        let (name, words) =
            switch error {
            case .none, .lossOfPrecision: ("Exactness", "exactness")
            case .underflow: ("Underflow", "underflow")
            case .overflow: ("Overflow", "overflow")
            case .divideByZero: ("DivideByZero", "divide by zero")
            }
        throw RuntimeException("NSDecimalNumber\(name)Exception", "NSDecimalNumber \(words) exception")
    }
}

/// A behavior, which may be an object of the program.
struct DecimalBehavior {
    let rounding: DecimalRounding
    /// An object of the program that decides on the result of an error.
    private let judge: Object?
    private static let message: Selector = "exceptionDuringOperation:error:leftOperand:rightOperand:"

    /// - Parameter object: nil for the default behavior
    init(_ object: Object?) throws {
        guard let object, !object.unmanaged.isKind(of: NSDecimalNumberHandler.values.cls) else {
            rounding = try object.map { try NSDecimalNumberHandler.values.value(of: $0) } ?? DecimalRounding()
            judge = nil
            return
        }
        let mode = try DecimalRoundingMode(rawValue: object.send("roundingMode")) ?? .plain
        rounding = try DecimalRounding(mode: mode, scale: object.send("scale"))
        judge = try object.send("respondsToSelector:", Self.message) ? object : nil
    }

    func rounded(_ number: WideDecimal) -> (Decimal, CalculationError) {
        number.rounded(rounding.mode, scale: Int(rounding.scale))
    }

    /// Returns the result of an operation as an object. Throws what the behavior raises for its error.
    func object(
        _ result: (value: Decimal, error: CalculationError), _ operation: Selector, _ left: Object, _ right: Object?
    ) throws -> Object {
        guard result.error != .none else { return NSDecimalNumber.object(result.value) }
        guard let judge else {
            try rounding.check(result.error)
            return NSDecimalNumber.object(result.value)
        }
        let other: Object? = try judge.send(Self.message, operation, result.error.rawValue, left, right)
        return other ?? NSDecimalNumber.object(result.value)
    }
}

enum NSDecimalNumberHandler {
    static let values: ValueClass<DecimalRounding> = ValueClass("NSDecimalNumberHandler") { cls in
        let name = "RoundingMode:scale:raiseOnExactness:raiseOnOverflow:raiseOnUnderflow:raiseOnDivideByZero:"
        try cls.addInit(Selector("initWith\(name)"), maker: Selector("decimalNumberHandlerWith\(name)")) {
            (mode: UInt, scale: Int16, exactness: Bool, overflow: Bool, underflow: Bool, division: Bool) in
            let flags: [(CalculationError, Bool)] = [
                (.lossOfPrecision, exactness), (.overflow, overflow), (.underflow, underflow),
                (.divideByZero, division),
            ]
            return DecimalRounding(
                mode: DecimalRoundingMode(rawValue: mode) ?? .plain, scale: scale,
                raises: Set(flags.filter(\.1).map(\.0)))
        }
        try cls.addClassMethod("defaultDecimalNumberHandler") { _ in cls.object(DecimalRounding()) }
        try cls.add("roundingMode") { $0.mode.rawValue }
        try cls.add("scale") { $0.scale }
        try cls.add("exceptionDuringOperation:error:leftOperand:rightOperand:") {
            (rounding, _: Selector, error: UInt, _: Object?, _: Object?) -> Object? in
            try CalculationError(rawValue: error).map { try rounding.check($0) }
            return nil
        }
        let behaviors =
            try RuntimeProtocol(named: "NSDecimalNumberBehaviors")
            ?? RuntimeProtocol(
                "NSDecimalNumberBehaviors",
                requirements: [.init("roundingMode", types: "Q16@0:8"), .init("scale", types: "s16@0:8")])
        cls.cls.adopt(behaviors)
    }

    /// Adds the methods of NSDecimalNumber that compute, each with a behavior and with the default one.
    static func addArithmetic(_ cls: Class) throws {
        typealias Operation = @Sendable (WideDecimal, WideDecimal) -> WideDecimal
        let operations: [(String, Operation)] = [
            ("Adding", { $0.sum($1) }), ("Subtracting", { $0.sum($1.negated) }), ("MultiplyingBy", { $0.product($1) }),
            ("DividingBy", { $0.quotient($1) }),
        ]
        for (name, operation) in operations {
            let plain = Selector("decimalNumberBy\(name):")
            try add(cls, plain) { (me: Object, other: Object, behavior: DecimalBehavior) in
                let (left, right) = try (NSDecimalNumber.decimal(me), NSDecimalNumber.decimal(other))
                if left.isNaN || right.isNaN { return NSDecimalNumber.object(.nan) }
                if name == "DividingBy", right.isZero {
                    return try behavior.object((.nan, .divideByZero), plain, me, other)
                }
                let result = operation(WideDecimal(left), WideDecimal(right))
                return try behavior.object(behavior.rounded(result), plain, me, other)
            }
        }
        let raising: Selector = "decimalNumberByRaisingToPower:"
        try add(cls, raising) { (me: Object, power: UInt, behavior: DecimalBehavior) in
            let value = try NSDecimalNumber.decimal(me)
            if value.isNaN { return NSDecimalNumber.object(.nan) }
            let (mode, scale) = (behavior.rounding.mode, Int(behavior.rounding.scale))
            return try behavior.object(WideDecimal.power(value, power, mode, scale: scale), raising, me, nil)
        }
        let shifting: Selector = "decimalNumberByMultiplyingByPowerOf10:"
        try add(cls, shifting) { (me: Object, power: Int16, behavior: DecimalBehavior) in
            let value = try NSDecimalNumber.decimal(me)
            if value.isNaN { return NSDecimalNumber.object(.nan) }
            let result = WideDecimal(value).timesPowerOf10(Int(power))
            return try behavior.object(behavior.rounded(result), shifting, me, nil)
        }
        let rounding: Selector = "decimalNumberByRoundingAccordingToBehavior:"
        try cls.addMethod(rounding) { (me: Object, behavior: Object?) -> Object in
            let (value, behavior) = try (NSDecimalNumber.decimal(me), DecimalBehavior(behavior))
            if value.isNaN { return NSDecimalNumber.object(.nan) }
            return try behavior.object(behavior.rounded(WideDecimal(value)), rounding, me, nil)
        }
    }

    private static func add<Operand: MessageValue>(
        _ cls: Class, _ name: Selector, _ body: @escaping @Sendable (Object, Operand, DecimalBehavior) throws -> Object
    ) throws {
        try cls.addMethod(name) { (me: Object, other: Operand) -> Object in
            try body(me, other, DecimalBehavior(nil))
        }
        try cls.addMethod(Selector("\(name)withBehavior:")) {
            (me: Object, other: Operand, behavior: Object?) -> Object in
            try body(me, other, DecimalBehavior(behavior))
        }
    }
}
