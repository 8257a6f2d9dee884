// Notification.swift - a notification as a value, which is what Swift's code posts and receives.
import ObjectiveC

/// What a `NotificationCenter` passes to observers. NSNotification.
public struct Notification: @unchecked Sendable {
    /// The names of notifications.
    public typealias Name = NSNotification.Name

    /// Which notification it is.
    public var name: Name
    /// The sender.
    public var object: Any?
    /// What the sender says beyond that.
    public var userInfo: [AnyHashable: Any]?

    /// Creates a notification.
    public init(name: Name, object: Any? = nil, userInfo: [AnyHashable: Any]? = nil) {
        self.name = name
        self.object = object
        self.userInfo = userInfo
    }
}

extension Notification: Hashable {
    private var parts: [NSObject?] {
        [name.rawValue as NSString, object.map { $0 as AnyObject as! NSObject }, userInfo.map { $0 as NSDictionary }]
    }

    /// Whether names, senders and what they say are equal, as `isEqual:` says.
    public static func == (lhs: Notification, rhs: Notification) -> Bool { lhs.parts == rhs.parts }

    /// Feeds the name to the hasher.
    public func hash(into hasher: inout Hasher) { hasher.combine(name) }
}

extension Notification: CustomStringConvertible {
    /// The name, the sender and what it says.
    public var description: String { _bridgeToObjectiveC().description }
}

// swift-format-ignore: AllPublicDeclarationsHaveDocumentation
extension Notification: _ObjectiveCBridgeable {
    public func _bridgeToObjectiveC() -> NSNotification {
        NSNotification(name: name, object: object, userInfo: userInfo)
    }

    public static func _forceBridgeFromObjectiveC(_ notification: NSNotification, result: inout Notification?) {
        result = _unconditionallyBridgeFromObjectiveC(notification)
    }

    public static func _conditionallyBridgeFromObjectiveC(
        _ notification: NSNotification, result: inout Notification?
    ) -> Bool {
        result = _unconditionallyBridgeFromObjectiveC(notification)
        return true
    }

    public static func _unconditionallyBridgeFromObjectiveC(_ notification: NSNotification?) -> Notification {
        Notification(name: notification!.name, object: notification!.object, userInfo: notification!.userInfo)
    }
}
