// ErrorAddress.swift - errors of Swift as objects, for the last parameter of methods that may fail.
import Foundation
import MiniFoundation
import MiniRuntime

/// The address of a variable for an NSError, which the caller may want: `NSError **`.
struct ErrorAddress: NullableMessageValue {
    let address: UnsafeMutablePointer<UnsafeMutableRawPointer?>

    static var messageEncoding: StaticString { "^@" }
    static var messagePassing: MessagePassing { .unsigned }
    static var nullRaw: UnsafeMutableRawPointer? { nil }
    var messageArgument: MessageArgument<UnsafeMutableRawPointer?> { MessageArgument(UnsafeMutableRawPointer(address)) }

    static func fromMessage(_ raw: UnsafeMutableRawPointer?, retained: Bool) -> ErrorAddress? {
        raw.map { ErrorAddress(address: $0.assumingMemoryBound(to: UnsafeMutableRawPointer?.self)) }
    }

    /// Returns the result of `body`. If `body` throws, returns nil, and stores the error, autoreleased, at the address.
    static func catching<Result>(_ error: ErrorAddress?, _ body: () throws -> Result) -> Result? {
        do {
            return try body()
        } catch let failure {
            error?.address.pointee = object(failure)?.autoreleased().address
            return nil
        }
    }

    /// Returns an NSError with the domain, code and texts of an error.
    static func object(_ error: any Error) -> Object? {
        let error = error as Foundation.NSError
        var texts: [String: String] = [:]
        for (key, value) in error.userInfo { texts[key] = value as? String }
        texts["NSLocalizedDescription"] = error.localizedDescription
        return try? Class(named: "NSError")?.send(
            "errorWithDomain:code:userInfo:", error.domain, error.code, texts.bridgedObject)
    }
}
