// A generic class that can have subclasses, of a module that was compiled without Objective-C.
// module: Plain
// ends with: class 'Box' can have subclasses, and its module was compiled without -enable-objc-interop
import Foundation
import Plain

class Model: NSObject {
    @objc dynamic var count = 0
}

@main struct Program {
    static func main() { print(Box(1).value) }
}
