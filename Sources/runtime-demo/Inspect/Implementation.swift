// Implementation.swift - what the function behind a method is.
//
//      function        of C, or of Swift for C: its name is in the symbol table
//      closure         a Swift closure, or an accessor: code made at run time, at an address of its own
//      notifying       such a closure in a notifying class: it stands before a method of the original class
//                      either is code of the runtime's own, or libffi's
//      forwarding      begins forwarding, as if nobody implemented the message
import MiniRuntime

/// What is known of an IMP.
struct Implementation: Encodable {
    enum Kind: String, Encodable { case function, closure, notifying, forwarding }

    let address: String
    let kind: Kind
    /// Who made the code, if it was made at run time: `stub` for the runtime, or `libffi`.
    var trampoline: String?
    /// The key whose observers an overridden setter or mutator tells.
    var key: String?
    /// Readable, on one line.
    let description: String

    /// - Parameter method: where the IMP is from, in the table of `cls`.
    init(_ method: Method, of cls: Class) {
        let implementation = method.implementation
        address = implementation.description
        if implementation == IMP.forward {
            kind = .forwarding
            description = "forwarding"
        } else if !implementation.isClosure {
            kind = .function
            description =
                SymbolTable.function(at: implementation.address) ?? "function at \(Self.place(of: implementation))"
        } else if let original = cls.originalOfNotifying {
            kind = .notifying
            trampoline = implementation.trampoline
            key = NotifiedKey.of(method.selector, original)
            description =
                "closure" + implementation.byWhom + (key.map { " for key \"\($0)\"" } ?? "")
        } else {
            kind = .closure
            trampoline = implementation.trampoline
            description = (implementation.isAccessor ? "accessor" : "Swift closure") + implementation.byWhom
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
    fileprivate var trampoline: String { kind == .libffi ? "libffi" : "stub" }
    fileprivate var byWhom: String { kind == .libffi ? " by libffi" : "" }

    /// The address, and what stands there unless it is compiled code: `0x7f01…, an accessor`.
    var addressAndKind: String {
        switch kind {
        case .function: description
        case .accessor: "\(self), an accessor"
        case .closure: "\(self), a closure"
        case .libffi: "\(self), a closure by libffi"
        }
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
private enum NotifiedKey {
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
        let isSpelledAsIs = cls.property(name) != nil || cls.instanceMethod(Selector(name)) != nil
        return isSpelledAsIs ? name : key
    }
}
