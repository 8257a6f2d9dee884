// ModelParts.swift - the parts of the model: registrations, watches, changes.
import KVONotifying

extension ObservingModel {
    /// A registration of an observer. Equal registrations are distinguished by identity.
    final class Registration {
        let observer: Int, node: Int, path: String, options: KeyValueObservingOptions, context: Int

        init(_ observer: Int, _ node: Int, _ path: String, _ options: KeyValueObservingOptions, _ context: Int) {
            (self.observer, self.node, self.path, self.options, self.context) = (observer, node, path, options, context)
        }

        func isEqual(to other: Registration) -> Bool {
            observer == other.observer && node == other.node && path == other.path && options == other.options
                && context == other.context
        }
    }

    /// A key of a node on which a registration depends.
    final class Watch {
        let registration: Registration, node: Int, key: String
        /// The path behind the key.
        let rest: String?
        /// The watch whose key depends on this one; nil if the key is on the path itself.
        let affects: Watch?
        /// The watches on the keys that this key depends on.
        var dependencies: [Watch] = []
        /// The watch on the node that is the key's value.
        var next: Watch?
        var isUp = true

        init(_ registration: Registration, _ node: Int, _ key: String, _ rest: String?, _ affects: Watch?) {
            (self.registration, self.node, self.key, self.rest, self.affects) = (registration, node, key, rest, affects)
        }

        /// Whether the key is the last one of the registered path, and not a dependency.
        var isRegisteredProperty: Bool { affects == nil && rest == nil }
        /// The watches that continue behind the key's value: this one and those it affects, if they have a rest.
        var led: [Watch] { (rest == nil ? [] : [self]) + (affects?.led ?? []) }
    }

    /// A change in progress, with the notifications to send when it ends.
    final class Change {
        let node: Int, key: String, mutation: ModelMutation, keeping: Keeping
        var entries: [Entry] = []
        /// The watches that have no watch behind them until the change ends.
        var cut: [Watch] = []

        init(_ node: Int, _ key: String, _ mutation: ModelMutation) {
            (self.node, self.key, self.mutation) = (node, key, mutation)
            keeping = Keeping(nodes: [node])
        }
    }

    struct Entry {
        let registration: Registration
        let isRegisteredProperty: Bool
        let old: Value?
    }

    /// The origin of a change: the setter, or messages sent by hand.
    enum Way {
        case setter, messages
    }
}

extension Route {
    var way: ObservingModel.Way { self == .byHand ? .messages : .setter }
}
