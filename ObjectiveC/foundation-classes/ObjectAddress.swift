// ObjectAddress.swift - addresses of variables of objects, and errors of Swift as objects for such variables.
import Foundation
import MiniFoundation
import MiniRuntime

/// The address of the caller's variable for a second result: `NSError **`, `NSString **`.
struct ObjectAddress: NullableMessageValue {
    let address: UnsafeMutablePointer<UnsafeMutableRawPointer?>

    static var messageEncoding: StaticString { "^@" }
    static var messagePassing: MessagePassing { .unsigned }
    static var nullRaw: UnsafeMutableRawPointer? { nil }
    var messageArgument: MessageArgument<UnsafeMutableRawPointer?> { MessageArgument(UnsafeMutableRawPointer(address)) }

    static func fromMessage(_ raw: UnsafeMutableRawPointer?, retained: Bool) -> ObjectAddress? {
        raw.map { ObjectAddress(address: $0.assumingMemoryBound(to: UnsafeMutableRawPointer?.self)) }
    }

    /// Returns the result of `body`. If `body` throws, returns nil, and stores the error, autoreleased, at the address.
    static func catching<Result>(_ error: ObjectAddress?, _ body: () throws -> Result) -> Result? {
        do {
            return try body()
        } catch let failure {
            error?.store(object(failure))
            return nil
        }
    }

    /// The same for a body that may raise exceptions, which become errors of Cocoa's domain with that code.
    static func catching<Result>(_ error: ObjectAddress?, code: Int, _ body: () throws -> Result) -> Result? {
        catching(error) {
            do {
                return try body()
            } catch let exception as RuntimeException {
                throw Foundation.NSError(
                    domain: NSCocoaErrorDomain, code: code, userInfo: [NSLocalizedDescriptionKey: exception.reason])
            }
        }
    }

    /// Stores an object, autoreleased.
    func store(_ object: Object?) { address.pointee = object?.autoreleased().address }

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
