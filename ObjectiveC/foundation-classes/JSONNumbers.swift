// JSONNumbers.swift - the numbers of JSON, which Swift's JSONSerialization reads with an error in the last digit.
//
//      [0.30000000000000004, -1]   ─►   [0,1]  and the texts "0.30000000000000004", "-1"
//
// JSONSerialization reads the text with the place of each number instead of the number.
import Foundation
import MiniFoundation
import MiniRuntime

struct JSONNumbers: Sendable {
    /// The text in UTF-8 with the places of its numbers.
    private(set) var text = Data()
    private var numbers: [String] = []

    /// Throws an error if the data are no text.
    init(_ data: Data) throws {
        let bytes = [UInt8](try Self.utf8(data))
        text.reserveCapacity(bytes.count)
        var place = 0
        while place < bytes.count {
            let number = Self.nextNumber(in: bytes, from: place)
            text.append(contentsOf: bytes[place..<number])
            place = bytes[number...].firstIndex { !Self.isPart($0, isFirst: false) } ?? bytes.count
            if number < place { add(bytes[number..<place]) }
        }
    }

    /// Returns the place of the next number; the end if there is none. `start` is not in a string.
    private static func nextNumber(in bytes: [UInt8], from start: Int) -> Int {
        var place = start
        var isInText = false
        while place < bytes.count, isInText || !isPart(bytes[place], isFirst: true) {
            if bytes[place] == UInt8(ascii: "\"") { isInText.toggle() }
            // The byte after a backslash does not end the text.
            place += isInText && bytes[place] == UInt8(ascii: "\\") ? 2 : 1
        }
        return min(place, bytes.count)
    }

    private static func isPart(_ byte: UInt8, isFirst: Bool) -> Bool {
        switch byte {
        case UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"): true
        case UInt8(ascii: "+"), UInt8(ascii: "."), UInt8(ascii: "e"), UInt8(ascii: "E"): !isFirst
        default: false
        }
    }

    private mutating func add(_ number: ArraySlice<UInt8>) {
        if Self.isNumber(number) {
            text.append(contentsOf: "\(numbers.count)".utf8)
            numbers.append(String(decoding: number, as: UTF8.self))
        } else {
            text.append(contentsOf: "?".utf8)  // an error for JSONSerialization, too
        }
    }

    /// Whether the bytes are a number of JSON: -?(0|[1-9][0-9]*)(\.[0-9]+)?([eE][+-]?[0-9]+)?
    private static func isNumber(_ bytes: ArraySlice<UInt8>) -> Bool {
        var rest = bytes
        func take(_ character: Unicode.Scalar) -> Bool {
            guard rest.first == UInt8(ascii: character) else { return false }
            rest.removeFirst()
            return true
        }
        func takeDigits() -> Int {
            let digits = rest.prefix { UInt8(ascii: "0")...UInt8(ascii: "9") ~= $0 }
            rest = rest[digits.endIndex...]
            return digits.count
        }
        _ = take("-")
        let startsWithZero = rest.first == UInt8(ascii: "0"), count = takeDigits()
        guard count > 0, !startsWithZero || count == 1 else { return false }
        if take("."), takeDigits() == 0 { return false }
        if take("e") || take("E") {
            _ = take("+") || take("-")
            if takeDigits() == 0 { return false }
        }
        return rest.isEmpty
    }

    /// Returns an integer of 64 bits, or the nearest double. Throws an error if the number is larger than any double.
    func number(_ place: Int) throws -> Object {
        let text = numbers[place]
        if let integer = Int64(text) { return MiniFoundation.NSNumber.object(integer) }
        if let integer = UInt64(text) { return MiniFoundation.NSNumber.object(integer) }
        guard let double = Double(text), double.isFinite else { throw CocoaError(.propertyListReadCorrupt) }
        return MiniFoundation.NSNumber.object(double)
    }

    /// Returns the text in UTF-8. JSON begins with two characters of ASCII, or one, whose bytes show the encoding.
    private static func utf8(_ data: Data) throws -> Data {
        let first = [UInt8](data.prefix(4)), isZero = first.map { $0 == 0 }
        let encoding: String.Encoding? =
            switch (first, isZero) {
            case ([0, 0, 0xFE, 0xFF], _), ([0xFF, 0xFE, 0, 0], _): .utf32
            case (let bytes, _) where bytes.starts(with: [0xFE, 0xFF]) || bytes.starts(with: [0xFF, 0xFE]): .utf16
            case (_, [true, true, true, false]): .utf32BigEndian
            case (_, [false, true, true, true]): .utf32LittleEndian
            case (_, [true, false, true, false]), (_, [true, false]): .utf16BigEndian
            case (_, [false, true, false, true]), (_, [false, true]): .utf16LittleEndian
            default: nil
            }
        guard let encoding else { return data }
        guard let text = String(data: data, encoding: encoding) else { throw CocoaError(.propertyListReadCorrupt) }
        return Data(text.utf8)
    }
}
