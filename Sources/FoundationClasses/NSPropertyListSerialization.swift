// NSPropertyListSerialization.swift - property lists: Swift's PropertyListSerialization, between NSData and trees of
// objects.
import Foundation
import MiniFoundation
import MiniRuntime

enum NSPropertyListSerialization {
    static let cls = makeClass()

    private static func makeClass() -> Class {
        do {
            let cls = try Class.register("NSPropertyListSerialization") { _ in }
            try cls.isa.addMethod("propertyList:isValidForFormat:") { (_: Object, tree: Object, _: UInt) in
                try ValueTree.propertyList.value(tree) != nil
            }
            try cls.isa.addMethod("dataWithPropertyList:format:options:error:") {
                (_: Object, tree: Object, format: UInt, _: UInt, error: ObjectAddress?) -> Object? in
                ObjectAddress.catching(error) { try data(tree, format) } ?? nil
            }
            try cls.isa.addMethod("propertyListWithData:options:format:error:") {
                (_: Object, data: Object?, options: UInt, format: UnsafeMutableRawPointer?, error: ObjectAddress?) in
                ObjectAddress.catching(error) { try tree(data, options, format) } ?? nil
            }
            return cls
        } catch {
            fatalError("the class NSPropertyListSerialization cannot be made: \(error)")
        }
    }

    private static func data(_ tree: Object, _ format: UInt) throws -> Object? {
        guard let value = try ValueTree.propertyList.value(tree),
            let format = PropertyListSerialization.PropertyListFormat(rawValue: format)
        else { throw CocoaError(.propertyListWriteInvalid) }
        return try PropertyListSerialization.data(fromPropertyList: value, format: format, options: 0).object
    }

    private static func tree(_ data: Object?, _ options: UInt, _ format: UnsafeMutableRawPointer?) throws -> Object? {
        var found = PropertyListSerialization.PropertyListFormat.xml
        let value = try PropertyListSerialization.propertyList(from: Data(data) ?? Data(), options: [], format: &found)
        format?.storeBytes(of: found.rawValue, as: UInt.self)
        var tree = ValueTree.propertyList
        tree.hasMutableContainers = options != 0
        tree.hasMutableStrings = options & 2 != 0
        return try tree.object(value)
    }
}
