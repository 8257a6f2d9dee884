// Values.swift - values of Swift's Foundation as objects of classes that the core has: NSDate, NSData, NSNumber.
import Foundation
import MiniFoundation
import MiniRuntime

extension Date {
    /// The date of an NSDate. Raises an exception for any other object.
    init?(_ object: Object?) throws {
        guard let object else { return nil }
        self.init(timeIntervalSinceReferenceDate: try object.send("timeIntervalSinceReferenceDate"))
    }

    /// An NSDate.
    var object: Object? {
        try? Class(named: "NSDate")?.send(
            "dateWithTimeIntervalSinceReferenceDate:", timeIntervalSinceReferenceDate)
    }
}

extension Data {
    /// A copy of the bytes of an NSData.
    init?(_ object: Object?) throws {
        guard let object else { return nil }
        let length: UInt = try object.send("length")
        let bytes: UnsafeMutableRawPointer? = try object.send("bytes")
        let count = try length.asCount("-[\(object.isa) length]")
        self = bytes.map { Data(bytes: $0, count: count) } ?? Data()
    }

    /// An NSData with a copy of the bytes.
    var object: Object? {
        withUnsafeBytes { bytes in
            let start = bytes.baseAddress.map { UnsafeMutableRawPointer(mutating: $0) }
            return try? Class(named: "NSData")?.send("dataWithBytes:length:", start, UInt(bytes.count))
        }
    }
}

extension String {
    /// Whether the text can be the path of a file: U+0000 would end it early in a function of the system.
    var isPath: Bool { !utf8.contains(0) }

    /// Returns the text. Throws an error unless it can be the path of a file.
    func asPath(_ access: FileAccess = .reading) throws -> String {
        guard isPath else { throw CocoaError(access.invalidName, userInfo: [NSFilePathErrorKey: self]) }
        return self
    }
}

/// What a method does with a file, by which the codes of its errors differ.
enum FileAccess {
    case reading, writing

    var invalidName: CocoaError.Code { self == .reading ? .fileReadInvalidFileName : .fileWriteInvalidFileName }
    var unsupportedScheme: CocoaError.Code {
        self == .reading ? .fileReadUnsupportedScheme : .fileWriteUnsupportedScheme
    }
}

extension URL {
    /// The path. Swift's `path` leaves `%00` as it is, and so names another file.
    var filePath: String {
        let decoded = path(percentEncoded: false)
        return decoded.isPath ? path : decoded
    }

    /// Returns the path. Throws an error unless the URL is that of a file, and its path can be one.
    func asPath(_ access: FileAccess = .reading) throws -> String {
        guard isFileURL else { throw CocoaError(access.unsupportedScheme, userInfo: [NSFilePathErrorKey: filePath]) }
        return try filePath.asPath(access)
    }
}

extension UInt {
    /// Returns an argument as a number of elements. Raises an exception if no memory can have so many.
    func asCount(_ method: String, of size: Int = 1) throws -> Int {
        guard self <= Int.max / size else {
            throw RuntimeException(
                "NSInvalidArgumentException",
                "*** \(method): length \(self) is larger than the largest, \(Int.max / size)")
        }
        return Int(self)
    }
}

extension Double {
    /// The number without its fraction, as an integer: the nearest one that there is, and 0 for what is no number.
    var wholePart: Int { Int(exactly: rounded(.towardZero)) ?? (isNaN ? 0 : self < 0 ? .min : .max) }
}

/// An NSRange as an argument or a result.
struct ObjectRange: StructureValue, Hashable {
    let location: Int
    let length: Int

    init(_ location: Int, _ length: Int) { (self.location, self.length) = (location, length) }
    init(_ range: Foundation.NSRange) { self.init(range.location, range.length) }

    var range: Foundation.NSRange { Foundation.NSRange(location: location, length: length) }

    static var messageEncoding: StaticString { "{_NSRange=QQ}" }
}

extension Class {
    /// Returns a class of the core, which exists.
    static func named(_ name: String) -> Class {
        guard let cls = Class(named: name) else { fatalError("the class \(name) is missing") }
        return cls
    }
}

extension Foundation.NSNumber {
    /// Whether this is a bool, which is a char in Swift's Foundation; nothing else there makes a char.
    var isBoolean: Bool {
        let type = objCType.pointee
        return type == CChar(bitPattern: UInt8(ascii: "c")) || type == CChar(bitPattern: UInt8(ascii: "B"))
    }
}

/// Returns a number of the C type that a number of Swift's Foundation has.
func object(_ number: Foundation.NSNumber) -> Object {
    if number.isBoolean { return MiniFoundation.NSNumber.object(number.boolValue) }
    return switch number.objCType.pointee {
    case CChar(bitPattern: UInt8(ascii: "d")), CChar(bitPattern: UInt8(ascii: "f")):
        MiniFoundation.NSNumber.object(number.doubleValue)
    case CChar(bitPattern: UInt8(ascii: "Q")):
        MiniFoundation.NSNumber.object(number.uint64Value)
    default:
        MiniFoundation.NSNumber.object(number.int64Value)
    }
}

/// Returns a number of Swift's Foundation with the value and type of an NSNumber.
func foundationNumber(_ object: Object) throws -> Foundation.NSNumber {
    guard let encoding = MiniFoundation.NSValue.encoding(of: object) else {
        throw RuntimeException("NSInvalidArgumentException", "\(object.isa) is given in place of NSNumber")
    }
    if let decimal = NSDecimalNumber.value(of: object) { return Foundation.NSDecimalNumber(decimal: decimal) }
    switch encoding {
    case "B": return try Foundation.NSNumber(value: Bool.bridged(from: object))
    case "d", "f": return try Foundation.NSNumber(value: Double.bridged(from: object))
    case "Q": return try Foundation.NSNumber(value: UInt64.bridged(from: object))
    default: return try Foundation.NSNumber(value: Int64.bridged(from: object))
    }
}
