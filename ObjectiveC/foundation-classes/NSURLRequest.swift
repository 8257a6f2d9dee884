// NSURLRequest.swift - what is asked of a server, as a value: address, method, header fields and body. Nothing here
// sends it.
import Foundation
import MiniFoundation
import MiniRuntime

/// Fields of a header. A field keeps the case of the name with which it was set first.
struct HeaderFields: Hashable {
    private(set) var fields: [String: String] = [:]

    init(_ fields: [String: String] = [:]) {
        for (name, value) in fields { self[name] = value }
    }

    subscript(name: String) -> String? {
        get { key(name).flatMap { fields[$0] } }
        set { fields[key(name) ?? name] = newValue }
    }

    private func key(_ name: String) -> String? {
        if fields[name] != nil { return name }
        let lower = name.lowercased()
        return fields.keys.first { $0.lowercased() == lower }
    }
}

/// A request. One thread at a time changes it.
final class RequestValue: @unchecked Sendable {
    // Sendable: an object of Objective-C that programs must not share while they change it.
    struct Parts: Hashable {
        var url: URL?
        var cachePolicy: UInt = 0
        var timeout = 60.0
        var mainDocument: URL?
        var method = "GET"
        var fields = HeaderFields()
        var body: Data?
        var handlesCookies = true
        var usesPipelining = false
        var allowsCellular = true
        var serviceType: UInt = 0
    }
    var parts: Parts
    var stream: Object?

    init(_ parts: Parts, stream: Object? = nil) { (self.parts, self.stream) = (parts, stream) }

    var copy: RequestValue { RequestValue(parts, stream: stream) }
}

enum NSURLRequest {
    static let values: ValueClass<RequestValue> = ValueClass(
        "NSURLRequest", adopting: ["NSCopying", "NSMutableCopying"]
    ) { cls in
        try cls.addInit("init") { RequestValue(.init()) }
        try cls.addInit("initWithURL:", maker: "requestWithURL:") { (url: Object?) in
            try RequestValue(.init(url: NSURL.values.argument(url)))
        }
        try cls.addInit(
            "initWithURL:cachePolicy:timeoutInterval:", maker: "requestWithURL:cachePolicy:timeoutInterval:"
        ) { (url: Object?, policy: UInt, timeout: Double) in
            try RequestValue(.init(url: NSURL.values.argument(url), cachePolicy: policy, timeout: timeout))
        }
        try addReading(cls)
        try cls.add("isEqual:") { (request, other: Object?) -> Bool in
            guard let other, cls.holds(other) else { return false }
            return try request.parts == cls.value(of: other).parts
        }
        try cls.add("hash") { UInt(bitPattern: $0.parts.hashValue) }
        try cls.add("description") { request in
            "<NSURLRequest> { URL: \(request.parts.url?.absoluteString ?? "(null)") }"
        }
        try cls.cls.addMethod("copyWithZone:") { (me: Object, _: UnsafeMutableRawPointer?) in
            try me.unmanaged.isKind(of: mutable.cls) ? cls.object(cls.value(of: me).copy) : me
        }
        try cls.cls.addMethod("mutableCopyWithZone:") { (me: Object, _: UnsafeMutableRawPointer?) in
            try mutable.object(cls.value(of: me).copy)
        }
    }

    private static func addReading(_ cls: ValueClass<RequestValue>) throws {
        try cls.add("URL") { NSURL.object($0.parts.url) }
        try cls.add("mainDocumentURL") { NSURL.object($0.parts.mainDocument) }
        try cls.add("cachePolicy") { $0.parts.cachePolicy }
        try cls.add("timeoutInterval") { $0.parts.timeout }
        try cls.add("HTTPMethod") { $0.parts.method }
        try cls.add("HTTPBody") { $0.parts.body?.object }
        try cls.add("HTTPBodyStream") { $0.stream }
        try cls.add("HTTPShouldHandleCookies") { $0.parts.handlesCookies }
        try cls.add("HTTPShouldUsePipelining") { $0.parts.usesPipelining }
        try cls.add("allowsCellularAccess") { $0.parts.allowsCellular }
        try cls.add("networkServiceType") { $0.parts.serviceType }
        try cls.add("allHTTPHeaderFields") { $0.parts.fields.fields.bridgedObject }
        try cls.add("valueForHTTPHeaderField:") { (request, name: String) in request.parts.fields[name] }
    }

    static let mutable: ValueClass<RequestValue> = ValueClass("NSMutableURLRequest", superclass: values.holder) { cls in
        try cls.add("setURL:") { (request, url: Object?) in request.parts.url = try NSURL.values.argument(url) }
        try cls.add("setMainDocumentURL:") { (request, url: Object?) in
            request.parts.mainDocument = try NSURL.values.argument(url)
        }
        try cls.add("setCachePolicy:") { (request, policy: UInt) in request.parts.cachePolicy = policy }
        try cls.add("setTimeoutInterval:") { (request, timeout: Double) in request.parts.timeout = timeout }
        try cls.add("setHTTPMethod:") { (request, method: String?) in request.parts.method = normalized(method) }
        try cls.add("setHTTPBody:") { (request, body: Object?) in
            request.parts.body = try Data(body)
            assign(nil, to: \.stream, of: request)
        }
        try cls.add("setHTTPBodyStream:") { (request, stream: Object?) in
            request.parts.body = nil
            assign(stream, to: \.stream, of: request)
        }
        try cls.add("setHTTPShouldHandleCookies:") { (request, new: Bool) in request.parts.handlesCookies = new }
        try cls.add("setHTTPShouldUsePipelining:") { (request, new: Bool) in request.parts.usesPipelining = new }
        try cls.add("setAllowsCellularAccess:") { (request, new: Bool) in request.parts.allowsCellular = new }
        try cls.add("setNetworkServiceType:") { (request, type: UInt) in request.parts.serviceType = type }
        try cls.add("setAllHTTPHeaderFields:") { (request, fields: Object?) in
            request.parts.fields = try HeaderFields(fields.map { try [String: String].bridged(from: $0) } ?? [:])
        }
        try cls.add("setValue:forHTTPHeaderField:") { (request, value: String?, name: String) in
            request.parts.fields[name] = value
        }
        try cls.add("addValue:forHTTPHeaderField:") { (request, value: String, name: String) in
            request.parts.fields[name] = request.parts.fields[name].map { "\($0),\(value)" } ?? value
        }
    }

    /// The methods that HTTP names are written in capitals; nil is GET.
    private static func normalized(_ method: String?) -> String {
        let upper = method?.uppercased() ?? "GET"
        let known: Set = ["GET", "HEAD", "POST", "PUT", "DELETE", "CONNECT", "OPTIONS", "TRACE", "PATCH"]
        return known.contains(upper) ? upper : method!
    }
}
