import MiniFoundation
import MiniRuntime
import TestSupport
import Testing

@Suite("NSArray")
struct ArrayTests {
    let array = NSArray.object([NSString.object("a"), NSNumber.object(2), NSNull.object])
    let empty = NSArray.object([])

    @Test("An array answers its elements by index, and raises beyond its bounds")
    func elements() throws {
        #expect(try array.send("count", as: UInt.self) == 3)
        #expect(try array.send("objectAtIndex:", UInt(0), as: String.self) == "a")
        #expect(try array.send("objectAtIndexedSubscript:", UInt(1), as: Object.self) == NSNumber.object(2))
        #expect(try array.send("firstObject", as: String.self) == "a")
        #expect(try array.send("lastObject", as: Object.self) == NSNull.object)
        #expect(try empty.send("firstObject", as: Object?.self) == nil)
        #expect(try empty.send("lastObject", as: Object?.self) == nil)
        expectException("NSRangeException", "*** -[NSArray objectAtIndex:]: index 5 beyond bounds [0 .. 2]") {
            _ = try array.send("objectAtIndex:", UInt(5), as: Object?.self)
        }
        expectException("NSRangeException", "*** -[NSArray objectAtIndex:]: index 0 beyond bounds for empty array") {
            _ = try empty.send("objectAtIndex:", UInt(0), as: Object?.self)
        }
        expectException("NSRangeException", "*** -[NSArray objectAtIndex:]: index \(UInt.max) beyond bounds [0 .. 2]") {
            _ = try array.send("objectAtIndex:", UInt.max, as: Object?.self)
        }
    }

    @Test("Elements are found by isEqual:")
    func searching() throws {
        #expect(try array.send("indexOfObject:", NSNumber.object(2.0), as: UInt.self) == 1)
        #expect(try array.send("containsObject:", "a", as: Bool.self))
        #expect(try array.send("indexOfObject:", "b", as: UInt.self) == UInt(notFound))
        #expect(try array.send("containsObject:", Object?.none, as: Bool.self) == false)
    }

    @Test("Arrays are equal element by element")
    func equality() throws {
        #expect(try array.equals(NSArray.object([NSString.object("a"), NSNumber.object(2.0), NSNull.object])))
        #expect(try !array.equals(NSArray.object([NSString.object("a"), NSNumber.object(3), NSNull.object])))
        #expect(try !array.equals(empty))
        #expect(try empty.equals(NSArray.cls.send("array", as: Object.self)))
        #expect(try !empty.equals(NSNull.object))
        try array.expectCopyIsSelf()
    }

    @Test("arrayWithObjects:count: takes a C array, and raises for nil in it")
    func cArrays() throws {
        let object = NSNumber.object(1.5)
        let objects: [UnsafeMutableRawPointer?] = [object.receiverAddress, object.receiverAddress, nil]
        try objects.withUnsafeBytes { bytes in
            let pointer = bytes.baseAddress!
            let made = try NSArray.cls.send("arrayWithObjects:count:", pointer, UInt(2), as: Object.self)
            #expect(NSArray.elements(of: made) == [object, object])
            expectException(
                "NSInvalidArgumentException",
                "*** +[NSArray arrayWithObjects:count:]: attempt to insert nil object from objects[2]"
            ) {
                _ = try NSArray.cls.send("arrayWithObjects:count:", pointer, UInt(3), as: Object?.self)
            }
        }
    }

    @Test("What an element's isEqual: raises ends the search and comes out")
    func raisingElements() throws {
        let builder = try ClassBuilder(uniqueName("Grumpy"))
        try builder.addMethod("isEqual:") { (_: Object, _: Object?) -> Bool in
            throw RuntimeException("NSGenericException", "do not compare me")
        }
        let grumpy = try builder.register().new()
        let array = NSArray.object([grumpy, NSNull.object])
        expectException("NSGenericException", "do not compare me") {
            _ = try array.send("indexOfObject:", NSNull.object, as: UInt.self)
        }
    }
}

@Suite("NSDictionary")
struct DictionaryTests {
    @Test(
        "A dictionary answers values by equal keys, of any number of entries", arguments: [0, 1, 3, 8, 9, 16, 17, 1000])
    func lookup(_ count: Int) throws {
        let dictionary = NSDictionary.object((0..<count).map { (NSString.object("key \($0)"), NSNumber.object($0)) })
        #expect(try dictionary.send("count", as: UInt.self) == UInt(count))
        for index in 0..<count {
            #expect(try dictionary.send("objectForKey:", "key \(index)", as: Object?.self) == NSNumber.object(index))
        }
        #expect(try dictionary.send("objectForKey:", "none", as: Object?.self) == nil)
        #expect(try dictionary.send("objectForKey:", Object?.none, as: Object?.self) == nil)
        #expect(
            try dictionary.send("objectForKeyedSubscript:", "key 0", as: Object?.self)
                == (count > 0 ? NSNumber.object(0) : nil))
    }

    @Test("Numbers of different types are one key; of two equal keys the last value counts")
    func equalKeys() throws {
        let dictionary = NSDictionary.object([
            (NSNumber.object(1), NSString.object("first")), (NSNumber.object(1.0), NSString.object("second")),
        ])
        #expect(try dictionary.send("count", as: UInt.self) == 1)
        #expect(try dictionary.send("objectForKey:", NSNumber.object(true), as: String.self) == "second")
    }

    @Test("Keys and values come in the order of insertion")
    func lists() throws {
        let dictionary = NSDictionary.object([("b", 1), ("a", 2)].map { (NSString.object($0), NSNumber.object($1)) })
        #expect(try [String].bridged(from: dictionary.send("allKeys", as: Object.self)) == ["b", "a"])
        #expect(try [Int].bridged(from: dictionary.send("allValues", as: Object.self)) == [1, 2])
    }

    @Test("Dictionaries are equal whatever the order")
    func equality() throws {
        let pairs = (0..<20).map { (NSString.object("\($0)"), NSNumber.object($0)) }
        let dictionary = NSDictionary.object(pairs)
        #expect(try dictionary.equals(NSDictionary.object(pairs.reversed())))
        #expect(try !dictionary.equals(NSDictionary.object(Array(pairs.dropLast()))))
        #expect(
            try !dictionary.equals(
                NSDictionary.object(pairs.dropLast() + [(NSString.object("19"), NSNumber.object(0))])))
        #expect(try !dictionary.equals(NSNull.object))
        try dictionary.expectCopyIsSelf()
    }

    @Test("Keys are distinguished by the messages hash and isEqual:, and copied")
    func keysByMessage() throws {
        let builder = try ClassBuilder(uniqueName("Key"))
        try builder.addMethod("hash") { (_: Object) in UInt(7) }
        try builder.addMethod("isEqual:") { (_: Object, _: Object?) in true }
        try builder.addMethod("copyWithZone:") { (_: Object, _: UnsafeMutableRawPointer?) in NSString.object("the copy")
        }
        let cls = builder.register()
        let dictionary = try NSDictionary.object([(cls.new(), NSNumber.object(1))])
        #expect(try dictionary.send("objectForKey:", cls.new(), as: Object?.self) == nil)
        #expect(try dictionary.send("objectForKey:", "the copy", as: Object?.self) == nil)
        #expect(try [String].bridged(from: dictionary.send("allKeys", as: Object.self)) == ["the copy"])
    }

    @Test("A key that cannot be copied raises")
    func uncopiableKey() throws {
        let key = try Class.nsObject.new()
        let error = #expect(throws: RuntimeException.self) {
            try NSDictionary.cls.send("dictionaryWithObject:forKey:", NSNull.object, key, as: Object?.self)
        }
        #expect(error?.reason.contains("copyWithZone:]: unrecognized selector") == true)
    }

    @Test("nil keys and values raise")
    func nils() throws {
        let method = "*** +[NSDictionary dictionaryWithObject:forKey:]: attempt to insert nil object from"
        expectException("NSInvalidArgumentException", "\(method) objects[0]") {
            _ = try NSDictionary.cls.send("dictionaryWithObject:forKey:", Object?.none, "key", as: Object?.self)
        }
        expectException("NSInvalidArgumentException", "\(method) keys[0]") {
            _ = try NSDictionary.cls.send("dictionaryWithObject:forKey:", "value", Object?.none, as: Object?.self)
        }
    }
}

@Suite("How collections print")
struct CollectionTextTests {
    @Test("One element to a line, in quotation marks if it is more than a word")
    func flat() throws {
        let array = try #require(["a", "b c", "say \"x\"\n", "Zoë", ""].bridgedObject)
        #expect(
            try array.description()
                == "(\n    a,\n    \"b c\",\n    \"say \\\"x\\\"\\n\",\n    \"Zo\\U00eb\",\n    \"\"\n)")
        let dictionary = try #require(["name": "Ann", "age": "3"].bridgedObject)
        #expect(try dictionary.description() == "{\n    age = 3;\n    name = Ann;\n}")
        #expect(try NSArray.object([]).description() == "(\n)")
        #expect(try NSDictionary.object([]).description() == "{\n}")
        #expect(
            try NSArray.object([NSNull.object, NSNumber.object(-1)]).description()
                == "(\n    \"<null>\",\n    \"-1\"\n)")
    }

    @Test("Collections within collections are indented as Foundation does")
    func nested() throws {
        let dictionary = try #require(["list": [["x"]], "other": []].bridgedObject)
        #expect(
            try dictionary.description() == """
                {
                    list =     (
                                (
                            x
                        )
                    );
                    other =     (
                    );
                }
                """)
    }

    @Test("Sets print in braces and parentheses")
    func sets() throws {
        #expect(
            try NSSet.object([NSString.object("a"), NSString.object("b")]).description() == "{(\n    a,\n    b\n)}")
        #expect(try NSMutableOrderedSet.object([NSNumber.object(2)]).description() == "{(\n    2\n)}")
        #expect(try NSMutableSet.object().description() == "{(\n)}")
    }

    @Test("A collection that contains itself is named in there")
    func cycle() throws {
        let array = NSMutableArray.object([NSNull.object])
        try array.send("addObject:", array)
        #expect(try array.description() == "(\n    \"<null>\",\n    \(array.classAndAddress)\n)")
        try array.send("removeAllObjects")
    }

    @Test("Keys that are numbers are sorted as numbers")
    func numericKeys() throws {
        #expect(try [10: 1, 9: 2].bridgedObject?.description() == "{\n    9 = 2;\n    10 = 1;\n}")
    }
}
