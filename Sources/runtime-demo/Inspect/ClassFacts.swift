// ClassFacts.swift - all that the runtime tells of a class, read at one moment. ClassFacts+Text.swift makes text of it.
import MiniRuntime

struct ClassFacts: Encodable {
    struct IvarFacts: Encodable {
        let name, encoding, definedBy: String
        let offset: Int
        /// nil for a type of unknown content.
        let size: Int?
    }

    struct PropertyFacts: Encodable {
        let name, attributes, words, definedBy: String
    }

    struct MethodFacts: Encodable {
        let selector: String
        /// nil if the method was added without types.
        let encoding: String?
        let implementation: Implementation
        let definedBy: String
        /// The nearest superclass that has such a method as well.
        var overrides: String?
    }

    struct CacheFacts: Encodable {
        struct Entry: Encodable {
            let selector, definedBy: String
        }

        let capacity: Int
        let entries: [Entry]
    }

    let name, address: String
    let isMetaclass: Bool
    /// From the class up to the root.
    let superclasses: [String]
    /// From the class's metaclass up to the root class.
    let metaclasses: [String]
    /// The class that a notifying class stands before.
    let notifiesFor: String?
    let instanceSize, instanceCount: Int
    /// Of an instance of the superclass.
    let inheritedSize: Int
    let ivars: [IvarFacts]
    let properties: [PropertyFacts]
    let protocols: [String]
    let methods, classMethods: [MethodFacts]
    let cache: CacheFacts
    /// The instructions of stubs, if they are asked for.
    var code: [StubCode]?
    /// Whether what superclasses define is listed as well.
    let includesInherited: Bool

    /// - Parameter inherited: whether to list what superclasses define.
    /// Reading sends no message, so that it changes nothing.
    init(_ cls: Class, inherited: Bool = false) {
        name = cls.displayName
        address = hexadecimal(cls.object.address)
        isMetaclass = cls.isMetaclass
        superclasses = cls.chain.map(\.displayName)
        metaclasses = cls.isa.chain.map(\.displayName)
        notifiesFor = cls.originalOfNotifying?.name
        (instanceSize, instanceCount) = (cls.instanceSize, cls.instanceCount)
        inheritedSize = cls.superclass?.instanceSize ?? 0
        includesInherited = inherited
        let classes = inherited ? cls.chain : [cls]
        ivars = classes.reversed().flatMap { owner in
            owner.ivars.map { ivar in
                IvarFacts(
                    name: ivar.name, encoding: ivar.typeEncoding, definedBy: owner.displayName, offset: ivar.offset,
                    size: (try? TypeEncoding(ivar.typeEncoding))?.layout?.size)
            }
        }
        properties = classes.flatMap { owner in
            owner.properties.map {
                PropertyFacts(
                    name: $0.name, attributes: $0.attributeString, words: $0.words, definedBy: owner.displayName)
            }
        }
        protocols = classes.flatMap(\.protocols).map(\.name)
        methods = classes.flatMap(Self.methods(of:))
        classMethods = cls.isMetaclass ? [] : (inherited ? cls.isa.chain : [cls.isa]).flatMap(Self.methods(of:))
        cache = CacheFacts(cls)
    }

    private static func methods(of cls: Class) -> [MethodFacts] {
        cls.methods.map { method in
            MethodFacts(
                selector: method.selector.name, encoding: method.typeEncoding,
                implementation: Implementation(method, of: cls), definedBy: cls.displayName,
                overrides: cls.superclass?.definer(of: method.selector)?.displayName)
        }
    }
}

extension ClassFacts.CacheFacts {
    fileprivate init(_ cls: Class) {
        capacity = cls.cacheCapacity
        entries = cls.cachedMethods.map { method in
            let owner = cls.chain.first { $0.methods.contains(method) }
            return Entry(selector: method.selector.name, definedBy: owner?.displayName ?? "?")
        }
    }
}

extension Class {
    /// The class, its superclass, and so on up to the root.
    var chain: [Class] { Array(sequence(first: self, next: \.superclass)) }

    /// The name; a metaclass bears the name of its class, and is told apart here.
    var displayName: String { isMetaclass ? "\(name) (metaclass)" : name }

    /// The class, here or further up, that has the method.
    func definer(of selector: Selector) -> Class? {
        guard let method = lookUpMethod(selector) else { return nil }
        return chain.first { $0.methods.contains(method) }
    }
}
