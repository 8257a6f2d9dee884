// What can be used of a library that was compiled without Objective-C.
// library: Parts
import Foundation
import Parts

class Model: NSObject, Sized {
    typealias Measure = Int
    let closed = Closed()
    var side = Side.left
}

@main enum Program {
    static func main() {
        let model = Model()
        model.closed.widen()
        model.side = .right
        print(model.closed.size.width, model.side, model.measure(model.closed.size))
    }
}
// prints
//     3 right 9
