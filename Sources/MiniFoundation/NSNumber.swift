// NSNumber.swift - numbers as objects that remember their C type.
//
//      tagged:  │ 1 │ tag: 3 bits │ type: 4 bits │ value: 56 bits, signed │      bool, float, integers that fit
//               │ 1 │ tag: 3 bits │ double: 60 bits                       │      doubles whose exponent is not extreme
//      object:  │ isa │ encoding │ size │ bits │                                all others, in the storage of NSValue
import MiniRuntime

/// Numbers. Objective-C: `NSNumber`.
public enum NSNumber {
    /// The runtime class.
    public static var cls: Class { Foundation.classes.pointee.number }

    // One overload per type, because a generic function would not be specialized in other modules.

    /// Returns a number with the C type of `value`.
    public static func object(_ value: Bool) -> Object { object(NumberValue(value)) }
    /// Returns a number with the C type of `value`.
    public static func object(_ value: Int8) -> Object { object(NumberValue(value)) }
    /// Returns a number with the C type of `value`.
    public static func object(_ value: UInt8) -> Object { object(NumberValue(value)) }
    /// Returns a number with the C type of `value`.
    public static func object(_ value: Int16) -> Object { object(NumberValue(value)) }
    /// Returns a number with the C type of `value`.
    public static func object(_ value: UInt16) -> Object { object(NumberValue(value)) }
    /// Returns a number with the C type of `value`.
    public static func object(_ value: Int32) -> Object { object(NumberValue(value)) }
    /// Returns a number with the C type of `value`.
    public static func object(_ value: UInt32) -> Object { object(NumberValue(value)) }
    /// Returns a number with the C type of `value`.
    public static func object(_ value: Int64) -> Object { object(NumberValue(value)) }
    /// Returns a number with the C type of `value`.
    public static func object(_ value: UInt64) -> Object { object(NumberValue(value)) }
    /// Returns a number with the C type `long long`.
    public static func object(_ value: Int) -> Object { object(NumberValue(value)) }
    /// Returns a number with the C type `unsigned long long`.
    public static func object(_ value: UInt) -> Object { object(NumberValue(value)) }
    /// Returns a number with the C type of `value`.
    public static func object(_ value: Float) -> Object { object(NumberValue(value)) }
    /// Returns a number with the C type of `value`.
    public static func object(_ value: Double) -> Object { object(NumberValue(value)) }

    /// Compares two numbers by value, whatever their types: -1, 0 or 1. nil unless both objects are numbers.
    public static func compare(_ a: Object, _ b: Object) -> Int? {
        guard let a = value(of: a.unmanaged.address), let b = value(of: b.unmanaged.address) else { return nil }
        return a.compare(b)
    }

    static func object(_ number: NumberValue) -> Object {
        UnmanagedObject(create(number)).takeOwnership()
    }
}

// ── Storage ─────────────────────────────────────────────────────────────────────────────────────────

extension NSNumber {
    private static let valueBits: UInt64 = 56

    /// Returns a number, +1. Most numbers are tagged pointers, which are not counted.
    static func create(_ number: NumberValue) -> ID {
        if let tagged = tagged(number) { return tagged.address }
        let object = allocate(cls)
        storage(of: object, as: ValueStorage.self).pointee = ValueStorage(
            encoding: number.type.encoding, size: number.type.size, words: (number.bits, 0))
        return object
    }

    /// Returns the tagged pointer for a number; nil if its value does not fit, or the program has no tagged pointers.
    private static func tagged(_ number: NumberValue) -> UnmanagedObject? {
        if number.type == .double {
            return number.double.tagPayload.flatMap { Foundation.classes.pointee.doubleTag.object($0) }
        }
        let value = Int64(bitPattern: number.bits)
        guard value >> (valueBits - 1) == value >> 63 && !(number.type == .uint64 && value < 0) else { return nil }
        let payload = UInt64(number.type.rawValue) << valueBits | number.bits & (1 << valueBits - 1)
        return Foundation.classes.pointee.numberTag.object(payload)
    }

    /// How numbers of one type are stored.
    package struct Form {
        /// Lives for ever.
        package let encoding: UnsafePointer<CChar>
        /// The tagged pointer for 0; nil if the program has no tagged pointers.
        package let taggedZero: UInt64?
    }

    /// Returns the form of numbers of the type with that encoding; nil if it is not a number.
    package static func form(encoding: String) -> Form? {
        guard encoding.utf8.count == 1, let type = NumberType(encoding: encoding.utf8.first!) else { return nil }
        let zero = tagged(NumberValue(type: type, bits: 0))
        return Form(encoding: type.encoding, taggedZero: zero.map { UInt64($0.word) })
    }

    /// Sets the value of an instance of a subclass, which compiled code has allocated or ``ClassBuilder`` described.
    package static func store(_ value: Double, in object: Object) {
        let (number, address) = (NumberValue(value), object.unmanaged.address)
        withExtendedLifetime(object) {
            storage(of: address, as: ValueStorage.self).pointee = ValueStorage(
                encoding: number.type.encoding, size: number.type.size, words: (number.bits, 0))
        }
    }

    /// Returns the value of an object that is known to be a number.
    static func read(_ object: ID) -> NumberValue {
        let unmanaged = UnmanagedObject(object)
        if unmanaged.isTagged {
            let payload = unmanaged.tagPayload
            if Foundation.classes.pointee.doubleTag.isTag(of: unmanaged) {
                return NumberValue(Double(tagPayload: payload))
            }
            let value = Int64(bitPattern: payload << (64 - valueBits)) >> (64 - valueBits)
            return NumberValue(
                type: NumberType(rawValue: UInt8(payload >> valueBits))!, bits: UInt64(bitPattern: value))
        }
        let storage = storage(of: object, as: ValueStorage.self).pointee
        guard let encoding = storage.encoding, let type = NumberType(encoding: UInt8(bitPattern: encoding[0])) else {
            return NumberValue(Int32(0))  // an instance that was allocated but not initialized
        }
        return NumberValue(type: type, bits: storage.words.0)
    }

    /// Returns the value of a number, or of a proxy for one; nil for other objects.
    static func value(of object: ID) -> NumberValue? {
        if isKind(object, of: cls) { return read(object) }
        guard claimsKind(object, of: cls), let copy = NSValue.copied(object) else { return nil }
        return withExtendedLifetime(copy) {
            let copy = copy.unmanaged.address
            guard let type = NumberType(encoding: UInt8(bitPattern: NSValue.encoding(of: copy)[0])) else { return nil }
            return NSValue.withBytes(of: copy) { NumberValue(type: type, at: $0.baseAddress!) }
        }
    }
}

// ── Methods ─────────────────────────────────────────────────────────────────────────────────────────

extension NSNumber {
    static func makeClass(superclass: Class) throws -> Class {
        let builder = try ClassBuilder("NSNumber", superclass: superclass)
        try addTypes(to: builder)
        addComparing(to: builder)
        let text: ObjectMethod = { me, _ in NSString.autoreleased(NSNumber.read(me).text) }
        builder.add("stringValue", "@", function: text)
        builder.add("description", "@", function: text)
        builder.addCopy("copyWithZone:", retainedSelf)
        return builder.register()
    }

    private static func addComparing(to builder: borrowing ClassBuilder) {
        let isEqual: BoolMethod = { me, _, other in
            guard let other, let number = NSNumber.value(of: other) else { return false }
            return NSNumber.read(me).compare(number) == 0
        }
        builder.addEquality("isEqualToNumber:", isEqual)
        builder.add(
            "compare:", "q", "@",
            function: { me, selector, other in
                guard let other, let number = NSNumber.value(of: other) else {
                    raise(ExceptionName.invalidArgument, me, selector, other == nil ? "nil argument" : "not a number")
                    return 0
                }
                return NSNumber.read(me).compare(number)
            } as @convention(c) (ID, SEL, ID?) -> Int)
        builder.add("hash", "Q", function: { me, _ in NSNumber.read(me).hash } as WordMethod)
    }
}
