// NSCoding.swift - how the runtime's classes encode and decode themselves, with the keys that Apple's classes use.
//
// The methods work with keyed archives only: they raise for a coder of another class.
import Foundation
import MiniFoundation
import MiniRuntime

enum NSCoding {
    /// The protocols NSCoding and NSSecureCoding.
    static let (plain, secure) = make("protocol NSSecureCoding") {
        let coding =
            try RuntimeProtocol(named: "NSCoding")
            ?? RuntimeProtocol(
                "NSCoding",
                requirements: [
                    .init("encodeWithCoder:", types: "v24@0:8@16"), .init("initWithCoder:", types: "@24@0:8@16"),
                ])
        let isSecure = RuntimeProtocol.Requirement(
            "supportsSecureCoding", types: "B16@0:8", isInstanceMethod: false)
        let secure =
            try RuntimeProtocol(named: "NSSecureCoding")
            ?? RuntimeProtocol("NSSecureCoding", requirements: [isSecure], adopting: [coding])
        return (coding, secure)
    }

    /// Lets the classes adopt NSSecureCoding.
    static func addMethods() throws {
        try addTexts()
        try addCollections()
        try addIndexSets()
        try addValues()
        try addStructures()
        try NSDecimalNumber.addCoding()
        try addClasses()
    }

    /// Adds `encodeWithCoder:` and `initWithCoder:`; the latter sends another init method to its receiver.
    static func add(
        _ name: String, encode: @escaping @Sendable (Object, Encoder) throws -> Void,
        decode: @escaping @Sendable (Object, Decoder) throws -> Object?
    ) throws {
        let cls = Class.named(name)
        cls.adopt(secure)
        try cls.isa.addMethod("supportsSecureCoding") { (_: Object) in true }
        try cls.addMethod("encodeWithCoder:") { (me: Object, coder: Object) in try encode(me, Encoder(coder)) }
        try cls.addMethod("initWithCoder:") { (me: Object, coder: Object) in try decode(me, Decoder(coder)) }
    }

    /// An archiver, for the methods here.
    struct Encoder {
        private let coder: Object
        private let archive: Archive

        init(_ coder: Object) throws {
            self.coder = coder
            archive = try NSKeyedArchiver.values.argument(coder)!
        }

        func encode(_ value: Any, _ key: String) { archive.encode(value, key) }
        func encode(object: Object?, _ key: String) throws { try archive.encode(archive.reference(object, coder), key) }
        func encode(list: [Object], _ key: String) throws {
            try archive.encode(list.map { try archive.reference($0, coder) }, key)
        }
    }

    /// An unarchiver, for the methods here.
    struct Decoder {
        private let coder: Object
        private let archive: OpenArchive

        init(_ coder: Object) throws {
            self.coder = coder
            archive = try NSKeyedUnarchiver.values.argument(coder)!
        }

        func value<Value>(_ key: String, or missing: Value) -> Value { archive.value(key) as? Value ?? missing }
        func contains(_ key: String) -> Bool { archive.value(key) != nil }
        func integer(_ key: String) -> Int { archive.number(key).intValue }
        func double(_ key: String) -> Double { archive.number(key).doubleValue }
        func object(_ key: String) throws -> Object? { try archive.object(archive.value(key), coder) }
        func object(_ key: String, of classes: [Class]) throws -> Object? {
            try archive.object(archive.value(key), coder, of: classes)
        }

        /// The objects of a list, which have these classes; nil for those that are missing.
        func list(_ key: String, of classes: [Class]) throws -> [Object?] {
            try (archive.value(key) as? [Any] ?? []).map { try archive.object($0, coder, of: classes) }
        }

        /// The classes that the program allows for the object that decodes itself.
        var allowed: [Class] { archive.allowed }

        /// The objects of a list; nil for those that are missing. Older archives have a key for each object.
        func list(_ key: String) throws -> [Object?] {
            if let list = archive.value(key) as? [Any] { return try list.map { try archive.object($0, coder) } }
            return try (0...).lazy.map { archive.value("NS.object.\($0)") }.prefix { $0 != nil }
                .map { try archive.object($0, coder) }
        }
    }

    // ── Classes as arguments ────────────────────────────────────────────────────────────────────────────

    /// The classes in an NSSet.
    static func classes(in set: Object?) throws -> [Class] {
        try members(set).map { try $0.send("class") as Class? }.compactMap(\.self)
    }

    static func set(_ classes: [Class]) throws -> Object {
        try Class.named("NSSet").send("setWithArray:", MiniFoundation.NSArray.object(classes.map(\.object)))
    }

    private static func members(_ collection: Object?) throws -> [Object] {
        guard let enumerator: Object = try collection?.send("objectEnumerator") as Object? else { return [] }
        return try [Object].bridged(from: enumerator.send("allObjects") as Object)
    }

    // ── The classes ─────────────────────────────────────────────────────────────────────────────────────

    private static func addTexts() throws {
        try add("NSString") { me, coder in
            coder.encode(MiniFoundation.NSString.string(me) ?? "", "NS.string")
        } decode: { me, coder in
            try me.send("initWithString:", coder.value("NS.string", or: ""))
        }
        try Class.named("__NSCFConstantString").addMethod("classForCoder") { (_: Object) in MiniFoundation.NSString.cls
        }
        // Archives contain numbers as such; NSDecimalNumber has methods of its own.
        try add("NSNumber") { me, coder in
            try coder.encode(foundationNumber(me), "NS.number")
        } decode: { _, coder in
            object(coder.value("NS.number", or: Foundation.NSNumber(0)))
        }
        try add("NSData") { me, coder in
            try coder.encode(Data(me) ?? Data(), "NS.data")
        } decode: { me, coder in
            try me.send("initWithData:", coder.value("NS.data", or: Data()).object)
        }
        try add("NSCharacterSet") { me, coder in
            try coder.encode(Data(me.send("bitmapRepresentation")) ?? Data(), "NSBitmap")
        } decode: { me, coder in
            let cls: Object = try me.send("class")
            return try cls.send("characterSetWithBitmapRepresentation:", coder.value("NSBitmap", or: Data()).object)
        }
    }

    private static func addCollections() throws {
        for name in ["NSArray", "NSSet", "NSOrderedSet"] {
            try add(name) { me, coder in
                try coder.encode(list: members(me), "NS.objects")
            } decode: { me, coder in
                try me.send(
                    "initWithArray:", MiniFoundation.NSArray.object(coder.list("NS.objects").compactMap(\.self)))
            }
        }
        // Each object is in the list as often as it was added.
        try Class.named("NSCountedSet").addMethod("encodeWithCoder:") { (me: Object, coder: Object) in
            let list = try members(me).flatMap { try Array(repeating: $0, count: me.send("countForObject:", $0)) }
            try Encoder(coder).encode(list: list, "NS.objects")
        }
        try add("NSDictionary") { me, coder in
            let entries = MiniFoundation.NSDictionary.entries(of: me) ?? []
            try coder.encode(list: entries.map(\.key), "NS.keys")
            try coder.encode(list: entries.map(\.value), "NS.objects")
        } decode: { me, coder in
            let entries = try zip(coder.list("NS.keys"), coder.list("NS.objects")).compactMap { key, value in
                key.flatMap { key in value.map { (key: key, value: $0) } }
            }
            return try me.send("initWithDictionary:", MiniFoundation.NSDictionary.object(entries))
        }
    }

    /// One range is two numbers; several are bytes, seven bits of a number in each, of which the last has no high bit.
    private static func addIndexSets() throws {
        try add("NSIndexSet") { me, coder in
            let ranges = MiniFoundation.NSIndexSet.ranges(of: me)?.ranges.map(\.self) ?? []
            coder.encode(ranges.count, "NSRangeCount")
            if ranges.count == 1 {
                coder.encode(ranges[0].lowerBound, "NSLocation")
                coder.encode(ranges[0].count, "NSLength")
            } else if ranges.count > 1 {
                coder.encode(Data(ranges.flatMap { bytes($0.lowerBound) + bytes($0.count) }), "NSRangeData")
            }
        } decode: { me, coder in
            let indexes: Object = try Class.named("NSMutableIndexSet").send("indexSet")
            var numbers = [coder.integer("NSLocation"), coder.integer("NSLength")][...]
            if coder.integer("NSRangeCount") > 1 { numbers = self.numbers(coder.value("NSRangeData", or: Data()))[...] }
            while let location = numbers.popFirst(), let length = numbers.popFirst(), location >= 0, length > 0,
                location <= Int.max - length
            {
                try indexes.send("addIndexesInRange:", ObjectRange(NSRange(location: location, length: length)))
            }
            return try me.send("initWithIndexSet:", indexes)
        }
    }

    static func bytes(_ number: Int) -> [UInt8] {
        number < 128 ? [UInt8(number)] : [UInt8(number & 127) | 128] + bytes(number >> 7)
    }

    static func numbers(_ bytes: Data) -> [Int] {
        var (numbers, number, shift): ([Int], Int, Int) = ([], 0, 0)
        for byte in bytes {
            number |= Int(byte & 127) << shift
            shift += 7
            if byte < 128 {
                numbers.append(number)
                (number, shift) = (0, 0)
            }
        }
        return numbers
    }

    /// The classes of the objects that the user info of an NSError usually contains.
    static let ofErrors: [Class] = [
        "NSDictionary", "NSArray", "NSString", "NSNumber", "NSData", "NSDate", "NSURL", "NSError",
    ].map(Class.named)

    private static func addValues() throws {
        try add("NSNull") { _, _ in
        } decode: { _, _ in
            MiniFoundation.NSNull.object
        }
        try add("NSDate") { me, coder in
            try coder.encode(me.send("timeIntervalSinceReferenceDate", as: Double.self), "NS.time")
        } decode: { me, coder in
            try me.send("initWithTimeIntervalSinceReferenceDate:", coder.double("NS.time"))
        }
        try add("NSError") { me, coder in
            try coder.encode(object: me.send("domain"), "NSDomain")
            try coder.encode(me.send("code", as: Int.self), "NSCode")
            try coder.encode(object: me.send("userInfo"), "NSUserInfo")
        } decode: { me, coder in
            let domain = try coder.object("NSDomain", of: [MiniFoundation.NSString.cls])
            let info = try coder.object("NSUserInfo", of: coder.allowed + ofErrors)
            return try me.send("initWithDomain:code:userInfo:", domain, coder.integer("NSCode"), info)
        }
        try add("NSURL") { me, coder in
            try coder.encode(object: me.send("baseURL"), "NS.base")
            try coder.encode(object: me.send("relativeString"), "NS.relative")
        } decode: { me, coder in
            let text = try coder.object("NS.relative", of: [MiniFoundation.NSString.cls])
            let base = try coder.object("NS.base", of: [NSURL.values.cls])
            return try text.flatMap { try me.send("initWithString:relativeToURL:", $0, base) }
        }
        try add("NSUUID") { me, coder in
            let uuid = try NSUUID.values.value(of: me)
            coder.encode(withUnsafeBytes(of: uuid.uuid) { Data($0) }, "NS.uuidbytes")
        } decode: { me, coder in
            let bytes = coder.value("NS.uuidbytes", or: Data())
            guard bytes.count == 16 else { return nil }
            NSUUID.values.set(UUID(uuid: bytes.withUnsafeBytes { $0.loadUnaligned(as: uuid_t.self) }), in: me)
            return me
        }
    }
}
