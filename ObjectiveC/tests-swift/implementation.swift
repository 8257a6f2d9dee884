// Classes that a header declares: one is written in Swift, one in Objective-C, and each uses the other.
// header: implementation.h
import Foundation

@objc @implementation extension Counter {
    @objc dynamic var count: Int {
        didSet { changes.append(count) }
    }
    @objc var title = "untitled"
    let unit = Unit.mile
    // Only Swift sees this one, which may have any type.
    final var changes: [Int] = []

    init(count: Int) {
        self.count = count
        super.init()
    }

    func add(_ number: Int) -> Int {
        count += number
        return count
    }

    class func named(_ title: String) -> Counter {
        let counter = Counter(count: 1)
        counter.title = title
        return counter
    }

    deinit { Swift.print("end of", title) }
}

@objc(Printing) @implementation extension Counter {
    func print() -> String { "\(title): \(count)" }
}

@main enum Program {
    static func main() {
        let counter = Counter(count: 3)
        counter.title = "c"
        print(counter.add(2), counter.print(), counter.unit == .mile, counter.changes)
        let observation = counter.observe(\.count, options: .old) { _, change in print("was", change.oldValue!) }
        print(Legacy.observe(counter))
        observation.invalidate()
        let legacy = Legacy()
        legacy.choices = [.fast, .loud]
        legacy.note = nil
        print(legacy.note ?? "no note", legacy.choices.contains(.loud), legacy.choices == .fast)
        print(try! legacy.read("/x"), legacy.map([1, 2] as [NSNumber]) { NSNumber(value: $0 as! Int * 10) })
        do { _ = try legacy.read("x") } catch { print((error as NSError).domain, (error as NSError).code) }
        print((legacy as Any) is Legacy, [legacy].first! === legacy, type(of: legacy as Any), Counter.named("t").count)
    }
}

// prints
//     5 c: 5 true [5]
//     was 5
//     was 10
//     was 15
//     ["Counter count 10", "Counter count 15"]
//     no note true false
//     contents of /x [10, 20]
//     Legacy 2
//     end of t
//     true true Legacy 1
//     end of c
