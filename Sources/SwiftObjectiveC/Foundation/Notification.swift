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
