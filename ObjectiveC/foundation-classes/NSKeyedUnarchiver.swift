// NSKeyedUnarchiver.swift - reads the archives that NSKeyedArchiver and Apple's write.
//
// An object is allocated when the first reference to it is decoded, and decodes itself by initWithCoder:, once. An
// archive may come from anybody: each reference and each class is checked.
import Foundation
import MiniFoundation
import MiniRuntime

/// An archive that is being read.
final class OpenArchive: @unchecked Sendable {
    // Sendable: one thread at a time uses an unarchiver, as on Apple's systems.

    private struct Scope {
        var values: [String: Any]
        var count = 0
        /// The objects that were decoded without naming classes.
        var parts: [Object] = []
    }

    var requiresSecureCoding: Bool
    /// The classes that names of this archive alone stand for.
    var classes: [String: Class] = [:]
    /// The classes that may be decoded if secure coding is required.
    private(set) var allowed: [Class] = []
    private let objects: [Any]
    private var decoded: [Int: Object] = [:]
    private let leaves = SharedLeaves()
    private var security = SecureDecoding()
    private var scopes: [Scope]

    /// Throws an error if the data are no archive.
    init(_ data: Data?, requiresSecureCoding: Bool) throws {
        var format = PropertyListSerialization.PropertyListFormat.binary
        let list = try BinaryPropertyList.value(data ?? Data(), format: &format)
        guard let archive = list as? [String: Any], archive["$archiver"] != nil,
            let objects = archive["$objects"] as? [Any], let top = archive["$top"] as? [String: Any]
        else { throw CocoaError(.coderReadCorrupt) }
        self.objects = objects
        self.requiresSecureCoding = requiresSecureCoding
        scopes = [Scope(values: top)]
    }

    // ── Values ──────────────────────────────────────────────────────────────────────────────────────────

    /// Returns the value of a key as it is in the archive.
    func value(_ key: String) -> Any? { scopes[scopes.count - 1].values[Archive.escaped(key)] }

    func number(_ key: String) -> Foundation.NSNumber { value(key) as? Foundation.NSNumber ?? 0 }

    /// Returns the object of a value, which is a reference to an object or a property list. If secure coding is
    /// required, throws an exception if the object is of none of these classes. Without `classes`, those of the
    /// enclosing object are allowed, and strings and numbers.
    func object(_ value: Any?, _ coder: Object, of classes: [Class]? = nil) throws -> Object? {
        guard let value else { return nil }
        let outer = allowed
        if let classes { allowed = classes }
        defer { allowed = outer }
        let reference = ArchiveReference(value: value)
        guard let object = try reference.map({ try object(at: $0.index, coder) }) ?? tree(value) else { return nil }
        guard requiresSecureCoding else { return object }
        try security.check(object, allowed, isPart: classes == nil)
        if classes == nil { scopes[scopes.count - 1].parts.append(object) }
        return object
    }

    /// The same for the next value without a key.
    func nextObject(_ coder: Object) throws -> Object? {
        let scope = scopes[scopes.count - 1]
        scopes[scopes.count - 1].count += 1
        return try object(scope.values["$\(scope.count)"], coder)
    }

    // ── Objects ─────────────────────────────────────────────────────────────────────────────────────────

    private func object(at index: Int, _ coder: Object) throws -> Object? {
        if let object = decoded[index] { return object }
        guard index < objects.count else {
            throw RuntimeException(
                "NSRangeException", "the archive refers to object \(index) of \(objects.count) objects")
        }
        guard let values = objects[index] as? [String: Any], let reference = values["$class"] else {
            if objects[index] as? String == "$null" { return nil }
            decoded[index] = try tree(objects[index])
            return decoded[index]
        }
        guard scopes.count <= Archive.maximumDepth else {
            throw Self.failure("the archive is nested more than \(Archive.maximumDepth) levels deep")
        }
        let cls = try cls(reference)
        if requiresSecureCoding { try checkAllowed(cls) }
        let allocated: Object? = try cls.object.send("alloc")
        guard let allocated else { return nil }
        // The object's parts may refer to it.
        decoded[index] = allocated
        let depth = scopes.count
        scopes.append(Scope(values: values))
        security.begin(allocated)
        do {
            let result: Object? = try allocated.send("initWithCoder:", coder)
            decoded[index] = result
            try security.end(allocated, result, parts: scopes.removeLast().parts)
            return result
        } catch {
            scopes.removeLast(scopes.count - depth)
            security.abandon(allocated)
            _ = decoded.removeValue(forKey: index)  // released after the change
            throw error
        }
    }

    /// Returns the object of a property list that stands in the archive as such.
    private func tree(_ value: Any) throws -> Object? {
        guard let object = try ValueTree.propertyList.object(value, sharing: leaves) else { return nil }
        if requiresSecureCoding { security.add(propertyList: object) }
        return object
    }

    private func cls(_ reference: Any) throws -> Class {
        guard let index = ArchiveReference(value: reference)?.index, index < objects.count,
            let description = objects[index] as? [String: Any], let name = description["$classname"] as? String
        else { throw Self.failure("an object in the archive has no class") }
        let known = classes[name] ?? NSKeyedUnarchiver.classes.withLock { $0[name] } ?? Class(named: name)
        guard let known else {
            throw Self.failure("cannot decode object of class (\(name)) because no class named \"\(name)\" was found")
        }
        return known
    }

    private func checkAllowed(_ cls: Class) throws {
        guard try SecureDecoding.allows(cls, allowed) && NSKeyedUnarchiver.isSecure(cls) else {
            throw SecureDecoding.unexpected(cls, allowed)
        }
    }

    static func failure(_ reason: String) -> RuntimeException {
        RuntimeException(
            "NSInvalidUnarchiveOperationException", "*** -[NSKeyedUnarchiver decodeObjectForKey:]: " + reason)
    }
}

enum NSKeyedUnarchiver {
    /// The classes that names in all archives stand for.
    static let classes = Locked<[String: Class]>([:], rank: .table)

    static let values: ValueClass<OpenArchive> = ValueClass("NSKeyedUnarchiver", root: .named("NSCoder")) { cls in
        try cls.addInit("initForReadingWithData:") { (data: Object?) in
            do {
                return try OpenArchive(Data(data), requiresSecureCoding: false)
            } catch {
                throw RuntimeException(
                    "NSInvalidArgumentException",
                    "*** -[NSKeyedUnarchiver initForReadingWithData:]: incomprehensible archive")
            }
        }
        try cls.addInit("initForReadingFromData:error:") { (data: Object?, error: ObjectAddress?) in
            ObjectAddress.catching(error) { try OpenArchive(Data(data), requiresSecureCoding: true) }
        }
        try addObjects(cls)
        try addNumbers(cls)
        try addWhole(cls)
        try addSecure(cls)
        try cls.cls.isa.addMethod("setClass:forClassName:") { (_: Object, named: Class?, name: String) in
            classes.withLock { $0[name] = named }
        }
        try cls.add("setClass:forClassName:") { (archive, named: Class?, name: String) in archive.classes[name] = named
        }
        try cls.add("requiresSecureCoding") { $0.requiresSecureCoding }
        try cls.add("setRequiresSecureCoding:") { (archive, isSecure: Bool) in archive.requiresSecureCoding = isSecure }
        try cls.add("allowedClasses") { try NSCoding.set($0.allowed) }
        try cls.add("allowsKeyedCoding") { _ in true }
        try cls.add("finishDecoding") { _ in }
    }

    /// Returns whether a class or a superclass adopts NSSecureCoding, and the class supports it.
    static func isSecure(_ cls: Class) throws -> Bool {
        guard sequence(first: cls, next: \.superclass).contains(where: { $0.conforms(to: NSCoding.secure) }) else {
            return false
        }
        return try cls.object.send("supportsSecureCoding")
    }

    private static func addObjects(_ cls: ValueClass<OpenArchive>) throws {
        try cls.add("containsValueForKey:") { (archive, key: String) in archive.value(key) != nil }
        try cls.cls.addMethod("decodeObjectForKey:") { (me: Object, key: String) -> Object? in
            let archive = try cls.value(of: me)
            return try archive.object(archive.value(key), me)
        }
        try cls.cls.addMethod("decodeObject") { (me: Object) -> Object? in try cls.value(of: me).nextObject(me) }
        try cls.cls.addMethod("decodeObjectOfClass:forKey:") { (me: Object, allowed: Class, key: String) -> Object? in
            let archive = try cls.value(of: me)
            return try archive.object(archive.value(key), me, of: [allowed])
        }
        try cls.cls.addMethod("decodeObjectOfClasses:forKey:") {
            (me: Object, allowed: Object?, key: String) -> Object? in
            let archive = try cls.value(of: me)
            return try archive.object(archive.value(key), me, of: NSCoding.classes(in: allowed))
        }
    }

    private static func addNumbers(_ cls: ValueClass<OpenArchive>) throws {
        func add<Number: MessageValue>(
            _ selector: Selector, _ convert: @escaping @Sendable (Foundation.NSNumber) -> Number
        ) throws {
            try cls.add(selector) { (archive, key: String) in convert(archive.number(key)) }
        }
        try add("decodeBoolForKey:") { $0.boolValue }
        try add("decodeIntForKey:") { $0.int32Value }
        try add("decodeIntegerForKey:") { $0.intValue }
        try add("decodeInt32ForKey:") { $0.int32Value }
        try add("decodeInt64ForKey:") { $0.int64Value }
        try add("decodeFloatForKey:") { $0.floatValue }
        try add("decodeDoubleForKey:") { $0.doubleValue }
        try cls.add("decodeBytesForKey:returnedLength:", types: "r*32@0:8@16^Q24") {
            (archive, key: String, length: UnsafeMutableRawPointer?) -> UnsafeMutableRawPointer? in
            let data = archive.value(key) as? Data
            length?.storeBytes(of: UInt(data?.count ?? 0), as: UInt.self)
            return try data?.object?.autoreleased().send("bytes")
        }
    }

    private static func addWhole(_ cls: ValueClass<OpenArchive>) throws {
        try cls.addClassMethod("unarchiveObjectWithData:") { (me, data: Object?) in
            try data.flatMap { try unarchived(me, $0) }
        }
        try cls.addClassMethod("unarchiveTopLevelObjectWithData:error:") { (me, data: Object, error: ObjectAddress?) in
            ObjectAddress.catching(error, code: 4864) { try unarchived(me, data) } ?? nil
        }
        try cls.addClassMethod("unarchiveObjectWithFile:") { (me, path: String?) -> Object? in
            guard let path, let data = try? Data(contentsOf: URL(fileURLWithPath: path.asPath())) else { return nil }
            return try unarchived(me, data.object)
        }
    }

    private static func unarchived(_ cls: Object, _ data: Object?) throws -> Object? {
        let unarchiver: Object = try (cls.send("alloc") as Object).send("initForReadingWithData:", data)
        return try unarchiver.send("decodeObjectForKey:", "root")
    }

    /// Methods that decode objects of some classes only, and return an NSError otherwise.
    private static func addSecure(_ cls: ValueClass<OpenArchive>) throws {
        try cls.addClassMethod("unarchivedObjectOfClass:fromData:error:") {
            (me, allowed: Class, data: Object?, error: ObjectAddress?) in
            read(me, data, [allowed], error)
        }
        try cls.addClassMethod("unarchivedObjectOfClasses:fromData:error:") {
            (me, allowed: Object?, data: Object?, error: ObjectAddress?) in
            try read(me, data, NSCoding.classes(in: allowed), error)
        }
        try cls.addClassMethod("unarchivedArrayOfObjectsOfClass:fromData:error:") {
            (me, allowed: Class, data: Object?, error: ObjectAddress?) in
            readArray(me, data, [allowed], error)
        }
        try cls.addClassMethod("unarchivedArrayOfObjectsOfClasses:fromData:error:") {
            (me, allowed: Object?, data: Object?, error: ObjectAddress?) in
            try readArray(me, data, NSCoding.classes(in: allowed), error)
        }
        try cls.addClassMethod("unarchivedDictionaryWithKeysOfClasses:objectsOfClasses:fromData:error:") {
            (me, keys: Object?, objects: Object?, data: Object?, error: ObjectAddress?) in
            let (keys, objects) = try (NSCoding.classes(in: keys), NSCoding.classes(in: objects))
            let dictionary = MiniFoundation.NSDictionary.cls
            return read(me, data, [dictionary] + keys + objects, error) { found in
                var security = SecureDecoding()
                try security.check(found, [dictionary], isPart: false)
                for (key, object) in MiniFoundation.NSDictionary.entries(of: found) ?? [] {
                    try security.check(key, keys, isPart: true)  // strings name entries everywhere
                    try security.check(object, objects, isPart: false)
                }
            }
        }
    }

    private static func readArray(
        _ me: Object, _ data: Object?, _ classes: [Class], _ error: ObjectAddress?
    ) -> Object? {
        let array = MiniFoundation.NSArray.cls
        return read(me, data, [array] + classes, error) { found in
            var security = SecureDecoding()
            try security.check(found, [array], isPart: false)
            for element in MiniFoundation.NSArray.elements(of: found) ?? [] {
                try security.check(element, classes, isPart: false)
            }
        }
    }

    private static func read(
        _ me: Object, _ data: Object?, _ classes: [Class], _ error: ObjectAddress?,
        check: (Object) throws -> Void = { _ in }
    ) -> Object? {
        ObjectAddress.catching(error, code: 4864) {
            let archive = try OpenArchive(Data(data), requiresSecureCoding: true)
            let unarchiver: Object = try me.send("alloc")
            values.set(archive, in: unarchiver)
            let found: Object? = try unarchiver.send("decodeObjectOfClasses:forKey:", NSCoding.set(classes), "root")
            try found.map(check)
            return found
        } ?? nil
    }
}
