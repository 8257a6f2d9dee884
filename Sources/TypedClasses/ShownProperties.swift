// ShownProperties.swift - shows an object's properties with their values in debuggers and failed tests.
//
//      <Book: 0x7f01...; title: "Dune", pages: 412>
import MiniFoundation
import MiniRuntime

extension Ref: CustomDebugStringConvertible {
    /// The class, the address, and the properties with their values, each read by a message to its getter. Objects that
    /// a property holds show only their class and address. If a getter raises, its value is the text of the error.
    public var debugDescription: String {
        let (named, properties) = ClassDescription.shownProperties(of: object)
        let values = properties.map { "\($0.name): \($0.text)" }
        return head(named, object) + (values.isEmpty ? ">" : "; " + values.joined(separator: ", ") + ">")
    }
}

extension Ref: CustomReflectable {
    /// The properties of the object's class with their Swift values, inherited ones first, in the order of the
    /// descriptions. Objects that a property holds appear as an ``/MiniRuntime/Object``, so that `dump` ends even if
    /// two refer to each other. If a getter raises, its value is the error.
    public var customMirror: Mirror {
        let children = ClassDescription.shownProperties(of: object).1.map { (label: $0.name, value: $0.value) }
        return Mirror(self, children: children.map { ($0.label, $0.value) }, displayStyle: .struct)
    }
}

/// A property, and the result of its getter.
private struct ShownProperty {
    let name: String
    let result: Result<any PropertyValue, any Error>

    var value: Any {
        switch result {
        case .success(let value): withoutReferences(value)
        case .failure(let error): error
        }
    }

    var text: String {
        switch result {
        case .success(let value): Self.text(of: value)
        case .failure(let error): "(\(error))"
        }
    }

    private static func text(of value: some PropertyValue) -> String {
        guard let value = value.unwrapped else { return "nil" }
        switch withoutReferences(value) {
        case let object as Object: return head(nil, object) + ">"
        case let value: return String(reflecting: value)
        }
    }
}

extension ClassDescription {
    /// Returns the name of the object's class and its properties, as the description of the class or its nearest
    /// described superclass declares them; nil and none if there is no description.
    fileprivate static func shownProperties(of object: Object) -> (String?, [ShownProperty]) {
        guard let description = described(object.isa) else { return (nil, []) }
        let properties = description.allProperties.map { property in
            ShownProperty(name: property.propertyKeyPath, result: Result { try value(property, object) })
        }
        return (description.runtimeClass.name, properties)
    }

    private static func value(_ property: some ReadableProperty, _ object: Object) throws -> any PropertyValue {
        try property.propertyValue(of: object)
    }
}

/// Returns the beginning of a text: `<Book: 0x7f01...`
private func head(_ named: String?, _ object: Object) -> String {
    "<\(named ?? object.isa.name): 0x\(String(object.address, radix: 16))"
}

// ── Other objects ───────────────────────────────────────────────────────────────────────────────────

/// A reference of any description.
private protocol Referring {
    var object: Object { get }
}

extension Ref: Referring {}

/// Returns a value with objects in place of references, also in collections, so that their properties are not shown.
private func withoutReferences(_ value: Any) -> Any {
    if let reference = value as? any Referring { return reference.object }
    if let array = value as? [any Referring], !array.isEmpty { return array.map(\.object) }
    if let table = value as? [AnyHashable: any Referring], !table.isEmpty { return table.mapValues(\.object) }
    guard let set = value as? Set<AnyHashable>, set.first?.base is any Referring else { return value }
    return Set(set.compactMap { ($0.base as? any Referring)?.object })
}
