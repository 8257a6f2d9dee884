// Values of Swift and objects of Foundation: strings, numbers, collections, in both directions and inside `Any`.
import Foundation

class Holder: NSObject {
    @objc dynamic var text = "a"
    @objc dynamic var optional: String?
    @objc dynamic var list: [String] = []
    @objc dynamic var table: [String: Int] = [:]
    @objc dynamic var set: Set<String> = []
    @objc dynamic var flag = false
    @objc dynamic var real = 1.5
    @objc dynamic var any: Any?
    @objc func describe(_ value: Any?) -> String { value.map { "\($0)" } ?? "nil" }
}

@main enum Program {
    static func main() {
        let holder = Holder()
        holder.text = "héllo 😀"
        print(
            holder.text, (holder.value(forKey: "text") as! NSString).length,
            holder.text == holder.value(forKey: "text") as! String)
        holder.setValue(nil, forKey: "optional")
        print(holder.optional ?? "nil")
        holder.setValue(["x", "y"], forKey: "list")
        print(holder.list, (holder.value(forKey: "list") as! NSArray).count)
        holder.table = ["k": 3]
        print(
            (holder.value(forKey: "table") as! NSDictionary).object(forKey: "k")!,
            holder.value(forKey: "table") as! [String: Int])
        holder.set = ["s"]
        print(holder.value(forKey: "set") as! Set<String>)
        holder.setValue(true, forKey: "flag")
        holder.setValue(2, forKey: "real")
        print(holder.flag, holder.real)
        holder.any = [1, "two", 3.5, true] as [Any]
        print(holder.any as! [NSObject], (holder.any as! [Any]).count)
        print(holder.describe("s"), holder.describe(3), holder.describe(nil), holder.describe(holder.text as NSString))
        let number: NSNumber = 3 as NSNumber
        print(number as! Int, number as! Double, number as? Bool as Any, (3.5 as NSNumber) as? Int as Any)
        print(NSArray(array: [1, 2]) as! [Int], (NSArray(array: ["a", 1]) as? [String]) as Any)
        print(
            "abc" as NSString == NSString(string: "abc"), ("x" as Any) is NSString,
            (NSString(string: "y") as Any) as! String)
        print((Int64.min as NSNumber) as! Int64 == .min, (UInt64.max as NSNumber) as! UInt64 == .max)
        print(NSString(string: "a b").components(separatedBy: " "))
        let none: Int? = nil
        let optionals = [1, nil, 3] as [Int?] as NSArray
        print(optionals[1] is NSNull, optionals.count, optionals as! [Int?], (optionals as? [Int]) as Any)
        holder.any = ["present": 7 as Int? as Any, "missing": none as Any]
        print((holder.any as! NSDictionary)["missing"] is NSNull, (holder.any as! [String: Int?])["present"]!!)
        print(NSNull() == NSNull(), holder.describe(none as Any))
        print("\0 zero".utf16.count == ("\0 zero" as NSString).length, ("" as NSString).length)
    }
}

// prints
//     héllo 😀 8 true
//     nil
//     ["x", "y"] 2
//     3 ["k": 3]
//     ["s"]
//     true 2.0
//     [1, two, 3.5, 1] 4
//     s 3 nil héllo 😀
//     3 3.0 nil nil
//     [1, 2] nil
//     true true y
//     true true
//     ["a", "b"]
//     true 3 [Optional(1), nil, Optional(3)] nil
//     true 7
//     true nil
//     true 0
