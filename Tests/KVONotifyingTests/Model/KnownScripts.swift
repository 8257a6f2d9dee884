// KnownScripts.swift - what random scripts brought to light, as short as it was printed then.
import KVONotifying

extension Script {
    static let onceTold: [[Step]] = [
        // Who registers while an intermediate changes is led to the new one.
        [
            .when(observer: 1, count: 1, .add(observer: 0, node: 1, path: "next.value", [], context: 0)),
            .add(observer: 1, node: 1, path: "next", .prior, context: 0),
            .setNext(node: 1, 0),
            .setValue(node: 0, 1),
        ],
        // A pair that began while nobody looked at the key does not end another one.
        [
            .add(observer: 0, node: 0, path: "next.value", [], context: 0),
            .setNext(node: 0, 1),
            .will(node: 1, key: "value"),
            .setNext(node: 0, nil),
            .byHand(.setValue(node: 1, 0)),
            .setNext(node: 0, 1),
            .did(node: 1, key: "value"),
        ],
        // Who was led away from a node is not told of it any more: its last word would not be true.
        [
            .setNext(node: 0, 1),
            .add(observer: 0, node: 0, path: "next.value", .new, context: 0),
            .add(observer: 1, node: 1, path: "value", [], context: 0),
            .when(observer: 1, count: 1, .setNext(node: 0, nil)),
            .setValue(node: 1, 1),
        ],
        // Who was led away and back before its turn is told.
        [
            .add(observer: 1, node: 1, path: "value", .prior, context: 0),
            .setNext(node: 0, 1),
            .add(observer: 0, node: 0, path: "next.value", [.new, .old], context: 0),
            .when(observer: 1, count: 1, .setNext(node: 0, 1)),
            .setValue(node: 1, 1),
        ],
        // One that looks through a key twice is led anew once.
        [
            .setNext(node: 2, 2),
            .add(observer: 1, node: 2, path: "next.next.value", .prior, context: 0),
            .when(observer: 1, count: 1, .setNext(node: 2, 0)),
            .will(node: 2, key: "next"),
            .setValue(node: 0, 1),
        ],
    ]

    static let onceToldOfTheDead: [[Step]] = [
        // Who has registered again meanwhile, and died, is named by the next change.
        [
            .add(observer: 1, node: 1, path: "next.hidden", [], context: 0),
            .setNext(node: 1, 2),
            .will(node: 2, key: "hidden"),
            .remove(observer: 1, node: 1, path: "next.hidden", context: nil),
            .add(observer: 1, node: 1, path: "next.hidden", [], context: 0),
            .renewObserver(1),
            .did(node: 2, key: "hidden"),
        ]
    ]
}
