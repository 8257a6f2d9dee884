// An unowned reference to an object that has ended.
// ends with: Attempted to read an unowned reference but the object was already deallocated
import Foundation

final class Holder { unowned var object: NSObject; init(_ object: NSObject) { self.object = object } }

@main enum Program {
    static func main() {
        let holder = Holder(NSObject())
        print(holder.object)
    }
}
