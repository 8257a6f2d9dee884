// NSJSONSerialization.swift - JSON: Swift's JSONSerialization, between NSData and trees of objects.
import Foundation
import MiniFoundation
import MiniRuntime

enum NSJSONSerialization {
    /// The options that the headers declare. Swift's Foundation has others, which would accept text that is no JSON.
    private static let readingOptions: JSONSerialization.ReadingOptions = [
        .mutableContainers, .mutableLeaves, .fragmentsAllowed,
    ]
    private static let writingOptions: JSONSerialization.WritingOptions = [
        .prettyPrinted, .sortedKeys, .fragmentsAllowed, .withoutEscapingSlashes,
    ]

    static let cls = make("class NSJSONSerialization") {
        let cls = try Class.register("NSJSONSerialization") { _ in }
        try cls.isa.addMethod("isValidJSONObject:") { (_: Object, tree: Object?) in
            tree.map { isValid($0) } ?? false
        }
        try cls.isa.addMethod("dataWithJSONObject:options:error:") {
            (_: Object, tree: Object, options: UInt, error: ObjectAddress?) -> Object? in
            let options = writingOptions.intersection(.init(rawValue: options))
            let isFragment = options.contains(.fragmentsAllowed)
            guard isFragment || isCollection(tree), let value = try ValueTree.json.value(tree),
                isFragment || JSONSerialization.isValidJSONObject(value)
            else { throw invalid(tree) }
            return ObjectAddress.catching(error) {
                try JSONSerialization.data(withJSONObject: value, options: options)
            }?.object
        }
        try cls.isa.addMethod("JSONObjectWithData:options:error:") {
            (_: Object, data: Object?, options: UInt, error: ObjectAddress?) -> Object? in
            guard let data = try Data(data) else {
                throw RuntimeException("NSInvalidArgumentException", "data parameter is nil")
            }
            let reading = readingOptions.intersection(.init(rawValue: options))
            return ObjectAddress.catching(error) {
                var tree = ValueTree.json
                tree.hasMutableContainers = reading.contains(.mutableContainers)
                tree.hasMutableStrings = reading.contains(.mutableLeaves)
                let numbers = try JSONNumbers(data)
                tree.numberObject = { try $0.isBoolean ? object($0) : numbers.number($0.intValue) }
                let value = try JSONSerialization.jsonObject(with: numbers.text, options: reading)
                return try tree.object(value)
            } ?? nil
        }
        return cls
    }

    private static func isCollection(_ object: Object) -> Bool {
        let object = object.unmanaged
        return object.isKind(of: MiniFoundation.NSArray.cls) || object.isKind(of: MiniFoundation.NSDictionary.cls)
    }

    private static func isValid(_ tree: Object) -> Bool {
        guard isCollection(tree), let value = try? ValueTree.json.value(tree) else { return false }
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
