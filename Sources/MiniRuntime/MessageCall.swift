// MessageCall.swift - one method call from Swift: checks the types, passes the arguments, throws the exception.
//
//      send ──► check the types against the method's ──► all scalars? registers, filled here ──► IMP
//                                                        structures? libffi ────────────────────► IMP
import CMiniRuntime

/// Where the search for the method starts.
enum CallTarget {
    /// At the receiver's class: `objc_msgSend`.
    case message
    /// At the superclass of this class.
    case superclass(of: Class)
    /// No search: this function is called.
    case implementation(IMP)
}

/// The receiver and selector of one call, and the signature of the method to call.
struct MessageCall {
    let target: CallTarget
    let receiver: OpaquePointer?
    let selector: Selector
    /// nil if it is unknown: for a method without types, and for a nil receiver.
    let signature: OpaquePointer?

    init(_ target: CallTarget, receiver: OpaquePointer?, selector: Selector) throws {
        self.target = target
        self.receiver = receiver
        self.selector = selector
        signature = try Self.signature(target, receiver, selector)
    }

    private static func signature(
        _ target: CallTarget, _ receiver: OpaquePointer?, _ selector: Selector
    ) throws -> OpaquePointer? {
        guard let receiver else { return nil }
        var scope = CallScope()
        defer { scope.end() }
        switch target {
        case .message:
            if let method = mr_method_for_message(receiver, selector.pointer) { return mr_method_signature(method) }
        case .superclass(let cls):
            guard let superclass = cls.superclass else { return nil }
            if let method = superclass.instanceMethod(selector) { return mr_method_signature(method.pointer) }
        case .implementation(let imp):
            return imp.blockTypes.flatMap { mr_signature_get($0) }
        }
        // No method was found. Throws if +initialize or method resolution raised. Otherwise sends
        // methodSignatureForSelector: to the receiver, as forwarding will do.
        try RuntimeException.throwIfPending()
        let forwarded = mr_forwarded_signature(receiver, selector.pointer)
        try RuntimeException.throwIfPending()
        return forwarded
    }

    /// The IMP to call. For a message to super without a method, the forwarding IMP.
    var implementation: OpaquePointer {
        switch target {
        case .message:
            return mr_messenger()
        case .superclass(let cls):
            var context = objc_super(receiver: receiver, super_class: class_getSuperclass(cls.pointer))
            return objc_msg_lookup_super(&context, selector.pointer)
        case .implementation(let imp):
            return imp.pointer
        }
    }
}

// ── Registers ───────────────────────────────────────────────────────────────────────────────────────

/// The argument registers of a call whose arguments are scalars.
struct ArgumentRegisters {
    var values = mr_registers()
    private var words = 0
    private var floats = 0
    /// false if an argument is a structure, or if there are more scalars than registers.
    private(set) var fits = true

    mutating func add<Raw: BitwiseCopyable>(_ raw: Raw, _ passing: MessagePassing) {
        switch passing {
        case .signed, .unsigned:
            guard words < Int(MR_WORD_ARGUMENTS) else { return fits = false }
            setWord(Self.word(raw, signed: passing == .signed))
        case .float, .double:
            guard floats < Int(MR_FLOAT_ARGUMENTS) else { return fits = false }
            setFloat(raw)
        case .structure:
            fits = false
        }
    }

    mutating func add<Value: MessageValue>(
        _ raw: Value.Raw, _ type: Value.Type, _ converter: inout ArgumentConverter
    ) throws {
        if let converted = try converter.next(raw, type) {
            add(converted.bits, converted.passing)
        } else {
            add(raw, type.messagePassing)
        }
    }

    private static func word<Raw: BitwiseCopyable>(_ raw: Raw, signed: Bool) -> UInt {
        withUnsafeBytes(of: raw) { bytes in
            switch (bytes.count, signed) {
            case (1, true): UInt(bitPattern: Int(bytes.load(as: Int8.self)))
            case (1, false): UInt(bytes.load(as: UInt8.self))
            case (2, true): UInt(bitPattern: Int(bytes.load(as: Int16.self)))
            case (2, false): UInt(bytes.load(as: UInt16.self))
            case (4, true): UInt(bitPattern: Int(bytes.load(as: Int32.self)))
            case (4, false): UInt(bytes.load(as: UInt32.self))
            default: bytes.load(as: UInt.self)
            }
        }
    }

    private mutating func setWord(_ word: UInt) {
        withUnsafeMutableBytes(of: &values.words) { $0.storeBytes(of: word, toByteOffset: words * 8, as: UInt.self) }
        words += 1
    }

    private mutating func setFloat<Raw: BitwiseCopyable>(_ raw: Raw) {
        withUnsafeMutableBytes(of: &values.floats) { $0.storeBytes(of: raw, toByteOffset: floats * 8, as: Raw.self) }
        floats += 1
    }
}

extension MessageCall {
    /// Makes the call with all arguments in registers, and stores the bytes of the result at `result`.
    func callInRegisters(
        _ registers: inout ArgumentRegisters, returning: MessagePassing, result: UnsafeMutableRawPointer
    ) {
        switch returning {
        case .float:
            result.storeBytes(
                of: mr_call_float(implementation, receiver, selector.pointer, &registers.values), as: Float.self)
        case .double:
            result.storeBytes(
                of: mr_call_double(implementation, receiver, selector.pointer, &registers.values), as: Double.self)
        case .signed, .unsigned, .structure:
            result.storeBytes(
                of: mr_call_word(implementation, receiver, selector.pointer, &registers.values), as: UInt.self)
        }
    }
}

// ── libffi ──────────────────────────────────────────────────────────────────────────────────────────

/// The arguments of a call in memory, one block per argument, as libffi requires.
struct ArgumentFrame {
    private var places: [UnsafeMutableRawPointer?] = []

    mutating func add<Raw: BitwiseCopyable>(_ raw: Raw) {
        let place = UnsafeMutableRawPointer.allocate(byteCount: max(MemoryLayout<Raw>.size, 16), alignment: 16)
        place.storeBytes(of: raw, as: Raw.self)
        places.append(place)
    }

    mutating func add<Value: MessageValue>(
        _ raw: Value.Raw, _ type: Value.Type, _ converter: inout ArgumentConverter
    ) throws {
        if let converted = try converter.next(raw, type) {
            add(converted.bits)
        } else {
            add(raw)
        }
    }

    mutating func call(_ call: MessageCall, signature: OpaquePointer, result: UnsafeMutableRawPointer) {
        switch call.target {
        case .message: mr_send(signature, result, &places)
        case .superclass(let cls): mr_send_super(cls.pointer, signature, result, &places)
        case .implementation(let imp): mr_call(imp.pointer, signature, result, &places)
        }
    }

    func free() {
        for place in places { place?.deallocate() }
    }
}

// ── Types ───────────────────────────────────────────────────────────────────────────────────────────

/// Compares the Swift types of a call with the encodings of the method.
struct TypeChecker {
    let selector: Selector
    let signature: OpaquePointer
    /// The receiver of the message, for the text of an error.
    private let receiver: OpaquePointer?
    private var index: UInt32 = 2
    /// Whether an argument is a number that must be converted to the type that the method takes.
    private(set) var findsOtherNumbers = false

    init(_ selector: Selector, _ signature: OpaquePointer, _ receiver: OpaquePointer? = nil) {
        self.selector = selector
        self.signature = signature
        self.receiver = receiver
    }

    mutating func checkArgument<Value: MessageValue>(_ type: Value.Type) throws {
        // checkCount reports missing arguments.
        defer { index += 1 }
        guard let declared = mr_signature_argument_type(signature, index) else { return }
        guard Self.fits(type, declared) else {
            throw RuntimeError.argumentType(
                selector.name, index: Int(index) - 2, expected: String(cString: declared), given: type.encoding,
                sent: SentMessage(receiver, type))
        }
    }

    func checkCount() throws {
        let expected = mr_signature_argument_count(signature)
        guard index == expected else {
            throw RuntimeError.argumentCount(selector.name, expected: Int(expected) - 2, given: Int(index) - 2)
        }
    }

    /// Like ``checkArgument(_:)``, but also accepts a number of another type: ``ArgumentConverter`` converts it later.
    mutating func checkSentArgument<Value: MessageValue>(_ type: Value.Type) throws {
        guard let declared = Self.kind(signature, Int(index)), declared != type.kind,
            CarriedNumber.converts(type.kind, to: declared)
        else { return try checkArgument(type) }
        index += 1
        findsOtherNumbers = true
    }

    /// - Returns: the encoding of the number that the method returns, if it must be converted to `type`; otherwise nil.
    func checkReturn<Value: MessageValue>(_ type: Value.Type) throws -> UInt8? {
        let declared = mr_signature_return_type(signature)!
        if Self.fits(type, declared) { return nil }
        guard let kind = Self.kind(declared), CarriedNumber.converts(type.kind, to: kind) else {
            throw RuntimeError.returnType(
                selector.name, expected: String(cString: declared), given: type.encoding,
                sent: SentMessage(receiver, type))
        }
        return kind
    }

    /// Returns the encoding of an argument's type, without qualifiers, if it is one letter; otherwise nil.
    static func kind(_ signature: OpaquePointer, _ index: Int) -> UInt8? {
        mr_signature_argument_type(signature, UInt32(index)).flatMap { kind($0) }
    }

    private static func kind(_ declared: UnsafePointer<CChar>) -> UInt8? {
        guard let type = objc_skip_type_qualifiers(declared), type[0] != 0, type[1] == 0 else { return nil }
        return UInt8(bitPattern: type[0])
    }

    /// Whether values of a Swift type can be passed as a declared C type. Objects and classes are interchangeable, as
    /// are pointers to data. A structure must have the size and alignment of the encoding.
    static func fits<Value: MessageValue>(_ type: Value.Type, _ declared: UnsafePointer<CChar>) -> Bool {
        let given = UnsafeRawPointer(type.messageEncoding.utf8Start).assumingMemoryBound(to: CChar.self)
        if declared[0] == given[0] && declared[1] == 0 { return true }
        guard let unqualified = objc_skip_type_qualifiers(declared) else { return false }
        switch (UInt8(bitPattern: given[0]), UInt8(bitPattern: unqualified[0])) {
        case (UInt8(ascii: "@"), UInt8(ascii: "#")), (UInt8(ascii: "#"), UInt8(ascii: "@")): return true
        case (UInt8(ascii: "^"), UInt8(ascii: "^")), (UInt8(ascii: "^"), UInt8(ascii: "*")): return true
        case (UInt8(ascii: "^"), UInt8(ascii: "@")), (UInt8(ascii: "^"), UInt8(ascii: ":")): return false
        case (UInt8(ascii: "@"), UInt8(ascii: "@")): return true  // a block, or an object of a named class
        default: return mr_type_equal(unqualified, given) && hasLayout(type, unqualified)
        }
    }

    private static func hasLayout<Value: MessageValue>(_ type: Value.Type, _ encoding: UnsafePointer<CChar>) -> Bool {
        var size = 0
        var alignment = 0
        guard mr_type_layout(encoding, &size, &alignment) else { return false }
        return size == MemoryLayout<Value.Raw>.stride && alignment == MemoryLayout<Value.Raw>.alignment
            || size == MemoryLayout<Value.Raw>.size && alignment == MemoryLayout<Value.Raw>.alignment
    }
}
