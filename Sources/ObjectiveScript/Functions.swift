// Functions.swift - the runtime's C functions, under the same names.
import MiniFoundation
import MiniRuntime

/// A C function that scripts can call.
struct Function: Sendable {
    let name: String
    /// The C declaration, for error messages and the documentation.
    let signature: String
    let arity: ClosedRange<Int>
    let body: @Sendable (FunctionCall) throws -> ScriptValue

    init(_ signature: String, _ body: @escaping @Sendable (FunctionCall) throws -> ScriptValue) {
        self.signature = signature
        self.body = body
        let parts = signature.prefix { $0 != ")" }.split(separator: "(", maxSplits: 1)
        name = String(parts[0].split { $0 == " " || $0 == "*" }.last ?? "")
        let parameters = parts.count < 2 ? [] : parts[1].split(separator: ",")
        let isVariadic = parameters.last?.hasSuffix("...") ?? false
        arity = isVariadic ? parameters.count - 1...Int.max - 1 : parameters.count...parameters.count
    }
}

enum Functions {
    static let table = Dictionary(uniqueKeysWithValues: all.map { ($0.name, $0) })

    static var names: [String] { all.map(\.name) }

    private static let all = objects + classes + methods + naming + others

    // ── Objects ─────────────────────────────────────────────────────────────────────────────────────

    private static let objects = [
        Function("Class object_getClass(id object)") { .init(try $0.object(0)?.isa) },
        Function("const char *object_getClassName(id object)") { .string(try $0.object(0)?.isa.name ?? "nil") },
        Function("Class object_setClass(id object, Class cls)") { call in
            let (object, cls) = (try call.object(0), try call.cls(1))
            guard let object else { return .object(nil) }
            guard cls.isMetaclass == object.isa.isMetaclass, cls.fitsInstances(of: object.isa) else {
                throw call.error(1, "instances of '\(cls)' do not fit where one of '\(object.isa)' is")
            }
            return .cls(object.setClass(cls))
        },
        Function("BOOL object_isClass(id object)") { .bool(try $0.object(0)?.isa.isMetaclass ?? false) },
    ]

    // ── Classes ─────────────────────────────────────────────────────────────────────────────────────

    private static let classes = [
        Function("Class objc_getClass(const char *name)") { .init(Class(named: try $0.string(0))) },
        Function("Class objc_lookUpClass(const char *name)") { .init(Class(named: try $0.string(0))) },
        Function("Class objc_getMetaClass(const char *name)") { .init(Class(named: try $0.string(0))?.isa) },
        Function("const char *class_getName(Class cls)") { .string(try $0.cls(0).name) },
        Function("Class class_getSuperclass(Class cls)") { .init(try $0.cls(0).superclass) },
        Function("BOOL class_isMetaClass(Class cls)") { .bool(try $0.cls(0).isMetaclass) },
        Function("size_t class_getInstanceSize(Class cls)") { .integer(try $0.cls(0).instanceSize) },
        Function("BOOL class_respondsToSelector(Class cls, SEL name)") {
            .bool(try $0.cls(0).instancesRespond(to: $0.selector(1)))
        },
    ]

    // ── Methods ─────────────────────────────────────────────────────────────────────────────────────

    private static let methods = [
        Function("Method class_getInstanceMethod(Class cls, SEL name)") { call in
            try call.cls(0).instanceMethod(call.selector(1)).map { .method($0) } ?? .pointer(0)
        },
        Function("Method class_getClassMethod(Class cls, SEL name)") { call in
            try call.cls(0).classMethod(call.selector(1)).map { .method($0) } ?? .pointer(0)
        },
        Function("IMP class_getMethodImplementation(Class cls, SEL name)") {
            .implementation(try $0.cls(0).methodImplementation($0.selector(1)))
        },
        Function("BOOL class_addMethod(Class cls, SEL name, IMP imp, const char *types)") { call in
            let types = try call.types(3, of: 2)
            try call.refuseCounting(1, call.selector(1))
            return .bool(try call.cls(0).addMethod(call.selector(1), call.implementation(2), types: types))
        },
        Function("IMP class_replaceMethod(Class cls, SEL name, IMP imp, const char *types)") { call in
            let types = try call.types(3, of: 2)
            try call.refuseCounting(1, call.selector(1))
            let old = try call.cls(0).replaceMethod(call.selector(1), call.implementation(2), types: types)
            return old.map { .implementation($0) } ?? .pointer(0)
        },
        Function("SEL method_getName(Method method)") { .selector(try $0.method(0).selector) },
        Function("const char *method_getTypeEncoding(Method method)") { call in
            try call.method(0).typeEncoding.map { .string($0) } ?? .pointer(0)
        },
        Function("IMP method_getImplementation(Method method)") { .implementation(try $0.method(0).implementation) },
        Function("IMP method_setImplementation(Method method, IMP imp)") { call in
            let (method, implementation) = (try call.method(0), try call.implementation(1))
            try call.refuseCounting(0, method.selector)
            if let types = implementation.closureTypes { try call.checkTypes(1, method, types) }
            return .implementation(method.setImplementation(implementation))
        },
        Function("void method_exchangeImplementations(Method method, Method other)") { call in
            let (method, other) = (try call.method(0), try call.method(1))
            for (index, method) in [method, other].enumerated() { try call.refuseCounting(index, method.selector) }
            try call.checkTypes(1, method, other.typeEncoding ?? "")
            method.exchangeImplementations(with: other)
            return .none
        },
    ]

    // ── Names ───────────────────────────────────────────────────────────────────────────────────────

    private static let naming = [
        Function("SEL sel_registerName(const char *name)") { .selector(Selector(try $0.string(0))) },
        Function("const char *sel_getName(SEL selector)") { .string(try $0.selector(0).name) },
        Function("NSString *NSStringFromClass(Class cls)") { ScriptValue(NSString.object(try $0.cls(0).name)) },
        Function("NSString *NSStringFromSelector(SEL selector)") {
            ScriptValue(NSString.object(try $0.selector(0).name))
        },
        Function("Class NSClassFromString(NSString *name)") { .init(Class(named: try $0.text(0))) },
        Function("SEL NSSelectorFromString(NSString *name)") { .selector(Selector(try $0.text(0))) },
    ]

    private static let others = [
        Function("id objc_msgSend(id receiver, SEL selector, ...)") { call in
            let receiver = Receiver(value: call.values[0], superclassOf: nil, position: call.positions[0])
            return try call.frame.send(
                call.selector(1), to: receiver, Array(call.values.dropFirst(2)), Array(call.positions.dropFirst(2)),
                at: call.position)
        },
        Function("void NSLog(NSString *format, ...)") { call in
            let text = try call.formatted(try call.text(0), Array(call.values.dropFirst()))
            call.frame.session.host?.write(text)
            return .none
        },
    ]
}

/// A call of a function, with its arguments evaluated.
struct FunctionCall {
    let frame: Frame
    let name: String
    let values: [ScriptValue]
    let positions: [Position]
    let position: Position

    func error(_ index: Int, _ message: String) -> ScriptError { positions[index].error(message) }

    private func wrongType(_ index: Int, _ expected: String) -> ScriptError {
        error(
            index, "argument \(index + 1) of '\(name)' must be \(expected), but \(values[index].designation) is given")
    }

    /// Returns an argument that is an object, a class or nil.
    func object(_ index: Int) throws -> UnmanagedObject? {
        switch values[index] {
        case .object, .cls, .pointer(0): values[index].unmanaged
        default: throw wrongType(index, "an object")
        }
    }

    func cls(_ index: Int) throws -> Class {
        if case .cls(let cls) = values[index] { return cls }
        throw wrongType(index, "a class")
    }

    func selector(_ index: Int) throws -> Selector {
        if case .selector(let selector) = values[index] { return selector }
        throw wrongType(index, "a selector")
    }

    func method(_ index: Int) throws -> Method {
        if case .method(let method) = values[index] { return method }
        throw wrongType(index, "a method")
    }

    func implementation(_ index: Int) throws -> IMP {
        if case .implementation(let implementation) = values[index] { return implementation }
        throw wrongType(index, "an IMP")
    }

    func string(_ index: Int) throws -> String {
        if case .string(let text) = values[index] { return text }
        throw wrongType(index, "a C string")
    }

    /// Returns the text of an argument that is an NSString.
    func text(_ index: Int) throws -> String {
        if let text = values[index].string { return text }
        throw wrongType(index, "an NSString")
    }

    /// Returns an argument that is a method encoding. If the types of the IMP are known, they must agree.
    func types(_ index: Int, of implementation: Int) throws -> String {
        let text = try string(index)
        let signature = try MethodSignature(text)
        guard let known = try self.implementation(implementation).closureTypes else { return text }
        if try MessageTypes.agree(signature, MethodSignature(known)) { return text }
        throw error(index, "the IMP has the types '\(known)', not '\(text)'")
    }

    /// Throws for the methods that manage the lifetime of objects: the variables of scripts depend on them.
    func refuseCounting(_ index: Int, _ selector: Selector) throws {
        guard Frame.counting.contains(selector) else { return }
        throw error(index, "'\(selector)' cannot be replaced by a script: its variables are kept alive by it")
    }

    /// Throws if the types differ from the method's, because senders of its message use those.
    func checkTypes(_ index: Int, _ method: Method, _ types: String) throws {
        guard let signature = method.signature, let other = try? MethodSignature(types),
            !MessageTypes.agree(signature, other)
        else { return }
        throw error(index, "'\(method.selector)' has the types '\(signature)', but this has '\(types)'")
    }
}

extension Class {
    /// Whether instances of `other` have, where this class expects its ivars, ivars of the same types: each ivar that
    /// both do not inherit is compared. The storage of the runtime's own classes is not known, and fits nowhere else.
    fileprivate func fitsInstances(of other: Class) -> Bool {
        guard instanceSize <= other.instanceSize else { return false }
        let theirs = other.line.flatMap(\.ivars)
        return line.prefix { !other.isSubclass(of: $0) }.flatMap(\.ivars).allSatisfy { ivar in
            !ivar.typeEncoding.hasPrefix("[")
                && theirs.contains { $0.offset == ivar.offset && $0.typeEncoding == ivar.typeEncoding }
        }
    }

    /// The class and its superclasses.
    private var line: [Class] { Array(sequence(first: self, next: \.superclass)) }
}
