// ShownProperties.swift - an object for the reader of a debugger or of a failed test: its properties with their values.
//
//      <Book: 0x7f01...; title: "Dune", pages: 412>
import MiniFoundation
import MiniRuntime

extension Ref: CustomDebugStringConvertible {
    /// The class, the address, and the properties with their values, each asked for by a message to its getter. Of other
    /// objects only their class and address. A getter that raises shows the text of the error.
    public var debugDescription: String {
        let (named, properties) = ClassDescription.shownProperties(of: object)
        let values = properties.map { "\($0.name): \($0.text)" }
        return head(named, object) + (values.isEmpty ? ">" : "; " + values.joined(separator: ", ") + ">")
    }
}

extension Ref: CustomReflectable {
    /// The properties of the object's own class, those that it inherits first, in the order of the descriptions, with
    /// their Swift values. Other objects are an ``/MiniRuntime/Object``, for `dump` to come to an end where two refer to each
    /// other. A getter that raises gives the error as value.
    public var customMirror: Mirror {
        let children = ClassDescription.shownProperties(of: object).1.map { (label: $0.name, value: $0.value) }
        return Mirror(self, children: children.map { ($0.label, $0.value) }, displayStyle: .struct)
    }
}

/// A property, and what its getter answered.
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
    /// The name of the object's class, and its properties: of the lowest class that has a description.
    fileprivate static func shownProperties(of object: Object) -> (String?, [ShownProperty]) {
        guard let description = described(object.isa) else { return (nil, []) }
        let properties = description.properties.map { property in
            ShownProperty(name: property.propertyKeyPath, result: Result { try value(property, object) })
        }
        return (description.runtimeClass.name, properties)
    }

    private static func value(_ property: some ReadableProperty, _ object: Object) throws -> any PropertyValue {
        try property.propertyValue(of: object)
    }

    private var properties: [any ReadableProperty] {
        var (mirror, found): (Mirror?, [any ReadableProperty]) = (Mirror(reflecting: self), [])
        while let current = mirror {
            found = current.children.compactMap { $0.value as? any ReadableProperty } + found
            mirror = current.superclassMirror
        }
        return found
    }
}

/// `<Book: 0x7f01...`
private func head(_ named: String?, _ object: Object) -> String {
    "<\(named ?? object.isa.name): 0x\(String(object.address, radix: 16))"
}

// ── Other objects ───────────────────────────────────────────────────────────────────────────────────

/// What has an object, whatever its class.
private protocol Referring {
    var object: Object { get }
}

extension Ref: Referring {}

/// The value with objects instead of references, as the elements of a collection, too: what is shown of them is shown of
/// them alone.
private func withoutReferences(_ value: Any) -> Any {
    if let reference = value as? any Referring { return reference.object }
    if let array = value as? [any Referring], !array.isEmpty { return array.map(\.object) }
    if let table = value as? [AnyHashable: any Referring], !table.isEmpty { return table.mapValues(\.object) }
    guard let set = value as? Set<AnyHashable>, set.first?.base is any Referring else { return value }
    return Set(set.compactMap { ($0.base as? any Referring)?.object })
}
