// ClassBuilderTests.swift - classes made in Swift: ivars, methods, properties, disposal.
import MiniRuntime
import RuntimeTestSupport
import TestSupport
import Testing

@Suite("Class builder")
struct ClassBuilderTests {
    @Test("A class is there once it is registered")
    func registered() throws {
        let name = uniqueName("Person")
        let builder = try ClassBuilder(name)
        #expect(Class(named: name) == nil)
        #expect(!builder.cls.isRegistered)
        let cls = builder.register()
        #expect(Class(named: name) == cls)
        #expect(cls.isRegistered)
        #expect(cls.name == name)
        #expect(cls.superclass == .nsObject)
        #expect("\(cls)" == name)
        #expect(Class.all.filter { $0 == cls }.count == 1)
        #expect(cls.isa.isMetaclass)
        #expect(!cls.isMetaclass)
        #expect(cls.isa.isa == Class.nsObject.isa)
        #expect(cls.isSubclass(of: .nsObject))
        #expect(cls.isSubclass(of: cls))
        #expect(!Class.nsObject.isSubclass(of: cls))
    }

    @Test("A name that is taken, and a superclass that is not registered, are refused with their names")
    func refused() throws {
        let cls = try makeClass()
        #expect(throws: RuntimeError.classNameTaken(cls.name)) { _ = try ClassBuilder(cls.name) }
        let unfinished = try ClassBuilder(uniqueName())
        let name = unfinished.cls.name
        #expect(throws: RuntimeError.classNotRegistered(name)) {
            _ = try ClassBuilder(uniqueName(), superclass: unfinished.cls)
        }
        #expect(unfinished.cls.createInstance() == nil)
        #expect("\(RuntimeError.classNameTaken("Person"))" == "Class 'Person' exists already")
        #expect("\(RuntimeError.classNotRegistered("Person"))" == "Class 'Person' is not registered")
    }

    @Test("Class.register passes a builder, and registers the class after it; if the closure throws, there is no class")
    func registeredByClosure() throws {
        let name = uniqueName("Person")
        let cls = try Class.register(name) { builder in
            #expect(!builder.cls.isRegistered)
            try builder.addProperty("age", Int32.self)
        }
        #expect(Class(named: name) == cls)
        let person = try cls.new()
        try person.send("setAge:", Int32(3))
        #expect(try person.send("age", as: Int32.self) == 3)
        let student = try Class.register(uniqueName("Student"), superclass: cls, extraBytes: 8) { _ in }
        #expect(student.superclass == cls)
        let other = uniqueName("Other")
        #expect(throws: RuntimeError.classNameTaken(name)) {
            try Class.register(other) { _ in throw RuntimeError.classNameTaken(name) }
        }
        #expect(Class(named: other) == nil)
        try Class.register(other) { _ in }.dispose()
    }

    @Test("The class of a builder is not disposed of by hand: the builder does it")
    func disposedTwice() throws {
        let builder = try ClassBuilder(uniqueName())
        let (cls, name) = (builder.cls, builder.cls.name)
        #expect(throws: RuntimeError.classNotRegistered(name)) { try cls.dispose() }
        #expect(builder.register() == Class(named: name))
        try cls.dispose()
        #expect(Class(named: name) == nil)
    }

    @Test("A builder that is dropped takes its class with it, and the name is free")
    func dropped() throws {
        let name = uniqueName()
        do {
            var builder = try ClassBuilder(name)
            try builder.addIvar("number", Int32.self)
        }
        #expect(try ClassBuilder(name).register().name == name)
    }

    @Test("Ivars of every kind are laid out as in C, and keep their values")
    func ivars() throws {
        let cls = try makeClass { builder in
            try builder.addIvar("flag", Bool.self)
            try builder.addIvar("small", Int16.self)
            try builder.addIvar("number", Int32.self)
            try builder.addIvar("real", Double.self)
            try builder.addIvar("point", Point.self)
            try builder.addIvar("selector", Selector?.self)
            try builder.addIvar("bytes", encoding: TypeEncoding("[3c]"))
        }
        #expect(cls.ivars.map(\.name) == ["flag", "small", "number", "real", "point", "selector", "bytes"])
        #expect(cls.ivars.map(\.offset) == [8, 10, 12, 16, 24, 40, 48])
        #expect(cls.ivars.map(\.typeEncoding) == ["B", "s", "i", "d", "{Point=dd}", ":", "[3c]"])
        #expect(cls.instanceSize == 56)
        let object = try cls.new()
        #expect(try object.ivar("number", as: Int32.self) == 0)
        #expect(try object.ivar("selector", as: Selector?.self) == nil)
        try object.setIvar("flag", to: true)
        try object.setIvar("small", to: Int16(-2))
        try object.setIvar("real", to: 2.5)
        try object.setIvar("point", to: Point(x: 1, y: -1))
        try object.setIvar("selector", to: Selector("init") as Selector?)
        #expect(try object.ivar("flag", as: Bool.self))
        #expect(try object.ivar("small", as: Int16.self) == -2)
        #expect(try object.ivar("number", as: Int32.self) == 0)
        #expect(try object.ivar("point", as: Point.self) == Point(x: 1, y: -1))
        #expect(try object.ivar("selector", as: Selector?.self) == "init")
    }

    @Test("Ivars that are taken, missing or of another type are reported by name")
    func ivarErrors() throws {
        let base = try makeClass("Base") { try $0.addIvar("taken", Int32.self) }
        var builder = try ClassBuilder(uniqueName(), superclass: base)
        let name = builder.cls.name
        var thrown: RuntimeError?
        do { try builder.addIvar("taken", Int32.self) } catch let error as RuntimeError { thrown = error }
        #expect(thrown == .ivarNameTaken("taken", class: name))
        do { try builder.addIvar("odd", encoding: TypeEncoding("{Opaque}")) } catch let error as RuntimeError {
            thrown = error
        }
        #expect(thrown == .malformedEncoding("{Opaque}"))
        let object = try builder.register().new()
        #expect(throws: RuntimeError.noIvar("none", class: name)) { try object.ivar("none", as: Int32.self) }
        #expect(throws: RuntimeError.encodingMismatch("taken", expected: "i", given: "q")) {
            try object.ivar("taken", as: Int64.self)
        }
        #expect(throws: RuntimeError.encodingMismatch("taken", expected: "i", given: "d")) {
            try object.setIvar("taken", to: 1.5)
        }
    }

    @Test("Ivars own what they hold as they were declared")
    func ownership() throws {
        let log = Log()
        let cls = try makeClass { builder in
            try builder.addIvar("number", Int8.self)
            try builder.addIvar("strong", Object?.self)
            try builder.addIvar("weak", Object?.self, ownership: .weak)
            try builder.addIvar("bare", Object?.self, ownership: .unretained)
        }
        do {
            let object = try cls.new()
            var value: Object? = try trackedObject(log, "value")
            for name in ["strong", "weak", "bare"] { try object.setIvar(name, to: value) }
            #expect(value?.unmanaged.retainCount == 2)
            #expect(try object.ivar("weak", as: Object?.self) == value)
            value = nil
            #expect(log.all.isEmpty)
            try object.setIvar("bare", to: nil as Object?)
            try object.setIvar("strong", to: nil as Object?)
            #expect(log.all == ["value"])
            #expect(try object.ivar("weak", as: Object?.self) == nil)
            try object.setIvar("strong", to: trackedObject(log, "second"))
            #expect(log.all == ["value"])
        }
        #expect(log.all == ["value", "second"])
        #expect(cls.instanceCount == 0)
    }

    @Test("A subclass's strong ivars behind an odd superclass size are released")
    func oddSuperclass() throws {
        let log = Log()
        let base = try makeClass("Base") { try $0.addIvar("flag", Int8.self) }
        let cls = try makeClass("Sub", base) { builder in
            for index in 0..<20 { try builder.addIvar("space\(index)", Int64.self) }
            try builder.addIvar("held", Object?.self)
        }
        do {
            let object = try cls.new()
            try object.setIvar("held", to: trackedObject(log, "held"))
        }
        #expect(log.all == ["held"])
    }

    @Test("A class with instances stays, and says why")
    func disposal() throws {
        let cls = try makeClass(), name = cls.name
        do {
            let object = try cls.new()
            #expect(throws: RuntimeError.classInUse("class '\(name)' still has 1 instance")) { try cls.dispose() }
            withExtendedLifetime(object) {}
        }
        try cls.dispose()
        #expect(Class(named: name) == nil)
    }

    @Test("Extra bytes on classes and instances")
    func extraBytes() throws {
        let cls = try ClassBuilder(uniqueName(), extraBytes: 16).register()
        cls.indexedIvars.storeBytes(of: 5, toByteOffset: 8, as: Int.self)
        #expect(cls.indexedIvars.load(fromByteOffset: 8, as: Int.self) == 5)
        let object = try #require(cls.createInstance(extraBytes: 8))
        #expect(object.indexedIvars!.load(as: Int.self) == 0)
        cls.version = 3
        #expect(cls.version == 3)
    }

    @Test("A method is added once, with as many parameters as its name has colons")
    func methods() throws {
        let cls = try makeClass()
        try cls.addMethod("number") { (self: Object) -> Int32 in 1 }
        #expect(throws: RuntimeError.alreadyPresent("number", class: cls.name)) {
            try cls.addMethod("number") { (self: Object) -> Int32 in 2 }
        }
        #expect(throws: RuntimeError.argumentCount("number:", expected: 1, given: 0)) {
            try cls.addMethod("number:") { (self: Object) -> Int32 in 2 }
        }
        #expect(throws: RuntimeError.argumentCount("none", expected: 0, given: 1)) {
            try cls.addMethod("none") { (self: Object, extra: Int32) in }
        }
        #expect(cls.methods.map(\.selector) == ["number"])
        #expect(cls.methods[0].typeEncoding == "i16@0:8")
        #expect(cls.methods[0].implementation.isClosure)
    }

    @Test("A closure whose Swift types contradict the encoding given with it is refused")
    func contradiction() throws {
        let cls = try makeClass()
        #expect(throws: RuntimeError.encodingMismatch("closure", expected: "v24@0:8q16", given: "v20@0:8i16")) {
            try cls.addMethod("a:", types: "v24@0:8q16") { (self: Object, number: Int32) in }
        }
        #expect(throws: RuntimeError.encodingMismatch("closure", expected: "d20@0:8i16", given: "v20@0:8i16")) {
            try cls.addMethod("a:", types: "d20@0:8i16") { (self: Object, number: Int32) in }
        }
        #expect(throws: RuntimeError.encodingMismatch("closure", expected: "i16@0:8", given: "f16@0:8")) {
            try cls.addMethod("a", types: "i16@0:8") { (self: Object) -> Float in 1 }
        }
        #expect(throws: RuntimeError.encodingMismatch("closure", expected: "v16@0:8", given: "v20@0:8i16")) {
            try cls.addMethod("a:", types: "v16@0:8") { (self: Object, number: Int32) in }
        }
        #expect(throws: RuntimeError.malformedEncoding("{oops")) {
            try cls.addMethod("a", types: "{oops") { (self: Object) in }
        }
        #expect(cls.methods.isEmpty)
        try cls.addMethod("text:", types: "V@24@0:8r@\"NSString\"16") { (self: Object, text: Object?) -> Object? in text
        }
        #expect(cls.methods[0].typeEncoding == "V@24@0:8r@\"NSString\"16")
    }

    @Test("Class methods are found on the class")
    func classMethods() throws {
        let cls = try makeClass {
            try $0.addClassMethod("sum:and:") { (self: Class, a: Int32, b: Int64) -> Int64 in Int64(a) + b }
        }
        for _ in ["cold", "cached"] { #expect(try cls.send("sum:and:", Int32(1), Int64(2), as: Int64.self) == 3) }
        #expect(cls.classMethod("sum:and:") != nil)
        #expect(cls.instanceMethod("sum:and:") == nil)
    }
}

@Suite("Declared properties")
struct DeclaredPropertyTests {
    @Test("A scalar property has an ivar, a getter, a setter and attributes")
    func scalar() throws {
        let cls = try makeClass { try $0.addProperty("age", Int32.self) }
        let property = try #require(cls.property("age"))
        #expect(property.attributeString == "Ti,V_age")
        #expect(
            property.attributes == [
                PropertyAttribute("T", "i"), PropertyAttribute("V", "_age"),
            ])
        #expect(property.value(ofAttribute: "V") == "_age")
        #expect(property.value(ofAttribute: "R") == nil)
        let object = try cls.new()
        for age in [Int32(42), -1] {
            try object.send("setAge:", age)
            #expect(try object.send("age", as: Int32.self) == age)
            #expect(try object.ivar("_age", as: Int32.self) == age)
        }
        #expect(cls.instanceMethod("setAge:")?.typeEncoding == "v20@0:8i16")
        #expect(cls.properties == [property])
    }

    @Test("A structure, too")
    func structure() throws {
        let cls = try makeClass { try $0.addProperty("box", Box.self) }
        let object = try cls.new(),
            box = Box(origin: Point(x: 1, y: 2), size: Point(x: 3, y: 4), tip: Point(x: 5, y: 6))
        try object.send("setBox:", box)
        for _ in ["cold", "cached"] { #expect(try object.send("box", as: Box.self) == box) }
    }

    @Test("Strong, weak and unowned objects", arguments: [PropertyStorage.strong, .weak, .assign])
    func objects(storage: PropertyStorage) throws {
        let log = Log(), cls = try makeClass { try $0.addProperty("value", Object?.self, storage: storage) }
        let flag = [PropertyStorage.strong: "&,", .weak: "W,", .assign: ""][storage]!
        #expect(cls.property("value")?.attributeString == "T@,\(flag)V_value")
        do {
            let object = try cls.new()
            var value: Object? = try trackedObject(log, "value")
            try object.send("setValue:", value)
            let read = try autoreleasepool { try object.send("value", as: Object?.self) == value }
            #expect(read)
            #expect(value?.unmanaged.retainCount == (storage == .strong ? 2 : 1))
            value = nil
            #expect(log.all == (storage == .strong ? [] : ["value"]))
            if storage == .weak { #expect(try object.send("value", as: Object?.self) == nil) }
        }
        #expect(log.all == ["value"])
    }

    @Test("A copy property holds what copy answered")
    func copy() throws {
        let valueClass = try makeClass("Value")
        try valueClass.addMethod("copyWithZone:") { (self: Object, zone: UnsafeRawPointer?) -> Object in
            try valueClass.new()
        }
        let cls = try makeClass { try $0.addProperty("value", Object?.self, storage: .copy) }
        #expect(cls.property("value")?.attributeString == "T@,C,V_value")
        try autoreleasepool {
            let object = try cls.new(), value = try valueClass.new()
            try object.send("setValue:", value)
            let held = try #require(try object.send("value", as: Object?.self))
            #expect(held != value)
            #expect(held.isa == valueClass)
            #expect(value.unmanaged.retainCount == 1)
            try object.send("setValue:", nil as Object?)
            #expect(try object.send("value", as: Object?.self) == nil)
        }
        #expect(valueClass.instanceCount == 0)
    }

    @Test("The setter of a copy property raises what copy raises, and the property keeps its value")
    func raisingCopy() throws {
        let log = Log(), valueClass = try makeClass("Value")
        try valueClass.addMethod("copyWithZone:") { (self: Object, zone: UnsafeRawPointer?) -> Object in
            if !log.all.isEmpty { throw RuntimeException("NSGenericException", "no copies") }
            return self
        }
        let cls = try makeClass { try $0.addProperty("value", Object?.self, storage: .copy) }
        do {
            let object = try cls.new(), other = try cls.new(), value = try valueClass.new()
            try object.send("setValue:", value)
            log.add("from now on")
            for holder in [object, other] {
                #expect(throws: RuntimeException("NSGenericException", "no copies")) {
                    try holder.send("setValue:", valueClass.new())
                }
            }
            #expect(try object.send("value", as: Object?.self) == value)
            #expect(try other.send("value", as: Object?.self) == nil)
        }
        #expect(valueClass.instanceCount == 0)
    }

    @Test("A read-only property has no setter")
    func readOnly() throws {
        let cls = try makeClass { try $0.addProperty("age", Int32.self, isReadOnly: true) }
        #expect(cls.property("age")?.attributeString == "Ti,R,V_age")
        #expect(!cls.instancesRespond(to: "setAge:"))
        #expect(throws: RuntimeException.self) { try cls.new().send("setAge:", Int32(1)) }
    }

    @Test("Properties are added once, replaced, inherited")
    func table() throws {
        let base = try makeClass("Base"), cls = try makeClass("Sub", base)
        #expect(base.addProperty("name", attributes: [PropertyAttribute("T", "@")]))
        #expect(!base.addProperty("name", attributes: []))
        base.replaceProperty("name", attributes: [PropertyAttribute("T", "*"), PropertyAttribute("R")])
        #expect(cls.property("name")?.attributeString == "T*,R")
        #expect(cls.properties.isEmpty)
        #expect(cls.property("none") == nil)
    }
}
