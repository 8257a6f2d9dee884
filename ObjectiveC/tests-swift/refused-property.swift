// A class that can have subclasses, of a library that was compiled without Objective-C, reached through a property.
// library: Parts
// ends with: it uses 'Parts.Holder'
import Foundation
import Parts

class Model: NSObject { @objc dynamic var count = 0 }

@main enum Program {
    static func main() {
        let holder = makeHolder()
        holder.box.grow()
    }
}
