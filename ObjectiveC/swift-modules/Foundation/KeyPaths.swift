// KeyPaths.swift - key paths of Swift as text, for the methods that take a string.
import ObjectiveC

extension AnyKeyPath {
    /// The text of the key path, which consists of @objc properties: otherwise the process ends with a message.
    var text: String {
        guard let text = _kvcKeyPathString else {
            fatalError("Could not extract a String from KeyPath \(self): a part of it is not @objc")
        }
        return text
    }
}

extension NSSortDescriptor {
    /// Sorts by the values at a key path of `@objc` properties, by `compare:`.
    public convenience init<Root, Value>(keyPath: KeyPath<Root, Value>, ascending: Bool) {
        self.init(key: keyPath.text, ascending: ascending)
    }

    /// Sorts by the values at a key path of `@objc` properties, by a comparison.
    public convenience init<Root, Value>(
        keyPath: KeyPath<Root, Value>, ascending: Bool, comparator: @escaping Comparator
    ) {
        self.init(key: keyPath.text, ascending: ascending, comparator: comparator)
    }
}

extension NSExpression {
    /// Creates an expression for the value at a key path of `@objc` properties.
    public convenience init<Root, Value>(forKeyPath keyPath: KeyPath<Root, Value>) {
        self.init(forKeyPath: keyPath.text)
    }
}

extension NSPointerFunctions.Options {
    /// Items are retained. No option of this name has a bit.
    public static var strongMemory: NSPointerFunctions.Options { [] }
}
