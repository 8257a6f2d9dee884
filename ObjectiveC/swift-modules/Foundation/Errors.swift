// Errors.swift - Error and NSError: `NSError **` as `throws`, casts, and what an error of Swift says to the user.
import ObjectiveC

@_exported import struct FoundationEssentials.CocoaError
@_exported import protocol FoundationEssentials.LocalizedError
@_exported import struct FoundationEssentials.POSIXError

extension NSError: @unchecked Sendable, Error {
    /// The domain, for the standard library.
    public var _domain: String { domain }
    /// The code, for the standard library.
    public var _code: Int { code }

    /// Creates an error without more information.
    public convenience init(domain: String, code: Int) { self.init(domain: domain, code: code, userInfo: nil) }
}

/// An error that chooses the domain, the code and the information of its NSError.
public protocol CustomNSError: Error {
    /// The domain, at first the name of the type.
    static var errorDomain: String { get }
    /// The code, at first the one that Swift gives the error.
    var errorCode: Int { get }
    /// The information, at first none.
    var errorUserInfo: [String: Any] { get }
}

extension CustomNSError {
    /// The name of the type.
    public static var errorDomain: String { String(reflecting: self) }
    /// The code that Swift gives the error.
    public var errorCode: Int { _code }
    /// No information.
    public var errorUserInfo: [String: Any] { [:] }
}

/// What is in the NSError of an error of Swift.
private struct ErrorParts {
    var domain: String
    var code: Int
    var info: [String: Any] = [:]

    init(_ error: any Error) {
        domain = error._domain
        code = error._code
        switch error {
        case let error as any CustomNSError:
            domain = type(of: error).errorDomain
            code = error.errorCode
            info = error.errorUserInfo
        case let error as CocoaError:
            domain = NSCocoaErrorDomain
            code = error.code.rawValue
            info = error.userInfo
        case let error as POSIXError:
            domain = NSPOSIXErrorDomain
            code = Int(error.code.rawValue)
        default: break
        }
        info = info.mapValues { value in (value as? any Error).map(_convertErrorToNSError) ?? value }
        guard let error = error as? any LocalizedError else { return }
        let texts = [
            (NSLocalizedDescriptionKey, error.errorDescription),
            (NSLocalizedFailureReasonErrorKey, error.failureReason),
            (NSLocalizedRecoverySuggestionErrorKey, error.recoverySuggestion),
        ]
        for (key, text) in texts where text != nil && info[key] == nil { info[key] = text }
    }
}

/// An error of Swift as an NSError.
private final class BoxedError: NSError, @unchecked Sendable {
    let error: any Error

    init(_ error: any Error) {
        self.error = error
        let parts = ErrorParts(error)
        super.init(domain: parts.domain, code: parts.code, userInfo: parts.info)
    }

    /// An archive contains no error of Swift.
    required init?(coder: NSCoder) { nil }
}

/// What a method in Swift throws, for Objective-C.
public func _convertErrorToNSError(_ error: any Error) -> NSError {
    // The compiler takes every Error for an NSError; a value of another static type is asked for its class.
    func object<Value>(_ value: Value) -> NSError? { value as? NSError }
    return Swift.type(of: error) is NSError.Type ? object(error as AnyObject)! : BoxedError(error)
}

/// What a method in Objective-C has written to its `NSError **`, for Swift. An error of Swift is itself again.
public func _convertNSErrorToError(_ error: NSError?) -> any Error {
    guard let error else { return NSError(domain: "Foundation._GenericObjCError", code: 0, userInfo: nil) }
    return (error as? BoxedError)?.error ?? error
}

/// Called where a completion handler receives an error. An error of Swift is itself again.
@_silgen_name("mr_swift_error_of_object") public func errorOfSwift(_ error: any Error) -> any Error {
    (error as? BoxedError)?.error ?? error
}

/// Called by a cast of an error of Swift to NSError.
@_silgen_name("mr_swift_error_object") public func errorObject(_ error: any Error) -> NSError {
    _convertErrorToNSError(error)
}

extension Error {
    /// A description for the user.
    public var localizedDescription: String { _convertErrorToNSError(self).localizedDescription }
}

/// Whether an error has a code of the domain NSCocoaErrorDomain: `catch CocoaError.fileReadNoSuchFile`.
public func ~= (code: CocoaError.Code, error: any Error) -> Bool {
    let error = _convertErrorToNSError(error)
    return error.domain == NSCocoaErrorDomain && error.code == code.rawValue
}
