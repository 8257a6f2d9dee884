// ClassDefinition.swift - @class: creates a class of the runtime.
import MiniRuntime

extension Frame {
    func define(_ syntax: ClassSyntax) throws(ScriptError) {
        switch syntax.kind {
        case .subclass(let superclass, let position):
            guard let superclass = Class(named: superclass) else {
                throw unknownClass(superclass, at: position)
            }
            session.add(try makeClass(syntax, superclass))
        case .category:
            guard let cls = Class(named: syntax.name) else { throw unknownClass(syntax.name, at: syntax.position) }
            for method in syntax.methods { try add(method, to: cls, replaces: true) }
        }
    }

    private func unknownClass(_ name: String, at position: Position) -> ScriptError {
        position.error("there is no class '\(name)'\(suggestion(for: name, among: Class.allNames))")
    }

    private func makeClass(_ syntax: ClassSyntax, _ superclass: Class) throws(ScriptError) -> Class {
        if Class(named: syntax.name) != nil {
            throw syntax.position.error(
                "there is a class '\(syntax.name)' already; methods are added to it by "
                    + "'@class \(syntax.name) (More) { … }'")
        }
        do {
            var builder = try ClassBuilder(syntax.name, superclass: superclass)
            for property in syntax.properties {
                try raising(at: property.position) { try builder.addIvar(property) }
            }
            for method in syntax.methods { try add(method, to: builder.cls, replaces: false) }
            for property in syntax.properties {
                try checkAccessors(of: property, in: superclass)
                try raising(at: property.position) { try builder.cls.addAccessors(of: property, in: syntax) }
            }
            return builder.register()
        } catch let error as ScriptError {
            throw error
        } catch {
            throw syntax.position.error("\(error)")
        }
    }

    private func add(_ syntax: MethodSyntax, to cls: Class, replaces: Bool) throws(ScriptError) {
        let table = syntax.isClassMethod ? cls.isa : cls
        try checkTypes(syntax.selector, syntax.encoding, in: table, at: syntax.position)
        try raising(at: syntax.position) {
            let method = ScriptMethod(session, table, syntax)
            let implementation = try IMP(types: syntax.encoding) { method.take($0) }
            if table.addMethod(syntax.selector, implementation, types: syntax.encoding) { return }
            if replaces { table.replaceMethod(syntax.selector, implementation, types: syntax.encoding) }
        }
    }

    /// An overriding method must have the inherited types, because senders use those.
    private func checkTypes(
        _ selector: Selector, _ encoding: String, in table: Class, at position: Position
    ) throws(ScriptError) {
        guard let inherited = table.lookUpMethod(selector)?.signature,
            let own = try? MethodSignature(encoding), !MessageTypes.agree(inherited, own)
        else { return }
        throw position.error("'\(selector)' has the types \(inherited.words) in the superclass, not \(own.words)")
    }

    /// The accessors of a property override inherited methods, too.
    private func checkAccessors(of property: PropertySyntax, in superclass: Class) throws(ScriptError) {
        let (type, position) = (property.type.encoding, property.position)
        try checkTypes(Selector(property.getter), "\(type)@:", in: superclass, at: position)
        if property.isReadOnly { return }
        try checkTypes(Selector(property.setter), "v@:\(type)", in: superclass, at: position)
    }
}

extension MethodSignature {
    /// The types in words: `(int, an object) -> nothing`.
    fileprivate var words: String {
        let arguments = (2..<argumentCount).map { word(argumentType(at: $0)) }
        return "(\(arguments.joined(separator: ", "))) -> \(word(returnType))"
    }

    private func word(_ type: TypeEncoding?) -> String {
        let encoding = type?.unqualified.text ?? "?"
        return Conversion.holds(encoding) ? TypeWords.name(String(Conversion.kind(encoding))) : encoding
    }
}

// ── Properties ──────────────────────────────────────────────────────────────────────────────────────

extension ClassBuilder {
    fileprivate mutating func addIvar(_ property: PropertySyntax) throws {
        try addIvar(
            property.ivar, encoding: TypeEncoding(property.type.encoding),
            ownership: property.storage == .weak ? .weak : .strong)
    }
}

extension Class {
    /// Adds the property, and those of its accessors that the class does not define itself.
    fileprivate func addAccessors(of property: PropertySyntax, in syntax: ClassSyntax) throws {
        let own = Set(syntax.methods.filter { !$0.isClassMethod }.map(\.selector))
        let (getter, setter) = (Selector(property.getter), Selector(property.setter))
        if !own.contains(getter) { try addGetter(getter, ivar: property.ivar, storage: property.storage) }
        if !property.isReadOnly, !own.contains(setter) {
            try addSetter(setter, ivar: property.ivar, storage: property.storage)
        }
        addProperty(property.name, attributes: attributes(of: property))
    }

    private func attributes(of property: PropertySyntax) -> [PropertyAttribute] {
        var attributes = [PropertyAttribute("T", property.type.encoding)]
        if property.isReadOnly { attributes.append(PropertyAttribute("R")) }
        if property.type.isObject {
            switch property.storage {
            case .copy: attributes.append(PropertyAttribute("C"))
            case .weak: attributes.append(PropertyAttribute("W"))
            case .strong: attributes.append(PropertyAttribute("&"))
            case .assign: break
            }
        }
        if property.getter != property.name { attributes.append(PropertyAttribute("G", property.getter)) }
        return attributes + [PropertyAttribute("V", property.ivar)]
    }
}
