// A class that can have subclasses, of a library that was compiled without Objective-C, reached through a case.
// library: Parts
// ends with: it uses 'Parts.Choice'
import Foundation
import Parts

class Model: NSObject { @objc dynamic var count = 0 }

@main enum Program {
    static func main() {
        guard case .one(let box) = makeChoice() else { return }
        box.grow()
    }
}
