// ClassPicture.swift - a class at one step of a recording.
import MiniRuntime

struct ClassPicture {
    let cls: Class
    /// Whether all methods are shown, or only those that steps named.
    let isWhole: Bool
    /// The methods, and class methods, that steps named.
    let named: [MethodReference]

    var tree: Tree {
        let superclass = cls.superclass
        let isNotifying = superclass.map { cls.name == "NSKVONotifying_\($0.name)" } ?? false
        let selectors = Set(named.lazy.filter { $0.cls == cls }.map(\.selector))
        let classSelectors = Set(named.lazy.filter { $0.cls != cls }.map(\.selector))
        let methods = cls.methods.filter { isWhole || selectors.contains($0.selector) }.map { row($0, of: cls) }
        let classMethods = cls.isa.methods.filter { classSelectors.contains($0.selector) }.map { row($0, of: cls.isa) }
        return .record([
            "methodCount": isWhole ? nil : .number(cls.methods.count),
            "address": .text(hexadecimal(cls.object.address)), "metaclass": metaclass,
            "name": .text(cls.name), "superclass": Tree.optional(superclass?.name), "isNotifying": .flag(isNotifying),
            "isRegistered": .flag(cls.isRegistered), "isWhole": .flag(isWhole),
            "methods": .array(methods + classMethods),
        ])
    }

    /// The class of the class object: where its messages are looked up.
    private var metaclass: Tree {
        .record([
            "address": .text(hexadecimal(cls.isa.object.address)), "name": .text(cls.isa.displayName),
            "superclass": Tree.optional(cls.isa.superclass?.displayName),
            "methods": .array(isWhole ? cls.isa.methods.map { .text($0.selector.name) } : []),
        ])
    }

    private func row(_ method: Method, of cls: Class) -> Tree {
        let implementation = Implementation(method, of: cls)
        return .record([
            "selector": .text((cls.isMetaclass ? "+" : "") + method.selector.name),
            "address": .text(implementation.address), "what": .text(implementation.description),
            "overrides": Tree.optional(cls.superclass?.definer(of: method.selector)?.displayName),
            "key": Tree.optional(implementation.key),
        ])
    }
}
