// Variant.swift - the kinds of objects that an operation must be as fast on as on a plain object.
import MiniRuntime
import TypedClasses

/// The kind of object that a row works on.
package enum Variant {
    /// An instance of a class that has not been changed.
    case plain
    /// The object is an instance of a subclass, used by a reference to the superclass.
    case subclass
    /// The methods of the class have been replaced by `method_setImplementation`. The function replaces the accessors of
    /// `age` and `name` of the class that it is given by C functions that do the same.
    case replaced(accessors: (Class) -> Void)
    /// Another instance of the class is observed.
    case observedOther

    /// The operations on a new object of the kind.
    var operations: Operations {
        switch self {
        case .plain: return Operations(Person.new())
        case .subclass: return Operations(Student.new().as(Person.self)!)
        case .replaced(let accessors):
            ReplacedPerson.replaceMethods(accessors: accessors)
            return Operations(ReplacedPerson.new())
        case .observedOther: return Operations(WatchedPerson.unobserved())
        }
    }

    /// Ends the process unless the class has the methods, or the observed instance, that the variant describes.
    func check() {
        switch self {
        case .plain, .subclass: break
        case .replaced: ReplacedPerson.checkReplaced()
        case .observedOther: WatchedPerson.checkWatched()
        }
    }
}
