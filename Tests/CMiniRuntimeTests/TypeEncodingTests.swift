// TypeEncodingTests.swift - type encodings, good and malformed.
import CMiniRuntime
import Glibc
import Testing

@Suite("Type encodings")
struct TypeEncodingTests {
    static let good: [(String, Int, Int)] =
        IvarTests.types + [
            ("v", 0, 1), ("Vv", 0, 1), ("rnNoORVA!i", 4, 4), ("[0i]", 0, 4), ("[2[3c]]", 6, 1), ("{Empty=}", 0, 1),
            ("{CGRect={CGPoint=dd}{CGSize=dd}}", 32, 8), ("{Named=\"x\"i\"y\"@\"NSString\"\"z\"c}", 24, 8),
            ("{Flags=b3b5b30}", 8, 4), ("{Flags=b3b0b5}", 8, 4), ("(U=[5c]d)", 8, 8), ("{?=ci}", 8, 4),
            ("@?<v@?i>", 8, 8),
            ("{Deep={A={B={C=cd}}}c}", 24, 8), ("^^{Node=^{Node}i}", 8, 8), ("^?", 8, 8), ("jD", 32, 16),
            ("{S=tc}", 32, 16),
        ]

    @Test("Size and alignment are those of the C compiler, and the whole type is skipped", arguments: good)
    func layout(type: String, size: Int, alignment: Int) {
        var foundSize = -1, foundAlignment = -1
        #expect(mr_type_layout(type, &foundSize, &foundAlignment))
        #expect(foundSize == size)
        #expect(foundAlignment == alignment)
        #expect(objc_sizeof_type(type) == size)
        #expect(objc_alignof_type(type) == alignment)
        type.withCString { start in
            #expect(objc_skip_typespec(start).map { $0 - UnsafePointer(start) } == type.utf8.count)
        }
        if type.hasPrefix("b") { return }  // its width would run into the offset
        (type + "16i").withCString { start in
            #expect(objc_skip_argspec(start).map { String(cString: $0) } == "i")
        }
    }

    @Test("A type is equal to itself", arguments: good.map(\.0))
    func equalToItself(type: String) {
        #expect(mr_type_equal(type, type))
    }

    @Test(
        "Types of unknown content are well-formed and have no size",
        arguments: ["?", "{Opaque}", "(Opaque)", "{S=i{T}}", "[2?]"])
    func unknown(type: String) {
        type.withCString { #expect(objc_skip_typespec($0) != nil) }
        #expect(!mr_type_layout(type, nil, nil))
        #expect(objc_sizeof_type(type) == 0)
    }

    static let malformed = [
        "", "{", "}", "{S", "{S=", "{S=i", "{S=i)", "(U=i", "(U=i}", "[", "[]", "[3", "[3i", "[i]", "[-1i]", "]", "^",
        "^^",
        "b", "b65", "b99999999999999999999", "j", "ji", "z", "Z", "@\"", "@\"NSString", "{S=\"x\"}", "{S=\"x",
        "{S=\"x\"i\"y\"}",
        "r", "rn", "@?<v", "@?<z>", "[99999999999999999999i]", "[4611686018427387904[8i]]", "\u{1}", "é", "-", "16",
        " i", "{S= i}",
    ]

    @Test("What is malformed has no end, no size and no equal", arguments: malformed)
    func refused(type: String) {
        type.withCString { #expect(objc_skip_typespec($0) == nil) }
        type.withCString { #expect(objc_skip_argspec($0) == nil) }
        #expect(!mr_type_layout(type, nil, nil))
        #expect(objc_sizeof_type(type) == 0)
        #expect(objc_alignof_type(type) == 0)
        #expect(!mr_type_equal(type, type))
        #expect(mr_signature_get("v16@0:8" + type) == nil || type.isEmpty || type == "16" || type == "-")
        #expect(mr_method_encoding_copy(type, nil, 0) == nil)
    }

    @Test("NULL is no type")
    func null() {
        #expect(objc_skip_type_qualifiers(nil) == nil)
        #expect(objc_skip_typespec(nil) == nil)
        #expect(objc_skip_argspec(nil) == nil)
        #expect(!mr_type_layout(nil, nil, nil))
        #expect(mr_signature_get(nil) == nil)
        #expect(!mr_type_equal(nil, nil))
        #expect(mr_method_encoding_copy(nil, nil, 0) == nil)
    }

    @Test("Nesting is followed to the depth that the header names, and no deeper")
    func depth() {
        let limit = Int(MR_ENCODING_DEPTH)
        for (open, close) in [("^", ""), ("{S=", "}"), ("[1", "]"), ("(U=", ")")] {
            func nested(_ depth: Int) -> String {
                String(repeating: open, count: depth) + "i" + String(repeating: close, count: depth)
            }
            nested(limit).withCString { #expect(objc_skip_typespec($0) != nil) }
            nested(limit + 1).withCString { #expect(objc_skip_typespec($0) == nil) }
            nested(200_000).withCString { #expect(objc_skip_typespec($0) == nil) }
        }
    }

    @Test("No string of encoding characters makes the parser run away")
    func random() {
        let alphabet = Array("cCsSiIlLqQtTBfdDjv*@#:?^[](){}=\"<>b0123456789rnNoORVA!+-xyz,".utf8)
        var state: UInt64 = 0x9E37_79B9_7F4A_7C15
        func next() -> Int {
            state ^= state << 13
            state ^= state >> 7
            state ^= state << 17
            return Int(truncatingIfNeeded: state >> 33)
        }
        for _ in 0..<20_000 {
            let bytes = (0..<next() % 24).map { _ in CChar(bitPattern: alphabet[next() % alphabet.count]) } + [0]
            bytes.withUnsafeBufferPointer { buffer in
                let start = buffer.baseAddress!
                if let end = objc_skip_argspec(start) {
                    #expect(end > start, "\(String(cString: start))")
                    #expect(end - start < buffer.count, "\(String(cString: start))")
                }
                _ = mr_type_layout(start, nil, nil)
                _ = mr_type_equal(start, start)
                _ = mr_signature_get(start)
            }
        }
    }

    @Test("Qualifiers are skipped, and only those")
    func qualifiers() {
        "rnNoORVA!^i".withCString { #expect(text(objc_skip_type_qualifiers($0)) == "^i") }
        "i".withCString { #expect(text(objc_skip_type_qualifiers($0)) == "i") }
        "".withCString { #expect(text(objc_skip_type_qualifiers($0)) == "") }
    }

    @Test(
        "Types are equal whatever their qualifiers, offsets, field names and class names",
        arguments: [
            ("i", "ri"), ("@", "@\"NSString\""), ("{P=\"x\"d\"y\"d}", "{P=dd}"), ("v20@0:8i16", "v@:i"),
            ("^{Node}", "^{Node=^{Node}i}"),
            ("[3i]", "[3ri]"),
        ])
    func equal(left: String, right: String) {
        #expect(mr_type_equal(left, right))
        #expect(mr_type_equal(right, left))
    }

    @Test(
        "And different when they mean different types",
        arguments: [
            ("i", "I"), ("@", "@?"), ("@", "#"), ("{P=dd}", "{Q=dd}"), ("{P=dd}", "{P=df}"), ("{P=dd}", "{P=ddd}"),
            ("[3i]", "[4i]"),
            ("^i", "^q"), ("jf", "jd"), ("b3", "b4"), ("v@:i", "v@:"), ("v@:", "v@:i"), ("{S=i}", "(S=i)"),
        ])
    func different(left: String, right: String) {
        #expect(!mr_type_equal(left, right))
        #expect(!mr_type_equal(right, left))
    }

    @Test("A method's encoding has clang's offsets")
    func methodEncoding() {
        func encoding(_ result: String, _ arguments: String...) -> String? {
            let texts = arguments.map { strdup($0)! }
            defer { texts.forEach { free($0) } }
            return takeText(mr_method_encoding_copy(result, texts.map { UnsafePointer($0) }, UInt32(texts.count)))
        }
        #expect(encoding("v") == "v16@0:8")
        #expect(encoding("v", "i") == "v20@0:8i16")
        #expect(encoding("v", "c", "s", "q") == "v32@0:8c16s20q24")
        #expect(encoding("{CGRect={CGPoint=dd}{CGSize=dd}}") == "{CGRect={CGPoint=dd}{CGSize=dd}}16@0:8")
        #expect(encoding("@", "{P=dd}", "@?") == "@40@0:8{P=dd}16@?32")
        #expect(encoding("v", "v") == nil)
        #expect(encoding("v", "ii") == nil)
        #expect(encoding("v", "{Opaque}") == nil)
        #expect(encoding("ii") == nil)
    }

    @Test("A signature is interned, and contains each argument")
    func signature() {
        let types = "{Point=dd}40@0:8i16{Point=dd}20c36"
        let signature = mr_signature_get(types)
        #expect(signature != nil)
        #expect(signature == mr_signature_get(types))
        #expect(text(mr_signature_types(signature)) == types)
        #expect(mr_signature_argument_count(signature) == 5)
        #expect(
            (0..<6).map { text(mr_signature_argument_type(signature, $0)) } == ["@", ":", "i", "{Point=dd}", "c", nil])
        #expect(text(mr_signature_return_type(signature)) == "{Point=dd}")
        #expect(mr_signature_return_size(signature) == 16)
        #expect(mr_signature_argument_count(nil) == 0)
        #expect(mr_signature_return_type(nil) == nil)
    }

    @Test(
        "A signature begins with self and _cmd, and passes nothing that has no size",
        arguments: ["v", "v16", "v@", "v:@", "vi:", "v@i", "v@:v", "v@:{O}", "{O}@:", "v@:[2", "v@:{E=}"])
    func noSignature(types: String) {
        #expect(mr_signature_get(types) == nil)
    }
}
