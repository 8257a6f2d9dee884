import MiniFoundation
import MiniRuntime
import TestSupport
import Testing

/// Subclasses whose members are somewhere else: in the Swift array of a `Backing`.
@Suite("Subclasses of collections")
struct CollectionSubclassTests {
    /// Storage that no built-in method knows of.
    private final class Backing: Sendable {
        private let list = Locked<[Object]>([])
        let log = Log()

        var members: [Object] { list.withLock { $0 } }
        func change(_ line: String, _ body: @Sendable (inout [Object]) -> Void) {
            log.add(line)
            list.withLock { body(&$0) }
        }
    }

    private func makeArray(_ backing: Backing) throws -> Object {
        let builder = try ClassBuilder(uniqueName("Array"), superclass: NSMutableArray.cls)
        try builder.addMethod("count") { (_: Object) in UInt(backing.members.count) }
        try builder.addMethod("objectAtIndex:") { (_: Object, index: UInt) in backing.members[Int(index)] }
        try builder.addMethod("insertObject:atIndex:") { (_: Object, object: Object, index: UInt) in
            backing.change("insert \(index)") { $0.insert(object, at: Int(index)) }
        }
        try builder.addMethod("removeObjectAtIndex:") { (_: Object, index: UInt) in
            backing.change("remove \(index)") { _ = $0.remove(at: Int(index)) }
        }
        try builder.addMethod("replaceObjectAtIndex:withObject:") { (_: Object, index: UInt, object: Object) in
            backing.change("replace \(index)") { $0[Int(index)] = object }
        }
        return try builder.register().new()
    }

    @Test("Every method of an array that is changed goes through the five that a subclass overrides")
    func mutableArray() throws {
        let backing = Backing()
        let array = try makeArray(backing)
        func expect(_ calls: [String], _ members: Int..., after body: () throws -> Void) rethrows {
            try body()
            #expect(backing.log.take() == calls)
            #expect(array.ints == members)
        }
        try expect(["insert 0", "insert 1", "insert 2"], 1, 2, 3) {
            try array.send("addObjectsFromArray:", NSArray.object(numbers(1, 2, 3)))
        }
        try expect(["replace 0", "replace 2"], 3, 2, 1) {
            try array.send("exchangeObjectAtIndex:withObjectAtIndex:", UInt(0), UInt(2))
        }
        try expect(["insert 3", "replace 0"], 9, 2, 1, 4) {
            try array.send("setObject:atIndexedSubscript:", NSNumber.object(4), UInt(3))
            try array.send("setObject:atIndexedSubscript:", NSNumber.object(9), UInt(0))
        }
        try expect(["insert 0", "insert 2"], 7, 9, 7, 2, 1, 4) {
            try array.send("insertObjects:atIndexes:", NSArray.object(numbers(7, 7)), NSIndexSet.object([0, 2]))
        }
        try expect(["remove 2", "remove 0"], 9, 2, 1, 4) { try array.send("removeObject:", NSNumber.object(7)) }
        try expect(["remove 3", "remove 1"], 9, 1) {
            try array.send("removeObjectsAtIndexes:", NSIndexSet.object([1, 3]))
        }
        try expect(["replace 1"], 9, 5) {
            try array.send(
                "replaceObjectsAtIndexes:withObjects:", NSIndexSet.object([1]), NSArray.object(numbers(5)))
        }
        try expect(["remove 1"], 9) { try array.send("removeLastObject") }
        try expect(["remove 0", "insert 0", "insert 1"], 1, 2) {
            try array.send("setArray:", NSArray.object(numbers(1, 2)))
        }
        try expect(["remove 1", "remove 0"]) { try array.send("removeAllObjects") }
    }

    @Test("Everything that reads an array reads it through count and objectAtIndex:")
    func readingArray() throws {
        let backing = Backing()
        let array = try makeArray(backing)
        backing.change("") { $0 = numbers(1, 2, 3) }
        #expect(NSArray.elements(of: array) == numbers(1, 2, 3))
        #expect(try array.equals(NSArray.object(numbers(1, 2, 3))))
        #expect(try array.word("indexOfObject:", NSNumber.object(3)) == 2)
        #expect(try array.send("lastObject", as: Object?.self) == NSNumber.object(3))
        #expect(try array.send("objectsAtIndexes:", NSIndexSet.object([1]), as: Object.self).ints == [2])
        #expect(try array.send("copy", as: Object.self).ints == [1, 2, 3])
        #expect(try array.send("objectEnumerator", as: Object.self).ints == [1, 2, 3])
        #expect(try array.description() == "(\n    1,\n    2,\n    3\n)")
        #expect(try NSMutableSet.cls.send("setWithArray:", array, as: Object.self).ints == [1, 2, 3])
        let plain = NSMutableArray.object()
        try plain.send("addObjectsFromArray:", array)
        #expect(plain.ints == [1, 2, 3])
    }

    @Test("Every method of a set goes through member:, objectEnumerator, addObject: and removeObject:")
    func mutableSet() throws {
        let backing = Backing()
        let builder = try ClassBuilder(uniqueName("Set"), superclass: NSMutableSet.cls)
        try builder.addMethod("count") { (_: Object) in UInt(backing.members.count) }
        try builder.addMethod("member:") { (_: Object, object: Object) in backing.members.first { $0 == object } }
        try builder.addMethod("objectEnumerator") { (_: Object) in
            try NSArray.object(backing.members).send("objectEnumerator", as: Object.self)
        }
        try builder.addMethod("addObject:") { (_: Object, object: Object) in
            backing.change("add \(object)") { if !$0.contains(object) { $0.append(object) } }
        }
        try builder.addMethod("removeObject:") { (_: Object, object: Object) in
            backing.change("remove \(object)") { $0.removeAll { $0 == object } }
        }
        let set = try builder.register().new()
        func expect(_ calls: [String], _ members: Int..., after body: () throws -> Void) rethrows {
            try body()
            #expect(backing.log.take() == calls)
            #expect(set.ints == members)
        }
        try expect(["add 1", "add 2"], 1, 2) { try set.send("unionSet:", NSSet.object(numbers(1, 2))) }
        try expect(["add 2", "add 3"], 1, 2, 3) {
            try set.send("addObjectsFromArray:", NSArray.object(numbers(2, 3)))
        }
        try expect(["remove 3"], 1, 2) { try set.send("minusSet:", NSSet.object(numbers(3))) }
        try expect(["remove 1"], 2) { try set.send("intersectSet:", NSSet.object(numbers(2, 9))) }
        try expect(["remove 2", "add 4"], 4) { try set.send("setSet:", NSSet.object(numbers(4))) }
        #expect(try set.equals(NSSet.object(numbers(4))))
        #expect(try set.send("containsObject:", NSNumber.object(4), as: Bool.self))
        #expect(try NSSet.object(numbers(4)).send("isSubsetOfSet:", set, as: Bool.self))
        #expect(try set.send("anyObject", as: Object?.self) == NSNumber.object(4))
        #expect(NSSet.elements(of: set) == numbers(4))
        try expect(["remove 4"]) { try set.send("removeAllObjects") }
    }

    @Test("Every method of an ordered set goes through the primitives")
    func orderedSet() throws {
        let backing = Backing()
        let builder = try ClassBuilder(uniqueName("OrderedSet"), superclass: NSMutableOrderedSet.cls)
        try builder.addMethod("count") { (_: Object) in UInt(backing.members.count) }
        try builder.addMethod("objectAtIndex:") { (_: Object, index: UInt) in backing.members[Int(index)] }
        try builder.addMethod("indexOfObject:") { (_: Object, object: Object) in
            UInt(backing.members.firstIndex(of: object) ?? notFound)
        }
        try builder.addMethod("insertObject:atIndex:") { (_: Object, object: Object, index: UInt) in
            backing.change("insert \(index)") { $0.insert(object, at: Int(index)) }
        }
        try builder.addMethod("removeObjectAtIndex:") { (_: Object, index: UInt) in
            backing.change("remove \(index)") { _ = $0.remove(at: Int(index)) }
        }
        let set = try builder.register().new()
        try set.send("unionOrderedSet:", NSOrderedSet.object(numbers(1, 2, 3)))
        try set.send("addObject:", NSNumber.object(2))
        #expect(backing.log.take() == ["insert 0", "insert 1", "insert 2"])
        try set.send("minusSet:", NSSet.object(numbers(1)))
        try set.send("removeObjectsAtIndexes:", NSIndexSet.object([0, 1]))
        #expect(backing.log.take() == ["remove 0", "remove 1", "remove 0"])
        try set.send("insertObjects:atIndexes:", NSArray.object(numbers(5, 6)), NSIndexSet.object([0, 1]))
        #expect(NSOrderedSet.elements(of: set) == numbers(5, 6))
        #expect(try set.equals(NSOrderedSet.object(numbers(5, 6))))
        try set.send("removeAllObjects")
        #expect(backing.log.take() == ["insert 0", "insert 1", "remove 1", "remove 0"])
    }

    @Test("An override that asks its superclass is called by every method, once for each change")
    func superclassStorage() throws {
        let log = Log()
        let cls = try ClassBuilder(uniqueName("Dictionary"), superclass: NSMutableDictionary.cls).register()
        try cls.addMethod("setObject:forKey:") { (self: Object, value: Object, key: Object) in
            log.add("set \(key)")
            try self.sendSuper(of: cls, "setObject:forKey:", value, key)
        }
        try cls.addMethod("removeObjectForKey:") { (self: Object, key: Object) in
            log.add("remove \(key)")
            try self.sendSuper(of: cls, "removeObjectForKey:", key)
        }
        try cls.addMethod("keyEnumerator") { (self: Object) in
            log.add("keys")
            return try self.sendSuper(of: cls, "keyEnumerator", as: Object.self)
        }
        let dictionary = try cls.new()
        try dictionary.send(
            "addEntriesFromDictionary:",
            NSDictionary.object([("a", 1), ("b", 2)].map { (NSString.object($0), NSNumber.object($1)) }))
        try dictionary.send("setObject:forKeyedSubscript:", Object?.none, "a")
        try dictionary.send("setObject:forKeyedSubscript:", NSNumber.object(3), "c")
        #expect(log.take() == ["set a", "set b", "remove a", "set c"])
        #expect(try [String: Int].bridged(from: dictionary) == ["b": 2, "c": 3])
        #expect(log.take() == ["keys"])
        try dictionary.send("setDictionary:", NSDictionary.object([(NSString.object("d"), NSNull.object)]))
        #expect(log.take() == ["keys", "remove b", "remove c", "set d"])
    }

    @Test("An object whose isa is changed to such a subclass is reached as well, and the plain ones are not")
    func isaSwizzling() throws {
        let log = Log()
        let cls = try ClassBuilder(uniqueName("Notifying"), superclass: NSMutableDictionary.cls).register()
        try cls.addMethod("setObject:forKey:") { (self: Object, value: Object, key: Object) in
            log.add("will \(key)")
            try self.sendSuper(of: cls, "setObject:forKey:", value, key)
        }
        let (dictionary, plain) = (NSMutableDictionary.object(), NSMutableDictionary.object())
        dictionary.setClass(cls)
        for object in [dictionary, plain] {
            try object.send("addEntriesFromDictionary:", NSDictionary.object([(NSString.object("a"), NSNull.object)]))
            #expect(NSDictionary.entries(of: object)?.count == 1)
        }
        #expect(log.take() == ["will a"])
    }

    @Test("What an override raises stops the rest")
    func raising() throws {
        let builder = try ClassBuilder(uniqueName("Picky"), superclass: NSMutableArray.cls)
        let cls = builder.cls
        try builder.addMethod("insertObject:atIndex:") { (self: Object, object: Object, index: UInt) in
            guard index < 2 else { throw RuntimeException("NSGenericException", "two are enough") }
            try self.sendSuper(of: cls, "insertObject:atIndex:", object, index)
        }
        let array = try builder.register().new()
        expectException("NSGenericException", "two are enough") {
            try array.send("addObjectsFromArray:", NSArray.object(numbers(1, 2, 3, 4)))
        }
        #expect(array.ints == [1, 2])
    }
}
