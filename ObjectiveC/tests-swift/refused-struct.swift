// A value that no class stands for cannot be an object of Objective-C.
// ends with: a value of type Program.Point cannot be an object of Objective-C
import Foundation

struct Point { var x = 1 }
class Holder: NSObject { @objc dynamic var any: Any? }

@main enum Program {
    static func main() {
        let holder = Holder()
        holder.any = Point()
        print(holder.value(forKey: "any")!)
    }
}
