// ClassNames.swift - chooses the name of a described class, and reports who owns a name that is taken.
//
//      class Person                            Person
//      struct A { class Item }                 A.Item
//      class Holder<T> { class Inner }         Holder<Int>.Inner
//
// These are plain names. If another description already has the name, the module is added, Module.Person; if that is
// taken too, as by private types of the same name in two files, a number follows: Module.Person#2.
import MiniRuntime

/// The reason why the class of a description cannot be made.
public enum ClassDescriptionError: Error, Equatable {
    /// Another class has the name. `owner` describes that class: a description, by its Swift type, or a class that was
    /// created otherwise.
    case nameTaken(String, owner: String)
    /// The getter or setter of a property would override an inherited method.
    case propertyOverrides(String, description: String, method: String)
    /// A property or method cannot be reached, because ``Ref`` itself has a member of that name.
    case memberOfRef(String, description: String)
    /// A class property or class method cannot be reached, because ``ClassRef`` itself has a member of that name.
    case memberOfClassRef(String, description: String)
    /// The selector of an ``Initializer`` does not belong to the init family, or is `init` itself.
    case noInitializer(String, description: String, selector: String)
    /// No superclass has the member that an ``Override`` overrides.
    case overridesNothing(String, description: String, member: String)
    /// The closure of an ``Override`` takes a reference to a class other than the one that declares the override.
    case overrideTakesOther(String, description: String, takes: String)
    /// There is no class with the name that a description of an existing class gives.
    case noClass(String, description: String)
    /// An existing class does not inherit from the class of the description's Swift superclass.
    case notBelow(String, description: String, superclass: String)
    /// An existing class lacks the method of a property or method that its description declares.
    case methodMissing(String, description: String, method: String)
    /// The description of an existing class declares a member that would add something to the class.
    case definedByExisting(String, description: String, class: String)
    /// A property without a default value, or a method without a body, in the description of a new class.
    case undefined(String, description: String)
    /// A `lazy` variable, which does not exist yet when the class is made.
    case lazyMember(String, description: String)
}

extension ClassDescriptionError: CustomStringConvertible {
    /// The text of the error.
    public var description: String {
        switch self {
        case .nameTaken(let name, let owner):
            "Class '\(name)' exists already: it is \(owner). Override 'className' to give the class another name"
        case .propertyOverrides(let property, let description, let method):
            "The property '\(property)' of \(description) would override \(method). Give it another name; to override a "
                + "method on purpose, declare a TypedMethod with its selector"
        case .memberOfRef(let member, let description):
            "'\(member)' of \(description) cannot be reached: Ref has a member '\(member)' itself. Give it another name"
        case .memberOfClassRef(let member, let description):
            "'\(member)' of \(description) cannot be reached: ClassRef has a member '\(member)' itself. Give it another name"
        case .noInitializer(let name, let description, let selector):
            "'\(name)' of \(description) cannot be an initialiser under the selector '\(selector)': it must begin with 'init', "
                + "and 'init' alone sets the default values"
        case .overridesNothing(let name, let description, let member):
            "'\(name)' of \(description) overrides nothing: no superclass has \(member)"
        case .overrideTakesOther(let name, let description, let other):
            "The closure of '\(name)' of \(description) takes a Ref<\(other)>. What a class overrides takes a reference to "
                + "that class, Ref<\(description)>, for 'super' to be its superclass"
        case .noClass(let name, let description):
            "There is no class '\(name)', which \(description) describes by its 'existingClassName'"
        case .notBelow(let name, let description, let superclass):
            "The class '\(name)', which \(description) describes, does not inherit from \(superclass), as the description says"
        case .methodMissing(let member, let description, let method):
            "'\(member)' of \(description) is not there: the class has no \(method)"
        case .definedByExisting(let member, let description, let name):
            "'\(member)' of \(description) cannot be added: the class '\(name)' exists. A description of an existing class has "
                + "properties without default values, Property<Int>() and ReadOnly<Int>(), and methods without bodies"
        case .undefined(let member, let description):
            "'\(member)' of \(description) has no default value or no body. Only a description with an 'existingClassName' "
                + "leaves it to the class"
        case .lazyMember(let name, let description):
            "'\(name)' of \(description) cannot be a lazy variable, because the class is made from the values of its members. "
                + "Declare it with 'let'"
        }
    }
}

/// The candidates for the name of one Swift type's class.
struct TypeNames {
    /// `A.Item`, `Holder<Int>.Inner`.
    let plain: String
    /// `Module.A.Item`, `Module.Holder<Swift.Int>.Inner`.
    let qualified: String

    init(_ type: Any.Type) {
        // The name of a private or local type contains "(unknown context at $1086b8f7c)"; the address is dropped.
        qualified = Self.removing("(unknown context at ", ").", from: String(reflecting: type))
        plain = Self.withoutModules(Self.removing("(extension in ", "):", from: qualified))
    }

    /// Returns the first candidate for which `isFree` returns true.
    func first(where isFree: (String) -> Bool) -> String {
        if let name = [plain, qualified].first(where: isFree) { return name }
        var number = 2
        while !isFree("\(qualified)#\(number)") { number += 1 }
        return "\(qualified)#\(number)"
    }

    /// Removes every passage that begins with `start` and ends with `end`.
    private static func removing(_ start: String, _ end: String, from name: String) -> String {
        var (rest, result) = (name[...], "")
        while let begin = rest.firstRange(of: start), let end = rest[begin.upperBound...].firstRange(of: end) {
            result += rest[..<begin.lowerBound]
            rest = rest[end.upperBound...]
        }
        return result + rest
    }

    /// Removes the module from the type's name, and from the names of its generic arguments.
    private static func withoutModules(_ name: String) -> String {
        var (rest, result) = (name[...], "")
        var beginsPath = true
        while let character = rest.first {
            let word = rest.prefix { $0.isLetter || $0.isNumber || $0 == "_" }
            if word.isEmpty {
                result.append(character)
                rest = rest.dropFirst()
                beginsPath = character != "." && character != ">"
            } else {
                rest = rest[word.endIndex...]
                if beginsPath && rest.first == "." { rest = rest.dropFirst() } else { result += word }
                beginsPath = false
            }
        }
        return result
    }
}
