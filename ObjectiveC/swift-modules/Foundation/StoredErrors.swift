// StoredErrors.swift - errors that a header declares by NS_ERROR_ENUM, and casts of an NSError to an error of Swift.
//
// For `typedef NS_ERROR_ENUM(EngineErrorDomain, EngineError)` the compiler makes a structure EngineError, which
// contains an NSError, with the enumeration EngineError.Code. They conform to the protocols of these names.
//
// The functions with an underscore are called by compiled code only.
// swift-format-ignore-file: AllPublicDeclarationsHaveDocumentation

/// An error that an NSError can become, as in `catch let error as EngineError`.
public protocol _ObjectiveCBridgeableError: Error {
    /// Creates the error, if the NSError is one of this type.
    init?(_bridgedNSError: NSError)
}

/// An enumeration of the codes of a domain.
public protocol _ErrorCodeProtocol: Equatable, RawRepresentable where RawValue: FixedWidthInteger {
    /// The error with such a code.
    associatedtype _ErrorType: _BridgedStoredNSError where _ErrorType.Code == Self
}

/// A structure that contains an NSError of one domain.
public protocol _BridgedStoredNSError: _ObjectiveCBridgeableError, CustomNSError, Hashable {
    /// The codes of the domain.
    associatedtype Code: _ErrorCodeProtocol
    /// The NSError.
    var _nsError: NSError { get }
    /// Creates the error from an NSError of its domain.
    init(_nsError: NSError)
}

extension _BridgedStoredNSError {
    /// Creates an error with a code.
    public init(_ code: Code, userInfo: [String: Any] = [:]) {
        self.init(_nsError: NSError(domain: Self.errorDomain, code: Int(code.rawValue), userInfo: userInfo))
    }
    public init?(_bridgedNSError error: NSError) {
        guard error.domain == Self.errorDomain else { return nil }
        self.init(_nsError: error)
    }
    /// The code.
    public var code: Code { Code(rawValue: Code.RawValue(_nsError.code))! }
    /// The code as a number.
    public var errorCode: Int { _nsError.code }
    /// The information.
    public var errorUserInfo: [String: Any] { _nsError.userInfo }
    /// The information.
    public var userInfo: [String: Any] { _nsError.userInfo }
    /// A description for the user.
    public var localizedDescription: String { _nsError.localizedDescription }
    public var _domain: String { Self.errorDomain }
    public var _code: Int { _nsError.code }
    public static func == (one: Self, other: Self) -> Bool { one._nsError.isEqual(other._nsError) }
    public func hash(into hasher: inout Hasher) { hasher.combine(_nsError.code) }
}

/// Whether an error has a code of the domain: `catch EngineError.dead`.
public func ~= <Code: _ErrorCodeProtocol>(code: Code, error: any Error) -> Bool {
    let error = _convertErrorToNSError(error)
    return error.domain == Code._ErrorType.errorDomain && error.code == Int(code.rawValue)
}

extension CocoaError: _ObjectiveCBridgeableError {
    public init?(_bridgedNSError error: NSError) {
        guard error.domain == NSCocoaErrorDomain else { return nil }
        self.init(CocoaError.Code(rawValue: error.code), userInfo: error.userInfo)
    }
}

extension POSIXError: _ObjectiveCBridgeableError {
    public init?(_bridgedNSError error: NSError) {
        guard error.domain == NSPOSIXErrorDomain, let code = POSIXError.Code(rawValue: Int32(error.code)) else {
            return nil
        }
        self.init(code)
    }
}

/// Called by a cast of an error to a structure: stores the value and returns true, if an NSError becomes one.
@_silgen_name("mr_swift_error_cast") public func castError(
    _ error: any Error, _ target: Any.Type, _ place: UnsafeMutableRawPointer
) -> Bool {
    func store<Target: _ObjectiveCBridgeableError>(_ type: Target.Type, _ error: NSError) -> Bool {
        guard let value = Target(_bridgedNSError: error) else { return false }
        place.initializeMemory(as: type, to: value)
        return true
    }
    func object<Value>(_ value: Value) -> NSError? { value as? NSError }
    guard type(of: error) is NSError.Type, let target = target as? any _ObjectiveCBridgeableError.Type else {
        return false
    }
    return store(target, object(error as AnyObject)!)
}
