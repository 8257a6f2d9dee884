// A class whose superclass is generic.
// ends with: class 'Names' inherits from a generic class: libswiftCore cannot make it
import Foundation

class List<Element>: NSObject { var elements: [Element] = [] }
class Names: List<String> {}

@main enum Program {
    static func main() { print(Names().elements) }
}
