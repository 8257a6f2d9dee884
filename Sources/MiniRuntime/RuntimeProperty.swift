// RuntimeProperty.swift - declared properties and their attributes.
import CMiniRuntime

/// A declared property. It documents how to use a class; its accessors are ordinary methods.
///
/// Lives as long as its class. Objective-C: `objc_property_t`.
public struct RuntimeProperty: Hashable, @unchecked Sendable {
    // Sendable: only the attributes can be replaced, and the runtime does that atomically.
    let pointer: OpaquePointer

    init(_ pointer: OpaquePointer) {
        self.pointer = pointer
    }

    /// The property's name. Objective-C: `property_getName`.
    public var name: String { String(cString: property_getName(pointer)) }

    /// The attributes as one string: `Ti,V_age`. Objective-C: `property_getAttributes`.
    public var attributeString: String { String(cString: property_getAttributes(pointer)) }

    /// The attributes in order. Objective-C: `property_copyAttributeList`.
    public var attributes: [PropertyAttribute] {
        var count: UInt32 = 0
        guard let list = property_copyAttributeList(pointer, &count) else { return [] }
        defer { freeCopied(list) }
        return (0..<Int(count)).map {
            PropertyAttribute(String(cString: list[$0].name), String(cString: list[$0].value))
        }
    }

    /// Returns the value of one attribute; nil if the property does not have it. Objective-C:
    /// `property_copyAttributeValue`.
    public func value(ofAttribute name: String) -> String? {
        takeString(property_copyAttributeValue(pointer, name))
    }
}

/// An attribute of a property: `T` type, `V` ivar, `R` readonly, `C` copy, `&` retain, `W` weak, `N` nonatomic, `G`
/// getter, `S` setter, `D` dynamic.
public struct PropertyAttribute: Hashable, Sendable {
    /// The attribute's name, such as `T` or `V`.
    public var name: String
    /// The attribute's value; empty for a flag.
    public var value: String

    /// Creates an attribute; a flag if the value is empty.
    public init(_ name: String, _ value: String = "") {
        self.name = name
        self.value = value
    }
}

extension Class {
    /// The class's own properties, in the order in which they were added. Objective-C: `class_copyPropertyList`.
    public var properties: [RuntimeProperty] {
        copiedList { class_copyPropertyList(pointer, $0) }.map(RuntimeProperty.init)
    }

    /// Returns the property with that name, of this class or a superclass. Objective-C: `class_getProperty`.
    public func property(_ name: String) -> RuntimeProperty? {
        name.asCName { class_getProperty(pointer, $0) }.map(RuntimeProperty.init)
    }

    /// Adds a property, without accessors. Returns false if the class already has one with that name. Objective-C:
    /// `class_addProperty`.
    @discardableResult
    public func addProperty(_ name: String, attributes: [PropertyAttribute]) -> Bool {
        withAttributes(attributes) { class_addProperty(pointer, name, $0, $1) }
    }

    /// Adds a property, or replaces its attributes. Objective-C: `class_replaceProperty`.
    public func replaceProperty(_ name: String, attributes: [PropertyAttribute]) {
        withAttributes(attributes) { class_replaceProperty(pointer, name, $0, $1) }
    }
}

func withAttributes<Result>(
    _ attributes: [PropertyAttribute], _ body: (UnsafePointer<objc_property_attribute_t>?, UInt32) -> Result
) -> Result {
    let list = attributes.map {
        objc_property_attribute_t(
            name: UnsafePointer(strdupChecked($0.name)), value: UnsafePointer(strdupChecked($0.value)))
    }
    defer {
        for attribute in list {
            freeCopied(UnsafeMutablePointer(mutating: attribute.name))
            freeCopied(UnsafeMutablePointer(mutating: attribute.value))
        }
    }
    return body(list, UInt32(list.count))
}
