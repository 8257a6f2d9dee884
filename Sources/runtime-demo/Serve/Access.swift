// Access.swift - who may use the server: the page that it has served, and whoever has been given its address.
//
// Every page in the browser can send requests to this machine. They are refused because they do not know the token,
// name this server otherwise (a name of theirs may have been made to lead here), or have another origin.

struct Access {
    enum Route {
        case page, run
    }

    let port: UInt16
    let token: String

    /// Makes a random token of 128 bits.
    init(port: UInt16) {
        self.port = port
        var random = SystemRandomNumberGenerator()
        token = (0..<2).map { _ in
            let half = String(random.next() as UInt64, radix: 16)
            return String(repeating: "0", count: 16 - half.count) + half
        }.joined()
    }

    /// The address of the page.
    var address: String { "http://127.0.0.1:\(port)/\(token)/" }

    /// Returns what a request is for. Throws the refusal of one that does not come from the page.
    func route(_ head: HTTPHead) throws(HTTPRefusal) -> Route {
        guard let host = head["host"], ["127.0.0.1:\(port)", "localhost:\(port)"].contains(host) else {
            throw HTTPRefusal(421, "This server has another name.")
        }
        let isFromPage = head["origin"] == "http://\(host)"
        // The address that a user has typed has the site `none`.
        guard head["origin"] == nil || isFromPage,
            ["same-origin", "none", nil].contains(head["sec-fetch-site"])
        else { throw HTTPRefusal(403, "This request is from another page.") }
        guard let path = path(head.path) else { throw .notFound }
        switch path {
        case "":
            guard head.method == "GET" else { throw Self.wrongMethod("GET") }
            return .page
        case "run":
            guard head.method == "POST" else { throw Self.wrongMethod("POST") }
            guard isFromPage else { throw HTTPRefusal(403, "This request is from no page.") }
            return .run
        default: throw .notFound
        }
    }

    private static func wrongMethod(_ right: String) -> HTTPRefusal {
        HTTPRefusal(405, "The method here is \(right).", allowed: right)
    }

    /// Returns the path after the token; nil if the token is not the right one. The time tells nothing about the token.
    private func path(_ path: String) -> String? {
        let (bytes, prefix) = (Array(path.utf8), Array("/\(token)/".utf8))
        guard bytes.count >= prefix.count else { return nil }
        let difference = zip(bytes, prefix).reduce(0) { $0 | ($1.0 ^ $1.1) }
        return difference == 0 ? String(decoding: bytes[prefix.count...], as: UTF8.self) : nil
    }
}
