// Generic classes with roots of both kinds.
import Foundation

// What has ended, in any order.
nonisolated(unsafe) var endings: [String] = []
func printEndings() {
    print("ended:", endings.sorted().joined(separator: ", "))
    endings = []
}

class Box<Value>: NSObject {
    @objc dynamic var count = 0
    var value: Value
    init(_ value: Value) { self.value = value }
    func show() -> String { "\(value)" }
    deinit { endings.append("box \(value)") }
}

final class Cell<Value> {
    var value: Value
    weak var next: Cell?
    init(_ value: Value) { self.value = value }
    deinit { endings.append("cell \(value)") }
}

func first<T: NSObject>(_ list: [T]) -> T { list.first! }

@main enum Program {
    static func main() {
        do {
            let box = Box("s"), other = Box([1, 2])
            let observation = box.observe(\.count, options: [.old, .new]) { box, change in
                print(box.value, change.oldValue!, change.newValue!)
            }
            box.count = 4
            print(box.show(), other.show(), type(of: box), type(of: other))
            print((box as NSObject) is Box<String>, (box as NSObject) is Box<Int>, first([box]) === box)
            observation.invalidate()
            box.count = 5
        }
        printEndings()
        do {
            let cell = Cell(NSObject()), text = Cell("t")
            cell.next = cell
            print(type(of: cell), cell.next === cell, [text].first!.value)
            text.value = "u"
            cell.value = NSString(string: "object")
        }
        printEndings()
    }
}

// prints
//     s 0 4
//     s [1, 2] Box<String> Box<Array<Int>>
//     true false true
//     ended: box [1, 2], box s
//     Cell<NSObject> true t
//     ended: cell object, cell u
