// Weak and unowned references, closures, identity, and subclasses that are made at run time.
import Foundation

// What has ended, in any order.
nonisolated(unsafe) var endings: [String] = []
func printEndings() {
    print("ended:", endings.sorted().joined(separator: ", "))
    endings = []
}

class Node: NSObject {
    @objc dynamic var name: String
    weak var parent: Node?
    var children: [Node] = []
    unowned let root: NSObject
    init(_ name: String, _ root: NSObject) {
        self.name = name
        self.root = root
    }
    @objc dynamic func hello() -> String { "hello from \(name)" }
    @objc dynamic func bye() -> String { "bye from \(name)" }
    deinit { endings.append(name) }
}

final class Plain {
    weak var node: Node?
    var action: (() -> String)?
    deinit { endings.append("plain") }
}

@main enum Program {
    static func main() {
        let root = NSObject()
        do {
            let top = Node("top", root), plain = Plain()
            top.children = [Node("one", root), Node("two", root)]
            for child in top.children { child.parent = top }
            plain.node = top.children[0]
            plain.action = { [weak top, unowned root] in (top?.name ?? "gone") + " \(root === top!.root)" }
            print(plain.node!.name, top.children[1].parent!.name, plain.action!())
            top.children.removeFirst()
            print(plain.node == nil)
            let copy = top.children
            print(copy.first === top.children.first, copy == top.children, copy.contains(top.children[0]))
        }
        printEndings()
        do {
            // A class that is made at run time inherits everything that Swift wrote.
            let made: AnyClass = objc_allocateClassPair(Node.self, "MadeNode", 0)!
            let method: @convention(block) (AnyObject) -> NSString = { _ in "hello from a block" }
            class_addMethod(made, #selector(Node.hello), imp_implementationWithBlock(method), "@@:")
            objc_registerClassPair(made)
            let node = Node("made", root)
            object_setClass(node, made)
            print(node.hello(), node.name, type(of: node), (node as NSObject) is Node)
            node.name = "renamed"
        }
        printEndings()
        let first = class_getInstanceMethod(Node.self, #selector(Node.hello))!
        let second = class_getInstanceMethod(Node.self, #selector(Node.bye))!
        do {
            let node = Node("exchanged", root)
            method_exchangeImplementations(first, second)
            print(node.hello(), node.bye())
            method_exchangeImplementations(first, second)
        }
    }
}

// prints
//     one top top true
//     true
//     true true true
//     ended: one, plain, top, two
//     hello from a block made Node true
//     ended: renamed
//     bye from exchanged hello from exchanged
