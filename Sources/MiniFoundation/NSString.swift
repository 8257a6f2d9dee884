// NSString.swift - immutable strings: a Swift String as an object.
//
// isEqual:, hash, compare:, hasPrefix: and hasSuffix: compare UTF-16 units: the composed and the decomposed form of a
// character differ, and compare: returns 0 exactly if isEqual: returns YES. Positions and lengths count UTF-16 units.
import MiniRuntime
import Synchronization

#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#endif

/// Immutable strings. Objective-C: `NSString`.
public enum NSString {
    /// The runtime class.
    public static var cls: Class { Foundation.classes.pointee.string }

    /// Returns a string with that text.
    public static func object(_ text: String) -> Object {
        UnmanagedObject(create(allocate(cls), text)).takeOwnership()
    }

    /// Returns the text of an NSString, or of a proxy for one; nil for other objects.
    public static func string(_ object: Object) -> String? { text(of: object.unmanaged.address) }

    /// Returns the text of an NSString, or of a proxy for one; nil for other objects.
    public static func string(_ object: UnmanagedObject) -> String? { text(of: object.address) }
}

// ── Storage ─────────────────────────────────────────────────────────────────────────────────────────

/// All zeros is the empty string. A compiler's constant string has only three words after its isa, so the hash and the
/// UTF-8 text share one of them.
struct StringStorage: ~Copyable {
    var string: String?
    /// 0 until the hash or UTF8String is first used. Then the hash, which is odd, or the address of a block with it,
    /// the halves of surrogate pairs and the UTF-8 text. A string with halves has a block from the beginning.
    let derived = Atomic<UInt>(0)

    deinit {
        StringStorage.freeBlock(derived.load(ordering: .acquiring))
    }

    /// Frees the block that a value of `derived` points to.
    static func freeBlock(_ word: UInt) {
        guard let block = block(word) else { return }
        halves(in: block)?.release()
        free(block)
    }

    /// Returns the halves of pairs in a block.
    static func halves(in block: UnsafeMutablePointer<UInt>) -> Unmanaged<HalfPairs>? {
        UnsafeRawPointer(bitPattern: block[1]).map { Unmanaged<HalfPairs>.fromOpaque($0) }
    }

    /// Returns the block that a value of `derived` points to; nil if the value is a hash or 0.
    static func block(_ word: UInt) -> UnsafeMutablePointer<UInt>? {
        word & 1 == 0 ? UnsafeMutablePointer(bitPattern: word) : nil
    }
}

extension NSString {
    /// Sets the text of an instance that `alloc` returned.
    static func create(_ object: ID, _ text: consuming String) -> ID {
        text.makeContiguousUTF8()
        storage(of: object, as: StringStorage.self).pointee.string = text
        return object
    }

    /// The same for a text that may have halves of pairs.
    static func create(_ object: ID, _ text: UnitText) -> ID {
        let storage = storage(of: create(object, text.string), as: StringStorage.self)
        if !text.halves.isEmpty {
            let hash = withUTF8(of: text.string) { MiniFoundation.hash(of: $0) } | 1
            let block = makeBlock(text.string, hash: hash, HalfPairs(text.halves))
            storage.pointee.derived.store(UInt(bitPattern: block), ordering: .releasing)
        }
        return object
    }

    static func autoreleased(_ text: String) -> ID {
        MiniFoundation.autoreleased(create(allocate(cls), text))
    }

    static func autoreleased(_ text: UnitText) -> ID {
        MiniFoundation.autoreleased(create(allocate(cls), text))
    }

    /// Returns the halves of pairs of an object that is known to be a string.
    static func halves(of object: ID) -> [HalfPair] {
        let derived = storage(of: object, as: StringStorage.self).pointee.derived.load(ordering: .acquiring)
        return StringStorage.block(derived).flatMap(StringStorage.halves)?.takeUnretainedValue().list ?? []
    }

    /// Like ``read(_:)``, with the halves of pairs.
    static func readUnits(_ object: ID) -> UnitText {
        if storage(of: object, as: StringStorage.self).pointee.string == nil, storesOwnText(object) {
            return autoreleasepoolIfNone { unitsByMessages(of: object).map { UnitText($0) } ?? UnitText("") }
        }
        return UnitText(read(object), halves(of: object))
    }

    /// Returns the text of an object that is known to be a string. A subclass that stores its text itself, and so
    /// overrides `length` and `characterAtIndex:`, is read by these messages.
    static func read(_ object: ID) -> String {
        if let text = storage(of: object, as: StringStorage.self).pointee.string { return text }
        return storesOwnText(object) ? autoreleasepoolIfNone { textByUnits(of: object) ?? "" } : ""
    }

    private static func storesOwnText(_ object: ID) -> Bool {
        let isa = UnmanagedObject(object).isa
        return ["length", "characterAtIndex:"].allSatisfy { isa.instanceMethod($0) != cls.instanceMethod($0) }
    }

    private static func textByUnits(of object: ID) -> String? {
        unitsByMessages(of: object).map { String(decoding: $0, as: UTF16.self) }
    }

    /// Returns the units of a string, read by `length` and `characterAtIndex:`. nil if an exception was raised.
    private static func unitsByMessages(of object: ID) -> [UInt16]? {
        let (string, check) = (UnmanagedObject(object), ExceptionCheck())
        let length = string.sendWords("length")
        var units: [UInt16] = []
        while units.count < length && !check.raised {
            let unit = string.sendWords("characterAtIndex:", (UInt(units.count), 0, 0, 0))
            units.append(UInt16(truncatingIfNeeded: unit))
        }
        return check.raised ? nil : units
    }

    /// Returns the text of a string, or of a proxy for one; nil for other objects.
    static func text(of object: ID) -> String? {
        if isKind(object, of: cls) { return read(object) }
        return claimsKind(object, of: cls) ? autoreleasepoolIfNone { textByMessages(of: object) } : nil
    }

    /// Returns the text of a proxy for a string, read by messages. nil if an exception was raised.
    private static func textByMessages(of object: ID) -> String? {
        let (string, check) = (UnmanagedObject(object), ExceptionCheck())
        let bytes = UnsafePointer<CChar>(bitPattern: string.sendWords("UTF8String"))
        let text = bytes.map { String(cString: $0) } ?? ""
        let length = string.sendWords("length")
        if check.raised { return nil }
        // A character 0 ends the bytes, but not the text.
        if text.utf16.count == Int(bitPattern: length) { return text }
        return textByUnits(of: object)
    }

    static func withUTF8<Result>(of text: String, _ body: (UnsafeRawBufferPointer) -> Result) -> Result {
        var text = text
        return text.withUTF8 { body(UnsafeRawBufferPointer($0)) }
    }

    static func hash(of object: ID) -> UInt {
        let storage = storage(of: object, as: StringStorage.self)
        let known = storage.pointee.derived.load(ordering: .acquiring)
        if known != 0 { return StringStorage.block(known)?.pointee ?? known }
        let hash = withUTF8(of: read(object)) { MiniFoundation.hash(of: $0) } | 1
        if storage.pointee.string == nil && storesOwnText(object) { return hash }  // its text may change
        _ = storage.pointee.derived.compareExchange(expected: 0, desired: hash, ordering: .relaxed)
        return hash
    }

    /// Returns the UTF-8 text, which is created once: if two threads create it at the same time, the first one is kept.
    private static func utf8String(of object: ID) -> UnsafePointer<CChar> {
        let storage = storage(of: object, as: StringStorage.self)
        var known = storage.pointee.derived.load(ordering: .acquiring)
        if let block = StringStorage.block(known) { return bytes(of: block) }
        if storage.pointee.string == nil && storesOwnText(object) { return utf8String(of: autoreleased(read(object))) }
        let made = makeBlock(read(object), hash: hash(of: object))
        while true {
            let (exchanged, original) = storage.pointee.derived.compareExchange(
                expected: known, desired: UInt(bitPattern: made), ordering: .acquiringAndReleasing)
            if exchanged { return bytes(of: made) }
            if let block = StringStorage.block(original) {
                free(made)
                return bytes(of: block)
            }
            known = original
        }
    }

    private static func makeBlock(_ text: String, hash: UInt, _ halves: HalfPairs? = nil)
        -> UnsafeMutablePointer<UInt>
    {
        text.withCString { bytes in
            let (size, head) = (strlen(bytes) + 1, 2 * MemoryLayout<UInt>.size)
            guard let block = malloc(head + size) else { fatalError("out of memory for a string") }
            memcpy(block + head, bytes, size)
            let words = block.assumingMemoryBound(to: UInt.self)
            words[0] = hash
            words[1] = halves.map { UInt(bitPattern: Unmanaged.passRetained($0).toOpaque()) } ?? 0
            return words
        }
    }

    private static func bytes(of block: UnsafeMutablePointer<UInt>) -> UnsafePointer<CChar> {
        UnsafeRawPointer(block + 2).assumingMemoryBound(to: CChar.self)
    }
}

// ── Methods ─────────────────────────────────────────────────────────────────────────────────────────

extension NSString {
    private typealias FromUTF8 = @convention(c) (ID, SEL, UnsafePointer<CChar>?) -> ID?

    static func makeClass() throws -> Class {
        var builder = try ClassBuilder("NSString")
        try builder.addStorage(StringStorage.self)
        addConstructors(to: builder)
        addReading(to: builder)
        addNumbers(to: builder)
        addComparing(to: builder)
        addCharacters(to: builder)
        addEnumeration(to: builder)
        builder.addCopy("copyWithZone:", retainedSelf)
        builder.addCopy("mutableCopyWithZone:") { me, _, _ in
            NSString.create(allocate(NSMutableString.cls), NSString.readUnits(me))
        }
        builder.addDealloc { me, _ in
            storage(of: me, as: StringStorage.self).deinitialize(count: 1)
            superDealloc(me)
        }
        return builder.register()
    }

    private static func addConstructors(to builder: borrowing ClassBuilder) {
        builder.addToClass(
            "string", "@",
            function: { me, _ in
                MiniFoundation.autoreleased(allocate(me))
            } as ObjectMethod)
        builder.addToClass(
            "stringWithUTF8String:", "@", "r*",
            function: { me, selector, bytes in
                NSString.made(allocate(me), me, selector, bytes).map(MiniFoundation.autoreleased)
            } as FromUTF8)
        builder.add(
            "initWithUTF8String:", "@", "r*",
            function: { me, selector, bytes in
                NSString.made(me, me, selector, bytes)
            } as FromUTF8)
        builder.addToClass(
            "stringWithString:", "@", "@",
            function: { me, selector, other in
                NSString.unitArgument(other, me, selector).map {
                    MiniFoundation.autoreleased(NSString.create(allocate(me), $0))
                }
            } as ObjectFromObject)
        builder.add(
            "initWithString:", "@", "@",
            function: { me, selector, other in
                if let text = NSString.unitArgument(other, me, selector) { return NSString.create(me, text) }
                release(me)
                return nil
            } as ObjectFromObject)
        builder.add(
            "stringByAppendingString:", "@", "@",
            function: { me, selector, other in
                NSString.unitArgument(other, me, selector).map { end in
                    var text = NSString.readUnits(me)
                    text.append(end)
                    return NSString.autoreleased(text)
                }
            } as ObjectFromObject)
    }

    /// Releases the instance and returns nil if the bytes are not UTF-8; raises for NULL.
    private static func made(_ object: ID, _ me: ID, _ selector: SEL, _ bytes: UnsafePointer<CChar>?) -> ID? {
        if bytes == nil { raise(ExceptionName.invalidArgument, me, selector, "NULL cString") }
        guard let bytes, let text = String(validatingCString: bytes) else {
            release(object)
            return nil
        }
        return create(object, text)
    }

    private static func addReading(to builder: borrowing ClassBuilder) {
        builder.add(
            "UTF8String", "r*",
            function: { me, _ in
                NSString.utf8String(of: me)
            } as @convention(c) (ID, SEL) -> UnsafePointer<CChar>)
        builder.add("length", "Q", function: { me, _ in UInt(NSString.read(me).utf16.count) } as WordMethod)
        builder.add(
            "characterAtIndex:", "S", "Q",
            function: { me, selector, index in
                let units = NSString.read(me).utf16
                guard index < units.count else {
                    raise(ExceptionName.range, me, selector, "Range or index out of bounds")
                    return 0
                }
                let unit = units[units.index(units.startIndex, offsetBy: Int(index))]
                guard unit == 0xFFFD else { return unit }
                return NSString.halves(of: me).first { $0.index == Int(index) }?.unit ?? unit
            } as @convention(c) (ID, SEL, UInt) -> UInt16)
        builder.add("description", "@", function: { me, _ in me } as ObjectMethod)
    }
}
