// Formats.swift - formats and their arguments: `String(format: "%d", 3)`, `NSPredicate(format: "age > %d", 3)`.
import ObjectiveC

extension NSObject: CVarArg {
    /// The address of the object, for functions of C.
    public var _cVarArgEncoding: [Int] { [Int(bitPattern: Unmanaged.passUnretained(self).toOpaque())] }
}

extension CVarArg where Self: _ObjectiveCBridgeable {
    /// The address of the value's object, which the autorelease pool keeps.
    public var _cVarArgEncoding: [Int] {
        let object = Unmanaged.passRetained(_bridgeToObjectiveC()).toOpaque()
        autorelease(object)
        return [Int(bitPattern: object)]
    }
}

@_silgen_name("objc_autorelease") private func autorelease(_ object: UnsafeMutableRawPointer)

extension String: CVarArg {}
extension Array: CVarArg {}
extension Dictionary: CVarArg {}
extension Set: CVarArg {}
extension Date: CVarArg {}
extension Data: CVarArg {}
extension URL: CVarArg {}
extension UUID: CVarArg {}

/// Returns the arguments with an object for each value that becomes one. withVaList would ask the toolchain's
/// Foundation for the object of a string, which is none of ours.
private func objects(_ arguments: [any CVarArg]) -> [any CVarArg] {
    arguments.map { argument in
        guard argument is any _ObjectiveCBridgeable, !(argument is any _NumberBridgeable) else { return argument }
        return argument as AnyObject as! NSObject
    }
}

extension String {
    /// Creates a string from a format and its arguments: numbers for `%d` and `%.2f`, objects for `%@`.
    public init(format: String, _ arguments: any CVarArg...) { self.init(format: format, arguments: arguments) }

    /// Creates a string from a format and an array of its arguments.
    public init(format: String, arguments: [any CVarArg]) {
        self = autoreleasepool { withVaList(objects(arguments)) { NSString(format: format, arguments: $0) as String } }
    }
}

extension NSString {
    /// Creates a string from a format and its arguments.
    public convenience init(format: NSString, _ arguments: any CVarArg...) {
        self.init(string: String(format: format as String, arguments: arguments))
    }
}

extension NSMutableString {
    /// Appends a text of a format and its arguments.
    public func appendFormat(_ format: NSString, _ arguments: any CVarArg...) {
        append(String(format: format as String, arguments: arguments))
    }
}

/// Writes a line to standard error, from a format and its arguments.
public func NSLog(_ format: String, _ arguments: any CVarArg...) {
    autoreleasepool { withVaList(objects(arguments)) { NSLogv(format, $0) } }
}

extension NSPredicate {
    /// Creates a predicate from a format and its arguments: numbers for `%d`, objects for `%@`, key paths for `%K`.
    public convenience init(format: String, _ arguments: any CVarArg...) {
        self.init(format: format, argumentArray: arguments)
    }
}
