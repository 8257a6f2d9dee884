// Classes of Objective-C that a program makes conform to protocols of Swift.
import Foundation

protocol Named {
    var title: String { get }
}
extension Named {
    var title: String { "\(type(of: self))" }
}
extension NSObject: Named {}

protocol Counted {
    var number: Int { get }
}
extension NSArray: Counted { var number: Int { count } }
extension NSString: Counted { var number: Int { length } }
extension NSDate: Counted { var number: Int { Int(timeIntervalSince1970) } }

class Person: NSObject { @objc dynamic var age = 1 }

func count(_ value: Any) -> Int { (value as? any Counted)?.number ?? -1 }

@main enum Program {
    static func main() {
        let person = Person()
        print((person as Any as? any Named)?.title ?? "none", NSObject().title)
        let observation = person.observe(\.age) { person, _ in print(person.title, person.age) }
        person.age = 2
        observation.invalidate()
        print([["a", "b"] as NSArray, "three" as NSString, NSDate(timeIntervalSince1970: 9), person, 4].map(count))
    }
}
// prints
//     Person NSObject
//     Person 2
//     [2, 5, 9, -1, -1]
