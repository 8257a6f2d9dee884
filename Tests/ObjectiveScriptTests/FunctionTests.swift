// FunctionTests.swift - the runtime's C functions, called by scripts.
import MiniRuntime
import ObjectiveScript
import Testing

@Suite("Functions in scripts")
struct FunctionTests {
    /// Returns a class definition with methods, for the scripts below.
    private func numbers(_ name: String) -> String {
        "@class \(name) : NSObject { int age; - (int)two { return 2 } - (int)three { return 3 } + (int)one { return 1 } }\n"
    }

    @Test("Functions of objects and classes answer what the runtime knows, and nil is an object to them")
    func classes() throws {
        let lines = try output(
            numbers("OSFunctionClasses") + """
                n = [OSFunctionClasses new]
                print object_getClass(n), object_getClassName(n), object_getClass(nil), object_getClassName(nil)
                print object_isClass(n), object_isClass(OSFunctionClasses), object_isClass(nil)
                print objc_getClass("OSFunctionClasses"), objc_lookUpClass("OSNobody"), objc_getMetaClass("OSNobody")
                print class_isMetaClass(objc_getMetaClass("OSFunctionClasses")), class_isMetaClass(OSFunctionClasses)
                print class_getName(OSFunctionClasses), class_getSuperclass(OSFunctionClasses)
                print class_getSuperclass(NSObject), class_getInstanceSize(OSFunctionClasses)
                print class_respondsToSelector(OSFunctionClasses, @selector(two)), object_setClass(nil, NSObject)
                """)
        #expect(
            lines == [
                "OSFunctionClasses OSFunctionClasses nil nil", "NO YES NO", "OSFunctionClasses nil nil", "YES NO",
                "OSFunctionClasses NSObject", "nil 16", "YES nil",
            ])
    }

    @Test("Methods are found, and return their selector, types and IMP; what is not there is NULL")
    func methods() throws {
        let lines = try output(
            numbers("OSFunctionMethods") + """
                two = class_getInstanceMethod(OSFunctionMethods, @selector(two))
                imp = method_getImplementation(two)
                print method_getName(two), method_getTypeEncoding(two)
                print imp == class_getMethodImplementation(OSFunctionMethods, @selector(two))
                print method_getName(class_getClassMethod(OSFunctionMethods, @selector(one)))
                print class_getInstanceMethod(OSFunctionMethods, @selector(one))
                print class_getClassMethod(OSFunctionMethods, @selector(two))
                """)
        #expect(lines == ["two i16@0:8", "YES", "one", "NULL", "NULL"])
    }

    @Test("IMPs are added, replaced and put back, and the next message finds them")
    func implementations() throws {
        let lines = try output(
            numbers("OSFunctionIMPs") + """
                n = [OSFunctionIMPs new]
                two = method_getImplementation(class_getInstanceMethod(OSFunctionIMPs, @selector(two)))
                print class_addMethod(OSFunctionIMPs, @selector(deux), two, "i16@0:8"), [n deux], [n deux]
                print class_addMethod(OSFunctionIMPs, @selector(deux), two, "i16@0:8")
                print [n three], [n three]
                three = class_replaceMethod(OSFunctionIMPs, @selector(three), two, "i16@0:8")
                print [n three], [n three], class_replaceMethod(OSFunctionIMPs, @selector(trois), three, "i16@0:8")
                print [n trois]
                method_setImplementation(class_getInstanceMethod(OSFunctionIMPs, @selector(three)), three)
                print [n three], [n three]
                """)
        #expect(lines == ["YES 2 2", "NO", "3 3", "2 2 NULL", "3", "3 3"])
    }

    @Test("Names are turned into selectors, classes and strings, and back")
    func names() throws {
        let lines = try output(
            """
            print sel_getName(sel_registerName("isEqual:")), NSSelectorFromString(@"hash"), NSClassFromString(@"NSString")
            print NSStringFromClass(NSString), NSStringFromSelector(@selector(hash)), NSClassFromString(@"OSNobody")
            """)
        #expect(lines == ["isEqual: hash NSString", "NSString hash nil"])
    }

    @Test(
        "An argument of the wrong kind is an error that names the argument, what it must be and what it is",
        arguments: [
            ("class_getName(@\"a\")", "argument 1 of 'class_getName' must be a class, but an object of class NSString"),
            ("method_getName(3)", "argument 1 of 'method_getName' must be a method, but the number 3"),
            ("sel_getName(\"two\")", "argument 1 of 'sel_getName' must be a selector, but a C string"),
            ("class_addMethod(NSNull, @selector(a), 3, \"v16@0:8\")", "argument 3 of 'class_addMethod' must be an IMP"),
            ("NSClassFromString(\"A\")", "argument 1 of 'NSClassFromString' must be an NSString, but a C string"),
            (
                "objc_getClass(@\"A\")",
                "argument 1 of 'objc_getClass' must be a C string, but an object of class NSString"
            ),
            ("object_isClass(\"A\")", "argument 1 of 'object_isClass' must be an object, but a C string"),
        ])
    func wrongArguments(_ call: String, _ expected: String) throws {
        #expect(try failure(call).contains(": error: \(expected)"))
    }

    @Test("A closure's IMP is added only under its own types")
    func types() throws {
        let bench = try Bench()
        try bench.run(
            numbers("OSFunctionTypes")
                + "imp = method_getImplementation(class_getInstanceMethod(OSFunctionTypes, @selector(two)))")
        let other = bench.error("class_addMethod(OSFunctionTypes, @selector(half), imp, \"d16@0:8\")")
        #expect(other.contains("error: the IMP has the types 'i16@0:8', not 'd16@0:8'"))
        let malformed = bench.error("class_addMethod(OSFunctionTypes, @selector(half), imp, \"oops\")")
        #expect(malformed.contains("error: Type encoding 'oops' is malformed"))
        #expect(try bench.run("class_respondsToSelector(OSFunctionTypes, @selector(half))").description == "NO")
    }
}
