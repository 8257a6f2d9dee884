// PropertyTests.swift - properties and their attributes.
import CMiniRuntime
import Glibc
import Testing

/// Calls `body` with the attributes in C.
private func withAttributes(
    _ attributes: [(String, String)], _ body: (UnsafePointer<objc_property_attribute_t>, UInt32) -> Void
) {
    let list = attributes.map { objc_property_attribute_t(name: strdup($0.0), value: strdup($0.1)) }
    body(list, UInt32(list.count))
    for attribute in list {
        free(UnsafeMutablePointer(mutating: attribute.name))
        free(UnsafeMutablePointer(mutating: attribute.value))
    }
}

private func attributes(_ property: objc_property_t?) -> [String] {
    var count: UInt32 = 0
    guard let list = property_copyAttributeList(property, &count) else { return [] }
    defer { free(list) }
    return (0..<Int(count)).map { "\(String(cString: list[$0].name))=\(String(cString: list[$0].value))" }
}

@Suite("Properties")
struct PropertyTests {
    @Test("A property is written as clang writes it, and read back")
    func written() {
        let cls = makeClass()
        withAttributes([("T", "i"), ("N", ""), ("V", "_age")]) { #expect(class_addProperty(cls, "age", $0, $1)) }
        let property = class_getProperty(cls, "age")
        #expect(text(property_getName(property)) == "age")
        #expect(text(property_getAttributes(property)) == "Ti,N,V_age")
        #expect(attributes(property) == ["T=i", "N=", "V=_age"])
        #expect(takeText(property_copyAttributeValue(property, "V")) == "_age")
        #expect(takeText(property_copyAttributeValue(property, "N")) == "")
        #expect(property_copyAttributeValue(property, "R") == nil)
    }

    @Test("Commas inside a type belong to it; long names are quoted")
    func awkward() {
        let cls = makeClass(), type = "{Pair=\"a,b\"i\"c\"@\"NSString\"}"
        withAttributes([("T", type), ("C", ""), ("custom", "x=1"), ("V", "_p")]) { class_addProperty(cls, "p", $0, $1) }
        let property = class_getProperty(cls, "p")
        #expect(text(property_getAttributes(property)) == "T\(type),C,\"custom\"x=1,V_p")
        #expect(attributes(property) == ["T=\(type)", "C=", "custom=x=1", "V=_p"])
        #expect(takeText(property_copyAttributeValue(property, "custom")) == "x=1")
    }

    @Test("A name that is taken is refused, in the class only")
    func taken() {
        let base = makeClass("Base"), sub = makeClass("Sub", base)
        withAttributes([("T", "i")]) {
            #expect(class_addProperty(base, "p", $0, $1))
            #expect(!class_addProperty(base, "p", $0, $1))
            #expect(class_addProperty(sub, "p", $0, $1))
        }
        #expect(class_getProperty(sub, "p") != class_getProperty(base, "p"))
        #expect(!class_addProperty(nil, "p", nil, 0))
        #expect(!class_addProperty(base, nil, nil, 0))
        #expect(class_addProperty(base, "bare", nil, 0))
        #expect(text(property_getAttributes(class_getProperty(base, "bare"))) == "")
        #expect(attributes(class_getProperty(base, "bare")).isEmpty)
    }

    @Test("Replacing keeps the property, and what was read of it stays readable")
    func replaced() {
        let cls = makeClass()
        withAttributes([("T", "i")]) { class_replaceProperty(cls, "p", $0, $1) }
        let property = class_getProperty(cls, "p"), before = property_getAttributes(property)
        withAttributes([("T", "q"), ("R", "")]) { class_replaceProperty(cls, "p", $0, $1) }
        #expect(class_getProperty(cls, "p") == property)
        #expect(text(property_getAttributes(property)) == "Tq,R")
        #expect(text(before) == "Ti")
    }

    @Test("Attributes that return take no more memory, however often they are replaced")
    func replacedAgain() {
        let cls = makeClass()
        let texts = [[("T", "i")], [("T", "q"), ("R", "")], [("T", "i")], [("T", "d")], [("T", "q"), ("R", "")]]
        let addresses = texts.map { attributes in
            withAttributes(attributes) { class_replaceProperty(cls, "p", $0, $1) }
            return property_getAttributes(class_getProperty(cls, "p"))
        }
        #expect(addresses.map(text) == ["Ti", "Tq,R", "Ti", "Td", "Tq,R"])
        #expect(addresses[2] == addresses[0])
        #expect(addresses[4] == addresses[1])
    }

    @Test("Properties are inherited, but listed by the class that has them")
    func listed() {
        let base = makeClass("Base"), sub = makeClass("Sub", base)
        for name in ["c", "a", "b"] { class_addProperty(base, name, nil, 0) }
        #expect(class_getProperty(sub, "a") == class_getProperty(base, "a"))
        #expect(list { class_copyPropertyList(sub, $0) }.isEmpty)
        #expect(list { class_copyPropertyList(base, $0) }.map { text(property_getName($0)) } == ["c", "a", "b"])
        #expect(class_getProperty(sub, "none") == nil)
        #expect(class_getProperty(nil, "a") == nil)
        #expect(property_getName(nil) == nil)
        #expect(property_getAttributes(nil) == nil)
        #expect(property_copyAttributeValue(nil, "T") == nil)
        #expect(attributes(nil).isEmpty)
    }
}
