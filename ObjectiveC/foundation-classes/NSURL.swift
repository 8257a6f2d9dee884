// NSURL.swift - addresses: Swift's URL as an object.
import Foundation
import MiniFoundation
import MiniRuntime

enum NSURL {
    static let values = ValueClass<URL>("NSURL", adopting: ["NSCopying"]) { cls in
        try addMakers(cls)
        try addParts(cls)
        try addPaths(cls)
        try addResourceValues(cls)
        try addBookmarks(cls)
        try cls.addEquality()
        try cls.addCopy()
    }

    static func object(_ url: URL?) -> Object? { url.map(values.object) }

    private static func addMakers(_ cls: ValueClass<URL>) throws {
        try cls.addInit("initWithString:") { (text: String) in URL(string: text) }
        try cls.addInit("initWithString:relativeToURL:") { (text: String, base: Object?) in
            try URL(string: text, relativeTo: cls.argument(base))
        }
        // These return nil for nil.
        try cls.addClassMethod("URLWithString:") { (cls: Object, text: String?) -> Object? in
            try text.flatMap { try (cls.send("alloc") as Object).send("initWithString:", $0) }
        }
        try cls.addClassMethod("URLWithString:relativeToURL:") {
            (cls: Object, text: String?, base: Object?) -> Object? in
            try text.flatMap { try (cls.send("alloc") as Object).send("initWithString:relativeToURL:", $0, base) }
        }
        try cls.addInit("initFileURLWithPath:", maker: "fileURLWithPath:") { (path: String) in
            URL(fileURLWithPath: path)
        }
        try cls.addInit("initFileURLWithPath:isDirectory:", maker: "fileURLWithPath:isDirectory:") {
            (path: String, isDirectory: Bool) in
            URL(fileURLWithPath: path, isDirectory: isDirectory)
        }
    }

    /// The parts that RFC 3986 names.
    private static func addParts(_ cls: ValueClass<URL>) throws {
        try cls.add("absoluteString") { $0.absoluteString }
        try cls.add("relativeString") { $0.relativeString }
        try cls.add("absoluteURL") { object($0.absoluteURL) }
        try cls.add("baseURL") { object($0.baseURL) }
        try cls.add("scheme") { $0.scheme }
        // That of the URL's own text, which has a scheme only if it is not relative to a base.
        try cls.add("resourceSpecifier") { url in
            let (text, scheme) = (url.relativeString, "\(url.scheme ?? ""):")
            return text.lowercased().hasPrefix(scheme.lowercased()) ? String(text.dropFirst(scheme.count)) : text
        }
        try cls.add("user") { $0.user(percentEncoded: false) }
        try cls.add("password") { $0.password(percentEncoded: false) }
        try cls.add("host") { $0.host(percentEncoded: false) }
        try cls.add("port") { $0.port.bridgedObject }
        try cls.add("path") { $0.filePath }
        try cls.add("relativePath") { $0.relativePath }
        try cls.add("query") { $0.query }
        try cls.add("fragment") { $0.fragment }
        try cls.add("standardizedURL") { object($0.standardized) }
        // The base of a relative address is part of the text.
        try cls.add("description") { $0.baseURL == nil ? $0.absoluteString : "\($0.relativeString) -- \($0.baseURL!)" }
    }

    /// Adds the methods that read properties of files.
    private static func addResourceValues(_ cls: ValueClass<URL>) throws {
        try cls.add("resourceValuesForKeys:error:") { (url, keys: Object, error: ObjectAddress?) -> Object? in
            let keys = try [String].bridged(from: keys)
            guard let status = ObjectAddress.catching(error, { try FileStatus(of: url) }) else { return nil }
            let entries = keys.compactMap { key in
                status.value(key, of: url).map { (key: MiniFoundation.NSString.object(key), value: $0) }
            }
            return MiniFoundation.NSDictionary.object(entries)
        }
        try cls.add("getResourceValue:forKey:error:") {
            (url, place: ObjectAddress, key: String, error: ObjectAddress?) -> Bool in
            guard let status = ObjectAddress.catching(error, { try FileStatus(of: url) }) else { return false }
            place.store(status.value(key, of: url))
            return true
        }
    }

    private static func addPaths(_ cls: ValueClass<URL>) throws {
        try cls.add("isFileURL") { $0.isFileURL }
        try cls.add("hasDirectoryPath") { $0.hasDirectoryPath }
        try cls.add("fileSystemRepresentation") { url -> UnsafePointer<CChar>? in
            try url.path(percentEncoded: false).bridgedObject?.autoreleased().send("fileSystemRepresentation")
        }
        try cls.add("pathComponents") { $0.pathComponents.bridgedObject }
        try cls.add("lastPathComponent") { $0.lastPathComponent }
        try cls.add("pathExtension") { $0.pathExtension }
        try cls.add("URLByAppendingPathComponent:") { (url, part: String) in object(url.appendingPathComponent(part)) }
        try cls.add("URLByAppendingPathComponent:isDirectory:") { (url, part: String, isDirectory: Bool) in
            object(url.appendingPathComponent(part, isDirectory: isDirectory))
        }
        try cls.add("URLByAppendingPathExtension:") { (url, part: String) in object(url.appendingPathExtension(part)) }
        try cls.add("URLByDeletingLastPathComponent") { object($0.deletingLastPathComponent()) }
        try cls.add("URLByDeletingPathExtension") { object($0.deletingPathExtension()) }
        try cls.add("URLByStandardizingPath") { object($0.standardizedFileURL) }
        try cls.add("URLByResolvingSymlinksInPath") { object($0.resolvingSymlinksInPath()) }
        try cls.add("checkResourceIsReachableAndReturnError:") { (url, error: ObjectAddress?) in
            ObjectAddress.catching(error) {
                _ = try url.asPath()
                return try url.checkResourceIsReachable()
            } ?? false
        }
    }
}
