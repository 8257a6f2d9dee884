// NSCoding+Settings.swift - objects that encode themselves as the values of their properties: formatters, and requests
// and responses of HTTP.
import Foundation
import MiniFoundation
import MiniRuntime

extension NSCoding {
    /// The classes of the properties.
    private static let ofSettings: [Class] =
        ofErrors + [
            NSLocale.values.cls, NSTimeZone.values.cls, NSCalendar.values.cls, NSDecimalNumber.cls,
        ]

    static func addSettings() throws {
        // A format comes after the style that it replaces.
        try add(
            "NSDateFormatter",
            [
                "dateStyle", "timeStyle", "locale", "timeZone", "calendar", "lenient", "doesRelativeDateFormatting",
                "defaultDate", "dateFormat",
            ]
        ) { try $0.send("init") }
        try add(
            "NSNumberFormatter",
            [
                "numberStyle", "locale", "positiveFormat", "negativeFormat", "roundingMode", "generatesDecimalNumbers",
                "usesGroupingSeparator", "lenient", "allowsFloats", "alwaysShowsDecimalSeparator", "groupingSize",
                "minimumIntegerDigits", "maximumIntegerDigits", "minimumFractionDigits", "maximumFractionDigits",
                "usesSignificantDigits", "minimum", "maximum", "multiplier", "roundingIncrement", "decimalSeparator",
                "groupingSeparator", "currencyCode", "currencySymbol", "percentSymbol", "minusSign", "plusSign",
                "zeroSymbol", "notANumberSymbol", "positivePrefix", "positiveSuffix", "negativePrefix",
                "negativeSuffix",
            ]
        ) { try $0.send("init") }
        let request = [
            "URL", "mainDocumentURL", "cachePolicy", "timeoutInterval", "HTTPMethod", "HTTPBody",
            "HTTPShouldHandleCookies", "HTTPShouldUsePipelining", "allowsCellularAccess", "networkServiceType",
            "allHTTPHeaderFields",
        ]
        try add("NSURLRequest", request) { _ in
            try (NSURLRequest.mutable.cls.send("alloc") as Object).send("init")
        } finish: { me, made in
            NSURLRequest.values.set(try NSURLRequest.values.value(of: made), in: me)
            return me
        }
        try addResponses()
    }

    private static func addResponses() throws {
        try add("NSURLResponse") { me, coder in
            for key in ["URL", "MIMEType", "expectedContentLength", "textEncodingName"] {
                try coder.encode(object: me.send("valueForKey:", key), "NS.\(key)")
            }
        } decode: { me, coder in
            func value(_ key: String) throws -> Object? { try coder.object("NS.\(key)", of: ofErrors) }
            let length: Int = try value("expectedContentLength")?.send("integerValue") ?? -1
            return try me.send(
                "initWithURL:MIMEType:expectedContentLength:textEncodingName:", value("URL"), value("MIMEType"), length,
                value("textEncodingName"))
        }
        try add("NSHTTPURLResponse") { me, coder in
            for key in ["URL", "statusCode", "allHeaderFields"] {
                try coder.encode(object: me.send("valueForKey:", key), "NS.\(key)")
            }
        } decode: { me, coder in
            func value(_ key: String) throws -> Object? { try coder.object("NS.\(key)", of: ofErrors) }
            let status: Int = try value("statusCode")?.send("integerValue") ?? 0
            return try me.send(
                "initWithURL:statusCode:HTTPVersion:headerFields:", value("URL"), status, Object?.none,
                value("allHeaderFields"))
        }
    }

    /// Lets a class encode the values of some keys, in their order.
    /// - Parameters:
    ///   - make: returns the object that gets the values
    ///   - finish: returns the result, for the receiver and that object
    private static func add(
        _ name: String, _ keys: [String], make: @escaping @Sendable (Object) throws -> Object,
        finish: @escaping @Sendable (Object, Object) throws -> Object = { $1 }
    ) throws {
        try add(name) { me, coder in
            for key in keys { try coder.encode(object: me.send("valueForKey:", key), "NS.\(key)") }
        } decode: { me, coder in
            let made = try make(me)
            for key in keys {
                guard let value = try coder.object("NS.\(key)", of: ofSettings) else { continue }
                try made.send("setValue:forKey:", value, key)
            }
            return try finish(me, made)
        }
    }
}
