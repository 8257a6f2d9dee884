// ObservedObjects.swift - all objects that are observed now, for those who ask who observes what.
//
// An observation info is entered before it is in its object's slot, and taken out after it has left it, or when the
// object dies: before its memory is freed. So whoever finds it here may look whether the object is alive.
import MiniRuntime

enum ObservedObjects {
    private typealias Stripe = Locked<[ObjectIdentifier: ObservationInfo]>

    // Several, so that threads which observe different objects do not meet.
    private static let stripes = (0..<32).map { _ in Stripe([:]) }

    private static func stripe(of info: ObservationInfo) -> Stripe {
        stripes[Int(bitPattern: ObjectIdentifier(info)) >> 5 & (stripes.count - 1)]
    }

    static func insert(_ info: ObservationInfo) {
        stripe(of: info).withLock { $0[ObjectIdentifier(info)] = info }
    }

    static func remove(_ info: ObservationInfo) {
        stripe(of: info).withLock { $0[ObjectIdentifier(info)] = nil }
    }

    /// The object of an info, owned; nil if it is dead or dying, or not observed any more.
    static func object(of info: ObservationInfo) -> Object? {
        stripe(of: info).withLock { $0[ObjectIdentifier(info)]?.object.retainedIfAlive() }
    }

    /// All that are alive, in no order.
    static var all: [(info: ObservationInfo, object: Object)] {
        stripes.flatMap { stripe in
            stripe.withLock { infos in
                infos.values.compactMap { info in info.object.retainedIfAlive().map { (info, $0) } }
            }
        }
    }
}
