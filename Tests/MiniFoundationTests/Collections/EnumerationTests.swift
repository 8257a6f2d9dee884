import MiniFoundation
import MiniRuntime
import TestSupport
import Testing

@Suite("Enumerating collections")
struct EnumerationTests {
    private static let selector: Selector = "countByEnumeratingWithState:objects:count:"

    private static func collections(_ values: [Int]) -> [Object] {
        let objects = values.map { NSNumber.object($0) }
        let entries = objects.map { ($0, NSNull.object) }
        return [
            NSArray.object(objects), NSMutableArray.object(objects), NSSet.object(objects),
            NSMutableSet.object(objects),
            NSOrderedSet.object(objects), NSMutableOrderedSet.object(objects), NSDictionary.object(entries),
            NSMutableDictionary.object(entries),
        ]
    }

    @Test("A loop visits every member of every collection in order", arguments: [0, 1, 15, 16, 17, 100])
    func everyMember(_ count: Int) throws {
        let values = Array(0..<count)
        for collection in Self.collections(values) { #expect(collection.ints == values) }
        for collection in Self.collections(values) where collection.responds(to: "objectEnumerator") {
            let name: Selector = collection.responds(to: "keyEnumerator") ? "keyEnumerator" : "objectEnumerator"
            #expect(try collection.send(name, as: Object.self).send("allObjects", as: Object.self).ints == values)
        }
    }

    @Test("The method has clang's encoding, and its state clang's layout")
    func layout() throws {
        struct State {
            var state: UInt = 0
            var items: UnsafePointer<UInt>?
            var mutations: UnsafePointer<UInt>?
            var extra: (UInt, UInt, UInt, UInt, UInt) = (0, 0, 0, 0, 0)
        }
        for collection in Self.collections(Array(0..<20)) {
            let method = collection.isa.instanceMethod(Self.selector)
            #expect(method?.typeEncoding == "Q40@0:8^{?=Q^@^Q[5Q]}16^@24Q32")
            var state = State()
            var room = [UInt](repeating: 0, count: 8)
            var found: [UInt] = []
            while true {
                let count = withUnsafeMutablePointer(to: &state) { state in
                    room.withUnsafeMutableBufferPointer { room in
                        collection.unmanaged.sendWords(
                            Self.selector, (UInt(bitPattern: state), UInt(bitPattern: room.baseAddress), 8, 0))
                    }
                }
                if count == 0 { break }
                #expect(state.mutations != nil)
                found += (0..<Int(count)).map { state.items![$0] }
            }
            #expect(found == (0..<20).map { NSNumber.object($0).address })
        }
    }

    @Test("An enumerator hands out one member after the other, and a loop what is left")
    func enumerators() throws {
        let enumerator = try NSArray.object(numbers(1, 2, 3)).send("objectEnumerator", as: Object.self)
        #expect(try enumerator.send("nextObject", as: Object?.self) == NSNumber.object(1))
        #expect(enumerator.ints == [2, 3])
        #expect(try enumerator.send("nextObject", as: Object?.self) == nil)
        #expect(try NSEnumerator.cls.new().send("nextObject", as: Object?.self) == nil)
    }

    @Test("A reverse enumerator hands out the elements that the collection had, the last one first")
    func reverse() throws {
        for ordered in [NSMutableArray.object(numbers(1, 2, 3)), NSMutableOrderedSet.object(numbers(1, 2, 3))] {
            let enumerator = try ordered.send("reverseObjectEnumerator", as: Object.self)
            try ordered.send("removeAllObjects")
            #expect(enumerator.ints == [3, 2, 1])
        }
    }

    @Test("A collection that changes while it is enumerated raises")
    func mutation() throws {
        let changes: [(Object, Selector)] = [
            (NSMutableArray.object(numbers(1, 2)), "addObject:"), (NSMutableSet.object(numbers(1, 2)), "addObject:"),
            (NSMutableOrderedSet.object(numbers(1, 2)), "addObject:"),
            (
                NSMutableDictionary.object(numbers(1, 2).map { ($0, $0) }), "removeObjectForKey:"
            ),
        ]
        let builder = try ClassBuilder(uniqueName("Looper"))
        try builder.addMethod("loop:changing:") { (_: Object, collection: Object, change: Selector) in
            for (index, member) in collection.elements.enumerated() {
                #expect(index == 0)
                try collection.send(change, change == "addObject:" ? NSNumber.object(9) : member)
            }
        }
        let looper = try builder.register().new()
        for (collection, change) in changes {
            expectException(
                "NSGenericException", "*** Collection \(collection.classAndAddress) was mutated while being enumerated."
            ) {
                try looper.send("loop:changing:", collection, change)
            }
        }
    }

    @Test("Where nobody can throw, it ends the process, and so does looping over what is no collection")
    func uncaught() async {
        let mutated = await #expect(processExitsWith: .signal(6), observing: [\.standardErrorContent]) {
            let array = NSMutableArray.object([NSNull.object, NSNull.object])
            for element in array.elements { try array.send("addObject:", element) }
        }
        let text = standardError(of: mutated)
        #expect(text.contains("uncaught exception 'NSGenericException', reason: '*** Collection <NSMutableArray: 0x"))
        let noCollection = await #expect(processExitsWith: .signal(6), observing: [\.standardErrorContent]) {
            for _ in NSNull.object.elements {}
        }
        let reason = standardError(of: noCollection)
        #expect(reason.contains("-[NSNull countByEnumeratingWithState:objects:count:]: unrecognized selector"))
    }

    @Test("A subclass of NSEnumerator needs no more than nextObject")
    func customEnumerator() throws {
        var builder = try ClassBuilder(uniqueName("Countdown"), superclass: NSEnumerator.cls)
        try builder.addProperty("left", Int.self)
        try builder.addMethod("nextObject") { (self: Object) -> Object? in
            let left = try self.send("left", as: Int.self)
            try self.send("setLeft:", left - 1)
            return left > 0 ? NSNumber.object(left) : nil
        }
        let countdown = try builder.register().new()
        try countdown.send("setLeft:", 20)
        #expect(countdown.ints == Array((1...20).reversed()))
        try countdown.send("setLeft:", 2)
        #expect(try countdown.send("allObjects", as: Object.self).ints == [2, 1])
    }
}
