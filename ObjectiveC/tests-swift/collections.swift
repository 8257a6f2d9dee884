// Collections and numbers of Objective-C as sequences, as literals, and by key.
import Foundation

@main enum Program {
    static func main() {
        let array: NSArray = ["b", "a", 3]
        print(array.map { "\($0)" }, array.count, NSArray(objects: "x", 1).firstObject!)
        for case let text as String in array { print(text) }
        let mutable: NSMutableArray = [1, 2]
        mutable.add(3)
        mutable[0] = "one"
        print(mutable.compactMap { $0 as? Int }, mutable.lastObject!)
        let set: NSSet = [1, 1, 2]
        print(set.reduce(0) { $0 + ($1 as! Int) }, set.contains(2))
        let ordered: NSMutableOrderedSet = ["b", "a", "b"]
        print(
            ordered.map { $0 as! String },
            Array(array.reverseObjectEnumerator()) as! [NSObject] == [3 as NSNumber, "a" as NSString, "b" as NSString])

        let dictionary: NSDictionary = ["a": 1, "b": 2]
        print(dictionary["a"] as! Int, dictionary["c"] as Any, dictionary.map { $0.key as! String }.sorted())
        let changed = NSMutableDictionary()
        changed["k"] = 1
        changed[7] = "seven"
        changed["k"] = [1, 2]
        print(changed.count, changed["k"] as! [Int], changed[7]!)
        changed["k"] = nil
        for (key, value) in changed { print(key, value) }
        print(Set(changed.allKeys as! [Int]), dictionary == ["b": 2, "a": 1] as NSDictionary)
        Thread.current.threadDictionary["key"] = 3
        print(Thread.current.threadDictionary["key"] as! Int)

        print(NSNumber(value: Int64.max), NSNumber(value: UInt8(3)), NSNumber(value: Float(1.5)), NSNumber(value: true))
        let number = NSNumber(value: 300)
        print(
            number.intValue, number.uint8Value, number.int32Value, number.uintValue, number.doubleValue,
            number.boolValue)
        print(NSMapTable<NSString, NSNumber>(keyOptions: .weakMemory, valueOptions: .strongMemory).count)
    }
}

// prints
//     ["b", "a", "3"] 3 x
//     b
//     a
//     [2, 3] 3
//     3 true
//     ["b", "a"] true
//     1 nil ["a", "b"]
//     2 [1, 2] seven
//     7 seven
//     [7] true
//     3
//     9223372036854775807 3 1.5 1
//     300 44 300 300 300.0 true
//     0
