// ExistingClass.swift - the description of a class that the library did not create.
//
//      final class Account: ClassDescription {
//          override class var existingClassName: String? { "Account" }      @interface Account : NSObject
//          let balance = Property<Int32>()                                  @property int balance;
//          let title = ReadOnly<String>()                                   @property(readonly) NSString *title;
//          let withdraw = TypedMethod<Void, Int32>("withdraw:")             - (void)withdraw:(int)amount;
//      }                                                                    @end
//
// Such a description adds nothing to the class. Its members declare methods that the class has; they are looked up when
// the description is first used.
import MiniFoundation
import MiniRuntime

/// A member that the description of an existing class may declare.
protocol ExistingMember: AnyObject {
    /// Whether the member only declares what an existing class has: it has no default value or body.
    var isOfExistingClass: Bool { get }
    /// Names the member of a class. Called once.
    /// - Returns: the selectors of the messages that the member sends.
    func adopt(_ name: String, in cls: Class) -> [Selector]
}

extension ClassDescription {
    /// Returns the name of the existing class that `type` describes; nil if `type` describes a new class. A subclass
    /// that merely inherits `existingClassName` from `parent` describes a new class.
    static func existingClassName(of type: ClassDescription.Type, below parent: ClassDescription.Type?) -> String? {
        type.existingClassName == parent?.existingClassName ? nil : type.existingClassName
    }

    /// Returns the existing class, after naming the members. Throws ``ClassDescriptionError`` if there is no such
    /// class, if it does not inherit from `superclass`, or if it lacks a method of a member.
    final func adopt(_ name: String, below superclass: Class, _ mirror: Mirror) throws -> Class {
        guard let cls = Class(named: name) else {
            throw ClassDescriptionError.noClass(name, description: "\(type(of: self))")
        }
        guard cls.isSubclass(of: superclass) else {
            throw ClassDescriptionError.notBelow(name, description: "\(type(of: self))", superclass: superclass.name)
        }
        for case let (name?, value) in mirror.children { try adopt(value, named: name, in: cls) }
        nameInherited(mirror.superclassMirror, superclass)
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
        for selector in member.adopt(name, in: cls) where !cls.instancesRespond(to: selector) {
            throw ClassDescriptionError.methodMissing(
                name, description: "\(type(of: self))", method: "-[\(cls) \(selector)]")
        }
    }

    /// Throws if a member of a new class has no default value or body.
    final func checkDefined(_ value: Any, named name: String) throws {
        guard let member = value as? any ExistingMember, member.isOfExistingClass else { return }
        throw ClassDescriptionError.undefined(name, description: "\(type(of: self))")
    }
}

extension Property: ExistingMember {
    /// Declares a property of an existing class; see ``ClassDescription/existingClassName``.
    ///
    /// Changes of single elements of a collection go through the setter. Objective-C: `@property`, in a compiled class.
    public convenience init() {
        self.init(
            { _, _ in }, .strong, isAtomic: true, notifiesAutomatically: true, affecting: [], isOfExistingClass: true)
    }

    func adopt(_ name: String, in cls: Class) -> [Selector] {
        nameProperty(name)
        findSetter(in: cls)
        return [propertyGetter, setter]
    }
}

extension ReadOnly: ExistingMember {
    /// Declares a property without a setter of an existing class; see ``ClassDescription/existingClassName``.
    public convenience init() { self.init(storing: { _, _ in }, isOfExistingClass: true) }

    func adopt(_ name: String, in cls: Class) -> [Selector] {
        nameProperty(name)
        return [propertyGetter]
    }
}

extension TypedMethod: ExistingMember {
    /// Declares a method of an existing class; see ``ClassDescription/existingClassName``.
    /// - Parameter selector: the name of the method. A call throws if the method's types are not `Result` and
    ///   `Arguments`.
    public convenience init(_ selector: Selector) { self.init(selector, arguments: 0, nil) }

    func adopt(_ name: String, in cls: Class) -> [Selector] { [selector] }
}
