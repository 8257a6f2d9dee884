// Key.swift - keys as they are compared here: one object for each name, for ever.
import MiniFoundation
import MiniRuntime
import Synchronization

/// The name of a property, interned: two keys are the same name if they are equal. A plain pointer to what lives for
/// ever, so that passing one on counts nothing.
struct Key: Equatable, Sendable {
    private let names: Unmanaged<Names>

    private final class Names: Sendable {
        let name: String
        let object: Object
        private let foundAccessors = Atomic<Unmanaged<AccessorSelectors>?>(nil)

        init(_ name: String) {
            self.name = name
            object = NSString.object(name)
        }

        /// Made when first asked for; of two threads that do, one's stay.
        var accessors: AccessorSelectors {
            if let found = foundAccessors.load(ordering: .acquiring) { return found.takeUnretainedValue() }
            let fresh = Unmanaged.passRetained(AccessorSelectors(name))
            let (exchanged, original) = foundAccessors.compareExchange(
                expected: nil, desired: fresh, ordering: .acquiringAndReleasing)
            if exchanged { return fresh.takeUnretainedValue() }
            fresh.release()
            return original!.takeUnretainedValue()
        }

        /// To the byte.
        func isNamed(_ other: UnsafeBufferPointer<UInt8>) -> Bool {
            name.withBytes { own in own.count == other.count && own.indices.allSatisfy { own[$0] == other[$0] } }
        }
    }

    private init(_ names: Names) {
        self.names = .passUnretained(names)
    }

    private static let all = PermanentTable<Names>()

    static func named(_ name: String) -> Key {
        known(name)
            ?? name.withBytes { bytes in Key(all.insert(Names(name), hash(of: bytes)) { $0.isNamed(bytes) }) }
    }

    /// The key of that name, if there is one already.
    static func known(_ name: String) -> Key? {
        name.withBytes { bytes in all.find(hash(of: bytes)) { $0.isNamed(bytes) }.map(Key.init) }
    }

    static func == (lhs: Key, rhs: Key) -> Bool { lhs.names.toOpaque() == rhs.names.toOpaque() }

    var name: String { names._withUnsafeGuaranteedRef { $0.name } }
    /// The name as the NSString that messages carry.
    var object: Object { names._withUnsafeGuaranteedRef { $0.object } }
    /// The methods that change its value.
    var accessors: AccessorSelectors { names._withUnsafeGuaranteedRef { $0.accessors } }
    /// For tables.
    var hash: UInt { hashOfAddress(names.toOpaque()) }
    /// The NSString as an argument of a message.
    var word: UInt { names._withUnsafeGuaranteedRef { $0.object.unmanaged.word } }

    /// Whether this is its name, to the byte.
    func isNamed(_ other: String) -> Bool {
        names._withUnsafeGuaranteedRef { names in other.withBytes { names.isNamed($0) } }
    }

    /// FNV-1a, of the text as it is spelt: Swift holds composed and decomposed letters equal, and selectors do not.
    private static func hash(of name: UnsafeBufferPointer<UInt8>) -> UInt {
        name.reduce(0xcbf2_9ce4_8422_2325) { ($0 ^ UInt($1)) &* 0x100_0000_01b3 }
    }
}

/// The methods that a key's value is changed by, by their names: fourteen selectors, interned once for each key and not
/// for each class whose key is observed.
final class AccessorSelectors: Sendable {
    /// In the order in which they are looked for.
    let setters: [Selector]
    let mutators: [Mutator]

    init(_ key: String) {
        let name = capitalized(key)
        setters = setterNames(name).map { Selector($0) }
        mutators = Mutator.all(of: name)
    }
}

extension String {
    /// Calls `body` with the text in UTF-8. That of an NSString lies in one piece, and to go over its bytes takes a fifth of
    /// what going over `utf8` does.
    @inline(__always)
    func withBytes<Result>(_ body: (UnsafeBufferPointer<UInt8>) -> Result) -> Result {
        if let result = utf8.withContiguousStorageIfAvailable(body) { return result }
        var copy = self
        return copy.withUTF8(body)
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
    let dot = path.withBytes { bytes in
        bytes.first == UInt8(ascii: "@") ? nil : bytes.firstIndex(of: UInt8(ascii: "."))
    }
    guard let dot = dot.map({ path.utf8.index(path.startIndex, offsetBy: $0) }) else { return (path, nil) }
    return (String(path[..<dot]), String(path[path.utf8.index(after: dot)...]))
}

/// What `@sum.price` is computed from: `price`. nil for other keys.
func operatorArgument(_ key: String) -> String? {
    guard key.hasPrefix("@"), let dot = key.utf8.firstIndex(of: UInt8(ascii: ".")) else { return nil }
    return String(key[key.utf8.index(after: dot)...])
}
