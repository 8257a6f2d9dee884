// NSJSONSerialization.swift - JSON: Swift's JSONSerialization, between NSData and trees of objects.
import Foundation
import MiniFoundation
import MiniRuntime

enum NSJSONSerialization {
    static let cls = makeClass()

    private static func makeClass() -> Class {
        do {
            let cls = try Class.register("NSJSONSerialization") { _ in }
            try cls.isa.addMethod("isValidJSONObject:") { (_: Object, tree: Object?) in
                tree.map { isValid($0) } ?? false
            }
            try cls.isa.addMethod("dataWithJSONObject:options:error:") {
                (_: Object, tree: Object, options: UInt, error: ObjectAddress?) -> Object? in
                let isFragment = options & JSONSerialization.WritingOptions.fragmentsAllowed.rawValue != 0
                guard isFragment || isCollection(tree), let value = try JSONTree.value(tree),
                    isFragment || JSONSerialization.isValidJSONObject(value)
                else { throw invalid(tree) }
                return ObjectAddress.catching(error) {
                    try JSONSerialization.data(withJSONObject: value, options: .init(rawValue: options))
                }?.object
            }
            try cls.isa.addMethod("JSONObjectWithData:options:error:") {
                (_: Object, data: Object, options: UInt, error: ObjectAddress?) -> Object? in
                guard let data = try Data(data) else { return nil }
                let reading = JSONSerialization.ReadingOptions(rawValue: options)
                return ObjectAddress.catching(error) {
                    try JSONTree(options: reading).object(JSONSerialization.jsonObject(with: data, options: reading))
                }
            }
            return cls
        } catch {
            fatalError("the class NSJSONSerialization cannot be made: \(error)")
        }
    }

    private static func isCollection(_ object: Object) -> Bool {
        let object = object.unmanaged
        return object.isKind(of: MiniFoundation.NSArray.cls) || object.isKind(of: MiniFoundation.NSDictionary.cls)
    }

    private static func isValid(_ tree: Object) -> Bool {
        guard isCollection(tree), let value = try? JSONTree.value(tree) else { return false }
        return JSONSerialization.isValidJSONObject(value)
    }

    private static func invalid(_ tree: Object) -> RuntimeException {
        let reason =
            isCollection(tree)
            ? "Invalid object in JSON write"
            : "*** +[NSJSONSerialization dataWithJSONObject:options:error:]: "
                + "Invalid top-level type in JSON write"
        return RuntimeException("NSInvalidArgumentException", reason)
    }
}

/// Conversion of JSON between objects and Swift values.
private struct JSONTree {
    let options: JSONSerialization.ReadingOptions

    /// Returns the Swift value of an object; nil if it, or an object in it, has no JSON.
    static func value(_ object: Object) throws -> Any? {
        if object == MiniFoundation.NSNull.object { return Foundation.NSNull() }
        if let text = MiniFoundation.NSString.string(object) { return text }
        if object.unmanaged.isKind(of: MiniFoundation.NSNumber.cls) { return try foundationNumber(object) }
        if let elements = MiniFoundation.NSArray.elements(of: object) {
            let values = try elements.compactMap { try value($0) }
            return values.count == elements.count ? values : nil
        }
        guard let entries = MiniFoundation.NSDictionary.entries(of: object) else { return nil }
        var values: [String: Any] = [:]
        for (key, entry) in entries {
            guard let key = MiniFoundation.NSString.string(key), let entry = try value(entry) else { return nil }
            values[key] = entry
        }
        return values
    }

    /// Returns the object of a value that JSONSerialization has read.
    func object(_ value: Any) throws -> Object {
        switch value {
        case let text as String: return try string(text)
        case let number as Foundation.NSNumber: return FoundationClasses.object(number)
        case let elements as [Any]:
            let array = try MiniFoundation.NSArray.object(elements.map(object))
            return try options.contains(.mutableContainers) ? mutable(array) : array
        case let entries as [String: Any]:
            let dictionary = try MiniFoundation.NSDictionary.object(
                entries.map { try (key: MiniFoundation.NSString.object($0.key), value: object($0.value)) })
            return try options.contains(.mutableContainers) ? mutable(dictionary) : dictionary
        default: return MiniFoundation.NSNull.object
        }
    }

    private func string(_ text: String) throws -> Object {
        let string = MiniFoundation.NSString.object(text)
        return try options.contains(.mutableLeaves) ? mutable(string) : string
    }

    private func mutable(_ object: Object) throws -> Object { try object.send("mutableCopy") }
}
