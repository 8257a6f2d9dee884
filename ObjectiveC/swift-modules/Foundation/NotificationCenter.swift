// NotificationCenter.swift - notifications as an asynchronous sequence.
import ObjectiveC

extension NotificationCenter {
    /// Returns the notifications of a name, and of a sender unless that is nil. Each iteration begins to observe.
    public func notifications(named name: Notification.Name, object: AnyObject? = nil) -> Notifications {
        Notifications(center: self, name: name, object: object)
    }

    /// The notifications of a name.
    public struct Notifications: AsyncSequence, @unchecked Sendable {
        // A center may be used by any thread, and the sender is only compared.
        fileprivate let center: NotificationCenter
        fileprivate let name: Notification.Name
        fileprivate let object: AnyObject?

        /// Waits for the notifications.
        public struct Iterator: AsyncIteratorProtocol {
            fileprivate var stream: AsyncStream<Notification>.Iterator

            /// Returns the next notification, or nil when the task was cancelled.
            public mutating func next() async -> Notification? { await stream.next() }
        }

        /// Begins to observe the center.
        public func makeAsyncIterator() -> Iterator {
            let (stream, continuation) = AsyncStream<Notification>.makeStream()
            nonisolated(unsafe) let token = center.addObserver(forName: name, object: object, queue: nil) {
                continuation.yield($0)
            }
            let center = UncheckedCenter(center: center)
            continuation.onTermination = { _ in center.center.removeObserver(token) }
            return Iterator(stream: stream.makeAsyncIterator())
        }
    }
}

// Any thread may use a center.
private struct UncheckedCenter: @unchecked Sendable { let center: NotificationCenter }
