// Implementation.swift - what the function behind a method is.
//
//      function        of C, or of Swift for C: its name is in the symbol table
//      closure         an entry made at run time: a stub or a libffi closure, for a Swift closure or an accessor
//      notifying       such an entry in a notifying class: it stands before a method of the original class
//      forwarding      begins forwarding, as if nobody implemented the message
import MiniRuntime

/// What is known of an IMP.
struct Implementation: Encodable {
    enum Kind: String, Encodable { case function, closure, notifying, forwarding }

    let address: String
    let kind: Kind
    /// What the code at the address is: `function`, `stub` or `libffiClosure`.
    let entry: IMP.Kind
    /// The purpose of an entry made at run time.
    let purpose: String?
    /// The key whose observers a notifying setter or mutator notifies.
    var key: String?
    /// Readable, on one line.
    let description: String

    /// - Parameter method: where the IMP is from, in the table of `cls`.
    init(_ method: Method, of cls: Class) {
        let implementation = method.implementation
        address = implementation.description
        entry = implementation.kind
        purpose = implementation.purpose
        if implementation == IMP.forward {
            kind = .forwarding
            description = "forwards the message"
        } else if !implementation.isClosure {
            kind = .function
            description =
                SymbolTable.function(at: implementation.address) ?? "function at \(Self.place(of: implementation))"
        } else if let original = cls.originalOfNotifying {
            kind = .notifying
            key = NotifiedKey.of(method.selector, original)
            description = implementation.kindAndPurpose + (key.map { " for key \"\($0)\"" } ?? "")
        } else {
            kind = .closure
            description = implementation.kindAndPurpose
        }
    }

    /// Of a function without a name: the file it is in.
    private static func place(of implementation: IMP) -> String {
        guard let image = ObjectRuntime.image(at: implementation.address) else { return "a place that is in no file" }
        let offset = UInt(bitPattern: implementation.address) - image.baseAddress
        return "\(image.path.split(separator: "/").last ?? "?") + \(hexadecimal(offset))"
    }
}

extension IMP {
    /// The address, and what is there unless it is a compiled function: `0x7f01…, a stub (accessor)`.
    var addressAndKind: Phrase {
        if kind == .function { return .verbatim(description) }
        let name = Phrase(kind.description)
        return "\(description), a \(purpose.map { "\(name) (\(Phrase($0)))" } ?? name)"
    }
}

extension Class {
    /// The class that this one notifies for; nil for any class but a notifying one. Told by what such a class is: its
    /// name, and a `_isKVOA` of its own.
    var originalOfNotifying: Class? {
        guard let superclass, name == "NSKVONotifying_" + superclass.name,
            methods.contains(where: { $0.selector == "_isKVOA" })
        else { return nil }
        return superclass
    }
}

/// The key that an accessor belongs to. Key-value coding finds accessors by name, and so are keys found here.
enum NotifiedKey {
    private static let patterns: [(prefix: String, suffixes: [String])] = [
        ("set", [":"]), ("_set", [":"]),
        ("insertObject:in", ["AtIndex:"]), ("insert", [":atIndexes:"]),
        ("removeObjectFrom", ["AtIndex:"]), ("remove", ["AtIndexes:", "Object:", ":"]),
        ("replaceObjectIn", ["AtIndex:withObject:"]), ("replace", ["AtIndexes:with"]),
        ("add", ["Object:", ":"]), ("intersect", [":"]),
    ]

    /// nil for a method that is no accessor by its name.
    static func of(_ selector: Selector, _ cls: Class) -> String? {
        for (prefix, suffixes) in patterns where selector.name.hasPrefix(prefix) {
            for suffix in suffixes {
                let rest = selector.name.dropFirst(prefix.count)
                guard let end = rest.ranges(of: suffix).first?.lowerBound, end > rest.startIndex else { continue }
                return spelled(String(rest[..<end]), cls)
            }
        }
        return nil
    }

    /// `Age` as the class spells it: `age`. What begins with capitals may keep them: `URL`.
    private static func spelled(_ name: String, _ cls: Class) -> String? {
        let key = name.prefix(1).lowercased() + name.dropFirst()
        let isSpelledAsIs = cls.property(name) != nil || cls.lookUpMethod(Selector(name)) != nil
        return isSpelledAsIs ? name : key
    }
}
