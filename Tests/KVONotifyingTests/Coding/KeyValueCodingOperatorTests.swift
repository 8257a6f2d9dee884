// KeyValueCodingOperatorTests.swift - collection operators such as @sum, @avg and @max.
import KVONotifying
import MiniFoundation
import MiniRuntime
import RuntimeTestSupport
import TestSupport
import Testing

@Suite("Key-value coding: collections and their operators")
struct KeyValueCodingOperatorTests {
    /// Makes people aged 3, 1, 2 and 3; the second has no name.
    private func makePeople() throws -> [Object] {
        let cls = try makePersonClass()
        return try [(3, "Cy"), (1, nil), (2, "Al"), (3, "Bo")].map { (age, name) in
            let person = try cls.new()
            try person.setValue(age, forKey: "age")
            try person.setValue(name, forKey: "name")
            return person
        }
    }

    private func collections(_ members: [Object]) -> [Object] {
        [NSArray.object(members), NSSet.object(members), NSOrderedSet.object(members), NSMutableArray.object(members)]
    }

    @Test("@count, @sum, @avg, @min and @max work on arrays, sets and ordered sets")
    func numbers() throws {
        for people in try collections(makePeople()) {
            #expect(try people.value(forKeyPath: "@count", as: Int.self) == 4)
            #expect(try people.value(forKeyPath: "@count.age", as: Int.self) == 4)
            #expect(try people.value(forKeyPath: "@sum.age", as: Int.self) == 9)
            #expect(try people.value(forKeyPath: "@avg.age", as: Double.self) == 2.25)
            #expect(try people.value(forKeyPath: "@min.age", as: Int.self) == 1)
            #expect(try people.value(forKeyPath: "@max.age", as: Int.self) == 3)
            #expect(try people.value(forKeyPath: "@min.name", as: String.self) == "Al")
            #expect(try people.value(forKeyPath: "@max.name", as: String.self) == "Cy")
        }
    }

    @Test("Of nothing, counts and sums are 0, and there is no average or minimum")
    func empty() throws {
        for nothing in collections([]) {
            for path in ["@count", "@sum.age"] {
                #expect(try nothing.value(forKeyPath: path, as: Double.self) == 0)
            }
            for path in ["@avg.age", "@min.age", "@max.age"] {
                #expect(try nothing.value(forKeyPath: path) == nil)
            }
        }
    }

    @Test("A sum is an integer as long as it can be one; nil counts as 0 in it and in averages")
    func sums() throws {
        func sum(_ numbers: Object...) throws -> String? {
            let owners = try numbers.map { number in
                let owner = try makePersonClass().new()
                try owner.setValue(number, forKey: "name")
                return owner
            }
            return try NSArray.object(owners).value(forKeyPath: "@sum.name")?.description
        }
        #expect(try sum(NSNumber.object(Int8(1)), NSNumber.object(true)) == "2")
        #expect(try sum(NSNumber.object(1), NSNumber.object(0.5)) == "1.5")
        #expect(try sum(NSNumber.object(Int.max), NSNumber.object(1)) == NSNumber.object(0x1p63).description)
        let people = try makePeople()
        for person in people[1...] { try person.setValue(nil, forKey: "name") }
        try people[0].setValue(8, forKey: "name")
        #expect(try NSArray.object(people).value(forKeyPath: "@sum.name", as: Int.self) == 8)
        #expect(try NSArray.object(people).value(forKeyPath: "@avg.name", as: Int.self) == 2)
    }

    @Test("Sums and averages are those of decimal numbers, a half rounded to the even digit")
    func decimals() throws {
        func values(_ operation: String, _ numbers: [Object]) throws -> Double {
            let owners = try numbers.map { number in
                let owner = try makePersonClass().new()
                try owner.setValue(number, forKey: "name")
                return owner
            }
            return try NSArray.object(owners).value(forKeyPath: "@\(operation).name", as: Double.self)
        }
        func doubles(_ numbers: Double...) -> [Object] { numbers.map { NSNumber.object($0) } }
        #expect(try values("sum", doubles(0.1, 0.2)) == 0.3)
        #expect(try values("sum", doubles(0.1, 0.2, -0.3)) == 0)
        #expect(try values("sum", doubles(1e16, 0.5, -1e16)) == 0.5)
        #expect(try values("sum", [NSNumber.object(Float(0.1)), NSNumber.object(0.2)]) == 0.3)
        #expect(try values("sum", [NSNumber.object(1), NSNumber.object(-0.9)]) == 0.1)
        #expect(try values("sum", [NSNumber.object(UInt.max), NSNumber.object(Int.min)]) == 0x1p63)
        #expect(try values("avg", doubles(0.1, 0.2)) == 0.15)
        #expect(try values("avg", doubles(1, 1, 0)) == 2.0 / 3)
        #expect(try values("avg", doubles(-1, -1, 0)) == -2.0 / 3)
        // A decimal number has 38 digits; the digits after them are rounded away.
        #expect(try values("sum", doubles(1e60, 1, -1e60)) == 0)
        // Values outside the range of decimal numbers are added as doubles.
        #expect(try values("sum", doubles(1e300, 1e300)) == 2e300)
        #expect(try values("avg", doubles(.infinity, 1)) == .infinity)
        #expect(try values("sum", doubles(.nan, 1)).isNaN)
    }

    @Test("What is no number cannot be summed, and an operator needs its path")
    func misuse() throws {
        let people = try NSArray.object(makePeople())
        #expect(
            reason { _ = try people.value(forKeyPath: "@sum.name") }
                == "NSInvalidArgumentException: -[NSArray valueForKeyPath:]: @sum: a NSString is not a number")
        #expect(
            reason { _ = try people.value(forKeyPath: "@max") }
                == "NSInvalidArgumentException: -[NSArray valueForKeyPath:]: @max: "
                + "the operator needs a key path behind it")
        #expect(
            reason { _ = try people.value(forKeyPath: "@unionOfArrays.name") }
                == "NSInvalidArgumentException: -[NSArray valueForKeyPath:]: @unionOfArrays: "
                + "a NSString is not a kind of NSArray")
        #expect(raised { _ = try people.value(forKeyPath: "@max.k") }?.name == "NSUnknownKeyException")
    }

    @Test("An unknown operator raises with Apple's text")
    func unknownOperator() throws {
        for (path, name) in [("@foo.age", "foo"), ("@foo", "foo"), ("@.age", "")] {
            #expect(
                reason { _ = try NSArray.object([]).value(forKeyPath: path) }
                    == "NSInvalidArgumentException: [<NSArray 0x> valueForKeyPath:]: "
                    + "this class does not implement the \(name) operation.")
        }
    }

    @Test("A method named as Apple names them is an operator")
    func ownOperator() throws {
        try NSArray.cls.addMethod("_codingFirstForKeyPath:") { (self: Object, path: String) in
            try NSArray.elements(of: self)!.first?.value(forKeyPath: path)
        }
        #expect(try NSArray.object(makePeople()).value(forKeyPath: "@codingFirst.name", as: String.self) == "Cy")
    }

    @Test("Unions hold the values without nil; distinct ones hold each once")
    func unions() throws {
        let people = try NSArray.object(makePeople())
        #expect(try texts(people.value(forKeyPath: "@unionOfObjects.age")) == ["3", "1", "2", "3"])
        #expect(try texts(people.value(forKeyPath: "@unionOfObjects.name")) == ["Cy", "Al", "Bo"])
        #expect(try texts(people.value(forKeyPath: "@distinctUnionOfObjects.age")) == ["3", "1", "2"])
        let set = try NSSet.object(makePeople())
        let distinct = try set.value(forKeyPath: "@distinctUnionOfObjects.age")
        #expect(distinct?.isa == NSSet.cls)
        #expect(texts(distinct)?.sorted() == ["1", "2", "3"])
        #expect(try texts(set.value(forKeyPath: "@unionOfObjects.age"))?.sorted() == ["1", "2", "3", "3"])
    }

    @Test("Unions of arrays and sets reach into the members, or into what their keys hold")
    func nestedUnions() throws {
        for (name, make) in [("Arrays", { NSArray.object($0) }), ("Sets", { NSSet.object($0) })]
            as [(String, ([Object]) -> Object)]
        {
            let people = try makePeople()
            let halves = NSArray.object([make(Array(people[..<2])), make(Array(people[2...]))])
            #expect(try texts(halves.value(forKeyPath: "@unionOf\(name).age"))?.sorted() == ["1", "2", "3", "3"])
            #expect(try texts(halves.value(forKeyPath: "@unionOf\(name).name"))?.sorted() == ["Al", "Bo", "Cy"])
            #expect(try texts(halves.value(forKeyPath: "@distinctUnionOf\(name).age"))?.sorted() == ["1", "2", "3"])
            try people[0].setValue(make([NSNumber.object(1), NSNumber.object(2)]), forKey: "name")
            try people[1].setValue(make([NSNumber.object(2)]), forKey: "name")
            let owners = NSArray.object(Array(people[..<2]))
            #expect(try texts(owners.value(forKeyPath: "@unionOf\(name).name"))?.sorted() == ["1", "2", "2"])
            #expect(try texts(owners.value(forKeyPath: "@distinctUnionOf\(name).name"))?.sorted() == ["1", "2"])
        }
    }

    @Test("An operator may stand behind a key")
    func operatorInPath() throws {
        let team = try makePersonClass().new()
        try team.setValue(NSArray.object(makePeople()), forKey: "name")
        #expect(try team.value(forKeyPath: "name.@max.age", as: Int.self) == 3)
        #expect(try team.value(forKeyPath: "name.@count", as: Int.self) == 4)
        #expect(try texts(team.value(forKeyPath: "name.age")) == ["3", "1", "2", "3"])
    }

    @Test("A key of a collection is asked of its members: nil is NSNull in arrays, and left out of sets")
    func mapping() throws {
        let people = try makePeople()
        #expect(try texts(NSArray.object(people).value(forKey: "name")) == ["Cy", "<null>", "Al", "Bo"])
        #expect(try texts(NSSet.object(people).value(forKey: "name"))?.sorted() == ["Al", "Bo", "Cy"])
        let ages = try NSOrderedSet.object(people).value(forKey: "age")
        #expect(ages?.isa == NSOrderedSet.cls)
        #expect(texts(ages) == ["3", "1", "2"])
        #expect(try NSArray.object(people).value(forKey: "@count", as: Int.self) == 4)
        #expect(try NSArray.object(people).value(forKeyPath: "@lastObject") == people[3])
    }

    @Test("A value set on a collection is set on each member")
    func settingEach() throws {
        for people in try collections(makePeople()) {
            try people.setValue(9, forKey: "age")
            try people.setValue("Di", forKeyPath: "name")
            #expect(try people.value(forKeyPath: "@min.age", as: Int.self) == 9)
            #expect(try people.value(forKeyPath: "@min.name", as: String.self) == "Di")
        }
    }

    @Test("A dictionary's keys are keys; with @ they are those of the dictionary itself")
    func dictionaries() throws {
        let dictionary = NSMutableDictionary.object([])
        try dictionary.setValue(1, forKey: "a")
        try dictionary.setValue("x", forKey: "count")
        #expect(try dictionary.value(forKey: "a", as: Int.self) == 1)
        #expect(try dictionary.value(forKey: "count", as: String.self) == "x")
        #expect(try dictionary.value(forKey: "@count", as: Int.self) == 2)
        #expect(try dictionary.value(forKeyPath: "@count", as: Int.self) == 2)
        #expect(try dictionary.value(forKey: "b") == nil)
        try dictionary.setValue(nil, forKey: "a")
        #expect(try dictionary.value(forKey: "a") == nil)
        #expect(try dictionary.value(forKeyPath: "count.length", as: Int.self) == 1)
        #expect(
            reason { try NSDictionary.object([]).setValue(1, forKey: "a") }
                == "NSUnknownKeyException: [<NSDictionary 0x> setValue:forUndefinedKey:]: "
                + "this class is not key value coding-compliant for the key a.")
    }

    @Test("What a mutable dictionary overrides is what setValue:forKey: sends")
    func dictionaryMessages() throws {
        let log = Log()
        let builder = try ClassBuilder(uniqueName("Logging"), superclass: NSMutableDictionary.cls)
        try builder.addMethod("setObject:forKey:") { (_: Object, value: Object, key: Object) in
            log.add("\(key)=\(value)")
        }
        try builder.addMethod("removeObjectForKey:") { (_: Object, key: Object) in log.add("\(key) removed") }
        let dictionary = try builder.register().new()
        try dictionary.setValue(1, forKey: "a")
        try dictionary.setValue(nil, forKey: "a")
        #expect(log.all == ["a=1", "a removed"])
    }
}
