// Two protocols of Objective-C as one type at run time: an array of such values.
// ends with: it is composed of protocols of Objective-C
import Foundation

@objc protocol Named { var name: String { get } }
@objc protocol Aged { var age: Int { get } }

@main enum Program {
    static func main() {
        print([any Named & Aged].self)
    }
}
