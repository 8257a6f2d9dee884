// CollectionValue.swift - properties whose elements are changed one by one.
//
//      playlist.songs                    [String]            the whole array, by the getter: a value like any other
//      playlist.songs.append("Girl")     ArrayElements       [playlist insertSongs: @[@"Girl"] atIndexes: {2}]
//      playlist.songs = []               [String]            [playlist setSongs: @[]]
//
// The compiler chooses one of the three for each expression; PropertyMembers.swift explains how.
import MiniFoundation
import MiniRuntime

/// A collection type whose elements can be changed one by one in a property: arrays, sets and dictionaries.
///
/// The class of such a property has methods with the names by which key-value coding changes elements, such as
/// `insertSongs:atIndexes:` or `addTags:`. They notify observers of the changed elements.
public protocol CollectionValue: PropertyValue {
    /// The type with the functions that change elements.
    associatedtype Elements
    /// Returns the functions that change the elements of a property.
    static func elements(of property: CollectionProperty) -> Elements
    /// The class that stores the collection.
    static var kind: CollectionKind { get }
}

/// The class that stores a collection.
public enum CollectionKind: Sendable {
    /// As an NSArray.
    case array
    /// As an NSSet.
    case set
    /// As an NSDictionary.
    case dictionary
}

extension Array: CollectionValue where Element: PropertyValue {
    /// Returns the functions that change the elements of a property.
    public static func elements(of property: CollectionProperty) -> ArrayElements<Element> {
        ArrayElements(property: property)
    }

    /// An NSArray.
    public static var kind: CollectionKind { .array }
}

extension Set: CollectionValue where Element: PropertyValue {
    /// Returns the functions that change the members of a property.
    public static func elements(of property: CollectionProperty) -> SetElements<Element> {
        SetElements(property: property)
    }

    /// An NSSet.
    public static var kind: CollectionKind { .set }
}

extension Dictionary: CollectionValue where Key: PropertyValue, Value: PropertyValue {
    /// Returns the functions that change the entries of a property.
    public static func elements(of property: CollectionProperty) -> DictionaryElements<Key, Value> {
        DictionaryElements(property: property)
    }

    /// An NSDictionary.
    public static var kind: CollectionKind { .dictionary }
}
