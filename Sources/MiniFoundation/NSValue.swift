// NSValue.swift - C values of any type as objects, with their type encodings.
//
//      │ isa │ encoding │ size │ words │      a value of up to sixteen bytes; or the first points to a larger one
//
// NSNumber is a subclass with the same storage.
import MiniRuntime

#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#endif

/// C values of any type. Objective-C: `NSValue`.
public enum NSValue {
    /// The runtime class.
    public static var cls: Class { Foundation.classes.pointee.value }

    /// Returns an NSValue with a copy of the value at `bytes`; nil if `encoding` is malformed or has no size.
    public static func object(bytes: UnsafeRawPointer, encoding: String) -> Object? {
        encoding.withCString { create(allocate(cls), bytes, $0) }.map { UnmanagedObject($0).takeOwnership() }
    }

    /// Returns an NSValue with a structure and its declared encoding.
    public static func object<Value: StructureValue>(_ value: Value) -> Object {
        // The size of a C type includes the padding at the end, that of a Swift type does not.
        let size = MemoryLayout<Value>.stride
        let boxed = withUnsafeTemporaryAllocation(byteCount: size, alignment: MemoryLayout<Value>.alignment) { bytes in
            bytes.initializeMemory(as: UInt8.self, repeating: 0)
            bytes.storeBytes(of: value, as: Value.self)
            return object(bytes: bytes.baseAddress!, encoding: Value.messageEncoding.description)
        }
        guard let boxed else { preconditionFailure("the encoding of \(Value.self) is malformed") }
        return boxed
    }

    /// Returns the type encoding of an NSValue or NSNumber; nil for other objects.
    public static func encoding(of object: Object) -> String? {
        readable(object).map { value in
            withExtendedLifetime(value) { String(cString: encoding(of: value.unmanaged.address)) }
        }
    }

    /// Returns the object itself if it is an NSValue or NSNumber; a copy for a proxy for one; nil for other objects.
    private static func readable(_ object: Object) -> Object? {
        let address = object.unmanaged.address
        if isKind(address, of: cls) { return object }
        return withExtendedLifetime(object) { claimsKind(address, of: cls) ? copied(address) : nil }
    }

    /// Returns a copy of the value that a proxy stands for, read by messages. nil if an exception was raised.
    static func copied(_ object: ID) -> Object? { autoreleasepoolIfNone { copiedByMessages(object) } }

    private static func copiedByMessages(_ object: ID) -> Object? {
        let (value, check) = (UnmanagedObject(object), ExceptionCheck())
        let type = UnsafePointer<CChar>(bitPattern: value.sendWords("objCType")).map { String(cString: $0) }
        guard !check.raised, let type, let (size, _) = try? TypeEncoding(type).layout, size > 0 else { return nil }
        return withUnsafeTemporaryAllocation(byteCount: max(size, 8), alignment: 16) { bytes in
            bytes.initializeMemory(as: UInt8.self, repeating: 0)
            value.sendWords("getValue:", (UInt(bitPattern: bytes.baseAddress), 0, 0, 0))
            return check.raised ? nil : self.object(bytes: bytes.baseAddress!, encoding: type)
        }
    }

    /// Calls `body` with the bytes of an NSValue or NSNumber. Returns nil, without calling `body`, for other objects.
    public static func withBytes<Result>(of object: Object, _ body: (UnsafeRawBufferPointer) throws -> Result) rethrows
        -> Result?
    {
        guard let value = readable(object) else { return nil }
        return try withExtendedLifetime(value) { try withBytes(of: value.unmanaged.address, body) }
    }
}

// ── Storage ─────────────────────────────────────────────────────────────────────────────────────────

struct ValueStorage {
    /// Lives for ever. nil in an instance that was not initialized.
    var encoding: UnsafePointer<CChar>?
    var size: Int
    var words: (UInt64, UInt64)

    /// Whether the value is in memory of its own, whose address is the first word.
    var isElsewhere: Bool { size > MemoryLayout.size(ofValue: words) }
}

extension NSValue {
    /// An encoding that has a size, as instances store it.
    struct Form: @unchecked Sendable {
        // Sendable: the text is immutable.
        fileprivate let encoding: UnsafePointer<CChar>
        fileprivate let size: Int

        /// nil if the encoding is malformed or has no size.
        init?(_ text: String) {
            guard let (size, _) = try? TypeEncoding(text).layout, size > 0 else { return nil }
            self.size = size
            encoding = EncodingTable.pointer(to: text)
        }
    }

    /// Sets the value of an instance that `alloc` returned. Releases it and returns nil if the encoding has no size.
    static func create(_ object: ID, _ bytes: UnsafeRawPointer, _ encoding: UnsafePointer<CChar>) -> ID? {
        guard let form = Form(String(cString: encoding)) else {
            release(object)
            return nil
        }
        return create(object, bytes, form)
    }

    /// The same with an encoding that was parsed before.
    static func create(_ object: ID, _ bytes: UnsafeRawPointer, _ form: Form) -> ID {
        let (storage, size) = (storage(of: object, as: ValueStorage.self), form.size)
        storage.pointee = ValueStorage(encoding: form.encoding, size: size, words: (0, 0))
        if !storage.pointee.isElsewhere {
            withUnsafeMutableBytes(of: &storage.pointee.words) {
                $0.baseAddress!.copyMemory(from: bytes, byteCount: size)
            }
        } else {
            let copy = UnsafeMutableRawPointer.allocate(byteCount: size, alignment: 16)
            copy.copyMemory(from: bytes, byteCount: size)
            storage.pointee.words.0 = UInt64(UInt(bitPattern: copy))
        }
        return object
    }

    static func encoding(of object: ID) -> UnsafePointer<CChar> {
        if UnmanagedObject(object).isTagged { return NSNumber.read(object).type.encoding }
        return storage(of: object, as: ValueStorage.self).pointee.encoding ?? EncodingTable.void
    }

    static func withBytes<Result>(of object: ID, _ body: (UnsafeRawBufferPointer) throws -> Result) rethrows -> Result {
        if UnmanagedObject(object).isTagged {
            let number = NSNumber.read(object)
            return try withUnsafeBytes(of: number.bits) {
                try body(UnsafeRawBufferPointer(rebasing: $0[..<number.type.size]))
            }
        }
        let storage = storage(of: object, as: ValueStorage.self)
        let size = storage.pointee.size
        if storage.pointee.isElsewhere {
            let bytes = UnsafeRawPointer(bitPattern: UInt(storage.pointee.words.0))
            return try body(UnsafeRawBufferPointer(start: bytes, count: size))
        }
        return try withUnsafeBytes(of: storage.pointee.words) {
            try body(UnsafeRawBufferPointer(rebasing: $0[..<size]))
        }
    }

    fileprivate static func free(_ object: ID) {
        let storage = storage(of: object, as: ValueStorage.self).pointee
        if storage.isElsewhere { UnsafeMutableRawPointer(bitPattern: UInt(storage.words.0))?.deallocate() }
    }

    static func haveEqualBytes(_ a: ID, _ b: ID) -> Bool {
        withBytes(of: a) { a in
            withBytes(of: b) { b in
                a.count == b.count && memcmp(a.baseAddress!, b.baseAddress!, a.count) == 0
            }
        }
    }

    static func haveEqualTypes(_ a: ID, _ b: ID) -> Bool {
        let (a, b) = (encoding(of: a), encoding(of: b))
        if a == b || strcmp(a, b) == 0 { return true }
        guard let a = try? TypeEncoding(String(cString: a)), let b = try? TypeEncoding(String(cString: b)) else {
            return false
        }
        return a.isEquivalent(to: b)
    }
}

/// Permanent copies of all encodings used. There are only as many as types, so they are never freed.
private enum EncodingTable {
    private struct Text: Lockable, @unchecked Sendable {
        // Sendable: the text is immutable.
        let pointer: UnsafePointer<CChar>
    }

    private static let texts = Locked<[String: Text]>([:], rank: .table)
    private static let voidText = Text(pointer: UnsafePointer(strdup("v")))

    static var void: UnsafePointer<CChar> { voidText.pointer }

    static func pointer(to text: String) -> UnsafePointer<CChar> {
        if let known = texts.value(forKey: text) { return known.pointer }
        let fresh = Text(pointer: UnsafePointer(strdup(text)))
        let kept = texts.value(forKey: text, settingDefault: fresh)
        if kept.pointer != fresh.pointer { free(UnsafeMutableRawPointer(mutating: fresh.pointer)) }
        return kept.pointer
    }
}

// ── Methods ─────────────────────────────────────────────────────────────────────────────────────────

extension NSValue {
    typealias FromBytes = @convention(c) (ID, SEL, UnsafeRawPointer?, UnsafePointer<CChar>?) -> ID?

    static func makeClass() throws -> Class {
        var builder = try ClassBuilder("NSValue")
        try builder.addStorage(ValueStorage.self)
        builder.addToClass(
            "valueWithBytes:objCType:", "@", "r^v", "r*",
            function: { me, selector, bytes, encoding in
                NSValue.made(allocate(me), me, selector, bytes, encoding).map(autoreleased)
            } as FromBytes)
        builder.addToClass(
            "value:withObjCType:", "@", "r^v", "r*",
            function: { me, selector, bytes, encoding in
                NSValue.made(allocate(me), me, selector, bytes, encoding).map(autoreleased)
            } as FromBytes)
        builder.add(
            "initWithBytes:objCType:", "@", "r^v", "r*",
            function: { me, selector, bytes, encoding in
                NSValue.made(me, me, selector, bytes, encoding)
            } as FromBytes)
        addReading(to: builder)
        addComparing(to: builder)
        builder.addDealloc { me, _ in
            NSValue.free(me)
            superDealloc(me)
        }
        return builder.register()
    }

    private static func made(
        _ object: ID, _ me: ID, _ selector: SEL, _ bytes: UnsafeRawPointer?, _ encoding: UnsafePointer<CChar>?
    ) -> ID? {
        guard let bytes, let encoding else {
            raise(ExceptionName.invalidArgument, me, selector, "bytes or type is NULL")
            release(object)
            return nil
        }
        if UnmanagedObject(object).isa == cls, let type = numberType(encoding) {
            release(object)
            return NSNumber.create(NumberValue(type: type, at: bytes))
        }
        guard let value = create(object, bytes, encoding) else {
            raise(
                ExceptionName.invalidArgument, me, selector, "type encoding '\(String(cString: encoding))' has no size")
            return nil
        }
        return value
    }

    /// The type of a number; nil for other types. A number with a type is an NSNumber, so that it equals other numbers.
    private static func numberType(_ encoding: UnsafePointer<CChar>) -> NumberType? {
        encoding[0] != 0 && encoding[1] == 0 ? NumberType(encoding: UInt8(bitPattern: encoding[0])) : nil
    }

    private static func addReading(to builder: borrowing ClassBuilder) {
        builder.add(
            "objCType", "r*",
            function: { me, _ in
                NSValue.encoding(of: me)
            } as @convention(c) (ID, SEL) -> UnsafePointer<CChar>)
        builder.add(
            "getValue:", "v", "^v",
            function: { me, _, buffer in
                guard let buffer else { return }
                NSValue.withBytes(of: me) { buffer.copyMemory(from: $0.baseAddress!, byteCount: $0.count) }
            } as @convention(c) (ID, SEL, UnsafeMutableRawPointer?) -> Void)
        builder.add(
            "getValue:size:", "v", "^v", "Q",
            function: { me, selector, buffer, size in
                let own = NSValue.withBytes(of: me) { $0.count }
                guard let buffer, size == own else {
                    raise(
                        ExceptionName.invalidArgument, me, selector,
                        "Cannot get value with size \(size). The type encoded as "
                            + "\(String(cString: NSValue.encoding(of: me))) is expected to be \(own) bytes")
                    return
                }
                NSValue.withBytes(of: me) { buffer.copyMemory(from: $0.baseAddress!, byteCount: own) }
            } as @convention(c) (ID, SEL, UnsafeMutableRawPointer?, Int) -> Void)
        builder.add(
            "pointerValue", "^v",
            function: { me, _ in
                NSValue.withBytes(of: me) { $0.count == 8 ? $0.loadUnaligned(as: UnsafeMutableRawPointer?.self) : nil }
            } as @convention(c) (ID, SEL) -> UnsafeMutableRawPointer?)
    }

    private static func addComparing(to builder: borrowing ClassBuilder) {
        let isEqual: BoolMethod = { me, _, other in
            guard let other, me != other else { return other != nil }
            let object = UnmanagedObject(other)
            guard object.isKind(of: NSValue.cls), !object.isKind(of: NSNumber.cls),
                let value = NSValue.readable(object.retained())
            else { return false }
            return withExtendedLifetime(value) {
                let other = value.unmanaged.address
                return NSValue.haveEqualTypes(me, other) && NSValue.haveEqualBytes(me, other)
            }
        }
        builder.addEquality("isEqualToValue:", isEqual)
        builder.add(
            "hash", "Q", function: { me, _ in NSValue.withBytes(of: me) { MiniFoundation.hash(of: $0) } } as WordMethod)
        builder.add(
            "description", "@",
            function: { me, _ in NSString.autoreleased(NSValue.description(of: me)) } as ObjectMethod)
        builder.addCopy("copyWithZone:", retainedSelf)
    }
}

// ── Printing ────────────────────────────────────────────────────────────────────────────────────────

extension NSValue {
    /// Prints geometric structures and ranges by name, and all other values as bytes.
    private static func description(of object: ID) -> String {
        let encoding = String(cString: encoding(of: object))
        return withBytes(of: object) { bytes in
            let numbers =
                bytes.count % 8 == 0
                ? (0..<bytes.count / 8).map { bytes.loadUnaligned(fromByteOffset: $0 * 8, as: UInt64.self) } : []
            let doubles = numbers.map { NumberValue.text(Double(bitPattern: $0)) }
            switch (encoding.prefix { $0 != "=" }, numbers.count) {
            case ("{CGPoint", 2): return "NSPoint: {\(doubles[0]), \(doubles[1])}"
            case ("{CGSize", 2): return "NSSize: {\(doubles[0]), \(doubles[1])}"
            case ("{CGRect", 4): return "NSRect: {{\(doubles[0]), \(doubles[1])}, {\(doubles[2]), \(doubles[3])}}"
            case ("{_NSRange", 2): return "NSRange: {\(numbers[0]), \(numbers[1])}"
            default: return "{length = \(bytes.count), bytes = 0x\(hexadecimal(bytes))}"
            }
        }
    }

    /// Prints all bytes of a short value; of a long one, the first sixteen and the last eight, in groups of four.
    private static func hexadecimal(_ bytes: UnsafeRawBufferPointer) -> String {
        func digits(_ range: Range<Int>) -> String {
            bytes[range].map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined()
        }
        guard bytes.count > 24 else { return digits(0..<bytes.count) }
        let groups = [0, 4, 8, 12, bytes.count - 8, bytes.count - 4].map { digits($0..<$0 + 4) }
        return groups[..<4].joined(separator: " ") + " ... " + groups[4...].joined(separator: " ")
    }
}
