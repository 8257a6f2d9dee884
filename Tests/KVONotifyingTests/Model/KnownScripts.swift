// KnownScripts.swift - shortened scripts of bugs that random scripts have found.
import KVONotifying

extension Script {
    static let onceTold: [[Step]] = [
        // A registration that is added while an intermediate object changes continues to the new object.
        [
            .when(observer: 1, count: 1, .add(observer: 0, node: 1, path: "next.value", [], context: 0)),
            .add(observer: 1, node: 1, path: "next", .prior, context: 0),
            .setNext(node: 1, 0),
            .setValue(node: 0, 1),
        ],
        // A will that is sent while the key is unobserved does not end another change.
        [
            .add(observer: 0, node: 0, path: "next.value", [], context: 0),
            .setNext(node: 0, 1),
            .will(node: 1, key: "value"),
            .setNext(node: 0, nil),
            .byHand(.setValue(node: 1, 0)),
            .setNext(node: 0, 1),
            .did(node: 1, key: "value"),
        ],
        // An observer whose path left a node gets no more notifications from it: their values would be wrong.
        [
            .setNext(node: 0, 1),
            .add(observer: 0, node: 0, path: "next.value", .new, context: 0),
            .add(observer: 1, node: 1, path: "value", [], context: 0),
            .when(observer: 1, count: 1, .setNext(node: 0, nil)),
            .setValue(node: 1, 1),
        ],
        // An observer whose path left a node and returned before its turn is notified.
        [
            .add(observer: 1, node: 1, path: "value", .prior, context: 0),
            .setNext(node: 0, 1),
            .add(observer: 0, node: 0, path: "next.value", [.new, .old], context: 0),
            .when(observer: 1, count: 1, .setNext(node: 0, 1)),
            .setValue(node: 1, 1),
        ],
        // A path that contains a key twice is moved to the new object only once.
        [
            .setNext(node: 2, 2),
            .add(observer: 1, node: 2, path: "next.next.value", .prior, context: 0),
            .when(observer: 1, count: 1, .setNext(node: 2, 0)),
            .will(node: 2, key: "next"),
            .setValue(node: 0, 1),
        ],
        // A path is moved in its turn, and not again in the turn of a node that the change has taken off the key.
        [
            .add(observer: 0, node: 2, path: "ahead.value", .prior, context: 0),
            .setNext(node: 1, 1),
            .add(observer: 0, node: 2, path: "next.value", .prior, context: 0),
            .setNext(node: 2, 2),
            .when(observer: 0, count: 2, .setNext(node: 2, 1)),
            .setNext(node: 2, 1),
            .setValue(node: 1, 0),
        ],
        // A did whose will has not returned yet ends nothing, but the path follows the present value.
        [
            .when(observer: 2, count: 3, .will(node: 1, key: "next")),
            .when(observer: 0, count: 1, .did(node: 1, key: "next")),
            .when(observer: 2, count: 4, .add(observer: 0, node: 0, path: "value", .initial, context: 0)),
            .add(observer: 2, node: 1, path: "next.next", .prior, context: 0),
            .setNext(node: 1, 0),
            .setNext(node: 0, nil),
        ],
        // A change follows the path that it has left, though another one, which is not over, has left it, too.
        [
            .add(observer: 0, node: 2, path: "ahead.value", [], context: 0),
            .setNext(node: 2, 1),
            .will(node: 1, key: "next"),
            .will(node: 2, key: "next"),
            .setNext(node: 1, 0),
            .did(node: 1, key: "next"),
        ],
        // A change does not follow a path that only another one, which is not over, has left.
        [
            .when(observer: 0, count: 4, .will(node: 0, key: "next")),
            .add(observer: 1, node: 0, path: "ahead.value", [], context: 0),
            .add(observer: 0, node: 2, path: "sum", [.initial, .prior], context: 0),
            .setValue(node: 2, 0),
            .setNext(node: 0, 2),
            .setNext(node: 2, 2),
            .setValue(node: 2, 0),
        ],
        // The will was sent while nobody observed the key.
        [
            .setNext(node: 1, 0),
            .will(node: 1, key: "next"),
            .add(observer: 1, node: 1, path: "next.value", .prior, context: 0),
            .when(observer: 1, count: 1, .did(node: 1, key: "next")),
            .will(node: 1, key: "next"),
        ],
    ]

    static let onceToldOfTheDead: [[Step]] = [
        // An observer that registers again during a change, and dies, is reported by the next change.
        [
            .add(observer: 1, node: 1, path: "next.hidden", [], context: 0),
            .setNext(node: 1, 2),
            .will(node: 2, key: "hidden"),
            .remove(observer: 1, node: 1, path: "next.hidden", context: nil),
            .add(observer: 1, node: 1, path: "next.hidden", [], context: 0),
            .renewObserver(1),
            .did(node: 2, key: "hidden"),
        ],
        // A node that dies between will and did of the change that would lead its path to another node leaves the
        // other's isa as it was.
        [
            .add(observer: 0, node: 0, path: "hidden", [], context: 0),
            .add(observer: 0, node: 1, path: "next.next.value", [], context: 0),
            .setNext(node: 2, 1),
            .setNext(node: 1, 2),
            .renewNode(1),
            .renewObserver(0),
            .byHand(.setNext(node: 2, 0)),
        ],
    ]
}
