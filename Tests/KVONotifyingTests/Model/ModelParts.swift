// ModelParts.swift - what the model is made of: registrations, the keys that they look at, changes.
import KVONotifying

extension ObservingModel {
    /// Who observes what, and how. The object's identity tells duplicates apart.
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

    /// A key of a node that a registration looks at.
    final class Watch {
        let registration: Registration, node: Int, key: String
        /// The path behind the key.
        let rest: String?
        /// The watch whose key depends on this one, if that is why this one is there.
        let affects: Watch?
        /// On what the key depends.
        var dependencies: [Watch] = []
        /// The watch on the node that is the key's value.
        var next: Watch?
        /// How many changes of that value are under way.
        var cuts = 0
        var isUp = true

        init(_ registration: Registration, _ node: Int, _ key: String, _ rest: String?, _ affects: Watch?) {
            (self.registration, self.node, self.key, self.rest, self.affects) = (registration, node, key, rest, affects)
        }

        /// Whether the key is the very property that was registered.
        var isRegisteredProperty: Bool { affects == nil && rest == nil }
        /// The watches whose values change when the key does, and behind which a path goes on.
        var led: [Watch] { (rest == nil ? [] : [self]) + (affects?.led ?? []) }
    }

    /// A change that has begun, and whom to tell when it is over.
    final class Change {
        let node: Int, key: String, mutation: ModelMutation, keeping: Keeping
        var entries: [Entry] = []
        /// The watches behind which there are none until it is over.
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
        var isObserverAlive: Bool
    }

    /// By whom a change is said.
    enum Way {
        case setter, messages
    }
}

extension Route {
    var way: ObservingModel.Way { self == .byHand ? .messages : .setter }
}
