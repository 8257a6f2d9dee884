// ErrorTests.swift - the errors of running scripts.
import MiniRuntime
import ObjectiveScript
import Testing

@Suite("Errors of running scripts")
struct ErrorTests {
    @Test(
        "An error names what was wrong, at its place",
        arguments: [
            ("x = Qwxyzq", "test:1:5: error: there is no variable or class 'Qwxyzq'"),
            ("printr", "test:1:1: error: there is no variable or class 'printr'; did you mean 'printer'?"),
            ("[NSObjekt new]", "test:1:2: error: there is no variable or class 'NSObjekt'; did you mean 'NSObject'?"),
            ("@class OSNo : NSObjec { }", "test:1:15: error: there is no class 'NSObjec'; did you mean 'NSObject'?"),
            ("@class Qwxyzq (A) { }", "test:1:1: error: there is no class 'Qwxyzq'"),
            (
                "@class NSObject : NSObject { }",
                "test:1:1: error: there is a class 'NSObject' already; methods are added "
                    + "to it by '@class NSObject (More) { … }'"
            ),
            (
                "@class OSBad : NSObject { - (int)hash { return 1 } }",
                "test:1:27: error: 'hash' has the types "
                    + "() -> unsigned long in the superclass, not () -> int"
            ),
            (
                "@class OSContrary : NSObject { double class; }",
                "test:1:39: error: 'class' has the types () -> a class in the superclass, not () -> double"
            ),
            (
                "object_setClass([NSDictionary new], NSMutableArray)",
                "test:1:37: error: instances of 'NSMutableArray' do not fit where one of 'NSDictionary' is"
            ),
            ("1 / 0", "test:1:3: error: 1 cannot be divided by zero"),
            ("5 % (2 - 2)", "test:1:3: error: 5 cannot be divided by zero"),
            ("@1 + 2", "test:1:4: error: '+' works on numbers, not on an object of class NSNumber"),
            ("1.5 | 2", "test:1:5: error: '|' works on integers, not on 1.5 and 2"),
            ("nil == 3", "test:1:5: error: nil and the number 3 cannot be compared"),
            (
                "[42 foo]",
                "test:1:2: error: only objects can be sent messages, not the number 42; as an object it is @(x)"
            ),
            (
                "[@[] objectAtIndex: @0]",
                "test:1:21: error: argument 1 of 'objectAtIndex:' must be unsigned long, "
                    + "but an object of class NSNumber is given; a number out of it is [x intValue]"
            ),
            (
                "[@[] objectAtIndex: -1]",
                "test:1:21: error: argument 1 of 'objectAtIndex:' must be unsigned long, "
                    + "which cannot hold -1"
            ),
            (
                "[@[] arrayByAddingObject: 3]",
                "test:1:27: error: argument 1 of 'arrayByAddingObject:' must be an object, "
                    + "but the number 3 is given; as an object it is @(x)"
            ),
            (
                "[@[] arrayByAddingObject: \"a\"]",
                "test:1:27: error: argument 1 of 'arrayByAddingObject:' must be "
                    + "an object, but a C string is given; an NSString begins with @"
            ),
            (
                "[NSObject instancesRespondToSelector: @\"a\"]",
                "test:1:39: error: argument 1 of "
                    + "'instancesRespondToSelector:' must be a selector, but an object of class NSString is given"
            ),
            ("char c = 300", "test:1:10: error: this must be char, which cannot hold 300"),
            ("int x = nil", "test:1:9: error: this must be int, but nil is given"),
            ("@[3]", "test:1:3: error: a collection holds objects, but this is the number 3; as an object it is @(x)"),
            ("@(nil)", "test:1:3: error: @(…) takes a number or a C string, not nil"),
            ("@throw 3", "test:1:8: error: only an object can be thrown, not the number 3"),
            ("x = [NSObject initialize]", "test:1:5: error: this gives no value that could be assigned"),
            ("if ([NSObject initialize]) { }", "test:1:5: error: a condition needs a value, but this gives none"),
            ("self", "test:1:1: error: 'self' has a meaning only in a method"),
            (
                "[[NSObject new] release]",
                "test:1:1: error: 'release' cannot be sent by a script: variables own their "
                    + "objects, and release them when they are assigned to"
            ),
            (
                "class_getName(3)",
                "test:1:15: error: argument 1 of 'class_getName' must be a class, "
                    + "but the number 3 is given"
            ),
            (
                "object_setClass([NSObject new], NSArray)",
                "test:1:33: error: instances of 'NSArray' do not fit where one "
                    + "of 'NSObject' is"
            ),
            ("NSLog(@\"%d\")", "test:1:7: error: the format has more conversions than the 0 arguments that are given"),
            ("NSLog(@\"\", 3)", "test:1:12: error: the format has no conversion for this argument"),
            (
                "x = class_getInstanceMethod(NSObject, @selector(retain)); method_exchangeImplementations(x, x)",
                "test:1:90: error: 'retain' cannot be replaced by a script: its variables are kept alive by it"
            ),
            ("NSLog(@\"%d\", nil)", "test:1:14: error: '%d' takes an integer, but nil is given"),
            (
                "NSLog(@\"%y\", 3)",
                "test:1:7: error: the format has an incomplete conversion; known are "
                    + "%@ %d %u %x %f %g %c %s %p %%"
            ),
        ])
    func messages(source: String, expected: String) throws {
        let lines = try failure(source).split(separator: "\n", omittingEmptySubsequences: false)
        #expect(lines.first == expected[...])
        #expect(lines.dropFirst().first == source[...])
        #expect(lines.count == 3)
    }

    @Test("An exception comes out as an error that carries it, at the message that raised it")
    func exceptions() throws {
        let bench = try Bench()
        let error = #expect(throws: ScriptError.self) {
            try bench.run("x = @[]\n  [x objectAtIndex: 0]")
        }
        #expect(error?.exception?.name == "NSRangeException")
        #expect((error?.line, error?.column) == (2, 3))
        #expect(error?.isIncomplete == false)
    }

    @Test("A selector that nobody knows suggests one that the class has")
    func selectors() throws {
        let error = try failure("@class OSAged : NSObject { int age; }\n[[OSAged new] setAeg: 3]")
        #expect(error.contains("unrecognized selector sent to instance"))
        #expect(error.contains("; did you mean 'setAge:'?"))
        #expect(try failure("[OSAged.new setAge]").contains("; did you mean 'setAge:'?"))
    }

    @Test("What fails in a method is reported where it fails, however deep, and is no exception to be caught")
    func nested() throws {
        let source = """
            @class OSDeep : NSObject {
                - (id)outer { return [@[self] valueForKey: @"inner"] }
                - (id)inner { return 1 / 0 }
            }
            @try { [[OSDeep new] outer] } @catch (e) { print @"caught" }
            """
        #expect(
            try failure(source) == "test:3:28: error: 1 cannot be divided by zero\n    - (id)inner { return 1 / 0 }\n"
                + String(repeating: " ", count: 27) + "^")
    }

    @Test("Recursion without end is an error")
    func recursion() throws {
        let error = try failure(
            "@class OSLoop : NSObject { - (id)again { return [self again] } }\n[[OSLoop new] again]")
        #expect(error.contains("the recursion is too deep: at most 200 methods of scripts can run within each other"))
    }

    @Test("Swift code that sends a message to a script's class gets the error as an exception")
    func fromSwift() throws {
        let bench = try Bench()
        try bench.run(
            "@class OSFailing : NSObject { - (id)fail { return 1 / 0 } - (id)miss { return [@[] objectAtIndex: 1] } }")
        let object = try #require(Class(named: "OSFailing")).new()
        let error = #expect(throws: RuntimeException.self) { try object.send("fail") }
        #expect(error?.description == "ScriptError: test:1:53: error: 1 cannot be divided by zero")
        #expect(throws: RuntimeException.self) { try object.send("miss") }
    }
}
