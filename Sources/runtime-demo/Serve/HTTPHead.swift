// HTTPHead.swift - the head of a request of HTTP/1.1, read from bytes that anybody may have sent.
//
// Whatever two programs could read in different ways is refused: lines that end without a carriage return, folded
// fields, a field that occurs twice, chunks, two requests on one connection.

package struct HTTPHead: Equatable, Sendable {
    package static let maximumLength = 32 << 10

    package let method, path: String
    /// The number of bytes after the head.
    package let bodyLength: Int
    /// The values by the names of the fields, in lower case.
    private let fields: [String: String]

    /// Returns the length of the head, with the empty line that ends it; nil if that has not arrived yet.
    /// - Parameter known: the number of bytes in which no end was found before.
    package static func length(in bytes: [UInt8], after known: Int = 0) -> Int? {
        let end = Array("\r\n\r\n".utf8)
        var place = max(0, known - end.count + 1)
        while place + end.count <= bytes.count {
            if bytes[place..<place + end.count].elementsEqual(end) { return place + end.count }
            place += 1
        }
        return nil
    }

    /// Reads a whole head. Throws the refusal of a request that is malformed.
    package init(_ bytes: some Sequence<UInt8>) throws(HTTPRefusal) {
        var lines = try Self.lines(bytes)[...]
        let request = (lines.popFirst() ?? "").split(separator: " ", omittingEmptySubsequences: false).map(String.init)
        guard request.count == 3, Self.isMethod(request[0]), request[1].hasPrefix("/") else { throw .malformed }
        guard ["HTTP/1.1", "HTTP/1.0"].contains(request[2]) else {
            throw HTTPRefusal(505, "This server understands HTTP/1.1.")
        }
        (method, path) = (request[0], request[1])
        fields = try Self.fields(lines)
        bodyLength = try Self.bodyLength(method, fields)
    }

    package subscript(name: String) -> String? { fields[name] }

    /// Returns the lines before the empty one. The bytes of a head are no UTF-8: each is a character.
    private static func lines(_ bytes: some Sequence<UInt8>) throws(HTTPRefusal) -> [String] {
        let (newline, carriageReturn) = (UInt8(ascii: "\n"), UInt8(ascii: "\r"))
        var (lines, line, isReturned) = ([String](), String.UnicodeScalarView(), false)
        for byte in bytes {
            guard isReturned == (byte == newline) else { throw .malformed }
            isReturned = byte == carriageReturn
            switch byte {
            case carriageReturn: break
            case newline:
                lines.append(String(line))
                line.removeAll()
            case UInt8(ascii: "\t"), 0x20...0x7e, 0x80...: line.append(Unicode.Scalar(byte))
            default: throw .malformed
            }
        }
        guard line.isEmpty, !isReturned, lines.popLast() == "" else { throw .malformed }
        return lines
    }

    private static func fields(_ lines: ArraySlice<String>) throws(HTTPRefusal) -> [String: String] {
        var fields: [String: String] = [:]
        for line in lines {
            guard let colon = line.firstIndex(of: ":") else { throw .malformed }
            let name = line[..<colon].lowercased()
            guard !name.isEmpty, name.allSatisfy(isOfToken), fields[name] == nil else { throw .malformed }
            let value = line[line.index(after: colon)...].drop(while: isBlank).reversed().drop(while: isBlank)
            fields[name] = String(value.reversed())
        }
        return fields
    }

    private static func bodyLength(_ method: String, _ fields: [String: String]) throws(HTTPRefusal) -> Int {
        if fields["transfer-encoding"] != nil { throw HTTPRefusal(501, "This server reads no chunks.") }
        guard let text = fields["content-length"] else {
            if method == "POST" { throw HTTPRefusal(411, "The length of the program is missing.") }
            return 0
        }
        guard text.utf8.count < 16, text.allSatisfy({ ("0"..."9").contains($0) }), let length = Int(text) else {
            throw .malformed
        }
        return length
    }

    private static func isMethod(_ text: String) -> Bool {
        (1...20).contains(text.utf8.count) && text.allSatisfy { $0.isASCII && $0.isUppercase }
    }

    private static func isOfToken(_ one: Character) -> Bool {
        one.isASCII && (one.isLetter || one.isNumber || "!#$%&'*+-.^_`|~".contains(one))
    }

    private static func isBlank(_ one: Character) -> Bool { one == " " || one == "\t" }
}
