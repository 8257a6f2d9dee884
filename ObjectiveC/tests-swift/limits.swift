// What docs/swift-objective-c.md lists as limits, where the program goes on.
import Foundation

@objc protocol Named { var name: String { get } }

class Person: NSObject, Named { let name = "Ada" }
class Other: NSObject {}
class Native {}
final class NativeLeaf {}

@main enum Program {
    static func main() {
        unique()
        elements()
    }

    /// As on Apple's systems, only an object whose root class is Swift's can be known to have one owner.
    static func unique() {
        var object = NSObject(), person: Person? = Person(), nothing: Person?
        print(
            isKnownUniquelyReferenced(&object), isKnownUniquelyReferenced(&person), isKnownUniquelyReferenced(&nothing))
        var native = Native(), leaf: NativeLeaf? = NativeLeaf(), noLeaf: NativeLeaf?
        print(isKnownUniquelyReferenced(&native), isKnownUniquelyReferenced(&leaf), isKnownUniquelyReferenced(&noLeaf))
        let other = native
        print(isKnownUniquelyReferenced(&native), other === native)
    }

    /// Unless the compiler specializes the cast, elements are not asked whether they adopt the protocol.
    static func elements() {
        let objects: [Any] = [Person(), Other()]
        print((objects[0] as? Named) != nil, (objects[1] as? Named) != nil)
        let count = _isDebugAssertConfiguration() ? 2 : 0
        print((objects as? [Named])?.count ?? 0 == count, objects.compactMap { $0 as? Named }.count)
    }
}

// prints
//     false false false
//     true true false
//     false true
//     true false
//     true 1
