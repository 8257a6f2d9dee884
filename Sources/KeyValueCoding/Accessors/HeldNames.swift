// HeldNames.swift - the table of the names of keys that are counted (HeldKey). The lock of the table is in
// KeyNames.swift.
import MiniRuntime

/// The names by their texts. A class, because `Locked` would copy a dictionary that changes.
final class HeldNames: Lockable {
    var names: [Text: KeyNames] = [:]

    /// Removes a name, and returns it. Gives the table's memory back when it becomes empty.
    @discardableResult
    func remove(_ name: String) -> KeyNames? {
        let removed = names.removeValue(forKey: Text(text: name))
        if names.isEmpty, names.capacity > 64 { names = [:] }
        return removed
    }

    /// A name, compared by its bytes. Swift strings compare composed and decomposed letters as equal, but as keys they
    /// differ.
    struct Text: Hashable {
        let text: String

        static func == (lhs: Text, rhs: Text) -> Bool { lhs.text.utf8.elementsEqual(rhs.text.utf8) }

        func hash(into hasher: inout Hasher) {
            text.withBytes { hasher.combine(bytes: UnsafeRawBufferPointer($0)) }
        }
    }
}
