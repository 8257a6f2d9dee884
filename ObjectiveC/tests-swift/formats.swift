// Formats and their arguments, predicates, sorting by key paths, and the names of formatters' enumerations.
import Foundation

class Person: NSObject {
    @objc dynamic var name: String
    @objc dynamic var age: Int
    init(_ name: String, _ age: Int) {
        self.name = name
        self.age = age
    }
    override var description: String { String(format: "%@ (%ld)", name, age) }
}

@main enum Program {
    static let people = [Person("Ada", 36), Person("Bob", 3), Person("Eve", 17), Person("Bea", 17)]

    static func main() {
        autoreleasepool {
            strings()
            predicates()
            sorting()
            formatters()
        }
    }

    static func strings() {
        print(String(format: "%d of %lu, %.2f %@ %@ %x", Int32(-3), UInt(7), 2.5, "text", people[1], 255))
        print(String(format: "%5.1f|%-5d|%05d|%c%%", 3.14159, 42, 42, Int32(65)))
        print(String(format: "%@ %@", [1, 2], NSNumber(value: 3)).filter { !$0.isWhitespace })
        print(String(format: "%@-%@", arguments: ["a", NSNull()]), NSString(format: "%d %@", 4, "b"))
        print(String(format: "%@", URL(string: "https://example.com")!), String(format: "none"))
    }

    static func predicates() {
        let array = people as NSArray
        func names(_ predicate: NSPredicate) -> [String] {
            (array.filtered(using: predicate) as! [Person]).map(\.name)
        }
        print(names(NSPredicate(format: "age > %d", 3)), names(NSPredicate(format: "name == %@", "Ada")))
        print(names(NSPredicate(format: "%K BEGINSWITH %@ AND age < %lf", #keyPath(Person.name), "B", 10.5)))
        print(names(NSPredicate(format: "age IN %@", [3, 36])), names(NSPredicate(format: "name CONTAINS[c] 'e'")))
        print(
            NSPredicate(format: "age = %ld", 17).evaluate(with: people[2]),
            names(
                NSPredicate { object, _ in
                    (object as! Person).age == 36
                }))
    }

    static func sorting() {
        let byAge = NSSortDescriptor(keyPath: \Person.age, ascending: false)
        let byName = NSSortDescriptor(keyPath: \Person.name, ascending: true)
        print((people as NSArray).sortedArray(using: [byAge, byName]), byAge.key!)
        let byLength = NSSortDescriptor(keyPath: \Person.name, ascending: true) { first, second in
            let first = first as! String, second = second as! String
            return first < second ? .orderedDescending : first == second ? .orderedSame : .orderedAscending
        }
        print(((people as NSArray).sortedArray(using: [byLength]) as! [Person]).map(\.name))
    }

    static func formatters() {
        let dates = DateFormatter()
        dates.locale = Locale(identifier: "en_US_POSIX")
        dates.timeZone = TimeZone(secondsFromGMT: 0)
        dates.dateStyle = .medium
        dates.timeStyle = DateFormatter.Style.none
        print(dates.string(from: Date(timeIntervalSinceReferenceDate: 0)), dates.dateStyle == .medium)
        dates.dateFormat = "yyyy-MM-dd"
        print(dates.date(from: "2018-06-04")!.timeIntervalSinceReferenceDate)
        let numbers = NumberFormatter()
        numbers.locale = Locale(identifier: "en_US")
        numbers.numberStyle = .decimal
        numbers.maximumFractionDigits = 1
        numbers.roundingMode = .halfUp
        print(numbers.string(from: 1234.25)!, numbers.number(from: "1,000")!)
        numbers.numberStyle = NumberFormatter.Style.percent
        print(numbers.string(from: NSNumber(value: 0.5))!)
        let operation = Operation()
        operation.queuePriority = .high
        print(
            operation.queuePriority == Operation.QueuePriority.high, NSNumber(value: 1).compare(2) == .orderedAscending)
        let json = try! JSONSerialization.data(withJSONObject: ["b": 1, "a": 2], options: .sortedKeys)
        print(String(decoding: json, as: UTF8.self))
        print(("Text" as NSString).range(of: "T", options: [.caseInsensitive, .backwards]).location)
    }
}

// prints
//     -3 of 7, 2.50 text Bob (3) ff
//       3.1|42   |00042|A%
//     (1,2)3
//     a-<null> 4 b
//     https://example.com none
//     ["Ada", "Eve", "Bea"] ["Ada"]
//     ["Bob"]
//     ["Ada", "Bob"] ["Eve", "Bea"]
//     true ["Ada"]
//     [Ada (36), Bea (17), Eve (17), Bob (3)] age
//     ["Eve", "Bob", "Bea", "Ada"]
//     Jan 1, 2001 true
//     549763200.0
//     1,234.3 1000
//     50%
//     true true
//     {"a":2,"b":1}
//     3
