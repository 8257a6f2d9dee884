// World.swift - the classes and objects of a program of the observing target.
import FuzzSupport
import KVONotifying
import MiniFoundation
import MiniRuntime

/// The action of an observer in one notification.
enum Order: UInt8, CaseIterable {
    case nothing, raise, removeItself, addAnother, setAge, setNext, dropNode, dropObserver
}

/// The classes of the target, made once. Objects may change between the node classes, which have the same ivars.
struct Classes {
    let node: Class, subclass: Class, observer: Class

    init() throws {
        var builder = try ClassBuilder("FuzzNode")
        try builder.addProperty("age", Int32.self)
        try builder.addProperty("size", Int32.self)
        try builder.addProperty("name", Object?.self)
        try builder.addProperty("next", Object?.self)
        try builder.addProperty("items", Object?.self)
        try builder.addMethod("title") { (self: Object) -> Object? in
            let age = try self.send("age", as: Int32.self)
            return NSString.object("title \(age)")
        }
        try builder.addClassMethod("keyPathsForValuesAffectingTitle") { (_: Object) -> Object in
            NSSet.object([NSString.object("age"), NSString.object("next.name")])
        }
        try builder.addMethod("insertObject:inItemsAtIndex:") { (self: Object, element: Object, index: UInt) in
            try self.ivar("_items", as: Object.self).send("insertObject:atIndex:", element, index)
        }
        try builder.addMethod("removeObjectFromItemsAtIndex:") { (self: Object, index: UInt) in
            try self.ivar("_items", as: Object.self).send("removeObjectAtIndex:", index)
        }
        node = builder.register()
        let subclassBuilder = try ClassBuilder("FuzzSubnode", superclass: node)
        let cls = subclassBuilder.cls
        try subclassBuilder.addMethod("setAge:") { (self: Object, age: Int32) in
            try self.sendSuper(of: cls, "setAge:", age &+ 1)
        }
        try subclassBuilder.addClassMethod("automaticallyNotifiesObserversOfName") { (_: Object) -> Bool in false }
        subclass = subclassBuilder.register()
        let observerBuilder = try ClassBuilder("FuzzObserver")
        try observerBuilder.addMethod("observeValueForKeyPath:ofObject:change:context:") {
            (self: Object, path: String, node: Object, change: Object, _: UnsafeMutableRawPointer?) in
            _ = change.description
            try world?.told(self, path, node)
        }
        observer = observerBuilder.register()
    }

    var instanceCount: Int { node.instanceCount + subclass.instanceCount + observer.instanceCount }
}

let classes = try! Classes()

/// The world of the current run. Only one thread uses it.
nonisolated(unsafe) var world: World?

final class World {
    var nodes: [Object?] = [nil, nil, nil, nil]
    var observers: [Object?] = [nil, nil, nil]
    var orders: [Order] = []
    /// The changes that were announced with willChangeValueForKey:. The runtime keeps their objects alive until
    /// didChange.
    var announced: [(node: Object, key: String)] = []
    /// Holds objects until the operation ends. Emptying it by a message throws what their deallocs raise; the end of a
    /// Swift variable cannot throw.
    private let leaving = NSMutableArray.object()

    init() throws {
        for index in nodes.indices { nodes[index] = try makeNode(classes.node) }
        for index in observers.indices { observers[index] = try classes.observer.new() }
    }

    func makeNode(_ cls: Class) throws -> Object {
        let node = try cls.new()
        try node.setIvar("_items", to: NSMutableArray.object())
        return node
    }

    func told(_ observer: Object, _ path: String, _ node: Object) throws {
        switch orders.popLast() ?? .nothing {
        case .nothing: break
        case .raise: throw RuntimeException("FuzzException", "told of \(path)")
        case .removeItself: try node.removeObserver(observer, forKeyPath: path)
        case .addAnother: try node.addObserver(observer, forKeyPath: "size", options: [.initial, .prior])
        case .setAge: try node.send("setAge:", Int32(orders.count))
        case .setNext: try node.send("setNext:", Object?.none)
        case .dropNode: try drop(&nodes[0])
        case .dropObserver: try drop(&observers[0])
        }
    }

    func drop(_ place: inout Object?) throws {
        guard let object = place else { return }
        try leaving.send("addObject:", object)
        place = nil
    }

    func letGo() throws {
        try leaving.send("removeAllObjects")
    }

    /// Ends all changes and releases all objects.
    func end() {
        orders = []
        while let (node, key) = announced.popLast() {
            try? leaving.send("addObject:", node)
            try? node.didChangeValue(forKey: key)
        }
        for index in nodes.indices { try? drop(&nodes[index]) }
        for index in observers.indices { try? drop(&observers[index]) }
        try? letGo()
    }
}
