// RuntimeProtocol.swift - protocols: lists of methods that adopting classes implement.
import CMiniRuntime

/// A protocol of the runtime. A registered protocol is immutable and lives for ever.
///
/// Objective-C: `Protocol *`.
public struct RuntimeProtocol: Hashable, @unchecked Sendable {
    // Sendable: it is registered, and registered protocols are immutable.
    let pointer: OpaquePointer

    init(_ pointer: OpaquePointer) {
        self.pointer = pointer
    }

    /// The registered protocol with that name. Objective-C: `objc_getProtocol`.
    public init?(named name: String) {
        guard let pointer = name.asCName(objc_getProtocol) else { return nil }
        self.pointer = pointer
    }

    /// A method that a protocol declares.
    public struct Requirement: Hashable, Sendable {
        /// The method's selector.
        public var selector: Selector
        /// The method's type encoding.
        public var types: String
        /// Whether adopting classes must implement the method.
        public var isRequired: Bool
        /// Whether it is an instance method; false for a class method.
        public var isInstanceMethod: Bool

        /// Creates a requirement, by default a required instance method.
        public init(_ selector: Selector, types: String, isRequired: Bool = true, isInstanceMethod: Bool = true) {
            self.selector = selector
            self.types = types
            self.isRequired = isRequired
            self.isInstanceMethod = isInstanceMethod
        }
    }

    /// Creates and registers a protocol. Throws ``RuntimeError/alreadyPresent(_:class:)`` if the name is taken.
    /// Objective-C: `objc_allocateProtocol` to `objc_registerProtocol`.
    public init(_ name: String, requirements: [Requirement] = [], adopting adopted: [RuntimeProtocol] = []) throws {
        guard let pointer = objc_allocateProtocol(name) else {
            throw RuntimeError.alreadyPresent(name, class: "Protocol")
        }
        for requirement in requirements {
            protocol_addMethodDescription(
                pointer, requirement.selector.pointer, requirement.types, requirement.isRequired,
                requirement.isInstanceMethod)
        }
        for other in adopted { protocol_addProtocol(pointer, other.pointer) }
        objc_registerProtocol(pointer)
        self.pointer = pointer
    }

    /// The protocol's name. Objective-C: `protocol_getName`.
    public var name: String { String(cString: protocol_getName(pointer)) }

    /// The protocol's own requirements, without those of adopted protocols. Objective-C:
    /// `protocol_copyMethodDescriptionList`.
    public var requirements: [Requirement] {
        [(true, true), (true, false), (false, true), (false, false)].flatMap(requirements(isRequired:isInstanceMethod:))
    }

    private func requirements(isRequired: Bool, isInstanceMethod: Bool) -> [Requirement] {
        var count: UInt32 = 0
        guard let list = protocol_copyMethodDescriptionList(pointer, isRequired, isInstanceMethod, &count) else {
            return []
        }
        defer { freeCopied(list) }
        return (0..<Int(count)).map {
            Requirement(
                Selector(list[$0].name), types: list[$0].types.map { String(cString: $0) } ?? "",
                isRequired: isRequired, isInstanceMethod: isInstanceMethod)
        }
    }

    /// The protocols that this protocol adopts. Objective-C: `protocol_copyProtocolList`.
    public var adopted: [RuntimeProtocol] {
        copiedList { protocol_copyProtocolList(pointer, $0) }.map(RuntimeProtocol.init)
    }

    /// Whether this protocol is `other` or adopts it at any depth. Objective-C: `protocol_conformsToProtocol`.
    public func conforms(to other: RuntimeProtocol) -> Bool { protocol_conformsToProtocol(pointer, other.pointer) }
}

extension Class {
    /// The protocols that the class itself adopts. Objective-C: `class_copyProtocolList`.
    public var protocols: [RuntimeProtocol] {
        copiedList { class_copyProtocolList(pointer, $0) }.map(RuntimeProtocol.init)
    }

    /// Adopts a protocol. Returns false if the class already adopts it. Objective-C: `class_addProtocol`.
    @discardableResult
    public func adopt(_ proto: RuntimeProtocol) -> Bool { class_addProtocol(pointer, proto.pointer) }

    /// Whether the class itself, without its superclasses, adopts the protocol. Objective-C:
    /// `class_conformsToProtocol`.
    public func conforms(to proto: RuntimeProtocol) -> Bool { class_conformsToProtocol(pointer, proto.pointer) }
}
