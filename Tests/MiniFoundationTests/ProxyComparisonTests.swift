// ProxyComparisonTests.swift - a proxy in the place of a string, a number, a value or a collection: it is compared by
// what it answers to messages.
import MiniFoundation
import MiniRuntime
import Testing

extension Object {
    fileprivate func asks(_ selector: Selector, _ argument: Object) throws -> Bool {
        try send(selector, argument, as: Bool.self)
    }
}

@Suite("Comparing with proxies")
struct ProxyComparisonTests {
    @Test(
        "A string equals a proxy for an equal string, and is ordered against one",
        arguments: ["", "Ann", "Zoë 🇫🇷", "a\0b"])
    func strings(text: String) throws {
        let (string, proxy) = (NSString.object(text), try makeProxy(for: NSString.object(text)))
        #expect(try string.asks("isEqual:", proxy))
        #expect(try string.asks("isEqualToString:", proxy))
        #expect(try string.send("compare:", proxy, as: Int.self) == 0)
        #expect(try NSString.object("\u{1}").send("compare:", proxy, as: Int.self) == (text.isEmpty ? 1 : -1))
        // No string begins or ends with the empty string.
        #expect(try string.asks("hasPrefix:", proxy) == !text.isEmpty)
        #expect(try string.asks("hasSuffix:", proxy) == !text.isEmpty)
        let doubled = try string.send("stringByAppendingString:", proxy, as: Object.self)
        #expect(NSString.string(doubled) == text + text)
        #expect(try NSString.string(NSString.cls.send("stringWithString:", proxy, as: Object.self)) == text)
        #expect(NSString.string(proxy) == text)
    }

    @Test("A string does not equal a proxy for another string or for something else")
    func otherStrings() throws {
        let string = NSString.object("Ann")
        for other in [NSString.object("Bob"), NSNumber.object(1), NSArray.object([])] {
            #expect(try !string.asks("isEqual:", makeProxy(for: other)))
        }
        for other in [NSNumber.object(1), NSArray.object([])] {
            #expect(throws: RuntimeException.self) {
                _ = try string.send("compare:", makeProxy(for: other), as: Int.self)
            }
        }
    }

    @Test("A string does not equal a class object, not even that of its own class")
    func classObjects() throws {
        let string = NSString.object("Ann")
        for cls in [NSString.cls, string.isa, NSNumber.cls, NSProxy.cls] {
            #expect(try !string.asks("isEqual:", cls.object), "\(cls)")
        }
    }

    @Test("A number equals a proxy for an equal number, of any type, and is ordered against one")
    func numbers() throws {
        let targets = [
            NSNumber.object(42), NSNumber.object(UInt8(42)), NSNumber.object(42.0), NSNumber.object(Float(42)),
            NSNumber.object(Int16(42)), NSNumber.object(UInt64(42)),
        ]
        for target in targets {
            let (number, proxy) = (NSNumber.object(42), try makeProxy(for: target))
            #expect(try number.asks("isEqual:", proxy))
            #expect(try number.asks("isEqualToNumber:", proxy))
            #expect(try number.send("compare:", proxy, as: Int.self) == 0)
            #expect(try NSNumber.object(41.5).send("compare:", proxy, as: Int.self) == -1)
            #expect(NSNumber.compare(number, proxy) == 0)
            #expect(try Int.bridged(from: proxy) == 42)
        }
        let large = NSNumber.object(UInt64.max)
        #expect(try large.asks("isEqual:", makeProxy(for: NSNumber.object(UInt64.max))))
        #expect(try !large.asks("isEqual:", makeProxy(for: NSNumber.object(-1))))
        #expect(try !NSNumber.object(1).asks("isEqual:", makeProxy(for: NSString.object("1"))))
    }

    @Test("A value equals a proxy for a value of the same type and bytes")
    func values() throws {
        let value = NSValue.object(Rectangle(x: 1, y: 2, width: 3, height: 4))
        let equal = try makeProxy(for: NSValue.object(Rectangle(x: 1, y: 2, width: 3, height: 4)))
        #expect(try value.asks("isEqual:", equal))
        #expect(try value.asks("isEqualToValue:", equal))
        #expect(try !value.asks("isEqual:", makeProxy(for: NSValue.object(Rectangle(x: 1, y: 2, width: 3, height: 5)))))
        #expect(try !value.asks("isEqual:", makeProxy(for: NSValue.object(Point(x: 1, y: 2)))))
        #expect(try !value.asks("isEqual:", makeProxy(for: NSNumber.object(1))))
        #expect(try Rectangle.bridged(from: equal) == Rectangle(x: 1, y: 2, width: 3, height: 4))
    }

    @Test("A collection equals a proxy for an equal collection, and no other")
    func collections() throws {
        let dictionary = NSDictionary.object([(NSString.object("a"), NSNumber.object(1))])
        let pairs: [(Selector, Object, Object)] = [
            (
                "isEqualToArray:", NSArray.object(MiniFoundationTests.numbers(1, 2)),
                NSArray.object(MiniFoundationTests.numbers(1, 3))
            ),
            (
                "isEqualToSet:", NSSet.object(MiniFoundationTests.numbers(1, 2)),
                NSSet.object(MiniFoundationTests.numbers(1, 3))
            ),
            (
                "isEqualToOrderedSet:", NSOrderedSet.object(MiniFoundationTests.numbers(1, 2)),
                NSOrderedSet.object(MiniFoundationTests.numbers(1, 3))
            ),
            ("isEqualToDictionary:", dictionary, NSDictionary.object([(NSString.object("b"), NSNumber.object(1))])),
            ("isEqualToIndexSet:", NSIndexSet.object([1, 2, 9]), NSIndexSet.object([1, 2, 8])),
        ]
        for (selector, collection, other) in pairs {
            let (proxy, otherProxy) = (try makeProxy(for: collection), try makeProxy(for: other))
            #expect(try collection.asks("isEqual:", proxy), "\(selector)")
            #expect(try collection.asks(selector, proxy), "\(selector)")
            #expect(try !collection.asks("isEqual:", otherProxy), "\(selector)")
            #expect(try !collection.asks("isEqual:", makeProxy(for: NSString.object("1"))), "\(selector)")
        }
        let array = try makeProxy(for: NSArray.object(MiniFoundationTests.numbers(1, 2)))
        #expect(NSArray.elements(of: array)?.count == 2)
        #expect(try NSDictionary.entries(of: makeProxy(for: dictionary))?.count == 1)
        #expect(try NSIndexSet.ranges(of: makeProxy(for: NSIndexSet.object([3, 4, 9]))) == RangeSet([3..<5, 9..<10]))
    }

    @Test("A string that a proxy stands for is found in an array")
    func searching() throws {
        let proxy = try makeProxy(for: NSString.object("b"))
        let array = NSArray.object([NSString.object("a"), NSString.object("b")])
        #expect(try array.word("indexOfObject:", proxy) == 1)
    }
}
