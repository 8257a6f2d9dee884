// ReplacementTemplate.swift - the text that replaces the matches of a regular expression: `$1` stands for what a group
// has matched, and `\\` takes its meaning from the next character.
//
// Works on UTF-16 units, because a match may begin or end within a pair of them. Swift's NSRegularExpression ends the
// process for such a match.
import Foundation

struct ReplacementTemplate {
    private enum Part {
        case unit(UInt16)
        case group(Int)
    }
    private var parts: [Part] = []

    /// The number of a group has as many digits as that of the last group.
    init(_ template: String, _ expression: Foundation.NSRegularExpression) {
        let mostDigits = "\(expression.numberOfCaptureGroups)".count
        var rest = Array(template.utf16)[...]
        while let unit = rest.popFirst() {
            switch unit {
            case UInt16(UInt8(ascii: "\\")):
                if let next = rest.popFirst() { parts.append(.unit(next)) }
            case UInt16(UInt8(ascii: "$")):
                let digits = rest.prefix(mostDigits).prefix { (0x30...0x39).contains($0) }
                rest = rest[digits.endIndex...]
                parts.append(Int(String(decoding: digits, as: UTF16.self)).map(Part.group) ?? .unit(unit))
            default: parts.append(.unit(unit))
            }
        }
    }

    /// Returns the text with the template in place of the matches, which are in ascending order.
    func replacing(_ matches: [NSTextCheckingResult], in text: String) -> String {
        let units = Array(text.utf16)
        var (result, end) = ([UInt16](), 0)
        for match in matches {
            result += units[end..<match.range.location]
            for part in parts {
                switch part {
                case .unit(let unit): result.append(unit)
                case .group(let number):
                    guard number < match.numberOfRanges else { continue }
                    let range = match.range(at: number)
                    if range.location != NSNotFound { result += units[range.location..<range.upperBound] }
                }
            }
            end = match.range.upperBound
        }
        result += units[end...]
        return String(decoding: result, as: UTF16.self)
    }
}
