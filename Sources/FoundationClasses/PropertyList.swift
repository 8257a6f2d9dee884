// PropertyList.swift - property lists: trees of strings, numbers, dates, data, arrays and dictionaries with strings as
// keys, as objects and as values of Swift's Foundation.
import Foundation
import MiniFoundation
import MiniRuntime

enum PropertyList {
    /// Returns the Swift value of an object; nil if it, or an object in it, does not belong into a property list.
    static func value(_ object: Object) throws -> Any? {
        if let text = MiniFoundation.NSString.string(object) { return text }
        if object.unmanaged.isKind(of: MiniFoundation.NSNumber.cls) { return try foundationNumber(object) }
        if object.unmanaged.isKind(of: .named("NSDate")) { return try Date(object) }
        if object.unmanaged.isKind(of: .named("NSData")) { return try Data(object) }
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

    /// Returns the object of a value; nil if the value does not belong into a property list.
    static func object(_ value: Any) -> Object? {
        switch value {
        case let text as String: return MiniFoundation.NSString.object(text)
        case let date as Date: return date.object
        case let data as Data: return data.object
        case let number as Foundation.NSNumber: return FoundationClasses.object(number)
        case let elements as [Any]: return MiniFoundation.NSArray.object(elements.compactMap(object))
        case let entries as [String: Any]:
            return MiniFoundation.NSDictionary.object(
                entries.compactMap { entry in
                    object(entry.value).map { (key: MiniFoundation.NSString.object(entry.key), value: $0) }
                })
        default: return nil
        }
    }
}
