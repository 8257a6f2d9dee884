// ExistingClass.swift - the description of a class that something else has made.
//
//      final class Account: ClassDescription {
//          override class var existingClassName: String? { "Account" }      @interface Account : NSObject
//          let balance = Property<Int32>()                                  @property int balance;
//          let title = ReadOnly<String>()                                   @property(readonly) NSString *title;
//          let withdraw = TypedMethod<Void, Int32>("withdraw:")             - (void)withdraw:(int)amount;
//      }                                                                    @end
//
// Such a description adds nothing to the class. Its members say what is there, and are looked for when the description is
// first used.
import MiniFoundation
import MiniRuntime

/// A member that may stand in the description of an existing class.
protocol ExistingMember: AnyObject {
    /// Whether it says nothing but that it is there.
    var isOfExistingClass: Bool { get }
    /// Called once, with the name that the description gives it.
    /// - Returns: the methods that it sends.
    func adopt(_ name: String) -> [Selector]
}

extension ClassDescription {
    /// The name of the class that `type` describes, if it exists already. A description for a subclass inherits what
    /// `parent` says, and describes a new class all the same.
    static func existingClassName(of type: ClassDescription.Type, below parent: ClassDescription.Type?) -> String? {
        type.existingClassName == parent?.existingClassName ? nil : type.existingClassName
    }

    /// The existing class, which has all members of the description. Throws ``ClassDescriptionError``.
    final func adopt(_ name: String, below superclass: Class, _ mirror: Mirror) throws -> Class {
        guard let cls = Class(named: name) else {
            throw ClassDescriptionError.noClass(name, description: "\(type(of: self))")
        }
        guard cls.isSubclass(of: superclass) else {
            throw ClassDescriptionError.notBelow(name, description: "\(type(of: self))", superclass: superclass.name)
        }
        for case let (name?, value) in mirror.children { try adopt(value, named: name, in: cls) }
        nameInherited(mirror.superclassMirror)
        return cls
    }

    private func adopt(_ value: Any, named name: String, in cls: Class) throws {
        guard let member = value as? any ExistingMember, member.isOfExistingClass else {
            guard value is any DeclaredProperty || value is any DeclaredMethod || value is any DeclaredMember else {
                return
            }
            throw ClassDescriptionError.definedByExisting(name, description: "\(type(of: self))", class: cls.name)
        }
        try checkReachable(name)
        for selector in member.adopt(name) where !cls.instancesRespond(to: selector) {
            throw ClassDescriptionError.methodMissing(
                name, description: "\(type(of: self))", method: "-[\(cls) \(selector)]")
        }
    }

    /// Throws if a member of a class that is made lacks what it is made of.
    final func checkDefined(_ value: Any, named name: String) throws {
        guard let member = value as? any ExistingMember, member.isOfExistingClass else { return }
        throw ClassDescriptionError.undefined(name, description: "\(type(of: self))")
    }
}

extension Property: ExistingMember {
    /// A property of an existing class: see ``ClassDescription/existingClassName``.
    ///
    /// Elements of a collection are changed by the setter. Objective-C: `@property`, in a class that is compiled.
    public convenience init() {
        self.init(
            { _, _ in }, .strong, isAtomic: true, notifiesAutomatically: true, affecting: [], isOfExistingClass: true)
    }

    func adopt(_ name: String) -> [Selector] {
        nameProperty(name)
        return [propertyGetter, setter]
    }
}

extension ReadOnly: ExistingMember {
    /// A property of an existing class that has no setter: see ``ClassDescription/existingClassName``.
    public convenience init() { self.init(storing: { _, _ in }, isOfExistingClass: true) }

    func adopt(_ name: String) -> [Selector] {
        nameProperty(name)
        return [propertyGetter]
    }
}

extension TypedMethod: ExistingMember {
    /// A method of an existing class: see ``ClassDescription/existingClassName``.
    /// - Parameter selector: its name. Calling it throws where its types are not `Result` and `Arguments`.
    public convenience init(_ selector: Selector) { self.init(selector, arguments: 0, nil) }

    func adopt(_ name: String) -> [Selector] { [selector] }
}
