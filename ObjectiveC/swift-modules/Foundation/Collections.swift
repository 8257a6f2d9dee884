// Collections.swift - the collections of Objective-C as sequences and literals, and the subscripts of dictionaries.
import ObjectiveC

extension NSEnumerator: Sequence, IteratorProtocol {
    /// Returns the next object, or nil at the end.
    public func next() -> Any? { nextObject() }
}

/// Iterates over the objects of a collection.
public struct NSFastEnumerationIterator: IteratorProtocol {
    fileprivate let objects: NSEnumerator

    /// Returns the next object, or nil at the end.
    public mutating func next() -> Any? { objects.nextObject() }
}

extension NSArray: Sequence, ExpressibleByArrayLiteral {
    /// Returns an iterator over the objects.
    public func makeIterator() -> NSFastEnumerationIterator { NSFastEnumerationIterator(objects: objectEnumerator()) }
    /// Creates an array of the elements of a literal.
    public required convenience init(arrayLiteral elements: Any...) { self.init(array: elements) }
    /// Creates an array of objects.
    public convenience init(objects: Any...) { self.init(array: objects) }
}

extension NSSet: Sequence, ExpressibleByArrayLiteral {
    /// Returns an iterator over the objects.
    public func makeIterator() -> NSFastEnumerationIterator { NSFastEnumerationIterator(objects: objectEnumerator()) }
    /// Creates a set of the elements of a literal.
    public required convenience init(arrayLiteral elements: Any...) { self.init(array: elements) }
    /// Creates a set of objects.
    public convenience init(objects: Any...) { self.init(array: objects) }
}

extension NSOrderedSet: Sequence, ExpressibleByArrayLiteral {
    /// Returns an iterator over the objects.
    public func makeIterator() -> NSFastEnumerationIterator { NSFastEnumerationIterator(objects: objectEnumerator()) }
    /// Creates an ordered set of the elements of a literal.
    public required convenience init(arrayLiteral elements: Any...) { self.init(array: elements) }
    /// Creates an ordered set of objects.
    public convenience init(objects: Any...) { self.init(array: objects) }
}

extension NSDictionary: Sequence, ExpressibleByDictionaryLiteral {
    /// Iterates over the pairs of a dictionary.
    public struct Iterator: IteratorProtocol {
        fileprivate let dictionary: NSDictionary
        fileprivate let keys: NSEnumerator

        /// Returns the next pair, or nil at the end.
        public mutating func next() -> (key: Any, value: Any)? {
            keys.nextObject().map { ($0, dictionary.object(forKey: $0)!) }
        }
    }

    /// Returns an iterator over the pairs.
    public func makeIterator() -> Iterator { Iterator(dictionary: self, keys: keyEnumerator()) }

    /// Creates a dictionary of the pairs of a literal.
    public required convenience init(dictionaryLiteral pairs: (Any, Any)...) {
        self.init(objects: pairs.map(\.1), forKeys: pairs.map { key($0.0) })
    }

    /// Returns the object for a key, or nil.
    @objc public subscript(key: Any) -> Any? {
        @objc(_swiftObjectForKeyedSubscript:) get { object(forKey: key) }
    }
}

extension NSMutableDictionary {
    /// The object for a key, or nil. Setting nil removes the key.
    @objc public override subscript(key: Any) -> Any? {
        get { object(forKey: key) }
        @objc(_swiftSetObject:forKeyedSubscript:) set {
            if let newValue { setObject(newValue, forKey: Foundation.key(key)) } else { removeObject(forKey: key) }
        }
    }
}

/// Returns the object of a key. A key of Objective-C is copied.
private func key(_ key: Any) -> any NSCopying { unsafeBitCast(key as AnyObject, to: (any NSCopying).self) }
