// ObservedObjects.swift - all objects that are observed now, for those who ask who observes what.
//
// An observation info is entered before it is in its object's slot, and taken out after it has left it, or when the
// object dies: before its memory is freed. So whoever finds it here may look whether the object is alive.
import MiniRuntime

enum ObservedObjects {
    /// Where an info is in the list of its stripe; guarded by the stripe's lock.
    struct Links {
        fileprivate unowned(unsafe) var previous: ObservationInfo?
        fileprivate unowned(unsafe) var next: ObservationInfo?
        fileprivate var isListed = false
    }

    /// The first of a list. The infos are kept by their objects.
    private struct First: @unchecked Sendable {
        // Sendable: by the lock around it.
        unowned(unsafe) var info: ObservationInfo?
    }

    // Several, so that threads which observe different objects do not meet.
    private static let stripes = (0..<64).map { _ in Locked(First()) }

    private static func stripe(of info: ObservationInfo) -> Locked<First> {
        stripes[Int(truncatingIfNeeded: hashOfAddress(Unmanaged.passUnretained(info).toOpaque()) & 63)]
    }

    static func insert(_ info: ObservationInfo) {
        stripe(of: info).withLock { first in
            info.links = Links(previous: nil, next: first.info, isListed: true)
            first.info?.links.previous = info
            first.info = info
        }
    }

    static func remove(_ info: ObservationInfo) {
        stripe(of: info).withLock { first in
            let links = info.links
            if let previous = links.previous { previous.links.next = links.next } else { first.info = links.next }
            links.next?.links.previous = links.previous
            info.links = Links()
        }
    }

    /// The object of an info, owned; nil if it is dead or dying, or not observed any more.
    static func object(of info: ObservationInfo) -> Object? {
        stripe(of: info).withLock { _ in info.links.isListed ? info.object.retainedIfAlive() : nil }
    }

    /// All that are alive, in no order.
    static var all: [(info: ObservationInfo, object: Object)] {
        stripes.flatMap { stripe in
            stripe.withLock { first in
                var (found, next) = ([(info: ObservationInfo, object: Object)](), first.info)
                while let info = next {
                    if let object = info.object.retainedIfAlive() { found.append((info, object)) }
                    next = info.links.next
                }
                return found
            }
        }
    }
}
