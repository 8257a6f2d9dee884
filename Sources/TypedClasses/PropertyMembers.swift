// PropertyMembers.swift - the meaning of `person.age` and `playlist.songs`.
//
//      let all = playlist.songs          Ref                      collections, read only
//      playlist.songs.append("Girl")     PropertyMembers          the elements of a collection
//      playlist.songs = []               PropertyMembers          any value, read and set
//
// All three are `dynamicMember` subscripts. Among those that fit an expression, the compiler prefers a subscript of the
// type itself to one in a protocol extension, and in the extension the one for a collection to the one for any value.
// The subscripts of `Ref` for collections are read-only, so an expression that changes something gets the elements. If
// the elements have no such function, as `sort()`, it gets the value, which is read, changed and set.

/// The properties of an object as members: `person.age`. ``Ref`` conforms to it.
@dynamicMemberLookup
public protocol PropertyMembers<Description>: ObjectMembers {
    /// The value of a property, by messages to its getter and setter. Also reads properties that a member of the same
    /// name hides: `person[\.description]`.
    subscript<Value>(member: KeyPath<Description, Property<Value>>) -> Value { get nonmutating set }
    /// Returns the functions that change elements of a collection: the value of `playlist.songs` in
    /// `playlist.songs.append("Girl")`.
    func elementMembers<Value: CollectionValue>(_ member: KeyPath<Description, Property<Value>>) -> Value.Elements
}

// Inlined, so that a literal `\.age` becomes the load of a field.
extension PropertyMembers {
    /// The value of a property, by messages to its getter and setter.
    @inlinable public subscript<Value>(dynamicMember member: KeyPath<Description, Property<Value>>) -> Value {
        @inline(__always) get { self[member] }
        @inline(__always) nonmutating set { self[member] = newValue }
    }

    /// The elements of an array, for changes one by one.
    @inlinable
    public subscript<Element>(
        dynamicMember member: KeyPath<Description, Property<[Element]>>
    ) -> ArrayElements<Element> {
        elementMembers(member)
    }

    /// The members of a set, for changes one by one.
    @inlinable
    public subscript<Element>(
        dynamicMember member: KeyPath<Description, Property<Set<Element>>>
    ) -> SetElements<Element> {
        elementMembers(member)
    }

    /// The entries of a dictionary, for changes one by one.
    @inlinable
    public subscript<Key, Value>(
        dynamicMember member: KeyPath<Description, Property<[Key: Value]>>
    ) -> DictionaryElements<Key, Value> {
        elementMembers(member)
    }
}

extension Ref: PropertyMembers {
    /// The value of a property that holds an array, by a message to its getter.
    @inlinable public subscript<Element>(dynamicMember member: KeyPath<Description, Property<[Element]>>) -> [Element] {
        self[member]
    }

    /// The value of a property that holds a set, by a message to its getter.
    @inlinable
    public subscript<Element>(dynamicMember member: KeyPath<Description, Property<Set<Element>>>) -> Set<Element> {
        self[member]
    }

    /// The value of a property that holds a dictionary, by a message to its getter.
    @inlinable
    public subscript<Key, Value>(
        dynamicMember member: KeyPath<Description, Property<[Key: Value]>>
    ) -> [Key: Value] {
        self[member]
    }

    /// Returns the functions that change elements of a collection one by one.
    @inlinable public func elementMembers<Value: CollectionValue>(
        _ member: KeyPath<Description, Property<Value>>
    ) -> Value.Elements {
        Value.elements(of: described.read { CollectionProperty(object, $0[keyPath: member]) })
    }
}

extension PropertyMembers where Self: MessageReceiver {
    // Disfavored, so that a description can have a property `elements`: Identity.swift explains how.
    /// Deprecated: renamed to ``elementMembers(_:)``.
    @_disfavoredOverload
    @available(*, deprecated, renamed: "elementMembers(_:)")
    public func elements<Value: CollectionValue>(of member: KeyPath<Description, Property<Value>>) -> Value.Elements {
        elementMembers(member)
    }
}
