// Variant.swift - the kinds of objects on which operations must be as fast as on a plain object.
import MiniRuntime
import TypedClasses

/// The kind of object that a row uses.
package enum Variant {
    /// An instance of an unmodified class.
    case plain
    /// An instance of a subclass, through a reference to the superclass.
    case subclass
    /// An instance of a class whose methods were replaced by `method_setImplementation`. `accessors` replaces the
    /// accessors of `age` and `name` in a class by C functions with the same effect.
    case replaced(accessors: (Class) -> Void)
    /// An instance of a class of which another instance is observed.
    case observedOther

    /// Creates the operations for a new object of the kind.
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

    /// Ends the process unless the class has been changed as the variant describes.
    func check() {
        switch self {
        case .plain, .subclass: break
        case .replaced: ReplacedPerson.checkReplaced()
        case .observedOther: WatchedPerson.checkWatched()
        }
    }
}
