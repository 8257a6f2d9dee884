// CollectionValue.swift - properties whose elements are changed one by one.
//
//      playlist.songs                    [String]            the whole array, by the getter: a value like any other
//      playlist.songs.append("Girl")     ArrayElements       [playlist insertSongs: @[@"Girl"] atIndexes: {2}]
//      playlist.songs = []               [String]            [playlist setSongs: @[]]
//
// Which of the three a line means is the compiler's choice: see PropertyMembers.swift.
import MiniFoundation
import MiniRuntime

/// A collection type whose elements can be changed one by one in a property: arrays, sets and dictionaries.
///
/// The class of such a property has the methods by which key-value coding changes elements, `insertSongs:atIndexes:` or
/// `addTags:`. They notify observers of the elements that changed.
public protocol CollectionValue: PropertyValue {
    /// What changes the elements.
    associatedtype Elements
    /// What changes the elements of this property.
    static func elements(of property: CollectionProperty) -> Elements
    /// How it is stored.
    static var kind: CollectionKind { get }
}

/// How a collection is stored.
public enum CollectionKind: Sendable {
    /// As an NSArray.
    case array
    /// As an NSSet.
    case set
    /// As an NSDictionary.
    case dictionary
}

extension Array: CollectionValue where Element: PropertyValue {
    /// What changes the elements of this property.
    public static func elements(of property: CollectionProperty) -> ArrayElements<Element> {
        ArrayElements(property: property)
    }

    /// An NSArray.
    public static var kind: CollectionKind { .array }
}

extension Set: CollectionValue where Element: PropertyValue {
    /// What changes the members of this property.
    public static func elements(of property: CollectionProperty) -> SetElements<Element> {
        SetElements(property: property)
    }

    /// An NSSet.
    public static var kind: CollectionKind { .set }
}

extension Dictionary: CollectionValue where Key: PropertyValue, Value: PropertyValue {
    /// What changes the entries of this property.
    public static func elements(of property: CollectionProperty) -> DictionaryElements<Key, Value> {
        DictionaryElements(property: property)
    }

    /// An NSDictionary.
    public static var kind: CollectionKind { .dictionary }
}
