// NSLocale.swift - languages and regions, and time zones.
import Foundation
import MiniFoundation
import MiniRuntime

enum NSLocale {
    static let values = ValueClass<Locale>("NSLocale", adopting: ["NSCopying"]) { cls in
        try cls.addInit("initWithLocaleIdentifier:", maker: "localeWithLocaleIdentifier:") { (name: String) in
            Locale(identifier: name)
        }
        try cls.addClassMethod("currentLocale") { _ in cls.object(.current) }
        try cls.addClassMethod("autoupdatingCurrentLocale") { _ in cls.object(.autoupdatingCurrent) }
        try cls.addClassMethod("systemLocale") { _ in cls.object(Locale(identifier: "")) }
        try cls.addClassMethod("preferredLanguages") { _ in Locale.preferredLanguages.bridgedObject }
        try cls.addClassMethod("availableLocaleIdentifiers") { _ in Locale.availableIdentifiers.bridgedObject }
        try addCodes(cls)
        try cls.add("localeIdentifier") { $0.identifier }
        try cls.add("languageCode") { $0.language.languageCode?.identifier }
        try cls.add("countryCode") { $0.region?.identifier }
        try cls.add("decimalSeparator") { $0.decimalSeparator }
        try cls.add("groupingSeparator") { $0.groupingSeparator }
        try cls.add("currencyCode") { $0.currency?.identifier }
        try cls.add("currencySymbol") { $0.currencySymbol }
        try cls.add("displayNameForKey:value:") { (locale, key: String, value: String) -> String? in
            switch key {
            case "kCFLocaleIdentifierKey": locale.localizedString(forIdentifier: value)
            case "kCFLocaleLanguageCodeKey": locale.localizedString(forLanguageCode: value)
            case "kCFLocaleCountryCodeKey": locale.localizedString(forRegionCode: value)
            default: nil
            }
        }
        try cls.add("objectForKey:") { (locale, key: String) -> String? in
            switch key {
            case "kCFLocaleIdentifierKey": locale.identifier
            case "kCFLocaleLanguageCodeKey": locale.language.languageCode?.identifier
            case "kCFLocaleCountryCodeKey": locale.region?.identifier
            case "kCFLocaleDecimalSeparatorKey": locale.decimalSeparator
            case "kCFLocaleGroupingSeparatorKey": locale.groupingSeparator
            case "kCFLocaleCurrencyCodeKey": locale.currency?.identifier
            case "kCFLocaleCurrencySymbolKey": locale.currencySymbol
            default: nil
            }
        }
        try cls.addEquality()
        try cls.addCopy()
    }

    /// Returns the locale, or the root locale if CoreFoundation cannot read the name, which is not ASCII then. Swift's
    /// formatters end the process for such a locale.
    static func readable(_ locale: Locale) -> Locale {
        locale.identifier.utf8.allSatisfy { $0 < 0x80 } ? locale : Locale(identifier: "")
    }

    /// Adds the lists of codes that ISO has assigned. Those of regions also have numbers, for parts of the world.
    private static func addCodes(_ cls: ValueClass<Locale>) throws {
        try cls.addClassMethod("ISOCountryCodes") { _ in
            Locale.Region.isoRegions.map(\.identifier).filter { $0.count == 2 }.bridgedObject
        }
        try cls.addClassMethod("ISOLanguageCodes") { _ in
            Locale.LanguageCode.isoLanguageCodes.map(\.identifier).bridgedObject
        }
        try cls.addClassMethod("ISOCurrencyCodes") { _ in
            Locale.Currency.isoCurrencies.map(\.identifier).bridgedObject
        }
        try cls.addClassMethod("componentsFromLocaleIdentifier:") { (_, name: String) in
            Foundation.NSLocale.components(fromLocaleIdentifier: name).bridgedObject
        }
        try cls.addClassMethod("localeIdentifierFromComponents:") { (_, components: Object) in
            try Foundation.NSLocale.localeIdentifier(fromComponents: [String: String].bridged(from: components))
        }
        try cls.addClassMethod("commonISOCurrencyCodes") { _ in Locale.commonISOCurrencyCodes.bridgedObject }
    }
}

enum NSTimeZone {
    static let values = ValueClass<TimeZone>("NSTimeZone", adopting: ["NSCopying"]) { cls in
        try cls.addInit("initWithName:", maker: "timeZoneWithName:") { (name: String) in TimeZone(identifier: name) }
        try cls.addClassMethod("timeZoneWithAbbreviation:") { (_, name: String) in
            TimeZone(abbreviation: name).map(cls.object)
        }
        try cls.addClassMethod("timeZoneForSecondsFromGMT:") { (_, seconds: Int) in
            // Swift negates the number.
            TimeZone(secondsFromGMT: max(seconds, -Int.max)).map(cls.object)
        }
        try cls.addClassMethod("localTimeZone") { _ in
            let zone = Foundation.NSTimeZone.default
            return cls.object(zone == .current ? .autoupdatingCurrent : zone)
        }
        try cls.addClassMethod("systemTimeZone") { _ in cls.object(.current) }
        try cls.addClassMethod("defaultTimeZone") { _ in cls.object(Foundation.NSTimeZone.default) }
        try cls.addClassMethod("knownTimeZoneNames") { _ in TimeZone.knownTimeZoneIdentifiers.bridgedObject }
        try cls.add("name") { $0.identifier }
        try cls.add("abbreviation") { $0.abbreviation() }
        try cls.add("secondsFromGMT") { $0.secondsFromGMT() }
        try cls.add("secondsFromGMTForDate:") { (zone, date: Object) in
            try Date(date).map { zone.secondsFromGMT(for: $0) } ?? 0
        }
        try cls.add("isEqualToTimeZone:") { (zone, other: Object) in try zone == cls.argument(other) }
        try cls.add("abbreviationForDate:") { (zone, date: Object) in
            try Date(date).flatMap { zone.abbreviation(for: $0) }
        }
        try cls.add("isDaylightSavingTimeForDate:") { (zone, date: Object) in
            try Date(date).map { zone.isDaylightSavingTime(for: $0) } ?? false
        }
        try cls.cls.isa.addMethod("setDefaultTimeZone:") { (_: Object, zone: Object?) in
            Foundation.NSTimeZone.default = try near(cls.argument(zone) ?? Foundation.NSTimeZone.system)
        }
        try cls.add("isDaylightSavingTime") { $0.isDaylightSavingTime() }
        try cls.add("description") { "\($0.identifier) (\($0.abbreviation() ?? "")) offset \($0.secondsFromGMT())" }
        try cls.addEquality()
        try cls.addCopy()
    }

    /// Returns the time zone. Raises an exception if it is 15 hours from GMT or more: CoreFoundation has no such zone,
    /// and Swift's formatters end the process.
    static func near(_ zone: TimeZone) throws -> TimeZone {
        guard abs(zone.secondsFromGMT()) < 15 * 3600 else {
            throw RuntimeException(
                "NSInvalidArgumentException", "the time zone \(zone.identifier) is more than 14 hours from GMT")
        }
        return zone
    }
}
