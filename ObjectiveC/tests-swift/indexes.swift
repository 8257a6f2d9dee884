// IndexSet and IndexPath: as values of Swift, and as objects.
import Foundation

class Table: NSObject {
    @objc dynamic var rows = ["a", "b", "c", "d"]
    @objc dynamic var selection = IndexSet()
    @objc dynamic var path: IndexPath?

    func insert(_ row: String) {
        let indexes = IndexSet(integer: rows.count)
        willChange(.insertion, valuesAt: indexes, forKey: #keyPath(rows))
        rows.append(row)
        didChange(.insertion, valuesAt: indexes, forKey: #keyPath(rows))
    }
    override class func automaticallyNotifiesObservers(forKey key: String) -> Bool { key != "rows" }
}

@main enum Program {
    static func main() {
        var set = IndexSet([1, 2, 5])
        set.insert(9)
        set.insert(integersIn: 20...22)
        print(set, set.remove(2) as Any, set.remove(3) as Any, Array(set), set.rangeView)
        print(set.first!, set.last!, set.contains(21), set.contains(23), set.contains(integersIn: 20..<23))
        print(set.map { $0 * 2 }, set.reversed() as [Int], set.insert(1).inserted)
        set.insert(integersIn: 2..<5)
        print(set.rangeView, set.intersects(integersIn: 6...9), set.count(in: 4..<21))
        set.remove(integersIn: 4..<21)
        print(set.rangeView, set == IndexSet([22, 21, 3, 2, 1]), set.isEmpty, IndexSet().first as Any)
        print(set.integerGreaterThan(3)!, set.integerLessThan(21)!, set.integerGreaterThan(22) as Any)
        print(Array(set.union([100])), Array(set.intersection([2, 3, 4])), Array(set.symmetricDifference([3, 4])))
        print(Array(set.subtracting([1])), set.isSuperset(of: [1, 2]), Array(set.filteredIndexSet { $0 > 2 }))
        set.shift(startingAt: 2, by: 10)
        print(Array(set))

        let table = Table()
        let rows = table.observe(\.rows, options: .new) { _, change in
            print(change.kind == .insertion, Array(change.indexes!), change.newValue!)
        }
        let selection = table.observe(\.selection, options: [.old, .new]) { _, change in
            print("selection:", Array(change.oldValue!), "to", Array(change.newValue!))
        }
        table.insert("e")
        table.selection = [3, 4]
        table.selection.insert(7)
        rows.invalidate()
        selection.invalidate()
        table.mutableArrayValue(forKey: "rows").removeObjects(at: [0, 4])
        print(table.rows, (table.rows as NSArray).objects(at: [1]) as! [String])

        table.path = [1, 3]
        table.setValue(table.path!.appending(5), forKey: "path")
        print(table.path!, table.path! > [1, 3], (table.value(forKey: "path") as! NSIndexPath).length)
    }
}

// prints
//     7 indexes Optional(2) nil [1, 5, 9, 20, 21, 22] [Range(1..<2), Range(5..<6), Range(9..<10), Range(20..<23)]
//     1 22 true false true
//     [2, 10, 18, 40, 42, 44] [22, 21, 20, 9, 5, 1] false
//     [Range(1..<6), Range(9..<10), Range(20..<23)] true 4
//     [Range(1..<4), Range(21..<23)] true false nil
//     21 3 nil
//     [1, 2, 3, 21, 22, 100] [2, 3] [1, 2, 4, 21, 22]
//     [2, 3, 21, 22] true [3, 21, 22]
//     [1, 12, 13, 31, 32]
//     true [4] ["e"]
//     selection: [] to [3, 4]
//     selection: [3, 4] to [3, 4, 7]
//     ["b", "c", "d"] ["c"]
//     [1, 3, 5] true 3
