// MethodTests.swift - method tables: add, replace, exchange, read.
import CMiniRuntime
import Glibc
import TestSupport
import Testing

private let answersOne: IntMethod = { _, _ in 1 }
private let answersTwo: IntMethod = { _, _ in 2 }
private let answersThree: IntMethod = { _, _ in 3 }

@Suite("Methods")
struct MethodTests {
    @Test("A method is added once: a second one of that name is refused")
    func added() {
        let cls = makeClass(), number = sel("number")
        #expect(class_addMethod(cls, number, imp(answersOne), "q16@0:8"))
        #expect(!class_addMethod(cls, number, imp(answersTwo), "q16@0:8"))
        let object = new(cls)
        for _ in ["cold", "cached"] { #expect(sendInt(object, "number") == 1) }
        objc_release(object)
    }

    @Test("A subclass may have a method of its superclass's name, and overrides it")
    func overridden() {
        let base = makeClass("Base"), sub = makeClass("Sub", base), number = sel("number")
        class_addMethod(base, number, imp(answersOne), "q16@0:8")
        let object = new(sub)
        for _ in ["cold", "cached"] { #expect(sendInt(object, "number") == 1) }
        #expect(class_addMethod(sub, number, imp(answersTwo), "q16@0:8"))
        for _ in ["cold", "cached"] { #expect(sendInt(object, "number") == 2) }
        #expect(class_getInstanceMethod(sub, number) != class_getInstanceMethod(base, number))
        objc_release(object)
    }

    @Test("NULL arguments add and replace nothing")
    func nulls() {
        let cls = makeClass(), number = sel("number")
        #expect(!class_addMethod(nil, number, imp(answersOne), "q16@0:8"))
        #expect(!class_addMethod(cls, nil, imp(answersOne), "q16@0:8"))
        #expect(!class_addMethod(cls, number, nil, "q16@0:8"))
        #expect(class_replaceMethod(nil, number, imp(answersOne), nil) == nil)
        #expect(class_replaceMethod(cls, number, nil, nil) == nil)
        #expect(method_setImplementation(nil, imp(answersOne)) == nil)
        #expect(list { class_copyMethodList(cls, $0) }.isEmpty)
        #expect(list { class_copyMethodList(nil, $0) }.isEmpty)
        #expect(class_getInstanceMethod(nil, number) == nil)
        #expect(class_getInstanceMethod(cls, nil) == nil)
        #expect(class_getMethodImplementation(nil, number) == nil)
        #expect(!class_respondsToSelector(nil, number))
        #expect(!class_respondsToSelector(cls, nil))
        #expect(method_getName(nil) == nil)
        #expect(method_getImplementation(nil) == nil)
        #expect(method_getTypeEncoding(nil) == nil)
        #expect(method_getNumberOfArguments(nil) == 0)
        #expect(method_copyReturnType(nil) == nil)
        method_exchangeImplementations(nil, nil)
    }

    @Test("Replacing returns the former IMP, keeps the types, and takes effect at once")
    func replaced() {
        let cls = makeClass(), number = sel("number"), object = new(cls)
        #expect(class_replaceMethod(cls, number, imp(answersOne), "q16@0:8") == nil, "there was none: it is added")
        for _ in ["cold", "cached"] { #expect(sendInt(object, "number") == 1) }
        #expect(class_replaceMethod(cls, number, imp(answersTwo), "i16@0:8") == imp(answersOne))
        for _ in ["cold", "cached"] { #expect(sendInt(object, "number") == 2) }
        #expect(text(method_getTypeEncoding(class_getInstanceMethod(cls, number))) == "q16@0:8")
        objc_release(object)
    }

    @Test("Replacing an inherited method adds one, and leaves the superclass alone")
    func replacedInherited() {
        let base = makeClass("Base"), sub = makeClass("Sub", base), number = sel("number")
        class_addMethod(base, number, imp(answersOne), "q16@0:8")
        #expect(class_replaceMethod(sub, number, imp(answersTwo), "q16@0:8") == nil)
        let parent = new(base), child = new(sub)
        for _ in ["cold", "cached"] {
            #expect(sendInt(parent, "number") == 1)
            #expect(sendInt(child, "number") == 2)
        }
        objc_release(parent)
        objc_release(child)
    }

    @Test("A new implementation is seen by every class that inherits the method")
    func setImplementation() {
        let base = makeClass("Base"), sub = makeClass("Sub", base), number = sel("number"), object = new(sub)
        class_addMethod(base, number, imp(answersOne), "q16@0:8")
        for _ in ["cold", "cached"] { #expect(sendInt(object, "number") == 1) }
        let method = class_getInstanceMethod(sub, number)
        #expect(method_setImplementation(method, imp(answersThree)) == imp(answersOne))
        for _ in ["cold", "cached"] { #expect(sendInt(object, "number") == 3) }
        #expect(method_getImplementation(method) == imp(answersThree))
        #expect(class_getMethodImplementation(sub, number) == imp(answersThree))
        objc_release(object)
    }

    @Test("Exchanged methods do each other's work; one exchanged with itself stays")
    func exchanged() {
        let cls = makeClass(), object = new(cls)
        class_addMethod(cls, sel("one"), imp(answersOne), "q16@0:8")
        class_addMethod(cls, sel("two"), imp(answersTwo), "q16@0:8")
        for _ in ["cold", "cached"] {
            #expect(sendInt(object, "one") == 1)
            #expect(sendInt(object, "two") == 2)
        }
        let one = class_getInstanceMethod(cls, sel("one")), two = class_getInstanceMethod(cls, sel("two"))
        method_exchangeImplementations(one, two)
        for _ in ["cold", "cached"] {
            #expect(sendInt(object, "one") == 2)
            #expect(sendInt(object, "two") == 1)
        }
        method_exchangeImplementations(one, one)
        #expect(sendInt(object, "one") == 2)
        method_exchangeImplementations(one, two)
        #expect(sendInt(object, "one") == 1)
        objc_release(object)
    }

    @Test("Methods exchanged while other threads send answer the one or the other")
    func exchangedWhileSending() {
        let cls = makeClass(), object = new(cls), wrong = Counter()
        class_addMethod(cls, sel("one"), imp(answersOne), "q16@0:8")
        class_addMethod(cls, sel("two"), imp(answersTwo), "q16@0:8")
        let one = class_getInstanceMethod(cls, sel("one")), two = class_getInstanceMethod(cls, sel("two"))
        onUncheckedThreads(4) { index in
            for _ in 0..<2000 {
                if index == 0 {
                    method_exchangeImplementations(one, two)
                } else if !(1...2).contains(sendInt(object, "one")) || !(1...2).contains(sendInt(object, "two")) {
                    wrong.add()
                }
            }
        }
        #expect(wrong.value == 0)
        #expect(sendInt(object, "one") == 1)
        #expect(sendInt(object, "two") == 2)
        objc_release(object)
    }

    @Test("Class methods are the methods of the metaclass")
    func classMethods() {
        let cls = makeClass(), sub = makeClass("Sub", cls)
        class_addMethod(metaclass(cls), sel("number"), imp(answersOne), "q16@0:8")
        for _ in ["cold", "cached"] {
            #expect(sendInt(cls, "number") == 1)
            #expect(sendInt(sub, "number") == 1)
        }
        let method = class_getClassMethod(sub, sel("number"))
        #expect(method != nil)
        #expect(method == class_getInstanceMethod(metaclass(cls), sel("number")))
        #expect(class_getInstanceMethod(cls, sel("number")) == nil)
    }

    @Test("Lists of any length are in the order of arrival, without inherited methods", arguments: [1, 8, 9, 10, 100])
    func lists(count: Int) {
        let base = makeClass("Base"), cls = makeClass("Sub", base)
        add(base, "inherited", answering: 0)
        for index in 0..<count { class_addMethod(cls, sel("m\(index)"), imp(answersOne), "q16@0:8") }
        let names = list { class_copyMethodList(cls, $0) }.map { text(sel_getName(method_getName($0)))! }
        #expect(names == (0..<count).map { "m\($0)" })
        for index in 0..<count {
            #expect(class_getInstanceMethod(cls, sel("m\(index)")) != nil)
            #expect(!class_addMethod(cls, sel("m\(index)"), imp(answersTwo), "q16@0:8"))
        }
        #expect(class_getInstanceMethod(cls, sel("inherited")) != nil)
    }

    @Test("A method has its name, types and arguments")
    func facts() {
        let cls = makeClass(), name = sel("move:by:named:")
        class_addMethod(cls, name, imp(answersOne), "{Point=dd}48@0:8i16{Point=dd}20r*36")
        let method = class_getInstanceMethod(cls, name)
        #expect(method_getName(method) == name)
        #expect(method_getNumberOfArguments(method) == 5)
        #expect(takeText(method_copyReturnType(method)) == "{Point=dd}")
        #expect(
            (0..<6).map { takeText(method_copyArgumentType(method, $0)) } == ["@", ":", "i", "{Point=dd}", "r*", nil])
        let description = method_getDescription(method)!.pointee
        #expect(description.name == name)
        #expect(text(description.types) == "{Point=dd}48@0:8i16{Point=dd}20r*36")
    }

    @Test("Types are copied into the caller's buffer as strncpy does")
    func buffers() {
        let cls = makeClass()
        class_addMethod(cls, sel("m:"), imp(answersOne), "{Point=dd}24@0:8i16")
        let method = class_getInstanceMethod(cls, sel("m:"))
        var buffer = [CChar](repeating: 0x78, count: 16)
        method_getReturnType(method, &buffer, 4)
        #expect(
            buffer.prefix(5) == [0x7B, 0x50, 0x6F, 0x69, 0x78], "cut off, not terminated, nothing behind it written")
        method_getArgumentType(method, 2, &buffer, 16)
        #expect(buffer == [0x69] + [CChar](repeating: 0, count: 15))
        buffer = [0x78, 0x78]
        method_getArgumentType(method, 9, &buffer, 2)
        #expect(buffer == [0, 0])
        method_getArgumentType(method, 2, nil, 0)
    }

    @Test("Methods without types, or with types nobody can read, can be called and have no types to return")
    func withoutTypes() {
        let cls = makeClass(), object = new(cls)
        class_addMethod(cls, sel("none"), imp(answersOne), nil)
        class_addMethod(cls, sel("bad"), imp(answersTwo), "{oops")
        for _ in ["cold", "cached"] {
            #expect(sendInt(object, "none") == 1)
            #expect(sendInt(object, "bad") == 2)
        }
        for name in ["none", "bad"] {
            let method = class_getInstanceMethod(cls, sel(name))
            #expect(method_getNumberOfArguments(method) == 0)
            #expect(method_copyReturnType(method) == nil)
            #expect(method_copyArgumentType(method, 0) == nil)
            #expect(mr_method_signature(method) == nil)
        }
        #expect(method_getTypeEncoding(class_getInstanceMethod(cls, sel("none"))) == nil)
        objc_release(object)
    }

    @Test("method_invoke calls the method it is given, whatever the receiver's class says")
    func invoked() {
        let base = makeClass("Base"), sub = makeClass("Sub", base), object = new(sub)
        class_addMethod(base, sel("number"), imp(answersOne), "q16@0:8")
        class_addMethod(sub, sel("number"), imp(answersTwo), "q16@0:8")
        let invoke = unsafeBitCast(address(of: method_invoke), to: (@convention(c) (id?, Method) -> Int).self)
        #expect(invoke(object, class_getInstanceMethod(base, sel("number"))) == 1)
        objc_release(object)
    }
}
