// PropertyMembers.swift - what `person.age` and `playlist.songs` mean.
//
//      let all = playlist.songs          Ref                      collections, read only
//      playlist.songs.append("Girl")     PropertyMembers          the elements of a collection
//      playlist.songs = []               PropertyMembers          any value, read and set
//
// All are subscripts for dynamic members, of one type or of a protocol that it conforms to. Of those that fit a line, the
// compiler takes a type's own before one that stands in an extension of a protocol, and there the one for collections before
// the one for any type. The own ones cannot change anything: so a line that does gets to the elements, and where those
// have no such function, as `sort()`, to the value, which is got, changed and set.

/// Properties as members: `person.age`. What ``Ref`` conforms to.
@dynamicMemberLookup
public protocol PropertyMembers<Description> {
    /// Describes the class.
    associatedtype Description: ClassDescription
    /// A property, by messages to its getter and setter. For properties that a member of another name hides:
    /// `person[\.description]`.
    subscript<Value>(member: KeyPath<Description, Property<Value>>) -> Value { get nonmutating set }
    /// What changes the elements of a collection one by one: what `playlist.songs` is in `playlist.songs.append("Girl")`.
    func elements<Value: CollectionValue>(of member: KeyPath<Description, Property<Value>>) -> Value.Elements
}

// In line, so that a literal `\.age` becomes the load of a field.
extension PropertyMembers {
    /// A property, by messages to its getter and setter.
    @inlinable public subscript<Value>(dynamicMember member: KeyPath<Description, Property<Value>>) -> Value {
        @inline(__always) get { self[member] }
        @inline(__always) nonmutating set { self[member] = newValue }
    }

    /// The elements of an array, to be changed one by one.
    public subscript<Element>(
        dynamicMember member: KeyPath<Description, Property<[Element]>>
    ) -> ArrayElements<Element> {
        elements(of: member)
    }

    /// The members of a set, to be changed one by one.
    public subscript<Element>(
        dynamicMember member: KeyPath<Description, Property<Set<Element>>>
    ) -> SetElements<Element> {
        elements(of: member)
    }

    /// The entries of a dictionary, to be changed one by one.
    public subscript<Key, Value>(
        dynamicMember member: KeyPath<Description, Property<[Key: Value]>>
    ) -> DictionaryElements<Key, Value> {
        elements(of: member)
    }
}

extension Ref: PropertyMembers {
    /// An array, by a message to its getter.
    @inlinable public subscript<Element>(dynamicMember member: KeyPath<Description, Property<[Element]>>) -> [Element] {
        self[member]
    }

    /// A set, by a message to its getter.
    @inlinable
    public subscript<Element>(dynamicMember member: KeyPath<Description, Property<Set<Element>>>) -> Set<Element> {
        self[member]
    }

    /// A dictionary, by a message to its getter.
    @inlinable
    public subscript<Key, Value>(
        dynamicMember member: KeyPath<Description, Property<[Key: Value]>>
    ) -> [Key: Value] {
        self[member]
    }

    /// What changes the elements of a collection one by one.
    public func elements<Value: CollectionValue>(of member: KeyPath<Description, Property<Value>>) -> Value.Elements {
        Value.elements(of: described.read { CollectionProperty(object, $0[keyPath: member]) })
    }
}
