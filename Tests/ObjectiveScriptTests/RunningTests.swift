// RunningTests.swift - the results of scripts, and the runtime calls by which they are computed.
import KVONotifying
import MiniFoundation
import MiniRuntime
import ObjectiveScript
import Testing

@Suite("Running")
struct RunningTests {
    @Test(
        "Expressions give what they give in C and Objective-C",
        arguments: [
            ("1 + 2 * 3", "7"), ("(1 + 2) * 3", "9"), ("7 / 2", "3"), ("-7 % 3", "-1"), ("7 / 2.0", "3.5"),
            ("0x10 | 1", "17"), ("10 - 2 - 3", "5"), ("1 < 2", "YES"), ("2.5 >= 3", "NO"), ("1 == 1.0", "YES"),
            ("YES && NO || YES", "YES"), ("!nil", "YES"), ("nil == NULL", "YES"), ("NSObject == nil", "NO"),
            ("18446744073709551615", "18446744073709551615"), ("9223372036854775807 + 1", "-9223372036854775808"),
            ("-9223372036854775807 - 1", "-9223372036854775808"), ("-1 < 18446744073709551615", "YES"),
            ("@42", "42"), ("@-3.5", "-3.5"), ("@YES", "1"), ("@(1 + 1)", "2"), ("@(\"c\")", "c"),
            ("@\"a\\tb\"", "a\tb"), ("\"text\"", "text"), ("@selector(setAge:)", "setAge:"), ("NSObject", "NSObject"),
            ("[@[@1, @2] count]", "2"), ("@{@\"k\": @\"v\"}.count", "1"),
            ("[@\"a\" stringByAppendingString: @\"b\"]", "ab"),
            ("[nil description]", "nil"), ("[nil length] + 1", "1"), ("@\"a\" == @\"a\"", "YES"),
            ("new | old", "3"), ("NSKeyValueObservingOptionPrior", "8"), ("NSKeyValueChangeRemoval", "3"),
            ("NSKeyValueChangeNewKey", "new"), ("NSKeyValueMinusSetMutation", "2"),
            ("NSNotFound", "9223372036854775807"),
            ("object_getClass(@\"a\")", "NSString"), ("class_getSuperclass(NSMutableArray)", "NSArray"),
            ("class_getName(NSObject)", "NSObject"), ("object_getClass(NSObject)", "NSObject (metaclass)"),
            ("objc_getClass(\"NSObject\") == NSObject", "YES"), ("objc_getClass(\"NoSuchClass\") == Nil", "YES"),
            ("NSStringFromSelector(sel_registerName(\"a:\"))", "a:"), ("NSClassFromString(@\"NSArray\")", "NSArray"),
            ("class_respondsToSelector(NSObject, @selector(copy))", "YES"),
            ("method_getTypeEncoding(class_getInstanceMethod(NSObject, @selector(hash)))", "Q16@0:8"),
            ("class_getInstanceMethod(NSObject, @selector(nope))", "NULL"),
            ("objc_msgSend(@\"abc\", @selector(length))", "3"),
            ("[@\"abc\" performSelector: @selector(length)]", "3"), ("[[NSObject class] class]", "NSObject"),
            ("[NSObject methodForSelector: @selector(x)] == nil", "NO"),
        ])
    func expressions(source: String, expected: String) throws {
        #expect(try Bench().run(source).description == expected)
    }

    @Test("&& and || leave out what they do not need")
    func shortCircuit() throws {
        #expect(try Bench().run("NO && 1/0").description == "NO")
        #expect(try Bench().run("YES || 1/0").description == "YES")
    }

    @Test("if, else and while run what they should; locals of methods are their own")
    func control() throws {
        let lines = try output(
            """
            @class OSCounter : NSObject {
                + (long)factorial: (long)n { if (n < 2) { return 1 } else { return n * [self factorial: n - 1] } }
                + (id)greet { x = @"local"; int y = 3.9; return y == 3 && x != nil }
                + (long)firstAbove: (long)limit { i = 0; while (YES) { i++; if (i * i > limit) { return i } } }
            }
            x = 1
            while (x < 10) { x *= 2; if (x == 4) { print @"four" } else if (x == 8) { print @"eight" } else { print x } }
            print [OSCounter factorial: 20], [OSCounter firstAbove: 50], x
            """)
        #expect(lines == ["2", "four", "eight", "16", "2432902008176640000 8 16"])
        #expect(
            try failure("@class OSGreeter : NSObject { - (id)greet { return YES } }\n[[OSGreeter new] greet]")
                .contains("'greet' must return an object, but YES is given; as an object it is @(x)"))
    }

    @Test("A class of a script is a real one: ivars, properties with attributes, accessors, methods, metaclass")
    func classes() throws {
        let bench = try Bench()
        try bench.run(
            """
            @class OSMember : NSObject {
                int age; NSString *name; weak id friend; readonly double weight; getter=isMarried BOOL married; SEL s; Class c
                unsigned long u; char k; OSMember *other; copy id value
                - (NSString *)label: (NSString *)text with: (float)number { return text }
                + (int)answer { return 42 }
            }
            """)
        let cls = try #require(Class(named: "OSMember"))
        #expect(bench.interpreter.classes == [cls])
        #expect(cls.superclass == .nsObject)
        let properties = cls.properties.map { "\($0.name) \($0.attributeString)" }
        #expect(
            properties == [
                "age Ti,V_age", "name T@\"NSString\",C,V_name", "friend T@,W,V_friend", "weight Td,R,V_weight",
                "married TB,GisMarried,V_married", "s T:,V_s", "c T#,V_c", "u TQ,V_u", "k Tc,V_k",
                "other T@\"OSMember\",&,V_other", "value T@,C,V_value",
            ])
        #expect(cls.ivars.map(\.name).first == "_age")
        #expect(cls.instanceMethod("label:with:")?.typeEncoding == "@28@0:8@16f24")
        #expect(cls.classMethod("answer")?.typeEncoding == "i16@0:8")
        #expect(cls.instanceMethod("setWeight:") == nil)
        #expect(cls.instanceMethod("setMarried:") != nil)
        #expect(cls.instanceMethod("isMarried") != nil)
        try bench.run(
            """
            m = [OSMember new]
            m.age = -7; m.name = @"Ann"; m.friend = m; m.married = YES; m.s = @selector(x:); m.c = OSMember
            m.u = 18446744073709551615; m.k = 65; m.other = m.other; m.age -= 1; m.age++
            print m.age, m.name, m.friend == m, m.weight, m.married, m.s, m.c, m.u, m.k, m.other, OSMember.answer
            """)
        #expect(bench.host.written == ["-7 Ann YES 0.0 YES x: OSMember 18446744073709551615 65 nil 42"])
    }

    @Test("super goes to the superclass of the class that says it; init methods may replace or refuse self")
    func superclasses() throws {
        let lines = try output(
            """
            @class OSBase : NSObject {
                int value
                - (id)init { self = [super init]; if (self) { _value = 1 } return self }
                - (id)initWithValue: (int)value { if (value < 0) { return nil } [self init]; _value = value; return self }
                - (NSString *)description { return @"base" }
                + (id)make { return [[self alloc] initWithValue: 5] }
            }
            @class OSMiddle : OSBase { - (NSString *)description { return [@"middle, " stringByAppendingString: [super description]] } }
            @class OSTop : OSMiddle { - (void)setValue: (int)value { super.value = value * 2 } + (id)make { return [super make] } }
            t = [OSTop new]; t.value = 21
            print t.value, t, [OSTop make].value, [[OSTop make] class], [[OSTop alloc] initWithValue: -1]
            """)
        #expect(lines == ["42 middle, base 5 OSTop nil"])
        #expect(Class(named: "OSTop")?.instanceCount == 0)
        #expect(Class(named: "OSBase")?.instanceCount == 0)
    }

    @Test("A category adds methods to a class that is there, and replaces what is there")
    func categories() throws {
        let lines = try output(
            """
            @class OSWord : NSObject { NSString *text; - (id)shout { return self.text } }
            w = [OSWord new]; w.text = @"hello"
            print [w shout]
            @class OSWord (Loud) { - (id)shout { return [self.text stringByAppendingString: @"!"] } - (id)twice { return @[_text, _text] } }
            print [w shout], [[w twice] count]
            """)
        #expect(lines == ["hello", "hello! 2"])
    }

    @Test("Implementations can be exchanged, set and added by the runtime's own functions")
    func swizzling() throws {
        let lines = try output(
            """
            @class OSSwap : NSObject { - (int)a { return 1 } - (int)b { return 2 } - (id)c { return nil } }
            s = [OSSwap new]
            method_exchangeImplementations(class_getInstanceMethod(OSSwap, @selector(a)), class_getInstanceMethod(OSSwap, @selector(b)))
            print s.a, s.b
            old = method_setImplementation(class_getInstanceMethod(OSSwap, @selector(a)), class_getMethodImplementation(OSSwap, @selector(b)))
            print s.a, s.b, class_addMethod(OSSwap, @selector(d), old, "i@:"), [s d]
            @class OSSwapped : OSSwap { - (int)a { return 3 } }
            print object_setClass(s, OSSwapped), s.a
            """)
        #expect(lines == ["2 1", "1 1 YES 2", "OSSwap 3"])
        let error = try failure(
            "method_exchangeImplementations(class_getInstanceMethod(NSObject, @selector(hash)), "
                + "class_getInstanceMethod(NSObject, @selector(copy)))")
        #expect(error.contains("'hash' has the types 'Q16@0:8', but this has '@16@0:8'"))
    }

    @Test("Exceptions are caught, looked at, thrown on; finally runs in any case")
    func exceptions() throws {
        let lines = try output(
            """
            @class OSStrict : NSObject {
                - (void)check: (int)n { if (n < 0) { @throw [NSException exceptionWithName: @"Negative" reason: @"no" userInfo: nil] } }
                - (int)run { @try { return 1 } @finally { print @"leaving" } }
            }
            @try { [[OSStrict new] check: -1]; print @"not here" } @catch (NSException *e) { print e.name, e.reason } @finally { print @"finally" }
            @try { [@[] objectAtIndex: 3] } @catch (...) { print @"caught" }
            @try { @try { [[OSStrict new] check: -1] } @catch (e) { @throw e } } @catch (e) { print @"again", [e name] }
            print [[OSStrict new] run]
            @try { print @"quiet" } @catch (e) { print @"never" }
            """)
        #expect(lines == ["Negative no", "finally", "caught", "again Negative", "leaving", "1", "quiet"])
    }

    @Test("Messages that an object does not implement are forwarded, and keep their types")
    func forwarding() throws {
        let lines = try output(
            """
            @class OSTarget : NSObject { int osNumber; - (double)osHalf: (double)x { return x / 2 } }
            @class OSForwarder : NSObject { id target; - (id)forwardingTargetForSelector: (SEL)s { return _target } }
            f = [OSForwarder new]; f.target = [OSTarget new]
            f.osNumber = 7
            print f.osNumber, [f osHalf: 5]
            @class OSInvoker : NSObject {
                - (id)methodSignatureForSelector: (SEL)s { return [NSMethodSignature signatureWithObjCTypes: "v@:i"] }
                - (void)forwardInvocation: (id)invocation { print NSStringFromSelector([invocation selector]) }
            }
            [[OSInvoker new] osUnknown: 3]
            """)
        #expect(lines == ["7 2.5", "osUnknown:"])
    }

    @Test("print, inspect and graph hand their subjects to the host; NSLog formats as in C")
    func commands() throws {
        let lines = try output(
            """
            p = @[@1]
            print p.count, @"a b", nil, "c", 1.5
            inspect p.count; graph p, NSObject
            NSLog(@"%@ %5d|%-4ld|%.2f %s %c %x %p %% %@", @"x", 42, 7, 3.14159, "cs", 65, 255, NULL, nil)
            """)
        #expect(
            lines == [
                "1 a b nil c 1.5", "inspect p.count = 1", "graph p = (\n    1\n), NSObject = NSObject",
                "x    42|7   |3.14 cs A ff 0x0 % (null)",
            ])
    }
}
