// A class that can have subclasses, of a library that was compiled without Objective-C, reached through a requirement.
// library: Parts
// ends with: it uses 'Parts.Refilled'
import Foundation
import Parts

class Model: NSObject { @objc dynamic var count = 0 }
@main enum Program {
    static func main() {
        makeSource().box.grow()
    }
}
