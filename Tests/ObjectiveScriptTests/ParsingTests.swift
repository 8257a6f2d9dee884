// ParsingTests.swift - which texts are scripts, where statements end, and the errors for all other texts.
import ObjectiveScript
import Testing

/// Returns the texts of the statements, each with its line.
private func statements(_ source: String) throws -> [String] {
    try Script(parsing: source, named: "s", firstLine: 5).statements.map { "\($0.file):\($0.line) \($0.text)" }
}

private func parsingError(_ source: String) -> ScriptError? {
    do {
        _ = try Script(parsing: source, named: "s")
        return nil
    } catch {
        return error
    }
}

@Suite("Parsing")
struct ParsingTests {
    @Test("Statements end at a newline or a semicolon, and newlines within brackets are space")
    func ends() throws {
        let source = "a = 1; b = 2 // two\n\n[a\n  foo: b ] /* three\n */ c = (1 +\n 2)\nif (c) {\n d = 1\n}\n@[1\n,2]"
        let expected = [
            "s:5 a = 1", "s:5 b = 2", "s:7 [a\n  foo: b ]", "s:9 c = (1 +\n 2)", "s:11 if (c) {\n d = 1\n}",
            "s:14 @[1\n,2]",
        ]
        #expect(try statements(source) == expected)
    }

    @Test(
        "Every form of statement and expression is understood",
        arguments: [
            "", " \n;;\n", "x", "x = 1", "x += 1; x -= 1; x *= 2; x /= 2; x++; x--", "p.a.b = q.c", "p.a += 1",
            "int x = 3", "unsigned long x", "id x = nil; NSString *s = @\"a\"; const char *c = \"b\"; void *v = NULL",
            "a * b", "-1 + +2 * !x % 3 / 4 - 5", "a < b && b <= c || c > d && d >= e", "a == b != c | d",
            "[[A alloc] init]", "[a b: c d: e : f]", "[a : b]", "[@[@1, @-2, @YES, @\"\"] count]", "@[]; @{}; @[a,]",
            "@{@1: @2, @\"k\": v}", "@(1 + 2)", "@3.5e-2", "0xFF; 10UL; 2.5f; 1e3",
            "@selector(a); @selector(a:); @selector(a:b:); @selector(:)", "object_getClass(x)", "NSLog(@\"%d\", 3)",
            "print 1, 2", "inspect p", "graph p, A", "print = 3; print += 1", "if (a) { b } else if (c) { } else { d }",
            "if (a)\n{ b }\nelse\n{ c } d", "while (a) { b; c }", "@try { a } @catch (e) { b } @finally { c }",
            "@try { a } @catch (NSException *e) { }", "@try { } @catch (id e) { }", "@try { } @catch (...) { }",
            "@try { } @finally { }", "@throw e", "@autoreleasepool { a }", "\"a\\n\\t\\\"\\\\\"", "größe = 1; 名前 = 2",
            "@class A : B { int a, b; weak id c; readonly copy NSString *d; getter=isE BOOL e; X *f, *g }",
            "@class A : B { - (void)a { return } + (id)b: (int)c d: (NSString *)e { return c } - f { return nil } }",
            "@class A : B { int a\n int b\n - (int)c { x = _a\n return x } }", "@class A (More) { - (id)a { } }",
            "@class A : B { - (id)init { self = [super init]; super.x = super.y; return self } }",
        ])
    func forms(source: String) throws {
        #expect(throws: Never.self) { try Script(parsing: source, named: "s") }
    }

    @Test(
        "An error says what was expected where, and what is there",
        arguments: [
            ("[p setAge: 3\nx = 1", "s:2:1: error: expected ']' to end the message that begins at 1:1, but found 'x'"),
            ("\n\n[p foo }", "s:3:8: error: expected ']' to end the message that begins at 3:1, but found '}'"),
            ("[p foo bar]", "s:1:8: error: expected ']' to end the message that begins at 1:1, but found 'bar'"),
            ("[p]", "s:1:3: error: expected the name of a message, but found ']'"),
            (
                "[a b: c, d]",
                "s:1:8: error: expected ']' to end the message that begins at 1:1, but found ','; "
                    + "no method takes a variable number of arguments, but @[a, b] makes an array"
            ),
            ("(1 + 2]", "s:1:7: error: expected ')' to match the '(' at 1:1, but found ']'"),
            ("@[1, 2}", "s:1:7: error: expected ']' to end the array that begins at 1:1, but found '}'"),
            ("@{1 2}", "s:1:5: error: expected ':' between a key and its value, but found '2'"),
            ("x = ]", "s:1:5: error: expected an expression, but found ']'"),
            ("x y", "s:1:3: error: expected a newline or ';' after the statement, but found 'y'"),
            ("}", "s:1:1: error: expected a statement, but found '}'"),
            (
                "if (x = 3) { }",
                "s:1:7: error: expected ')' to end the condition that begins at 1:4, but found '='; "
                    + "'==' compares"
            ),
            ("if x { }", "s:1:4: error: expected '(' before the condition of 'if', but found 'x'"),
            ("@try { } x", "s:1:10: error: expected '@catch' or '@finally' after the block of '@try', but found 'x'"),
            ("return 3", "s:1:1: error: 'return' has a meaning only in a method"),
            ("x = super", "s:1:5: error: 'super' has a meaning only in a method"),
            ("3 = x", "s:1:1: error: only a variable, an ivar or a property can be assigned to"),
            ("nil = x", "s:1:1: error: only a variable, an ivar or a property can be assigned to"),
            ("x = 'a'", "s:1:5: error: ''' has no meaning here"),
            ("@\"abc", "s:1:1: error: expected '\"' to end this string, on the line that it begins on"),
            ("x = \"\\q\"", "s:1:5: error: '\\q' is no escape sequence; known are \\n \\t \\r \\\\ \\\" \\'"),
            ("12ab", "s:1:1: error: '12ab' is no number"),
            ("99999999999999999999", "s:1:1: error: '99999999999999999999' does not fit into 64 bits"),
            ("x = if", "s:1:5: error: 'if' can only begin a statement"),
            ("print", "s:1:6: error: expected something to print, but the script ends here"),
            ("print\nx", "s:2:1: error: expected something to print on the same line"),
            (
                "object_getClas(x)",
                "s:1:1: error: there is no function 'object_getClas'; "
                    + "did you mean 'object_getClass'?"
            ),
            (
                "class_getName(a, b)",
                "s:1:1: error: 'class_getName' takes 1 argument, but 2 are given; "
                    + "it is const char *class_getName(Class cls)"
            ),
            (
                "@class A { }",
                "s:1:10: error: expected ':' and the superclass, or '(' and the name of a category, "
                    + "but found '{'"
            ),
            ("@class A : B { int a; int a }", "s:1:27: error: the class has a property 'a' already"),
            ("@class A : B { Foo a }", "s:1:16: error: 'Foo' is no type; objects are written 'Foo *'"),
            (
                "@class A : B { itn a }",
                "s:1:16: error: 'itn' is no type; objects are written 'itn *'; "
                    + "did you mean 'int'?"
            ),
            ("@class A : B { weak int a }", "s:1:16: error: only objects can be weak, strong or copied, not 'int'"),
            (
                "@class A : B { - (void)a { return 3 } }",
                "s:1:35: error: this method returns nothing: "
                    + "its type is void"
            ),
            ("@class A : B { - (id)a { } - (id)a { } }", "s:1:28: error: the class has a method '-a' already"),
            ("@class A (B) { int a }", "s:1:16: error: a category adds methods only: instances cannot grow"),
        ])
    func errors(source: String, message: String) {
        let error = parsingError(source)
        #expect(error?.description.prefix { $0 != "\n" } == message[...])
        #expect(error?.exception == nil)
    }

    @Test("The caret is below the place, tabs or not; columns count characters")
    func carets() {
        #expect(
            parsingError("\t\t[p }")?.description == "s:1:6: error: expected the name of a message, but found '}'"
                + "\n\t\t[p }\n\t\t   ^")
        #expect(parsingError("\u{1F469}\u{200D}\u{1F680}e\u{301} = )")?.column == 1)
        #expect(
            parsingError("é = )\r\n")?.description == "s:1:5: error: expected an expression, but found ')'"
                + "\né = )\n    ^")
    }

    @Test("Of a long line and of a long word an error shows a part")
    func longLines() {
        let word = String(repeating: "a", count: 1000)
        let error = parsingError("x = \(word) \(word)")
        #expect(error?.message == "expected a newline or ';' after the statement, but found '\(word.prefix(39))…'")
        let lines = (error?.description ?? "").split(separator: "\n").map(String.init)
        #expect(lines.count == 3)
        #expect(lines[1] == "\(word.prefix(49)) \(word.prefix(50))")
        #expect(lines[2] == String(repeating: " ", count: 50) + "^")
        #expect(error?.sourceLine.count == 2005)
    }

    @Test(
        "A script that only ends too early is incomplete, and any other is not",
        arguments: [
            ("[p foo", true), ("x = ", true), ("x = (1 +\n", true), ("@class A : NSObject {\n", true), ("{", false),
            ("@class A", true), ("@class A : B { - (id)a { x = 3", true), ("if (x) {", true), ("if (x)", true),
            ("@try { }", true), ("/* a", true), ("@\"a", false), ("[p }", false), ("@{a:", true), ("p.", true),
            ("x )", false), ("@selector(a:", true), ("@", true),
        ])
    func incomplete(source: String, isIncomplete: Bool) {
        #expect(parsingError(source)?.isIncomplete == isIncomplete)
    }

    @Test(
        "What is nested too deeply is an error, whatever it is nested in",
        arguments: ["(", "[", "@[", "- ", "!", "@(", "@{", "if (x) { ", "@try { ", "@autoreleasepool { "])
    func nesting(opening: String) throws {
        let error = try #require(parsingError(String(repeating: opening, count: 2000)))
        #expect(error.message == "this is nested too deeply: more than 100 levels")
        let chain = try #require(parsingError("x" + String(repeating: opening == "- " ? ".a" : "+1", count: 2000)))
        #expect(chain.message == error.message)
        _ = try Script(parsing: String(repeating: "(", count: 40) + "1" + String(repeating: ")", count: 40), named: "s")
    }

    @Test("Text that was cut, changed or made up is a script or an error, never a crash")
    func mutations() {
        let pieces = [
            "@class", "{", "}", "[", "]", "(", ")", "@\"", "\"", ":", ";", "\n", "@[", "=", ".", "*", "\0", "9", "\t",
        ]
        let original = Array(
            """
            @class A : NSObject { int a; weak NSString *b; - (int)c: (id)d { if (d) { return self.a * 2 } return 0 } }
            p = [[A alloc] init]; p.a += 42; [p addObserver: printer forKeyPath: @"a" options: new|old]
            @try { [p c: @[@1, @{@"k": @(2 + 3)}]] } @catch (e) { print e, p.b } // done
            while (p.a < 10) { p.a++ } object_getClass(p) == @selector(a:b:)
            """)
        for count in original.indices { _ = parsingError(String(original.prefix(count))) }
        var random = SplitMix(state: 42)
        for _ in 0..<3000 {
            var text = original
            for _ in 0...random.next(4) {
                let place = random.next(text.count)
                switch random.next(3) {
                case 0: text.removeSubrange(place..<min(text.count, place + random.next(9)))
                case 1: text.insert(contentsOf: pieces[random.next(pieces.count)], at: place)
                default: text[place] = Character(UnicodeScalar(UInt8(random.next(256))))
                }
                if text.isEmpty { text = original }
            }
            _ = parsingError(String(text))
        }
        for _ in 0..<500 {
            let bytes = (0..<random.next(200)).map { _ in UInt8(random.next(256)) }
            _ = parsingError(String(decoding: bytes, as: UTF8.self))
        }
    }
}

/// Random numbers that are the same in every run.
private struct SplitMix {
    var state: UInt64

    mutating func next(_ bound: Int) -> Int {
        state &+= 0x9E37_79B9_7F4A_7C15
        var word = (state ^ state >> 30) &* 0xBF58_476D_1CE4_E5B9
        word = (word ^ word >> 27) &* 0x94D0_49BB_1331_11EB
        return Int((word ^ word >> 31) % UInt64(bound))
    }
}
