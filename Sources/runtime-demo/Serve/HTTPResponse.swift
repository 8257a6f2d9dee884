// HTTPResponse.swift - a response of HTTP/1.1, and the refusal of a request. Each response ends its connection.

/// A request that gets an error for a response.
package struct HTTPRefusal: Error, Equatable, Sendable {
    package let status: Int
    package let reason: String
    /// The method that the path has.
    package let allowed: String?

    init(_ status: Int, _ reason: String, allowed: String? = nil) {
        (self.status, self.reason, self.allowed) = (status, reason, allowed)
    }

    static let malformed = HTTPRefusal(400, "This is no request of HTTP/1.1.")
    static let notFound = HTTPRefusal(404, "There is nothing here. The address is the one that runtime-demo printed.")
}

struct HTTPResponse {
    let bytes: [UInt8]

    init(_ body: [UInt8], type: String, status: Int = 200, fields: [(String, String)] = []) {
        let all =
            fields + [
                ("Content-Type", "\(type); charset=utf-8"), ("Content-Length", "\(body.count)"),
                ("Connection", "close"),
                // The address is a secret, and what is there belongs to this page only.
                ("Cache-Control", "no-store"), ("Referrer-Policy", "no-referrer"),
                ("X-Content-Type-Options", "nosniff"), ("Cross-Origin-Resource-Policy", "same-origin"),
                ("Cross-Origin-Opener-Policy", "same-origin"),
                ("Content-Security-Policy", ExplorerPage.policy(connects: true) + "; frame-ancestors 'none'"),
            ]
        let lines = ["HTTP/1.1 \(status) \(Self.phrases[status] ?? "")"] + all.map { "\($0): \($1)" } + ["", ""]
        bytes = Array(lines.joined(separator: "\r\n").utf8) + body
    }

    init(_ refusal: HTTPRefusal) {
        self.init(
            Array("\(refusal.reason)\n".utf8), type: "text/plain", status: refusal.status,
            fields: refusal.allowed.map { [("Allow", $0)] } ?? [])
    }

    private static let phrases = [
        200: "OK", 400: "Bad Request", 403: "Forbidden", 404: "Not Found", 405: "Method Not Allowed",
        408: "Request Timeout", 411: "Length Required", 413: "Content Too Large", 421: "Misdirected Request",
        431: "Request Header Fields Too Large", 500: "Internal Server Error", 501: "Not Implemented",
        503: "Service Unavailable", 505: "HTTP Version Not Supported",
    ]
}
