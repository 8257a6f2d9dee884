// NSKeyedArchiver.swift - graphs of objects as property lists, in the format of Apple's archives:
//
//      $top      { root = →1 }
//      $objects  0: "$null"    1: { name = →2, age = 3, $class = →3 }    2: "Ann"
//                3: { $classname = "Person", $classes = ("Person", "NSObject") }
//
// An arrow is an ArchiveReference. Each object encodes itself by encodeWithCoder:, once.
import Foundation
import MiniFoundation
import MiniRuntime

/// An archive that is being written.
final class Archive: @unchecked Sendable {
    // Sendable: one thread at a time uses an archiver, as on Apple's systems.

    /// The values that an object, or the program itself, has encoded by keys, and the number of those without a key.
    private struct Scope {
        var values: [String: Any] = [:]
        var count = 0
    }

    let requiresSecureCoding: Bool
    var format = PropertyListSerialization.PropertyListFormat.binary
    /// The names of classes in this archive alone.
    var names: [String: String] = [:]
    private let output: Object?
    private var objects: [Any] = ["$null"]
    private var indexes: [Object: Int] = [:]
    /// The indexes of objects that were encoded conditionally only, so far.
    private var conditional: Set<Int> = []
    private var classIndexes: [String: Int] = [:]
    /// The first scope is the program's, the last one that of the object that encodes itself.
    private var scopes = [Scope()]
    private var finished: Data?
    /// How deep objects may be nested. Each level takes several kilobytes of stack, in reading too.
    static let maximumDepth = 300

    /// - Parameter output: an NSMutableData that receives the archive; nil for ``finish()`` alone.
    init(output: Object?, requiresSecureCoding: Bool) {
        self.output = output
        self.requiresSecureCoding = requiresSecureCoding
    }

    // ── Values ──────────────────────────────────────────────────────────────────────────────────────────

    /// Encodes a value of a property list. A key that begins with $ is not mistaken for the archive's own.
    func encode(_ value: Any, _ key: String) { scopes[scopes.count - 1].values[Self.escaped(key)] = value }

    func encodeWithoutKey(_ value: Any) {
        scopes[scopes.count - 1].values["$\(scopes[scopes.count - 1].count)"] = value
        scopes[scopes.count - 1].count += 1
    }

    static func escaped(_ key: String) -> String { key.hasPrefix("$") ? "$" + key : key }

    /// Encodes an object, unless it is in the archive already, and returns the reference to it. A conditional reference
    /// stays a reference to nil until the object is encoded otherwise.
    func reference(_ object: Object?, _ coder: Object, isConditional: Bool = false) throws -> AnyObject {
        guard let object else { return ArchiveReference(0).value }
        let index = indexes[object] ?? objects.count
        let isNew = index == objects.count
        if isNew {
            objects.append("$null")
            indexes[object] = index
            conditional.insert(index)
        }
        guard !isConditional, conditional.remove(index) != nil else { return ArchiveReference(index).value }
        do {
            objects[index] = try encoded(object, coder)
        } catch {
            indexes[object] = nil
            throw error
        }
        return ArchiveReference(index).value
    }

    private func encoded(_ object: Object, _ coder: Object) throws -> Any {
        if let leaf = try Self.leaf(object) { return leaf }
        let cls: Class? = try object.send("classForCoder")
        guard let cls else { return "$null" }
        if requiresSecureCoding { try checkSecureCoding(cls) }
        guard scopes.count <= Self.maximumDepth else {
            throw RuntimeException(
                "NSInvalidArchiveOperationException",
                "the objects are nested more than \(Self.maximumDepth) levels deep")
        }
        scopes.append(Scope())
        defer { scopes.removeLast() }
        try object.send("encodeWithCoder:", coder)
        var values = scopes[scopes.count - 1].values
        values["$class"] = reference(to: cls)
        return values
    }

    /// Immutable strings and numbers are values of property lists.
    private static func leaf(_ object: Object) throws -> Any? {
        if object.unmanaged.isKind(of: MiniFoundation.NSNumber.cls) {
            return NSDecimalNumber.value(of: object) == nil ? try foundationNumber(object) : nil
        }
        guard let text = MiniFoundation.NSString.string(object), text != "$null" else { return nil }
        return object.unmanaged.isKind(of: .named("NSMutableString")) ? nil : text
    }

    private func checkSecureCoding(_ cls: Class) throws {
        guard try !NSKeyedUnarchiver.isSecure(cls) else { return }
        throw RuntimeException(
            "NSInvalidArchiveOperationException",
            "This encoder will only encode classes that adopt NSSecureCoding. Class '\(cls)' does not adopt it.")
    }

    private func reference(to cls: Class) -> AnyObject {
        let name = names[cls.name] ?? NSKeyedArchiver.names.withLock { $0[cls.name] } ?? cls.name
        if let index = classIndexes[name] { return ArchiveReference(index).value }
        let superclasses = sequence(first: cls, next: \.superclass).dropFirst().map(\.name)
        classIndexes[name] = objects.count
        objects.append(["$classname": name, "$classes": [name] + superclasses])
        return ArchiveReference(objects.count - 1).value
    }

    // ── The end ─────────────────────────────────────────────────────────────────────────────────────────

    /// Returns the archive. Objects cannot be added afterwards.
    func finish() throws -> Data {
        if let finished { return finished }
        let archive: [String: Any] = [
            "$version": 100_000, "$archiver": "NSKeyedArchiver", "$top": scopes[0].values, "$objects": objects,
        ]
        let data = try PropertyListSerialization.data(fromPropertyList: archive, format: format, options: 0)
        finished = data
        try output?.send("setData:", data.object)
        return data
    }
}

enum NSKeyedArchiver {
    /// The names of classes in all archives.
    static let names = Locked<[String: String]>([:], rank: .table)

    static let values: ValueClass<Archive> = ValueClass("NSKeyedArchiver", root: .named("NSCoder")) { cls in
        try cls.addInit("initForWritingWithMutableData:") { (output: Object) in
            Archive(output: output, requiresSecureCoding: false)
        }
        try cls.addInit("initRequiringSecureCoding:") { (isSecure: Bool) in
            Archive(output: nil, requiresSecureCoding: isSecure)
        }
        try addObjects(cls)
        try addNumbers(cls)
        try addWhole(cls)
        try cls.cls.isa.addMethod("setClassName:forClass:") { (_: Object, name: String?, archived: Class) in
            names.withLock { $0[archived.name] = name }
        }
        try cls.add("setClassName:forClass:") { (archive, name: String?, archived: Class) in
            archive.names[archived.name] = name
        }
        try cls.add("outputFormat") { $0.format.rawValue }
        try cls.add("setOutputFormat:") { (archive, format: UInt) in
            guard let format = PropertyListSerialization.PropertyListFormat(writable: format) else {
                throw RuntimeException("NSInvalidArgumentException", "archives have no format \(format)")
            }
            archive.format = format
        }
        try cls.add("requiresSecureCoding") { $0.requiresSecureCoding }
        try cls.add("allowsKeyedCoding") { _ in true }
    }

    private static func addObjects(_ cls: ValueClass<Archive>) throws {
        try cls.cls.addMethod("encodeObject:forKey:") { (me: Object, object: Object?, key: String) in
            let archive = try cls.value(of: me)
            try archive.encode(archive.reference(object, me), key)
        }
        try cls.cls.addMethod("encodeConditionalObject:forKey:") { (me: Object, object: Object?, key: String) in
            let archive = try cls.value(of: me)
            try archive.encode(archive.reference(object, me, isConditional: true), key)
        }
        try cls.cls.addMethod("encodeObject:") { (me: Object, object: Object?) in
            let archive = try cls.value(of: me)
            try archive.encodeWithoutKey(archive.reference(object, me))
        }
    }

    private static func addNumbers(_ cls: ValueClass<Archive>) throws {
        func add<Number: MessageValue>(_ selector: Selector, _: Number.Type) throws {
            try cls.add(selector) { (archive, number: Number, key: String) in archive.encode(number, key) }
        }
        try add("encodeBool:forKey:", Bool.self)
        try add("encodeInt:forKey:", Int32.self)
        try add("encodeInteger:forKey:", Int.self)
        try add("encodeInt32:forKey:", Int32.self)
        try add("encodeInt64:forKey:", Int64.self)
        try add("encodeFloat:forKey:", Float.self)
        try add("encodeDouble:forKey:", Double.self)
        try cls.add("encodeBytes:length:forKey:", types: "v40@0:8r*16Q24@32") {
            (archive, bytes: UnsafeRawPointer?, length: UInt, key: String) in
            guard let count = Int(exactly: length) else {
                throw RuntimeException(
                    "NSInvalidArgumentException",
                    "*** -[NSKeyedArchiver encodeBytes:length:forKey:]: length \(length) is too large")
            }
            archive.encode(bytes.map { Data(bytes: $0, count: count) } ?? Data(), key)
        }
    }

    private static func addWhole(_ cls: ValueClass<Archive>) throws {
        try cls.add("finishEncoding") { _ = try $0.finish() }
        try cls.add("encodedData") { try $0.finish().object }
        try cls.addClassMethod("archivedDataWithRootObject:") { (me, root: Object?) in
            try archived(me, root, isSecure: false)
        }
        try cls.addClassMethod("archivedDataWithRootObject:requiringSecureCoding:error:") {
            (me, root: Object?, isSecure: Bool, error: ObjectAddress?) in
            ObjectAddress.catching(error, code: 4866) { try archived(me, root, isSecure: isSecure) } ?? nil
        }
        try cls.addClassMethod("archiveRootObject:toFile:") { (me, root: Object?, path: String) -> Bool in
            guard let data = try Data(archived(me, root, isSecure: false)) else { return false }
            return (try? data.write(to: URL(fileURLWithPath: path.asPath(.writing)), options: .atomic)) != nil
        }
    }

    private static func archived(_ cls: Object, _ root: Object?, isSecure: Bool) throws -> Object? {
        let archiver: Object = try (cls.send("alloc") as Object).send("initRequiringSecureCoding:", isSecure)
        try archiver.send("encodeObject:forKey:", root, "root")
        return try archiver.send("encodedData")
    }
}
