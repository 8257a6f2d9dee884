// Classes, subclasses, protocols of both kinds, casts, reflection.
import Foundation

// What has ended, in any order.
nonisolated(unsafe) var endings: [String] = []
func printEndings() {
    print("ended:", endings.sorted().joined(separator: ", "))
    endings = []
}

@objc protocol Drawing {
    func draw() -> String
    @objc optional func erase() -> String
    @objc optional var color: String { get }
}

protocol Named { var name: String { get } }
extension Named { var greeting: String { "I am \(name)" } }

@objcMembers class Shape: NSObject, Drawing, Named {
    dynamic var name = "shape"
    lazy var long: String = { name + "!" }()
    static var made = 0
    class var kind: String { "Shape" }
    class func make() -> Self {
        made += 1
        return self.init()
    }
    required override init() { super.init() }
    convenience init(name: String) {
        self.init()
        self.name = name
    }
    dynamic var size: Int = 3 {
        willSet { print("will", newValue) }
        didSet { print("did", oldValue) }
    }
    subscript(index: Int) -> String { String(repeating: name, count: index) }
    func draw() -> String { "drawn" }
    deinit { endings.append(name) }
}

class Circle: Shape {
    var radius = 1.5
    override class var kind: String { "Circle:" + super.kind }
    override func draw() -> String { "round " + super.draw() }
    @objc var color: String { "red" }
    override var size: Int {
        get { super.size }
        set { super.size = newValue * 2 }
    }
}

extension Shape { @objc func twice() -> String { draw() + draw() } }

struct Codes: Codable { var values: [Int] }

final class Stored: NSObject, Codable {
    var codes = Codes(values: [1, 2])
    var title = "t"
}

@main enum Program {
    static func main() {
        do {
            let circle: Shape = Circle.make()
            circle.name = "c"
            circle.size = 2
            print(circle.size, circle.draw(), circle.twice(), circle[2], circle.long, circle.greeting)
            print(type(of: circle), type(of: circle).kind, Shape.made, circle is Circle, circle as? Circle === circle)
            let drawing: any Drawing = circle
            print(drawing.draw(), drawing.erase?() ?? "no erase", drawing.color ?? "no color")
            print((circle as Any) is any Drawing, (NSObject() as Any) is any Drawing, (circle as Any) is any Named)
            print(circle.responds(to: #selector(Shape.draw)), circle.responds(to: #selector(getter: Shape.name)))
            autoreleasepool { print(circle.perform(#selector(Shape.twice))!.takeUnretainedValue() as! String) }
            circle.setValue(4, forKey: "size")
            print(circle.value(forKey: "size") as! Int, circle.value(forKeyPath: #keyPath(Shape.name)) as! String)
            print(Mirror(reflecting: circle).children.map { $0.label ?? "-" }, Mirror(reflecting: circle).subjectType)
        }
        printEndings()
        let type: Shape.Type = Circle.self
        do {
            let made = type.init()
            print(made is Circle, String(describing: type), NSClassFromString(NSStringFromClass(type)) === type)
        }
        printEndings()
        let list: [NSObject] = [Shape(name: "a"), NSString(string: "b"), Circle()]
        print(list.filter { $0 is Shape }.count, list.compactMap { $0 as? Circle }.count)
        print(Set([1, 1, 2].map { NSNumber(value: $0) }).count, NSNumber(value: 2) == NSNumber(value: 2))
        print(Dictionary(grouping: list) { $0 is any Named }[true]!.count)
    }
}

// prints
//     will 4
//     did 3
//     4 round drawn round drawnround drawn cc c! I am c
//     Circle Circle:Shape 1 true true
//     round drawn no erase red
//     true false true
//     true true
//     round drawnround drawn
//     will 8
//     did 4
//     8 c
//     ["radius"] Circle
//     ended: c
//     true Circle true
//     ended: shape
//     2 1
//     2 true
//     2
