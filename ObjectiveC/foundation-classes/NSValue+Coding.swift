// NSValue+Coding.swift - archives NSValues of points, sizes, rectangles and ranges, with the keys of Apple's class. As
// in Apple's archives, other structures cannot be archived.
import Foundation
import MiniFoundation
import MiniRuntime

private enum ArchivedStructure {
    case point(CGPoint)
    case size(CGSize)
    case rectangle(CGRect)
    case range(NSRange)

    /// Throws an exception for an NSValue of another type.
    init(_ value: Object) throws {
        let encoding = MiniFoundation.NSValue.encoding(of: value) ?? ""
        let structure = MiniFoundation.NSValue.withBytes(of: value) { bytes -> Self? in
            switch encoding {
            case "{CGPoint=dd}": .point(bytes.loadUnaligned(as: CGPoint.self))
            case "{CGSize=dd}": .size(bytes.loadUnaligned(as: CGSize.self))
            case "{CGRect={CGPoint=dd}{CGSize=dd}}": .rectangle(bytes.loadUnaligned(as: CGRect.self))
            case "{_NSRange=QQ}": .range(bytes.loadUnaligned(as: NSRange.self))
            default: nil
            }
        }
        guard let structure = structure ?? nil else {
            throw RuntimeException(
                "NSInvalidArgumentException",
                "*** -[NSValue encodeWithCoder:]: values of type '\(encoding)' cannot be archived")
        }
        self = structure
    }

    func encode(_ coder: NSCoding.Encoder) throws {
        switch self {
        case .point(let point): try encode(coder, 1, text(point.x, point.y), "NS.pointval")
        case .size(let size): try encode(coder, 2, text(size.width, size.height), "NS.sizeval")
        case .rectangle(let rectangle):
            let (origin, size) = (rectangle.origin, rectangle.size)
            let text = "{\(text(origin.x, origin.y)), \(text(size.width, size.height))}"
            try encode(coder, 3, text, "NS.rectval")
        case .range(let range):
            coder.encode(4, "NS.special")
            try coder.encode(object: MiniFoundation.NSNumber.object(range.location), "NS.rangeval.location")
            try coder.encode(object: MiniFoundation.NSNumber.object(range.length), "NS.rangeval.length")
        }
    }

    /// Returns numbers as Apple writes them: {1, 2.5}. NSStringFromPoint of Swift's Foundation writes 1.0.
    private func text(_ numbers: CGFloat...) -> String {
        "{" + numbers.map { String(format: "%.17g", $0) }.joined(separator: ", ") + "}"
    }

    private func encode(_ coder: NSCoding.Encoder, _ kind: Int, _ text: String, _ key: String) throws {
        coder.encode(kind, "NS.special")
        try coder.encode(object: MiniFoundation.NSString.object(text), key)
    }

    /// Returns an NSValue; nil if the archive has a structure of another kind.
    static func decoded(_ coder: NSCoding.Decoder) throws -> Object? {
        func text(_ key: String) throws -> String {
            try coder.object(key).flatMap { MiniFoundation.NSString.string($0) } ?? ""
        }
        func number(_ key: String) throws -> Int {
            try coder.object(key).flatMap { try foundationNumber($0).intValue } ?? 0
        }
        switch coder.integer("NS.special") {
        case 1: return value(try NSPointFromString(text("NS.pointval")), "{CGPoint=dd}")
        case 2: return value(try NSSizeFromString(text("NS.sizeval")), "{CGSize=dd}")
        case 3: return value(try NSRectFromString(text("NS.rectval")), "{CGRect={CGPoint=dd}{CGSize=dd}}")
        case 4:
            let range = NSRange(
                location: try number("NS.rangeval.location"), length: try number("NS.rangeval.length"))
            return value(range, "{_NSRange=QQ}")
        default: return nil
        }
    }

    private static func value<Structure>(_ structure: Structure, _ encoding: String) -> Object? {
        withUnsafeBytes(of: structure) { MiniFoundation.NSValue.object(bytes: $0.baseAddress!, encoding: encoding) }
    }
}

extension NSCoding {
    static func addStructures() throws {
        try add("NSValue") { me, coder in
            try ArchivedStructure(me).encode(coder)
        } decode: { _, coder in
            try ArchivedStructure.decoded(coder)
        }
    }
}
