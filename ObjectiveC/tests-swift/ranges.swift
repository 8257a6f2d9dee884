// NSRange, and points, sizes and rectangles: as values of Swift, and as objects.
import Foundation

class Shape: NSObject {
    @objc dynamic var frame = CGRect(x: 0, y: 0, width: 10, height: 20)
    @objc dynamic var selection = NSRange(location: 1, length: 2)
    @objc dynamic var center: CGPoint { CGPoint(x: frame.midX, y: frame.midY) }
    @objc class func keyPathsForValuesAffectingCenter() -> Set<String> { ["frame"] }
}

@main enum Program {
    static func main() {
        let text = "Hello, 🌍 world"
        let whole = NSRange(text.startIndex..., in: text)
        print(whole, Range(whole, in: text)! == text.startIndex..<text.endIndex)
        let range = NSRange(text.firstIndex(of: "w")!..<text.endIndex, in: text)
        print(range, text[Range(range, in: text)!], (text as NSString).substring(with: range))
        print(
            Range(NSRange(location: 8, length: 2), in: text) == nil,
            Range(NSRange(location: 9, length: 9), in: text) == nil)
        print(
            Range(range)!, NSRange(2...4), NSRange(2..<2).contains(2),
            Range(NSRange(location: NSNotFound, length: 0)) == nil)
        print(range.lowerBound, range.upperBound, range.contains(11), range == NSRange(10..<15), [range: 1][range]!)
        print(
            range.intersection(NSRange(0..<12))!, range.union(NSRange(0..<1)), range.intersection(NSRange(0..<3)) == nil
        )

        let shape = Shape()
        let frame = shape.observe(\.frame, options: [.old, .new]) { _, change in
            print("frame:", change.oldValue!, "to", change.newValue!)
        }
        let center = shape.observe(\.center, options: .new) { _, change in print("center:", change.newValue!) }
        let selection = shape.observe(\.selection, options: .new) { _, change in print("selection:", change.newValue!) }
        shape.frame.size.width = 30
        shape.setValue(NSValue(rect: CGRect(x: 1, y: 2, width: 3, height: 4)), forKey: "frame")
        shape.setValue(NSRange(3..<5), forKey: "selection")
        for observation in [frame, center, selection] { observation.invalidate() }
        print((shape.value(forKey: "frame") as! CGRect).size, (shape.value(forKey: "frame") as! NSValue).rectValue.maxX)
        print((shape.value(forKey: "frame") as Any) as? CGPoint as Any, (3 as NSNumber as Any) as? CGPoint as Any)
        let box = CGRect(x: 0, y: 0, width: 5, height: 5).insetBy(dx: 1, dy: 1).offsetBy(dx: 10, dy: 0)
        print(box, box.contains(CGPoint(x: 11, y: 1)), box.contains(CGPoint(x: 14, y: 1)), CGRect.zero.isEmpty)
        let width: CGFloat = CGFloat(3) / 2
        print(width, CGSize(width: 1, height: 2) == CGSize(width: width - 0.5, height: 2))
    }
}

// prints
//     {0, 15} true
//     {10, 5} world world
//     true true
//     10..<15 {2, 3} false true
//     10 15 true true 1
//     {10, 2} {0, 15} true
//     center: (15.0, 10.0)
//     frame: (0.0, 0.0, 10.0, 20.0) to (0.0, 0.0, 30.0, 20.0)
//     center: (2.5, 4.0)
//     frame: (0.0, 0.0, 30.0, 20.0) to (1.0, 2.0, 3.0, 4.0)
//     selection: {3, 2}
//     (3.0, 4.0) 4.0
//     nil nil
//     (11.0, 1.0, 3.0, 3.0) true false true
//     1.5 true
