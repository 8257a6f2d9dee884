// Errors.swift - Error and NSError: `NSError **` as `throws`, and casts.
import ObjectiveC

extension NSError: @unchecked Sendable, Error {
    /// The domain, for the standard library.
    public var _domain: String { domain }
    /// The code, for the standard library.
    public var _code: Int { code }
}

/// An error of Swift as an NSError.
private final class BoxedError: NSError, @unchecked Sendable {
    let error: any Error

    init(_ error: any Error) {
        self.error = error
        super.init(domain: error._domain, code: error._code, userInfo: nil)
    }

    /// An archive contains no error of Swift.
    required init?(coder: NSCoder) { nil }

    override var localizedDescription: String { "\(error)" }
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

/// Called by a cast of an error of Swift to NSError.
@_silgen_name("mr_swift_error_object") public func errorObject(_ error: any Error) -> NSError {
    _convertErrorToNSError(error)
}

extension Error {
    /// A description for the user.
    public var localizedDescription: String { _convertErrorToNSError(self).localizedDescription }
}
