// NSPropertyListSerialization.swift - property lists: Swift's PropertyListSerialization, between NSData and trees of
// objects.
import Foundation
import MiniFoundation
import MiniRuntime

enum NSPropertyListSerialization {
    static let cls = make("class NSPropertyListSerialization") {
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
    }

    /// Lets arrays and dictionaries be files. Adds the methods to the classes of the core.
    static func addFiles() throws {
        for (name, word) in [("NSArray", "array"), ("NSDictionary", "dictionary")] {
            let (cls, initializer) = (Class.named(name), Selector("initWith\(name.dropFirst(2)):"))
            func add(_ kind: String, _ list: @escaping @Sendable (Object?) throws -> Object?) throws {
                try cls.addMethod(Selector("initWithContentsOf\(kind):")) { (me: Object, source: Object?) -> Object? in
                    try list(source).flatMap { try me.send(initializer, $0) }
                }
                let own = Selector("initWithContentsOf\(kind):")
                try cls.isa.addMethod(Selector("\(word)WithContentsOf\(kind):")) {
                    (cls: Object, source: Object?) -> Object? in
                    let object: Object = try cls.send("alloc")
                    return try object.send(own, source)
                }
            }
            try add("File") { try $0.flatMap { try list(String.bridged(from: $0), cls) } }
            try add("URL") { try NSURL.values.argument($0).flatMap { $0.isFileURL ? try list($0.filePath, cls) : nil } }
            try cls.addMethod("writeToURL:atomically:") { (me: Object, url: Object, isAtomic: Bool) -> Bool in
                guard let url = try NSURL.values.argument(url), url.isFileURL else { return false }
                return try me.send("writeToFile:atomically:", url.filePath, isAtomic)
            }
            try cls.addMethod("writeToFile:atomically:") { (me: Object, path: String, isAtomic: Bool) -> Bool in
                let format = PropertyListSerialization.PropertyListFormat.xml.rawValue
                guard let written = try? data(me, format) else { return false }
                return try written.send("writeToFile:atomically:", path, isAtomic)
            }
        }
    }

    /// Returns the array or dictionary in a file; nil if the file contains another property list.
    private static func list(_ path: String, _ cls: Class) throws -> Object? {
        let contents: Object? = try Class.named("NSData").send("dataWithContentsOfFile:", path)
        guard let contents, let found = try? tree(contents, 0, nil), found.unmanaged.isKind(of: cls) else { return nil }
        return found
    }

    private static func data(_ tree: Object, _ format: UInt) throws -> Object? {
        guard let value = try ValueTree.propertyList.value(tree),
            let format = PropertyListSerialization.PropertyListFormat(writable: format)
        else { throw CocoaError(.propertyListWriteInvalid) }
        return try PropertyListSerialization.data(fromPropertyList: value, format: format, options: 0).object
    }

    private static func tree(_ data: Object?, _ options: UInt, _ format: UnsafeMutableRawPointer?) throws -> Object? {
        var found = PropertyListSerialization.PropertyListFormat.xml
        let value = try BinaryPropertyList.value(Data(data) ?? Data(), format: &found)
        format?.storeBytes(of: found.rawValue, as: UInt.self)
        var tree = ValueTree.propertyList
        tree.hasMutableContainers = options & 3 != 0
        tree.hasMutableStrings = options & 2 != 0
        return try tree.object(value)
    }
}

extension PropertyListSerialization.PropertyListFormat {
    /// The format of a number; nil for OpenStep's, in which Swift's Foundation writes nothing and ends the process.
    init?(writable number: UInt) {
        self.init(rawValue: number)
        if self == .openStep { return nil }
    }
}
