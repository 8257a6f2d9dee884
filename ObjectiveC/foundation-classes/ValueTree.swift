// ValueTree.swift - trees of objects as values of Swift's Foundation, and back: arrays, dictionaries with strings as
// keys, strings and numbers. JSON and property lists differ in their other leaves.
import CFoundationClasses
import Foundation
import MiniFoundation
import MiniRuntime

struct ValueTree: Sendable {
    /// Returns the value of another leaf; nil if the object does not belong into the tree.
    let leafValue: @Sendable (Object) throws -> Any?
    /// Returns the object of another leaf; nil if the value does not belong into the tree.
    let leafObject: @Sendable (Any) -> Object?
    /// Returns the object of a number.
    var numberObject: @Sendable (Foundation.NSNumber) throws -> Object = { FoundationClasses.object($0) }
    var hasMutableContainers = false
    var hasMutableStrings = false

    /// JSON, which has NSNull.
    static let json = ValueTree(
        leafValue: { $0 == MiniFoundation.NSNull.object ? Foundation.NSNull() : nil },
        leafObject: { $0 is Foundation.NSNull ? MiniFoundation.NSNull.object : nil })

    /// Property lists, which have dates, data and the references of archives. Such a reference is a dictionary as an
    /// object: { CF$UID = 3 }.
    static let propertyList = ValueTree(
        leafValue: { try dateOrData($0) ?? ArchiveReference($0)?.value },
        leafObject: { value in
            switch value {
            case let date as Date: date.object
            case let data as Data: data.object
            default: ArchiveReference(value: value)?.object
            }
        })

    /// Settings are property lists without references, for which Swift's UserDefaults ends the process. In a file of
    /// settings a dictionary that looks like one would be read as one.
    static let settings = ValueTree(
        leafValue: { object in
            guard try ArchiveReference(object) == nil else {
                throw RuntimeException(
                    "NSInvalidArgumentException", "Attempt to insert non-property list object \(object)")
            }
            return try dateOrData(object)
        }, leafObject: propertyList.leafObject)

    private static func dateOrData(_ object: Object) throws -> Any? {
        if object.unmanaged.isKind(of: .named("NSDate")) { return try Date(object) }
        return object.unmanaged.isKind(of: .named("NSData")) ? try Data(object) : nil
    }

    /// How deep collections may be nested, in reading too. An object that contains itself is nested deeper.
    static let maximumDepth = BinaryPropertyList.maximumDepth

    /// Returns the Swift value of an object; nil if it, or an object in it, does not belong into the tree.
    func value(_ object: Object) throws -> Any? { try value(object, depth: 0, SharedLeaves()) }

    /// - Parameter depth: the number of enclosing collections.
    private func value(_ object: Object, depth: Int, _ shared: SharedLeaves) throws -> Any? {
        if let known = shared.value(of: object) { return known }
        if let text = MiniFoundation.NSString.string(object) { return shared.keep(text, of: object) }
        if object.unmanaged.isKind(of: MiniFoundation.NSNumber.cls) { return try foundationNumber(object) }
        if let leaf = try leafValue(object) { return shared.keep(leaf, of: object) }
        if let elements = MiniFoundation.NSArray.elements(of: object) {
            var values: [Any] = []
            for element in elements {
                guard depth < Self.maximumDepth, let value = try value(element, depth: depth + 1, shared) else {
                    return nil
                }
                values.append(value)
            }
            return values
        }
        guard let entries = MiniFoundation.NSDictionary.entries(of: object) else { return nil }
        var values: [String: Any] = [:]
        for (key, entry) in entries {
            guard let key = MiniFoundation.NSString.string(key), depth < Self.maximumDepth,
                let entry = try value(entry, depth: depth + 1, shared)
            else { return nil }
            values[key] = entry
        }
        return values
    }

    /// Returns the object of a value; nil if the value does not belong into the tree. A value that occurs several times
    /// is one object, unless it is mutable.
    func object(_ value: Any) throws -> Object? { try object(value, sharing: SharedLeaves()) }

    /// The same, also for a value that occurs in several trees.
    func object(_ value: Any, sharing shared: SharedLeaves) throws -> Object? {
        func object(_ part: Any) throws -> Object? { try self.object(part, sharing: shared) }
        switch value {
        case let text as String:
            let string = shared.object(of: text) { MiniFoundation.NSString.object(text) }
            return try string.flatMap { try made($0, isMutable: hasMutableStrings) }
        case let elements as [Any]:
            return try made(
                MiniFoundation.NSArray.object(elements.compactMap(object)), isMutable: hasMutableContainers)
        case let entries as [String: Any]:
            let entries = try entries.compactMap { entry in
                try object(entry.value).map { (key: MiniFoundation.NSString.object(entry.key), value: $0) }
            }
            return try made(MiniFoundation.NSDictionary.object(entries), isMutable: hasMutableContainers)
        // After the collections, because a cast to a class first copies a whole collection into an NSArray or
        // NSDictionary.
        case let number as Foundation.NSNumber: return try numberObject(number)
        default: return shared.object(of: value) { leafObject(value) }
        }
    }

    private func made(_ object: Object, isMutable: Bool) throws -> Object {
        isMutable ? try object.send("mutableCopy") : object
    }
}

/// The large leaves of trees that are being converted. A list of a few kilobytes may refer to one of them so often that
/// copies would exhaust the memory. One thread at a time uses them.
final class SharedLeaves {
    /// The place of the bytes of a string or data, which tells it from others as long as the tree lives: copies of a
    /// value share its bytes, unless they are few.
    private struct Place: Hashable {
        let address: UnsafeRawPointer?
        let count: Int

        init?(_ bytes: UnsafeRawBufferPointer) {
            guard bytes.count >= 64 else { return nil }
            (address, count) = (bytes.baseAddress, bytes.count)
        }

        /// Returns nil for another value, and for one of a few bytes.
        static func of(_ value: Any) -> Place? {
            switch value {
            case let text as String:
                text.utf8.withContiguousStorageIfAvailable { Place(UnsafeRawBufferPointer($0)) } ?? nil
            case let data as Data: data.withUnsafeBytes { Place($0) }
            default: nil
            }
        }
    }

    private var objects: [Place: Object] = [:]
    private var values: [Object: Any] = [:]

    /// Returns the object that `make` has made of the same string or data.
    func object(of value: Any, _ make: () throws -> Object?) rethrows -> Object? {
        guard let place = Place.of(value) else { return try make() }
        if let known = objects[place] { return known }
        let made = try make()
        objects[place] = made
        return made
    }

    /// Returns the value that was kept for an object.
    func value(of object: Object) -> Any? { values.isEmpty ? nil : values[object] }

    /// Returns a value, and keeps it for the object if it is large.
    func keep(_ value: Any, of object: Object) -> Any {
        if Place.of(value) != nil { values[object] = value }
        return value
    }
}

/// The place of an object in an archive, which a property list stores as a value of its own kind, UID.
struct ArchiveReference {
    let index: Int

    init(_ index: Int) { self.index = index }

    /// The reference that BinaryPropertyList or Swift's Foundation has read; nil for other values.
    init?(value: Any) {
        if let reference = value as? ArchiveReference {
            self = reference
            return
        }
        guard let object = value as? Foundation.NSObject else { return nil }
        let index = withExtendedLifetime(object) { mr_archive_index(Unmanaged.passUnretained(object).toOpaque()) }
        guard index >= 0 else { return nil }
        self.index = Int(index)
    }

    /// The reference that is an NSDictionary; nil for other objects.
    init?(_ object: Object) throws {
        guard let entries = MiniFoundation.NSDictionary.entries(of: object), entries.count == 1,
            MiniFoundation.NSString.string(entries[0].key) == "CF$UID",
            entries[0].value.unmanaged.isKind(of: MiniFoundation.NSNumber.cls),
            let index = try UInt32(exactly: foundationNumber(entries[0].value))
        else { return nil }
        self.index = Int(index)
    }

    /// The value that Swift's Foundation writes.
    var value: AnyObject {
        Unmanaged<AnyObject>.fromOpaque(mr_archive_reference(UInt32(index))).takeRetainedValue()
    }

    var object: Object {
        MiniFoundation.NSDictionary.object([
            (key: MiniFoundation.NSString.object("CF$UID"), value: MiniFoundation.NSNumber.object(UInt32(index)))
        ])
    }
}
