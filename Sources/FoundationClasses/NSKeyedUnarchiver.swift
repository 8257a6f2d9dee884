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
    }

    var requiresSecureCoding: Bool
    /// The classes that names of this archive alone stand for.
    var classes: [String: Class] = [:]
    /// The classes that may be decoded if secure coding is required.
    private(set) var allowed: [Class] = []
    private let objects: [Any]
    private var decoded: [Int: Object] = [:]
    private var scopes: [Scope]

    /// Throws an error if the data are no archive.
    init(_ data: Data?, requiresSecureCoding: Bool) throws {
        let list = try PropertyListSerialization.propertyList(from: data ?? Data(), options: [], format: nil)
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

    /// Returns the object of a value: what it refers to, or what the property list has.
    func object(_ value: Any?, _ coder: Object) throws -> Object? {
        guard let value else { return nil }
        guard let reference = ArchiveReference(value: value) else { return try ValueTree.propertyList.object(value) }
        return try object(at: reference.index, coder)
    }

    /// The same for the next value without a key.
    func nextObject(_ coder: Object) throws -> Object? {
        let scope = scopes[scopes.count - 1]
        scopes[scopes.count - 1].count += 1
        return try object(scope.values["$\(scope.count)"], coder)
    }

    /// Calls `body`, which may decode these classes and their subclasses.
    func allowing<Result>(_ classes: [Class], _ body: () throws -> Result) rethrows -> Result {
        let outer = allowed
        allowed = classes
        defer { allowed = outer }
        return try body()
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
            decoded[index] = try ValueTree.propertyList.object(objects[index])
            return decoded[index]
        }
        guard scopes.count <= Archive.maximumDepth else {
            throw failure("the archive is nested more than \(Archive.maximumDepth) levels deep")
        }
        let cls = try cls(reference)
        if requiresSecureCoding { try checkAllowed(cls) }
        scopes.append(Scope(values: values))
        defer { scopes.removeLast() }
        let allocated: Object? = try cls.object.send("alloc")
        // The object's parts may refer to it.
        decoded[index] = allocated
        do {
            let result: Object? = try allocated?.send("initWithCoder:", coder)
            decoded[index] = result
            return result
        } catch {
            decoded[index] = nil
            throw error
        }
    }

    private func cls(_ reference: Any) throws -> Class {
        guard let index = ArchiveReference(value: reference)?.index, index < objects.count,
            let description = objects[index] as? [String: Any], let name = description["$classname"] as? String
        else { throw failure("an object in the archive has no class") }
        let known = classes[name] ?? NSKeyedUnarchiver.classes.withLock { $0[name] } ?? Class(named: name)
        guard let known else {
            throw failure("cannot decode object of class (\(name)) because no class named \"\(name)\" was found")
        }
        return known
    }

    private func checkAllowed(_ cls: Class) throws {
        guard try allowed.contains(where: { cls == $0 || cls.isSubclass(of: $0) }) && NSKeyedUnarchiver.isSecure(cls)
        else {
            let names = allowed.map(\.name).sorted().joined(separator: ", ")
            throw failure("value was of unexpected class '\(cls)'. Allowed classes are: {\(names)}")
        }
    }

    private func failure(_ reason: String) -> RuntimeException {
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
            return try archive.allowing([allowed]) { try archive.object(archive.value(key), me) }
        }
        try cls.cls.addMethod("decodeObjectOfClasses:forKey:") {
            (me: Object, allowed: Object?, key: String) -> Object? in
            let archive = try cls.value(of: me)
            return try archive.allowing(NSCoding.classes(in: allowed)) { try archive.object(archive.value(key), me) }
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
            guard let path, let data = try? Data(contentsOf: URL(fileURLWithPath: path)) else { return nil }
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
            read(me, data, [MiniFoundation.NSArray.cls, allowed], error)
        }
        try cls.addClassMethod("unarchivedArrayOfObjectsOfClasses:fromData:error:") {
            (me, allowed: Object?, data: Object?, error: ObjectAddress?) in
            try read(me, data, NSCoding.classes(in: allowed) + [MiniFoundation.NSArray.cls], error)
        }
        try cls.addClassMethod("unarchivedDictionaryWithKeysOfClasses:objectsOfClasses:fromData:error:") {
            (me, keys: Object?, objects: Object?, data: Object?, error: ObjectAddress?) in
            let classes = try NSCoding.classes(in: keys) + NSCoding.classes(in: objects)
            return read(me, data, classes + [MiniFoundation.NSDictionary.cls], error)
        }
    }

    private static func read(_ me: Object, _ data: Object?, _ classes: [Class], _ error: ObjectAddress?) -> Object? {
        ObjectAddress.catching(error, code: 4864) {
            let archive = try OpenArchive(Data(data), requiresSecureCoding: true)
            let unarchiver: Object = try me.send("alloc")
            values.set(archive, in: unarchiver)
            return try unarchiver.send("decodeObjectOfClasses:forKey:", NSCoding.set(classes), "root")
        } ?? nil
    }
}
