// NSURLResponse.swift - what a server has answered, as a value: type, length, status and header fields.
import Foundation
import MiniFoundation
import MiniRuntime

/// A response. Instances are immutable.
struct ResponseValue: Hashable {
    var url: URL?
    var mimeType: String?
    var length = -1
    var encoding: String?
    var status = 0
    var fields = HeaderFields()
}

enum NSURLResponse {
    static let values: ValueClass<ResponseValue> = ValueClass("NSURLResponse", adopting: ["NSCopying"]) { cls in
        try cls.addInit("init") { ResponseValue() }
        try cls.addInit("initWithURL:MIMEType:expectedContentLength:textEncodingName:") {
            (url: Object?, type: String?, length: Int, encoding: String?) in
            try ResponseValue(url: NSURL.values.argument(url), mimeType: type, length: length, encoding: encoding)
        }
        try cls.add("URL") { NSURL.object($0.url) }
        try cls.add("MIMEType") { $0.mimeType }
        try cls.add("expectedContentLength") { Int64($0.length) }
        try cls.add("textEncodingName") { $0.encoding }
        try cls.add("suggestedFilename") { response in
            response.url.map(\.lastPathComponent).flatMap { $0.isEmpty || $0 == "/" ? nil : $0 } ?? "Unknown"
        }
        try cls.addEquality()
        try cls.addCopy()
    }

    static let http: ValueClass<ResponseValue> = ValueClass("NSHTTPURLResponse", superclass: values.holder) { cls in
        try cls.addInit("initWithURL:statusCode:HTTPVersion:headerFields:") {
            (url: Object?, status: Int, _: String?, fields: Object?) in
            let fields = try HeaderFields(fields.map { try [String: String].bridged(from: $0) } ?? [:])
            var response = try ResponseValue(url: NSURL.values.argument(url), status: status, fields: fields)
            let type = fields["Content-Type"]?.split(separator: ";").map { $0.trimmingCharacters(in: .whitespaces) }
            response.mimeType = type?.first?.lowercased()
            response.encoding = type?.dropFirst().first { $0.lowercased().hasPrefix("charset=") }
                .map { $0.dropFirst(8).trimmingCharacters(in: ["\""]).lowercased() }
            response.length = fields["Content-Length"].flatMap { Int($0) } ?? -1
            return response
        }
        try cls.add("statusCode") { $0.status }
        try cls.add("allHeaderFields") { $0.fields.fields.bridgedObject }
        try cls.add("valueForHTTPHeaderField:") { (response, name: String) in response.fields[name] }
        try cls.addClassMethod("localizedStringForStatusCode:") { (_, status: Int) in text(of: status) }
    }

    /// The description of a status, in small letters.
    private static func text(of status: Int) -> String {
        if let text = texts[status] { return text }
        switch status {
        case 100..<200: return "informational"
        case 200..<300: return "success"
        case 300..<400: return "redirected"
        case 400..<500: return "client error"
        default: return "server error"
        }
    }

    private static let texts: [Int: String] = [
        100: "continue", 101: "switching protocols", 200: "no error", 201: "created", 202: "accepted",
        204: "no content", 206: "partial content", 301: "moved permanently", 302: "found", 303: "see other",
        304: "not modified", 307: "temporarily redirected", 400: "bad request", 401: "unauthorized",
        402: "payment required", 403: "forbidden", 404: "not found", 405: "method not allowed", 406: "unacceptable",
        408: "request timed out", 409: "conflict", 410: "no longer exists", 411: "length required",
        412: "precondition failed", 413: "request too large", 415: "unsupported media type", 429: "too many requests",
        500: "internal server error", 501: "unimplemented", 502: "bad gateway", 503: "service unavailable",
        504: "gateway timed out",
    ]
}
