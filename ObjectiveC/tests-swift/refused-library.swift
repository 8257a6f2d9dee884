// A class that can have subclasses, of another library that was compiled without Objective-C.
// ends with: it uses the class 'FoundationEssentials.JSONEncoder'
import Foundation
import FoundationEssentials

class Model: NSObject {
    @objc dynamic var count = 0
}

@main struct Program {
    static func main() throws { print(try FoundationEssentials.JSONEncoder().encode([1])) }
}
