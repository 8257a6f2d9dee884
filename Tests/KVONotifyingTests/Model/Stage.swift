// Stage.swift - the classes of the driver's objects.
import KVONotifying
import MiniFoundation
import MiniRuntime
import TestSupport

/// The classes, made once for many scripts.
final class ObservingStage: Sendable {
    /// The node classes: one with accessors only, one with mutators for its collections.
    let plainClass: Class, mutatorClass: Class
    let observerClass: Class

    init() throws {
        plainClass = try Self.makeNodeClass()
        mutatorClass = try Self.makeMutatorClass(plainClass)
        observerClass = try Self.makeObserverClass()
    }

    var instanceCount: Int { [plainClass, mutatorClass, observerClass].map(\.instanceCount).reduce(0, +) }

    func isNode(_ object: Object) -> Bool {
        sequence(first: object.isa) { $0.superclass }.contains(plainClass)
    }

    func makeNode(hasMutators: Bool) throws -> Object {
        let node = try (hasMutators ? mutatorClass : plainClass).new()
        try node.setIvar("_items", to: NSArray.object([]))
        try node.setIvar("_tags", to: NSSet.object([]))
        return node
    }

    /// Makes an observer that passes its notifications to the driver, which must outlive it.
    func makeObserver(of driver: ObservingDriver) throws -> Object {
        let observer = try observerClass.new()
        try observer.setIvar("_driver", to: UInt(bitPattern: Unmanaged.passUnretained(driver).toOpaque()))
        return observer
    }

    private static func makeObserverClass() throws -> Class {
        var builder = try ClassBuilder(uniqueName("ModelObserver"))
        try builder.addIvar("_driver", UInt.self)
        try builder.addMethod("observeValueForKeyPath:ofObject:change:context:") {
            (
                self: UnmanagedObject, path: String, node: UnmanagedObject, change: Object,
                context: UnsafeMutableRawPointer?
            )
            in
            let driver = UnsafeRawPointer(bitPattern: try self.retained().ivar("_driver", as: UInt.self))!
            try Unmanaged<ObservingDriver>.fromOpaque(driver).takeUnretainedValue()
                .told(self, path, node, change, UInt(bitPattern: context))
        }
        return builder.register()
    }

    private static func makeNodeClass() throws -> Class {
        var builder = try ClassBuilder(uniqueName("ModelNode"))
        try builder.addProperty("value", Int.self)
        try builder.addProperty("hidden", Int.self)
        try builder.addProperty("next", Object?.self)
        try builder.addProperty("items", Object?.self)
        try builder.addProperty("tags", Object?.self)
        try builder.addMethod("sum") { (self: Object) -> Int in
            let next = try self.send("next", as: Object?.self)
            return try self.send("value", as: Int.self) + next.send("value", as: Int.self)
        }
        try builder.addMethod("double") { (self: Object) -> Int in try self.send("sum", as: Int.self) * 2 }
        try builder.addMethod("ahead") { (self: Object) -> Object? in
            try self.send("next", as: Object?.self).send("next", as: Object?.self)
        }
        try builder.addClassMethod("automaticallyNotifiesObserversOfHidden") { (_: Object) -> Bool in false }
        try depend(builder.cls, "Sum", on: ["value", "next.value"])
        try depend(builder.cls, "Double", on: ["sum"])
        try depend(builder.cls, "Ahead", on: ["next.next"])
        return builder.register()
    }

    private static func depend(_ cls: Class, _ key: String, on paths: Set<String>) throws {
        try cls.isa.addMethod(Selector("keyPathsForValuesAffecting\(key)")) { (_: Object) -> Object in
            paths.bridgedObject!
        }
    }

    private static func makeMutatorClass(_ superclass: Class) throws -> Class {
        let builder = try ClassBuilder(uniqueName("ModelMutatorNode"), superclass: superclass)
        try addArrayMutators(to: builder.cls)
        try addSetMutators(to: builder.cls)
        return builder.register()
    }

    private static func addArrayMutators(to cls: Class) throws {
        try cls.addMethod("insertObject:inItemsAtIndex:") { (self: Object, element: Object, index: UInt) in
            try self.mutateItems { $0.insert(element, at: Int(index)) }
        }
        try cls.addMethod("insertItems:atIndexes:") { (self: Object, elements: Object, indexes: Object) in
            try self.mutateItems { items in
                for (index, element) in zip(indices(indexes), NSArray.elements(of: elements)!) {
                    items.insert(element, at: index)
                }
            }
        }
        try cls.addMethod("removeObjectFromItemsAtIndex:") { (self: Object, index: UInt) in
            try self.mutateItems { $0.remove(at: Int(index)) }
        }
        try cls.addMethod("removeItemsAtIndexes:") { (self: Object, indexes: Object) in
            try self.mutateItems { items in for index in indices(indexes).reversed() { items.remove(at: index) } }
        }
        try cls.addMethod("replaceObjectInItemsAtIndex:withObject:") { (self: Object, index: UInt, element: Object) in
            try self.mutateItems { $0[Int(index)] = element }
        }
        try cls.addMethod("replaceItemsAtIndexes:withItems:") { (self: Object, indexes: Object, elements: Object) in
            try self.mutateItems { items in
                for (index, element) in zip(indices(indexes), NSArray.elements(of: elements)!) {
                    items[index] = element
                }
            }
        }
    }

    private static func addSetMutators(to cls: Class) throws {
        try cls.addMethod("addTagsObject:") { (self: Object, member: Object) in
            try self.mutateTags { $0.insert(try Int.bridged(from: member)) }
        }
        try cls.addMethod("removeTagsObject:") { (self: Object, member: Object) in
            try self.mutateTags { $0.remove(try Int.bridged(from: member)) }
        }
        try cls.addMethod("addTags:") { (self: Object, members: Object) in
            try self.mutateTags { $0.formUnion(try Set<Int>.bridged(from: members)) }
        }
        try cls.addMethod("removeTags:") { (self: Object, members: Object) in
            try self.mutateTags { $0.subtract(try Set<Int>.bridged(from: members)) }
        }
        try cls.addMethod("intersectTags:") { (self: Object, members: Object) in
            try self.mutateTags { $0.formIntersection(try Set<Int>.bridged(from: members)) }
        }
    }
}

private func indices(_ indexSet: Object) -> [Int] {
    NSIndexSet.ranges(of: indexSet)!.ranges.flatMap(Array.init)
}

extension Object {
    fileprivate func mutateItems(_ body: (inout [Object]) throws -> Void) throws {
        var items = NSArray.elements(of: try ivar("_items", as: Object.self))!
        try body(&items)
        try setIvar("_items", to: NSArray.object(items))
    }

    fileprivate func mutateTags(_ body: (inout Set<Int>) throws -> Void) throws {
        var tags = try Set<Int>.bridged(from: ivar("_tags", as: Object.self))
        try body(&tags)
        try setIvar("_tags", to: tags.bridgedObject)
    }
}
