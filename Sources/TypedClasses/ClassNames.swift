// ClassNames.swift - the name that a described class gets, and whose name it is if it is taken.
//
//      class Person                            Person
//      struct A { class Item }                 A.Item
//      class Holder<T> { class Inner }         Holder<Int>.Inner
//
// That is the plain name. If another description has it already, the class gets the name with its module, Module.Person,
// and if that is taken as well, as it may be where two files have private types of one name, a number: Module.Person#2.
import MiniRuntime

/// Why the class of a description cannot be made.
public enum ClassDescriptionError: Error, Equatable {
    /// Another class has the name. `owner` says which: a description, by its Swift type, or a class that was made otherwise.
    case nameTaken(String, owner: String)
    /// A property whose getter or setter would override an inherited method.
    case propertyOverrides(String, description: String, method: String)
    /// A property or method that nobody can reach: ``Ref`` itself has a member of that name.
    case memberOfRef(String, description: String)
    /// A class property or class method that nobody can reach: ``ClassRef`` itself has a member of that name.
    case memberOfClassRef(String, description: String)
    /// An ``Initializer`` whose selector is not of the init family, or `init` itself.
    case noInitializer(String, description: String, selector: String)
    /// An ``Override`` of what no superclass has.
    case overridesNothing(String, description: String, member: String)
    /// An ``Override`` whose closure takes a reference to another class than the one that declares it.
    case overrideTakesOther(String, description: String, takes: String)
    /// The description of an existing class, and no class has that name.
    case noClass(String, description: String)
    /// An existing class that does not inherit from the class of the description above.
    case notBelow(String, description: String, superclass: String)
    /// A property or method without which the existing class is.
    case methodMissing(String, description: String, method: String)
    /// A member that would add something to an existing class.
    case definedByExisting(String, description: String, class: String)
    /// A property without a default value, or a method without a body, of a class that is to be made.
    case undefined(String, description: String)
}

extension ClassDescriptionError: CustomStringConvertible {
    /// The text that is printed.
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
        }
    }
}

/// The names of one Swift type.
struct TypeNames {
    /// `A.Item`, `Holder<Int>.Inner`.
    let plain: String
    /// `Module.A.Item`, `Module.Holder<Swift.Int>.Inner`.
    let qualified: String

    init(_ type: Any.Type) {
        // Module.(unknown context at $1086b8f7c).Item is a private or local type: the address says nothing.
        qualified = Self.removing("(unknown context at ", ").", from: String(reflecting: type))
        plain = Self.withoutModules(Self.removing("(extension in ", "):", from: qualified))
    }

    /// The first name that is free.
    func first(where isFree: (String) -> Bool) -> String {
        if let name = [plain, qualified].first(where: isFree) { return name }
        var number = 2
        while !isFree("\(qualified)#\(number)") { number += 1 }
        return "\(qualified)#\(number)"
    }

    /// Drops what lies between two texts, wherever it does.
    private static func removing(_ start: String, _ end: String, from name: String) -> String {
        var (rest, result) = (name[...], "")
        while let begin = rest.firstRange(of: start), let end = rest[begin.upperBound...].firstRange(of: end) {
            result += rest[..<begin.lowerBound]
            rest = rest[end.upperBound...]
        }
        return result + rest
    }

    /// Drops the first word of each path: of the type's own, and of those among its arguments.
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
