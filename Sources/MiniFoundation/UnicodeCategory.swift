// UnicodeCategory.swift - the general categories of characters, which the tables of Swift's standard library have.
//
// CObjectiveCFoundation calls this function when a program uses one of NSCharacterSet's predefined sets.

/// Returns the general category of a UTF-16 unit: the two letters of its name in Unicode's tables, the first in the
/// high byte. That of a surrogate is Cs.
@c(mr_unicode_category)
package func unicodeCategory(_ unit: UInt16) -> UInt16 {
    let name: StaticString =
        switch Unicode.Scalar(unit)?.properties.generalCategory {
        case .uppercaseLetter: "Lu"
        case .lowercaseLetter: "Ll"
        case .titlecaseLetter: "Lt"
        case .modifierLetter: "Lm"
        case .otherLetter: "Lo"
        case .nonspacingMark: "Mn"
        case .spacingMark: "Mc"
        case .enclosingMark: "Me"
        case .decimalNumber: "Nd"
        case .letterNumber: "Nl"
        case .otherNumber: "No"
        case .connectorPunctuation: "Pc"
        case .dashPunctuation: "Pd"
        case .openPunctuation: "Ps"
        case .closePunctuation: "Pe"
        case .initialPunctuation: "Pi"
        case .finalPunctuation: "Pf"
        case .otherPunctuation: "Po"
        case .mathSymbol: "Sm"
        case .currencySymbol: "Sc"
        case .modifierSymbol: "Sk"
        case .otherSymbol: "So"
        case .spaceSeparator: "Zs"
        case .lineSeparator: "Zl"
        case .paragraphSeparator: "Zp"
        case .control: "Cc"
        case .format: "Cf"
        case .privateUse: "Co"
        case .unassigned: "Cn"
        case .surrogate, nil: "Cs"
        @unknown default: "Cn"
        }
    return UInt16(name.utf8Start[0]) << 8 | UInt16(name.utf8Start[1])
}
