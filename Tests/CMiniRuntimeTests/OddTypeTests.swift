// OddTypeTests.swift - what seldom is passed by value: arrays and bit-fields in structures, complex numbers, long
// double.
import CMiniRuntime
import Glibc
import Testing

@Suite("Odd types by value")
struct OddTypeTests {
    /// Calls a closure that answers its argument, and gives what came back.
    private func echo(_ type: String, _ bytes: [UInt8]) throws -> [UInt8] {
        let types = type + "@:" + type, signature = try #require(mr_signature_get(types))
        let same = closure(types) { call in
            call.result!.copyMemory(from: call.arguments[2]!, byteCount: bytes.count)
        }
        defer { imp_removeBlock(same) }
        var answer = [UInt8](repeating: 0, count: bytes.count), bytes = bytes
        var receiver: id? = nil, selector = sel("echo:")
        bytes.withUnsafeMutableBytes { argument in
            answer.withUnsafeMutableBytes { result in
                withUnsafeMutablePointer(to: &receiver) { receiver in
                    withUnsafeMutablePointer(to: &selector) { selector in
                        var arguments: [UnsafeMutableRawPointer?] = [
                            .init(receiver), .init(selector), argument.baseAddress,
                        ]
                        mr_call(same, signature, result.baseAddress, &arguments)
                    }
                }
            }
        }
        return answer
    }

    @Test(
        "A structure arrives as it went, whatever is in it",
        arguments: [
            "{Floats=[2f]}", "{Ints=[3i]}", "{Pairs=[2{Pair=cs}]}", "{Bits=b3b13i}", "{Wide=b3b40b21}", "{Mixed=[2f]q}",
            "{Complex=jf}", "{Double=jd}", "jd", "{Both=jfi}", "{Large=[5d]}", "(Either=[2f]q)",
            "{Empty=[0i]dd}", "{Empties=[0{None=[0d]}]f}", "{Beside={None=[0i]}ff}", "(Either=[0d][2i])",
        ])
    func structures(_ type: String) throws {
        let size = objc_sizeof_type(type)
        // Numbers that no register takes for something else.
        let bytes = (0..<size).map { UInt8($0 + 1) }
        #expect(size > 0)
        #expect(try echo(type, bytes) == bytes)
    }

    #if arch(x86_64)
    @Test("A long double arrives as it went, alone, in a structure and as a complex number")
    func longDoubles() throws {
        func sent(_ type: String, _ values: Float80...) throws -> [Float80] {
            let bytes = values.flatMap { value in withUnsafeBytes(of: value) { Array($0) } }
            return try echo(type, bytes).withUnsafeBytes { answer in
                values.indices.map { answer.loadUnaligned(fromByteOffset: $0 * 16, as: Float80.self) }
            }
        }
        #expect(try sent("D", 1.5) == [1.5])
        #expect(try sent("{One=D}", -2.25) == [-2.25])
        #expect(try sent("{Two=DD}", 3, -4.5) == [3, -4.5])
        #expect(try sent("jD", 5, -6.5) == [5, -6.5])
    }
    #endif
}

@Suite("Invocations and blocks by message")
struct InvocationMessageTests {
    private typealias Value = @convention(c) (id?, SEL, UnsafeMutableRawPointer) -> Void
    private typealias ValueAt = @convention(c) (id?, SEL, UnsafeMutableRawPointer, Int) -> Void

    @Test("An invocation's result is written and read by messages, index -1 included")
    func results() {
        let invocation = mr_invocation_create(mr_signature_get("q16@0:8"))
        var number = 7, answer = 0
        for _ in ["cold", "cached"] {
            messenger(Value.self)(invocation, sel("setReturnValue:"), &number)
            messenger(Value.self)(invocation, sel("getReturnValue:"), &answer)
            #expect(answer == number)
            number += 1
            messenger(ValueAt.self)(invocation, sel("setArgument:atIndex:"), &number, -1)
            messenger(ValueAt.self)(invocation, sel("getArgument:atIndex:"), &answer, -1)
            #expect(answer == number)
        }
        objc_release(invocation)
    }

    @Test("An argument that is not there is not written, and the exception names the message and the bounds")
    func outOfBounds() {
        let invocation = mr_invocation_create(mr_signature_get("q16@0:8"))
        var number = 7
        for index in [2, -2] {
            messenger(ValueAt.self)(invocation, sel("setArgument:atIndex:"), &number, index)
            let exception = mr_exception_take()
            #expect(
                text(mr_exception_reason(exception))
                    == "-[NSInvocation setArgument:atIndex:]: index (\(index)) out of bounds [-1, 1]")
            objc_release(exception)
        }
        objc_release(invocation)
    }

    @Test("A block that is copied into a zone is the same block, owned once more")
    func copies() {
        typealias Copy = @convention(c) (id?, SEL, UnsafeMutableRawPointer?) -> id?
        let made = block("v16@0:8") { _ in }
        #expect(messenger(Copy.self)(made, sel("copyWithZone:"), nil) == made)
        #expect(mr_retain_count(made) == 2)
        objc_release(made)
        objc_release(made)
    }
}
