// Exercises07.swift - solutions to the exercises of docs/guide/07-trampolines-and-libffi.md.
import MiniRuntime
import Testing

@Suite("Exercises of chapter 07")
struct Exercises07 {
    @Test("1. An encoding says where each argument would lie, one behind the other")
    func encoding() throws {
        let imp = try IMP { (self: Object, byte: Int8, real: Double, name: Selector) -> Bool in true }
        defer { imp.remove() }
        // B for the result, 36 bytes in all; self at 0, _cmd at 8, the char in the room of an int at 16, the double at
        // 20, the selector at 28. The offsets are those of a stack that no longer exists: only the letters count here.
        #expect(imp.closureTypes == "B36@0:8c16d20:28")
    }

    @Test("2. One handler counts the calls of methods of every type, and hands them on")
    func wrapper() throws {
        let cls = try ClassBuilder("Exercise07Shape").register()
        try cls.addMethod("half:") { (self: Object, number: Double) -> Double in number / 2 }
        try cls.addMethod("name") { (self: Object) -> Selector in "shape" }
        try cls.addMethod("grown:") { (self: Object, box: Box) -> Box in Box(x: box.x, y: box.y, width: 9, height: 9) }
        let calls = Locked(0)
        for method in cls.methods { try count(method) { calls.withLock { $0 += 1 } } }

        let shape = try cls.new()
        #expect(try shape.send("half:", 3.0, as: Double.self) == 1.5)
        #expect(try shape.send("name", as: Selector.self) == "shape")
        #expect(try shape.send("grown:", Box(x: 1, y: 2, width: 3, height: 4), as: Box.self).width == 9)
        #expect(calls.withLock { $0 } == 3)
    }

    /// The handler sees pointers to the arguments and to the room for the result. It need not know what they point at:
    /// the signature does, and `pass` gives it to libffi.
    private func count(_ method: Method, _ tell: @escaping @Sendable () -> Void) throws {
        let original = method.implementation, signature = method.signature!
        let counting = try IMP(types: signature.types) { message in
            tell()
            message.pass(to: original, signature)
        }
        method.setImplementation(counting)
    }

    @Test("3. A removed closure lets go of what it held")
    func removed() throws {
        final class Witness: Sendable {}
        weak var witness: Witness?
        let imp: IMP
        do {
            let held = Witness()
            witness = held
            imp = try IMP { (self: Object) in withExtendedLifetime(held) {} }
        }
        // The closure is in C's hands now: a table by IMP holds its block, and the block holds the Swift closure.
        #expect(witness != nil)
        #expect(imp.isClosure)
        #expect(imp.remove())
        #expect(witness == nil)
    }
}

private struct Box: StructureValue {
    var x, y, width, height: Double
    static let messageEncoding: StaticString = "{Box=dddd}"
}
