// NSURLComponents.swift - the parts of addresses, which can be changed: Swift's URLComponents.
import Foundation
import MiniFoundation
import MiniRuntime

/// The parts of one address. One thread at a time uses them.
final class URLParts: @unchecked Sendable {
    // Sendable: an object of Objective-C that programs must not share while they change it.
    var parts: URLComponents
    init(_ parts: URLComponents) { self.parts = parts }
}

enum NSURLComponents {
    static let values: ValueClass<URLParts> = ValueClass("NSURLComponents", adopting: ["NSCopying"]) { cls in
        try cls.addInit("init") { URLParts(URLComponents()) }
        try cls.addInit("initWithString:", maker: "componentsWithString:") { (text: String) in
            URLComponents(string: text).map(URLParts.init)
        }
        try cls.addInit(
            "initWithURL:resolvingAgainstBaseURL:", maker: "componentsWithURL:resolvingAgainstBaseURL:"
        ) { (url: Object, isResolved: Bool) in
            try URLComponents(url: NSURL.values.argument(url)!, resolvingAgainstBaseURL: isResolved).map(URLParts.init)
        }
        try cls.add("URL") { NSURL.object($0.parts.url) }
        try cls.add("URLRelativeToURL:") { (url, base: Object?) in
            try NSURL.object(url.parts.url(relativeTo: NSURL.values.argument(base)))
        }
        try cls.add("string") { $0.parts.string }
        try addParts(cls)
        try cls.add("isEqual:") { (url, other: Object?) -> Bool in
            guard let other, cls.holds(other) else { return false }
            return try url.parts == cls.value(of: other).parts
        }
        try cls.add("hash") { UInt(bitPattern: $0.parts.hashValue) }
        try cls.cls.addMethod("copyWithZone:") { (me: Object, _: UnsafeMutableRawPointer?) in
            try cls.object(URLParts(cls.value(of: me).parts))
        }
    }

    private typealias Part = WritableKeyPath<URLComponents, String?> & Sendable

    private static func addParts(_ cls: ValueClass<URLParts>) throws {
        let parts: [(String, Part)] = [
            ("user", \.user), ("password", \.password), ("host", \.host), ("query", \.query), ("fragment", \.fragment),
        ]
        for (name, part) in parts { try addPart(cls, name, part) { _ in } }
        try addPart(cls, "scheme", \.scheme) { try check("scheme", $0, #"[A-Za-z][A-Za-z0-9+.-]*"#) }
        try cls.add("path") { $0.parts.path }
        try cls.add("setPath:") { (url, path: String?) in url.parts.path = path ?? "" }
        try cls.add("port") { $0.parts.port.bridgedObject }
        try cls.add("setPort:") { (url, port: Object?) in
            let port = try port.map { try Int.bridged(from: $0) }
            guard (port ?? 0) >= 0 else { throw RuntimeException("NSInvalidArgumentException", "invalid port") }
            url.parts.port = port
        }
        // The characters that a part contains beside letters, digits, escapes and -._~!$&'()*+,;=
        let encoded: [(String, Part, String)] = [
            ("percentEncodedUser", \.percentEncodedUser, ""), ("percentEncodedPassword", \.percentEncodedPassword, ":"),
            ("percentEncodedQuery", \.percentEncodedQuery, ":@/?"),
            ("percentEncodedFragment", \.percentEncodedFragment, ":@/?"),
        ]
        for (name, part, others) in encoded { try addPart(cls, name, part) { try checkEncoded(name, $0, others) } }
        try addPart(cls, "percentEncodedHost", \.percentEncodedHost) { text in
            // An address of IPv6 is in brackets.
            if (try? check("host", text, #"\[[0-9A-Fa-f:.]+\]"#)) == nil {
                try checkEncoded("percentEncodedHost", text, "")
            }
        }
        try cls.add("percentEncodedPath") { $0.parts.percentEncodedPath }
        try cls.add("setPercentEncodedPath:") { (url, path: String?) in
            try checkEncoded("percentEncodedPath", path ?? "", ":@/")
            url.parts.percentEncodedPath = path ?? ""
        }
        try addQueryItems(cls)
    }

    /// Adds the getter and the setter of a part. Swift ends the process for a malformed value, so `check` must throw.
    private static func addPart(
        _ cls: ValueClass<URLParts>, _ name: String, _ part: Part,
        _ check: @escaping @Sendable (String) throws -> Void
    ) throws {
        try cls.add(Selector(name)) { $0.parts[keyPath: part] }
        try cls.add(ValueClass<URLParts>.setter(of: name)) { (url, new: String?) in
            if let new { try check(new) }
            url.parts[keyPath: part] = new
        }
    }

    private static func checkEncoded(_ name: String, _ text: String, _ others: String) throws {
        try check(name, text, #"([A-Za-z0-9._~!$&'()*+,;=\#(others)-]|%[0-9A-Fa-f]{2})*"#)
    }

    private static func check(_ name: String, _ text: String, _ pattern: String) throws {
        guard text.range(of: "\\A(\(pattern))\\z", options: .regularExpression) == nil else { return }
        throw RuntimeException("NSInvalidArgumentException", "invalid characters in \(name)")
    }

    // ── Query items ─────────────────────────────────────────────────────────────────────────────────────

    static let items = ValueClass<URLQueryItem>("NSURLQueryItem", adopting: ["NSCopying"]) { cls in
        try cls.addInit("initWithName:value:", maker: "queryItemWithName:value:") { (name: String, value: String?) in
            URLQueryItem(name: name, value: value)
        }
        try cls.add("name") { $0.name }
        try cls.add("value") { $0.value }
        try cls.addEquality()
        try cls.addCopy()
    }

    private static func addQueryItems(_ cls: ValueClass<URLParts>) throws {
        try cls.add("queryItems") { url in
            url.parts.queryItems.map { MiniFoundation.NSArray.object($0.map(items.object)) }
        }
        try cls.add("setQueryItems:") { (url, list: Object?) in
            url.parts.queryItems = try list.map { try [Object].bridged(from: $0).map { try items.value(of: $0) } }
        }
    }
}
