// AttributeType.swift - the class of the values in the attributes of a property, as compilers write it: T@"NSString".
import MiniFoundation
import MiniRuntime

extension PropertyValue {
    /// The type encoding for a property's attributes: with the class of the object, if all values are of one class.
    static var attributeType: String {
        let encoding = Stored.messageEncoding.description
        guard encoding == "@", let name = className(of: Unwrapped.self) else { return encoding }
        return "@\"\(name)\""
    }
}

/// A type whose values are objects of one described class.
private protocol ObjectOfClass {
    /// The name of the class; of a class that is not made yet, the name that it asks for.
    static var nameOfClass: String { get }
}

extension Ref: ObjectOfClass {
    fileprivate static var nameOfClass: String { ClassDescription.expectedName(of: Description.self) }
}

private func className(of type: Any.Type) -> String? {
    switch type {
    case is String.Type: NSString.cls.name
    case let type as any ObjectOfClass.Type: type.nameOfClass
    case let type as any CollectionValue.Type: className(of: type.kind)
    case is any BoxedValue.Type: SwiftBox.cls.name
    case is any BinaryInteger.Type, is any BinaryFloatingPoint.Type, is Bool.Type: NSNumber.cls.name
    default: nil
    }
}

private func className(of kind: CollectionKind) -> String {
    switch kind {
    case .array: NSArray.cls.name
    case .set: NSSet.cls.name
    case .dictionary: NSDictionary.cls.name
    }
}
