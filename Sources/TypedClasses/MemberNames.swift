// MemberNames.swift - checks the names of described members. TakenNames.swift has those that the compiler refuses.
import MiniRuntime

extension ClassDescription {
    /// Throws ``ClassDescriptionError`` if a property would override an inherited method, as one called `hash` would,
    /// or if a member of `Ref` hides it.
    final func check(_ property: any DeclaredProperty, named name: String, below superclass: Class) throws {
        var selectors = [Selector(name)]
        if property.hasSetter { selectors.append(Selector("set\(capitalized(name)):")) }
        for selector in selectors {
            guard let owner = superclass.implementer(of: selector) else { continue }
            throw ClassDescriptionError.propertyOverrides(
                name, description: "\(type(of: self))", method: "-[\(owner) \(selector)]")
        }
        try checkReachable(name)
    }

    /// Names a method, and throws if a member of `Ref` hides it. A method that overrides an inherited one may have any
    /// name.
    final func check(_ method: any DeclaredMethod, named name: String, below superclass: Class) throws {
        method.name(name)
        if superclass.implementer(of: method.declaredSelector) == nil { try checkReachable(name) }
    }

    /// Throws if a class property with these accessors would override an inherited class method, or if a member of
    /// `ClassRef` hides it.
    final func checkClassProperty(_ name: String, _ accessors: [Selector], below superclass: Class) throws {
        for selector in accessors {
            guard let owner = superclass.isa.implementer(of: selector) else { continue }
            throw ClassDescriptionError.propertyOverrides(
                name, description: "\(type(of: self))", method: "+[\(owner) \(selector)]")
        }
        try checkClassMember(name)
    }

    /// Throws if a member of `ClassRef` hides a class property or class method of this name.
    final func checkClassMember(_ name: String) throws {
        guard membersOfClassRef.contains(name) else { return }
        throw ClassDescriptionError.memberOfClassRef(name, description: "\(type(of: self))")
    }

    /// Throws if a member is a `lazy` variable. It has no value yet, so the class cannot have the property's methods.
    final func checkLazy(_ mirror: Mirror) throws {
        let prefix = "$__lazy_storage_$_"  // the compiler's name of such a variable's storage
        for label in mirror.children.compactMap(\.label) where label.hasPrefix(prefix) {
            throw ClassDescriptionError.lazyMember(
                String(label.dropFirst(prefix.count)), description: "\(type(of: self))")
        }
    }

    /// Throws if a member of `Ref` hides a property or method of this name.
    final func checkReachable(_ name: String) throws {
        guard membersOfRef.contains(name) else { return }
        throw ClassDescriptionError.memberOfRef(name, description: "\(type(of: self))")
    }
}

extension Class {
    /// Returns the class that implements the method: this class or a superclass; nil if none does.
    fileprivate func implementer(of selector: Selector) -> Class? {
        guard let method = instanceMethod(selector) else { return nil }
        var cls: Class? = self
        while let current = cls {
            if current.methods.contains(method) { return current }
            cls = current.superclass
        }
        return self
    }
}

/// The names of the members of `ClassRef`.
private let membersOfClassRef: Set<String> = ["runtimeClass", "new", "super"]

/// The names of the members of `Ref`, which hide properties of a description. Swift has no function that lists the
/// members of a type, so the names are listed here, and a test compares them with the symbols of the module. Higher
/// modules add methods to `Ref`; where one of those hides a property, the compiler reports it, and `ref.get(\.post)`
/// reads the property. `id`, `stored`, `boxed`, `unwrapped`, `elements` and `encode` are missing on purpose: a
/// property of such a name wins (Identity.swift).
let membersOfRef: Set<String> = [
    "addMessageArgument", "as", "bridgedObject", "customMirror", "debugDescription", "description", "elementMembers",
    "get", "hash", "hashValue", "messageArgument", "object", "receiverAddress", "responds", "returnAsMessageResult",
    "send", "sendOrTerminate", "sendSuper", "set", "super",
]
