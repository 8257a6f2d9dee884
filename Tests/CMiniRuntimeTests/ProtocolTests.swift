// ProtocolTests.swift - protocols: made, adopted, asked about.
import CMiniRuntime
import Glibc
import TestSupport
import Testing

private func makeProtocol(_ stem: String = "Protocol", prepare: (OpaquePointer) -> Void = { _ in }) -> OpaquePointer {
    let made = objc_allocateProtocol(uniqueName(stem))!
    prepare(made)
    objc_registerProtocol(made)
    return made
}

@Suite("Protocols")
struct ProtocolTests {
    @Test("A protocol is found once it is registered, and its name is then taken")
    func registered() {
        let name = uniqueName(), made = objc_allocateProtocol(name)!
        #expect(objc_getProtocol(name) == nil)
        objc_registerProtocol(made)
        #expect(objc_getProtocol(name) == made)
        #expect(text(protocol_getName(made)) == name)
        #expect(objc_allocateProtocol(name) == nil)
        #expect(list { objc_copyProtocolList($0) }.filter { $0 == made }.count == 1)
        #expect(objc_getProtocol(nil) == nil)
        #expect(objc_allocateProtocol(nil) == nil)
        #expect(text(protocol_getName(nil)) == nil)
    }

    @Test("Methods are described by need and by receiver, adopted ones included")
    func methods() {
        let base = makeProtocol("Base") { protocol_addMethodDescription($0, sel("a"), "v16@0:8", true, true) }
        let made = makeProtocol { made in
            protocol_addMethodDescription(made, sel("b"), "i16@0:8", false, true)
            protocol_addMethodDescription(made, sel("c"), "q16@0:8", true, false)
            protocol_addProtocol(made, base)
        }
        #expect(text(protocol_getMethodDescription(made, sel("a"), true, true).types) == "v16@0:8")
        #expect(text(protocol_getMethodDescription(made, sel("b"), false, true).types) == "i16@0:8")
        #expect(protocol_getMethodDescription(made, sel("b"), true, true).name == nil)
        #expect(protocol_getMethodDescription(made, sel("c"), true, true).name == nil)
        #expect(protocol_getMethodDescription(made, sel("c"), true, false).name == sel("c"))
        #expect(protocol_getMethodDescription(nil, sel("c"), true, false).name == nil)
        var count: UInt32 = 9
        let own = protocol_copyMethodDescriptionList(made, false, true, &count)
        #expect(count == 1)
        #expect(own?[0].name == sel("b"))
        free(own)
        #expect(protocol_copyMethodDescriptionList(made, true, true, &count) == nil, "its own only")
        #expect(count == 0)
    }

    @Test("Properties, too")
    func properties() {
        let base = makeProtocol("Base") { protocol_addProperty($0, "age", nil, 0, true, true) }
        let made = makeProtocol { made in
            protocol_addProperty(made, "name", nil, 0, true, true)
            protocol_addProperty(made, "nick", nil, 0, false, true)
            protocol_addProtocol(made, base)
        }
        #expect(text(property_getName(protocol_getProperty(made, "age", true, true))) == "age")
        #expect(protocol_getProperty(made, "nick", true, true) == nil)
        #expect(protocol_getProperty(made, "nick", false, true) != nil)
        #expect(list { protocol_copyPropertyList(made, $0) }.map { text(property_getName($0)) } == ["name"])
    }

    @Test("A registered protocol never changes")
    func sealed() {
        let other = makeProtocol(), made = makeProtocol()
        protocol_addMethodDescription(made, sel("late"), "v16@0:8", true, true)
        protocol_addProperty(made, "late", nil, 0, true, true)
        protocol_addProtocol(made, other)
        #expect(protocol_getMethodDescription(made, sel("late"), true, true).name == nil)
        #expect(protocol_getProperty(made, "late", true, true) == nil)
        #expect(!protocol_conformsToProtocol(made, other))
    }

    @Test("Only registered protocols can be adopted by one, so there are no circles")
    func noCircles() {
        let first = objc_allocateProtocol(uniqueName())!, second = objc_allocateProtocol(uniqueName())!
        protocol_addProtocol(first, second)
        protocol_addProtocol(second, first)
        objc_registerProtocol(first)
        objc_registerProtocol(second)
        #expect(!protocol_conformsToProtocol(first, second))
    }

    @Test("Conforming goes through protocols adopted at any depth")
    func conforming() {
        let a = makeProtocol(), b = makeProtocol { protocol_addProtocol($0, a) }
        let c = makeProtocol { protocol_addProtocol($0, b) }
        #expect(protocol_conformsToProtocol(c, a))
        #expect(protocol_conformsToProtocol(c, c))
        #expect(!protocol_conformsToProtocol(a, c))
        #expect(protocol_isEqual(a, a))
        #expect(!protocol_isEqual(a, b))
        #expect(!protocol_isEqual(nil, a))
        #expect(list { protocol_copyProtocolList(c, $0) } == [b])
    }

    @Test("A class adopts a protocol once; its subclasses are asked through conformsToProtocol:")
    func adopted() {
        let a = makeProtocol(), b = makeProtocol { protocol_addProtocol($0, a) }
        let base = makeClass("Base"), sub = makeClass("Sub", base)
        #expect(class_addProtocol(base, b))
        #expect(!class_addProtocol(base, b))
        #expect(!class_addProtocol(nil, b))
        #expect(!class_addProtocol(base, nil))
        #expect(class_conformsToProtocol(base, b))
        #expect(class_conformsToProtocol(base, a))
        #expect(!class_conformsToProtocol(sub, b), "the class itself was asked")
        #expect(list { class_copyProtocolList(base, $0) } == [b])
        let object = new(sub), conforms = messenger((@convention(c) (id?, SEL, OpaquePointer) -> Bool).self)
        for _ in ["cold", "cached"] {
            #expect(conforms(object, sel("conformsToProtocol:"), a))
            #expect(conforms(sub, sel("conformsToProtocol:"), a))
        }
        #expect(!conforms(object, sel("conformsToProtocol:"), makeProtocol()))
        objc_release(object)
    }

    @Test("A protocol is an object that nobody can let go of")
    func object() {
        let made = makeProtocol()
        #expect(object_getClass(made) == objc_getClass("Protocol"))
        objc_release(objc_retain(made))
        objc_release(made)
        #expect(sendObject(made, "self") == made)
    }

    @Test("NSObject adopts the protocol of its name, and implements all it asks for")
    func nsObjectProtocol() {
        let made = objc_getProtocol("NSObject")
        #expect(class_conformsToProtocol(nsObject, made))
        var count: UInt32 = 0
        let methods = protocol_copyMethodDescriptionList(made, true, true, &count)
        defer { free(methods) }
        #expect(count >= 18)
        for index in 0..<Int(count) {
            let method = class_getInstanceMethod(nsObject, methods![index].name)
            #expect(text(method_getTypeEncoding(method)) == text(methods![index].types))
        }
    }
}
