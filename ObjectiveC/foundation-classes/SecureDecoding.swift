// SecureDecoding.swift - checks the classes of all objects that a secure unarchiver returns.
//
// A program names the classes that it allows where it decodes an object. The parts that the object decodes without
// naming classes, such as the elements of an array, are subject to the same classes, and may also be strings and
// numbers. An archive can refer to one object from several places, whose classes differ, so the check of an object
// repeats that of its parts.
import MiniFoundation
import MiniRuntime

struct SecureDecoding {
    /// The parts of decoded objects that were decoded by the classes that were allowed for the whole.
    private var parts: [Object: [Object]] = [:]
    /// The objects that were checked, with their parts, for each list of classes.
    private var checked: [[Class]: Set<Object>] = [:]
    /// The objects that still decode themselves, and the lists for which their parts remain to be checked.
    private var unfinished: [Object: [[Class]]] = [:]

    static func allows(_ cls: Class, _ allowed: [Class]) -> Bool {
        allowed.contains { cls == $0 || cls.isSubclass(of: $0) }
    }

    /// Throws an exception unless these classes allow the object and its parts.
    /// - Parameter isPart: whether the object may also be a string or a number.
    mutating func check(_ object: Object, _ allowed: [Class], isPart: Bool) throws {
        var remaining = [(object: object, isPart: isPart)]
        while let next = remaining.popLast() {
            let cls = next.object.isa
            guard Self.allows(cls, allowed) || next.isPart && Self.allows(cls, Self.simple) else {
                checked[allowed] = nil
                throw Self.unexpected(cls, allowed)
            }
            guard checked[allowed, default: []].insert(next.object).inserted else { continue }
            unfinished[next.object]?.append(allowed)
            for part in parts[next.object] ?? [] { remaining.append((part, true)) }
        }
    }

    static func unexpected(_ cls: Class, _ allowed: [Class]) -> RuntimeException {
        let names = allowed.map(\.name).sorted().joined(separator: ", ")
        return OpenArchive.failure("value was of unexpected class '\(cls)'. Allowed classes are: {\(names)}")
    }

    private static let simple = [MiniFoundation.NSString.cls, MiniFoundation.NSNumber.cls]

    /// Notes that the object decodes itself. The archive may refer to it before it has all its parts.
    mutating func begin(_ object: Object) { unfinished[object] = [] }

    /// Notes the parts of an object, which `initWithCoder:` has returned for `begun`, and checks them where the object
    /// was returned before.
    mutating func end(_ begun: Object, _ object: Object?, parts found: [Object]) throws {
        let lists = unfinished.removeValue(forKey: begun) ?? []
        for part in found { for list in lists { try check(part, list, isPart: true) } }
        guard let object, !found.isEmpty else { return }
        if parts[object] != nil { forget(object) }
        parts[object, default: []] += found
    }

    /// Forgets an object whose `initWithCoder:` has thrown an error.
    mutating func abandon(_ object: Object) { unfinished[object] = nil }

    /// Notes the parts of the collections of a property list, which stands in the archive as such.
    mutating func add(propertyList: Object) {
        var remaining = [propertyList]
        while let object = remaining.popLast() {
            let elements =
                MiniFoundation.NSArray.elements(of: object)
                ?? MiniFoundation.NSDictionary.entries(of: object)?.map(\.value) ?? []
            guard !elements.isEmpty else { continue }
            parts[object] = elements
            remaining += elements
        }
    }

    private mutating func forget(_ object: Object) {
        for list in checked.keys { checked[list]?.remove(object) }
    }
}
