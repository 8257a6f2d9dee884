// NSNumber+Types.swift - the methods that exist once per C type: intValue, numberWithInt:, initWithInt:.
import MiniRuntime

extension NSNumber {
    static func addTypes(to builder: borrowing ClassBuilder) throws {
        try add(Bool.self, boolValue, numberWithBool, "Bool", to: builder)
        try add(Int8.self, charValue, numberWithChar, "Char", to: builder)
        try add(UInt8.self, unsignedCharValue, numberWithUnsignedChar, "UnsignedChar", to: builder)
        try add(Int16.self, shortValue, numberWithShort, "Short", to: builder)
        try add(UInt16.self, unsignedShortValue, numberWithUnsignedShort, "UnsignedShort", to: builder)
        try add(Int32.self, intValue, numberWithInt, "Int", to: builder)
        try add(UInt32.self, unsignedIntValue, numberWithUnsignedInt, "UnsignedInt", to: builder)
        for name in ["Long", "LongLong", "Integer"] {
            try add(Int64.self, longLongValue, numberWithLongLong, name, to: builder)
        }
        for name in ["UnsignedLong", "UnsignedLongLong", "UnsignedInteger"] {
            try add(UInt64.self, unsignedLongLongValue, numberWithUnsignedLongLong, name, to: builder)
        }
        try add(Float.self, floatValue, numberWithFloat, "Float", to: builder)
        try add(Double.self, doubleValue, numberWithDouble, "Double", to: builder)
    }

    /// `initWithInt:` and the like return another object than their receiver, because the number may be a tagged
    /// pointer.
    private static func add<Value: MessageValue & Bridged, Getter, Factory>(
        _ type: Value.Type, _ getter: Getter, _ factory: Factory, _ name: String, to builder: borrowing ClassBuilder
    ) throws {
        let encoding = Value.messageEncoding.description
        let getterName = name.prefix(1).lowercased() + name.dropFirst() + "Value"
        builder.add(Selector(getterName), encoding, function: getter)
        builder.addToClass(Selector("numberWith\(name):"), "@", encoding, function: factory)
        try builder.addMethod(Selector("initWith\(name):")) { (_: Object, value: Value) in value.bridgedObject }
    }
}

private func autoreleased(_ value: NumberValue) -> ID { autoreleased(NSNumber.create(value)) }

private let boolValue: @convention(c) (ID, SEL) -> Bool = { me, _ in NSNumber.read(me).bool }
private let charValue: @convention(c) (ID, SEL) -> Int8 = { me, _ in NSNumber.read(me).integer() }
private let unsignedCharValue: @convention(c) (ID, SEL) -> UInt8 = { me, _ in NSNumber.read(me).integer() }
private let shortValue: @convention(c) (ID, SEL) -> Int16 = { me, _ in NSNumber.read(me).integer() }
private let unsignedShortValue: @convention(c) (ID, SEL) -> UInt16 = { me, _ in NSNumber.read(me).integer() }
private let intValue: @convention(c) (ID, SEL) -> Int32 = { me, _ in NSNumber.read(me).integer() }
private let unsignedIntValue: @convention(c) (ID, SEL) -> UInt32 = { me, _ in NSNumber.read(me).integer() }
private let longLongValue: @convention(c) (ID, SEL) -> Int64 = { me, _ in NSNumber.read(me).integer() }
private let unsignedLongLongValue: @convention(c) (ID, SEL) -> UInt64 = { me, _ in NSNumber.read(me).integer() }
private let floatValue: @convention(c) (ID, SEL) -> Float = { me, _ in NSNumber.read(me).float }
private let doubleValue: @convention(c) (ID, SEL) -> Double = { me, _ in NSNumber.read(me).double }

private let numberWithBool: @convention(c) (ID, SEL, Bool) -> ID = { _, _, value in autoreleased(NumberValue(value)) }
private let numberWithChar: @convention(c) (ID, SEL, Int8) -> ID = { _, _, value in autoreleased(NumberValue(value)) }
private let numberWithUnsignedChar: @convention(c) (ID, SEL, UInt8) -> ID = { _, _, value in
    autoreleased(NumberValue(value))
}
private let numberWithShort: @convention(c) (ID, SEL, Int16) -> ID = { _, _, value in autoreleased(NumberValue(value)) }
private let numberWithUnsignedShort: @convention(c) (ID, SEL, UInt16) -> ID = { _, _, value in
    autoreleased(NumberValue(value))
}
private let numberWithInt: @convention(c) (ID, SEL, Int32) -> ID = { _, _, value in autoreleased(NumberValue(value)) }
private let numberWithUnsignedInt: @convention(c) (ID, SEL, UInt32) -> ID = { _, _, value in
    autoreleased(NumberValue(value))
}
private let numberWithLongLong: @convention(c) (ID, SEL, Int64) -> ID = { _, _, value in
    autoreleased(NumberValue(value))
}
private let numberWithUnsignedLongLong: @convention(c) (ID, SEL, UInt64) -> ID = { _, _, value in
    autoreleased(NumberValue(value))
}
private let numberWithFloat: @convention(c) (ID, SEL, Float) -> ID = { _, _, value in autoreleased(NumberValue(value)) }
private let numberWithDouble: @convention(c) (ID, SEL, Double) -> ID = { _, _, value in autoreleased(NumberValue(value))
}
