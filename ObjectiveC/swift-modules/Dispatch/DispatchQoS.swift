// DispatchQoS.swift - qualities of service.

/// How urgent work is.
public struct DispatchQoS: Equatable, Sendable {
    /// The class of a quality of service.
    public enum QoSClass: Sendable {
        case background, utility, `default`, userInitiated, userInteractive, unspecified

        /// The class with a number of libdispatch; nil for other numbers.
        public init?(rawValue: qos_class_t) {
            switch rawValue {
            case QOS_CLASS_BACKGROUND: self = .background
            case QOS_CLASS_UTILITY: self = .utility
            case QOS_CLASS_DEFAULT: self = .default
            case QOS_CLASS_USER_INITIATED: self = .userInitiated
            case QOS_CLASS_USER_INTERACTIVE: self = .userInteractive
            case QOS_CLASS_UNSPECIFIED: self = .unspecified
            default: return nil
            }
        }

        /// The number that libdispatch has for the class.
        public var rawValue: qos_class_t {
            switch self {
            case .background: QOS_CLASS_BACKGROUND
            case .utility: QOS_CLASS_UTILITY
            case .default: QOS_CLASS_DEFAULT
            case .userInitiated: QOS_CLASS_USER_INITIATED
            case .userInteractive: QOS_CLASS_USER_INTERACTIVE
            case .unspecified: QOS_CLASS_UNSPECIFIED
            }
        }
    }

    /// The class.
    public let qosClass: QoSClass
    /// A number from -15 to 0, relative to others of the class.
    public let relativePriority: Int

    /// Creates a quality of service.
    public init(qosClass: QoSClass, relativePriority: Int) {
        self.qosClass = qosClass
        self.relativePriority = relativePriority
    }

    /// Work that the user does not see.
    public static let background = DispatchQoS(qosClass: .background, relativePriority: 0)
    /// Work that takes a while.
    public static let utility = DispatchQoS(qosClass: .utility, relativePriority: 0)
    /// Other work.
    public static let `default` = DispatchQoS(qosClass: .default, relativePriority: 0)
    /// Work that the user waits for.
    public static let userInitiated = DispatchQoS(qosClass: .userInitiated, relativePriority: 0)
    /// Work that the user's actions need at once.
    public static let userInteractive = DispatchQoS(qosClass: .userInteractive, relativePriority: 0)
    /// That of the caller or the queue.
    public static let unspecified = DispatchQoS(qosClass: .unspecified, relativePriority: 0)
}
