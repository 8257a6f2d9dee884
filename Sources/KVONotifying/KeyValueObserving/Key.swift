// Key.swift - keys as they are compared here: one object for each name, for ever.
import MiniFoundation
import MiniRuntime

/// The name of a property, interned: two keys are the same name if they are the same object.
final class Key: Sendable {
    let name: String
    /// The name as the NSString that messages carry.
    let object: Object
    /// The name as accessors spell it.
    let capitalized: String

    private init(_ name: String) {
        self.name = name
        object = NSString.object(name)
        capitalized = KVONotifying.capitalized(name)
    }

    private static let all = Locked<[Spelling: Key]>([:])

    static func named(_ name: String) -> Key {
        let spelling = Spelling(text: name)
        if let key = all.withLock({ $0[spelling] }) { return key }
        let fresh = Key(name)
        return all.withLock {
            if let key = $0[spelling] { return key }
            $0[spelling] = fresh
            return fresh
        }
    }

    /// Whether this is its name, to the byte.
    func isNamed(_ other: String) -> Bool { name.utf8.elementsEqual(other.utf8) }

    /// The NSString as an argument of a message.
    var word: UInt { object.unmanaged.word }
}

/// A text as it is spelt: Swift holds composed and decomposed letters equal, and selectors do not.
private struct Spelling: Hashable {
    let text: String

    static func == (lhs: Spelling, rhs: Spelling) -> Bool { lhs.text.utf8.elementsEqual(rhs.text.utf8) }

    func hash(into hasher: inout Hasher) {
        var text = text
        text.withUTF8 { hasher.combine(bytes: UnsafeRawBufferPointer($0)) }
    }
}

/// `age` as accessors spell it: `Age`.
func capitalized(_ key: String) -> String {
    key.prefix(1).uppercased() + key.dropFirst()
}

/// The setters of a key that accessors spell so, in the order in which they are looked for.
func setterNames(_ capitalized: String) -> [String] {
    ["set\(capitalized):", "_set\(capitalized):", "setIs\(capitalized):"]
}

/// A key path taken apart at its first dot: `employer.name` is `employer`, then `name`. What begins with an operator is
/// one key: `@sum.price` is a value computed from price.
func splitKeyPath(_ path: String) -> (key: String, rest: String?) {
    guard !path.hasPrefix("@"), let dot = path.utf8.firstIndex(of: UInt8(ascii: ".")) else { return (path, nil) }
    return (String(path[..<dot]), String(path[path.utf8.index(after: dot)...]))
}

/// What `@sum.price` is computed from: `price`. nil for other keys.
func operatorArgument(_ key: String) -> String? {
    guard key.hasPrefix("@"), let dot = key.utf8.firstIndex(of: UInt8(ascii: ".")) else { return nil }
    return String(key[key.utf8.index(after: dot)...])
}
