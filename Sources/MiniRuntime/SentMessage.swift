// SentMessage.swift - the parts of a message that the text of an error names: its receiver and its Swift types.
import CMiniRuntime

/// The receiver and the Swift type of a message with a wrong type, for the text of ``RuntimeError``. All values are
/// equal, so that errors of different receivers are equal.
public struct SentMessage: Equatable, Sendable {
    /// A message of which only the selector is known.
    public static let unknown = SentMessage(className: nil, isToClass: false, type: nil)

    /// The class of the receiver, or the receiver if that is a class.
    public let className: String?
    /// Whether the receiver is a class.
    public let isToClass: Bool
    /// The Swift type that the caller used.
    public let type: String?

    private init(className: String?, isToClass: Bool, type: String?) {
        (self.className, self.isToClass, self.type) = (className, isToClass, type)
    }

    init<Value>(_ receiver: OpaquePointer?, _ type: Value.Type) {
        guard let cls = receiver.flatMap({ object_getClass($0) }) else {
            self = .unknown
            return
        }
        self.init(className: String(cString: class_getName(cls)), isToClass: class_isMetaClass(cls), type: "\(type)")
    }

    /// Always true.
    public static func == (lhs: SentMessage, rhs: SentMessage) -> Bool { true }

    /// Returns `-[Person setAge:]`, or `setAge:` if the class is unknown.
    func name(_ selector: String) -> String {
        className.map { "\(isToClass ? "+" : "-")[\($0) \(selector)]" } ?? selector
    }

    /// Returns `Int32 ('i')` for the type that the method takes, or `'i'` if the type is unknown.
    func taken(_ encoding: String) -> String {
        type == nil ? "'\(encoding)'" : Self.text(Self.names[encoding], encoding)
    }

    /// Returns the same for the type that the caller used.
    func given(_ encoding: String) -> String { Self.text(type, encoding) }

    private static func text(_ type: String?, _ encoding: String) -> String {
        type.map { "\($0) ('\(encoding)')" } ?? "'\(encoding)'"
    }

    private static let names = [
        "c": "Int8", "C": "UInt8", "s": "Int16", "S": "UInt16", "i": "Int32", "I": "UInt32", "q": "Int", "Q": "UInt",
        "f": "Float", "d": "Double", "B": "Bool", "@": "Object", "#": "Class", ":": "Selector", "v": "nothing",
    ]
}
