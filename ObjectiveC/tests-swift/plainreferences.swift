// Weak and unowned references that code has which was compiled without Objective-C, to objects of each kind.
// module: Plain
import Foundation
import Plain

nonisolated(unsafe) var endings = 0

class Model: NSObject {
    @objc dynamic var name = "model"
    weak var friend: NSObject?
    deinit { endings += 1 }
}
final class Native {
    weak var friend: NSObject?
    deinit { endings += 1 }
}
final class OwnedHere {
    unowned let owner: NSObject
    init(_ owner: NSObject) { self.owner = owner }
}

@main enum Program {
    static func main() {
        var model: Model? = Model(), native: Native? = Native()
        let kept = Model()
        kept.name = "kept"
        do {
            let keeper = Keeper(model, kept), other = Keeper(native, native!)
            print(keeper.both.map { $0 === model || $0 === kept }, other.both.map { $0 === native })
            print(keeper.action()() === model, firstChild(keeper))
            var boxes = [WeakBox(model), WeakBox(native), WeakBox(nil)]
            boxes += boxes
            boxes[0].object = native
            print(boxes.map { $0.object === model }, boxes.map { $0.object === native })
            print(firstChild(boxes[1]), firstChild(boxes[4]))
            boxes[3].object = nil
            model = nil
            print(endings, keeper.first == nil, keeper.both[1] === kept, boxes.filter { $0.object != nil }.count)
            keeper.first = native
            native = nil
            print(endings, other.first != nil, keeper.first != nil)  // an unowned reference to it is not read again
        }
        let first = Native(), second = Model()
        first.friend = kept
        second.friend = kept
        print(firstChild(first), second.friend === kept, Mirror(reflecting: second).children.count)
        let owned = Owned(kept), here = OwnedHere(kept)
        for _ in 0..<100 {
            if !(firstChild(owned) is Int && firstChild(here) is Int) { print("the owner is no number") }
        }
        print(owned.owner === kept, here.owner === kept)
        let error = NSError(domain: "d", code: 1)
        let box = WeakBox(error)
        print((box.object as! NSError).domain, error.domain, error.code)
    }
}

// prints
//     [true, true] [true, true]
//     true nil
//     [false, false, false, true, false, false] [true, true, false, false, true, false]
//     Optional(Program.Native) Optional(Program.Native)
//     1 true true 3
//     2 false false
//     nil true 2
//     true true
//     d d 1
