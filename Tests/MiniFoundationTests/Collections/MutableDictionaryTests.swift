import MiniFoundation
import MiniRuntime
import Testing

@Suite("NSMutableDictionary")
struct MutableDictionaryTests {
    private let dictionary = NSMutableDictionary.object(
        [("a", 1), ("b", 2)].map { (NSString.object($0), NSNumber.object($1)) })

    private func contents() throws -> [String: Int] { try .bridged(from: dictionary) }

    @Test("Values are set, replaced and removed by key")
    func changing() throws {
        try dictionary.send("setObject:forKey:", NSNumber.object(3), "c")
        try dictionary.send("setObject:forKeyedSubscript:", NSNumber.object(10), "a")
        try dictionary.send("setObject:forKeyedSubscript:", Object?.none, "b")
        #expect(try contents() == ["a": 10, "c": 3])
        try dictionary.send("removeObjectForKey:", "a")
        try dictionary.send("removeObjectForKey:", "none")
        #expect(try contents() == ["c": 3])
        try dictionary.send("removeAllObjects")
        #expect(try contents() == [:])
    }

    @Test("Other dictionaries are added, or take the place of all; nil counts as empty")
    func dictionaries() throws {
        try dictionary.send("addEntriesFromDictionary:", ["b": 20, "c": 30].bridgedObject)
        #expect(try contents() == ["a": 1, "b": 20, "c": 30])
        try dictionary.send("removeObjectsForKeys:", ["a", "c", "x"].bridgedObject)
        #expect(try contents() == ["b": 20])
        try dictionary.send("setDictionary:", ["d": 4].bridgedObject)
        #expect(try contents() == ["d": 4])
        try dictionary.send("setDictionary:", dictionary)
        #expect(try contents() == ["d": 4])
        try dictionary.send("addEntriesFromDictionary:", Object?.none)
        try dictionary.send("setDictionary:", Object?.none)
        #expect(try contents() == [:])
    }

    @Test("nil keys and values raise, and so does what is no dictionary; nothing has changed")
    func invalidArguments() throws {
        func expect(_ reason: String, _ body: () throws -> Void) {
            expectException("NSInvalidArgumentException", "*** -[NSMutableDictionary \(reason)", body)
        }
        expect("setObject:forKey:]: key cannot be nil") {
            try dictionary.send("setObject:forKey:", NSNull.object, Object?.none)
        }
        expect("setObject:forKey:]: object cannot be nil") {
            try dictionary.send("setObject:forKey:", Object?.none, "a")
        }
        expect("removeObjectForKey:]: key cannot be nil") { try dictionary.send("removeObjectForKey:", Object?.none) }
        expect("setObject:forKeyedSubscript:]: key cannot be nil") {
            try dictionary.send("setObject:forKeyedSubscript:", NSNull.object, Object?.none)
        }
        expect("addEntriesFromDictionary:]: dictionary argument is not an NSDictionary") {
            try dictionary.send("addEntriesFromDictionary:", NSNull.object)
        }
        #expect(try contents() == ["a": 1, "b": 2])
    }

    @Test("A key that cannot be copied changes nothing")
    func uncopiableKey() throws {
        #expect(throws: RuntimeException.self) {
            try dictionary.send("setObject:forKey:", NSNull.object, Class.nsObject.new())
        }
        #expect(try contents() == ["a": 1, "b": 2])
    }

    @Test("Mutable and immutable ones are equal; copies are immutable, mutable copies are not")
    func copies() throws {
        let immutable = try #require(["a": 1, "b": 2].bridgedObject)
        #expect(try dictionary.equals(immutable))
        let copy = try dictionary.send("copy", as: Object.self)
        let mutable = try immutable.send("mutableCopy", as: Object.self)
        #expect(copy.isa == NSDictionary.cls)
        #expect(mutable.isa == NSMutableDictionary.cls)
        try dictionary.send("removeAllObjects")
        #expect(try copy.equals(immutable))
        #expect(try mutable.equals(immutable))
        let made = try NSMutableDictionary.cls.send("dictionaryWithDictionary:", immutable, as: Object.self)
        #expect(try made.equals(immutable))
        #expect(try NSMutableDictionary.cls.send("dictionaryWithCapacity:", UInt(5), as: Object.self).count() == 0)
    }

    @Test("Keys and values are enumerated in the order of insertion")
    func enumerators() throws {
        let keys = try dictionary.send("keyEnumerator", as: Object.self)
        #expect(try [String].bridged(from: keys.send("allObjects", as: Object.self)) == ["a", "b"])
        #expect(try dictionary.send("objectEnumerator", as: Object.self).ints == [1, 2])
    }

    @Test("Whatever the order of changes, it holds what a Swift dictionary would", arguments: [1, 2, 3])
    func model(_ seed: UInt64) throws {
        var dice = Dice(state: seed)
        try dictionary.send("removeAllObjects")
        var model: [String: Int] = [:]
        for step in 0..<2000 {
            let key = "key \(Int.random(in: 0..<100, using: &dice))"
            if Int.random(in: 0..<100, using: &dice) < (step / 400 % 2 == 0 ? 80 : 20) {
                model[key] = step
                try dictionary.send("setObject:forKey:", NSNumber.object(step), key)
            } else {
                model[key] = nil
                try dictionary.send("removeObjectForKey:", key)
            }
            #expect(
                try dictionary.send("objectForKey:", key, as: Object?.self) == model[key].map { NSNumber.object($0) })
            if step % 20 == 0 { #expect(try contents() == model) }
        }
    }
}
