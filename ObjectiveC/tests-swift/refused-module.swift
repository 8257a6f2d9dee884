// A class that can have subclasses, of a module that was compiled without Objective-C.
// module: Plain
// ends with: class 'PlainBox' can have subclasses, and its module was compiled without -enable-objc-interop
import Foundation
import Plain

class Holder: NSObject { var box = PlainBox() }

@main enum Program {
    static func main() { print(Holder().box.number) }
}
