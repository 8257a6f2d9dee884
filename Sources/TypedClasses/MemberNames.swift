// MemberNames.swift - names that a described property or method cannot have, and why.
import MiniRuntime

extension ClassDescription {
    /// Throws ``ClassDescriptionError`` if a property would override an inherited method, as one called `hash` would, or
    /// if nobody could reach it.
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

    /// The same for a method. It may override one that is inherited.
    final func check(_ method: any DeclaredMethod, named name: String, below superclass: Class) throws {
        method.name(name)
        if superclass.implementer(of: method.declaredSelector) == nil { try checkReachable(name) }
    }

    /// The same for a class property with these accessors.
    final func checkClassProperty(_ name: String, _ accessors: [Selector], below superclass: Class) throws {
        for selector in accessors {
            guard let owner = superclass.isa.implementer(of: selector) else { continue }
            throw ClassDescriptionError.propertyOverrides(
                name, description: "\(type(of: self))", method: "+[\(owner) \(selector)]")
        }
        try checkClassMember(name)
    }

    /// Throws if nobody could reach a class property or a class method.
    final func checkClassMember(_ name: String) throws {
        guard membersOfClassRef.contains(name) else { return }
        throw ClassDescriptionError.memberOfClassRef(name, description: "\(type(of: self))")
    }

    /// Throws if nobody could reach a property or a method.
    final func checkReachable(_ name: String) throws {
        guard membersOfRef.contains(name) else { return }
        throw ClassDescriptionError.memberOfRef(name, description: "\(type(of: self))")
    }
}

extension Class {
    /// The class that has the method, this one or one above.
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

/// The same of a `ClassRef`.
private let membersOfClassRef: Set<String> = ["runtimeClass", "super"]

/// What `ref.` finds before it looks for a property of a description. No function of Swift lists the members of a type, so
/// they stand here, and a test compares them with the symbols of the module. Modules above add methods to `Ref`: where one
/// of those hides a property, the compiler says so, and `ref.get(\.post)` reads it. `id` is not one of them: a property
/// of that name comes first (Identity.swift).
let membersOfRef: Set<String> = [
    "addMessageArgument", "as", "boxed", "bridgedObject", "customMirror", "debugDescription", "description", "elements",
    "get", "hash", "hashValue", "messageArgument", "object", "receiverAddress", "responds", "returnAsMessageResult",
    "send",
    "sendOrTerminate", "sendSuper", "set", "stored", "super", "unwrapped",
]
