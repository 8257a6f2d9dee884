// StubCode.swift - the instructions of a stub, decoded from the bytes in memory.
//
// A stub loads the address of its record and jumps to the address in the record's first word. All stubs have the same
// bytes: the record lies at the same distance from each, so its place is what tells one stub from another.
import MiniRuntime

struct StubCode: Encodable, Equatable {
    struct Instruction: Encodable, Equatable {
        let address, bytes: String
        /// In the notation of the CPU's vendor; nil for bytes that no stub has.
        let text: String?
        /// The record whose address the first instruction loads; the function that the last one jumps to.
        let effect: String?
    }

    /// The method: `-[Person setAge:]`
    let method: String
    let instructions: [Instruction]
    let record: String?
    /// The function that the stub jumps to.
    let target: String?

    /// The code of a method whose entry is a stub; nil for other methods.
    init?(_ method: Method, of cls: Class) {
        let implementation = method.implementation
        guard implementation.kind == .stub else { return nil }
        let address = implementation.address
        let read = Self.decode(address)
        let target = read.record.map { UnsafeRawPointer($0).load(as: UnsafeRawPointer.self) }
        let name = target.map { SymbolTable.function(at: $0) ?? Self.spelled($0) }
        let effects = [
            read.record.map { "its record: \(Self.spelled($0))" }, name.map { "to \($0)" },
        ]
        var offset = 0
        instructions = read.instructions.enumerated().map { index, instruction in
            defer { offset += instruction.count }
            let bytes = UnsafeRawBufferPointer(start: address + offset, count: instruction.count)
            let isLast = index == read.instructions.count - 1
            return Instruction(
                address: Self.spelled(address + offset), bytes: runtime_demo.spelled(bytes[...]),
                text: instruction.text,
                effect: index == 0 ? effects[0] : isLast ? effects[1] : nil)
        }
        self.method = "\(cls.isMetaclass ? "+" : "-")[\(cls.name) \(method.selector)]"
        record = read.record.map(Self.spelled)
        self.target = name
    }

    private static func spelled(_ address: UnsafeRawPointer) -> String { hexadecimal(UInt(bitPattern: address)) }

    /// The bytes of all instructions.
    var bytes: String { instructions.map(\.bytes).joined(separator: " ") }

    // ── Decoding ────────────────────────────────────────────────────────────────────────────────────

    private typealias Decoded = (instructions: [(text: String?, count: Int)], record: UnsafeRawPointer?)

    #if arch(x86_64)
    /// `lea r10, [rip + distance]` and `jmp [r10]`.
    private static func decode(_ code: UnsafeRawPointer) -> Decoded {
        let bytes = UnsafeRawBufferPointer(start: code, count: 10)
        guard bytes[0..<3].elementsEqual([0x4c, 0x8d, 0x15]), bytes[7..<10].elementsEqual([0x41, 0xff, 0x22]) else {
            return ([(nil, 10)], nil)
        }
        let distance = code.loadUnaligned(fromByteOffset: 3, as: Int32.self)
        let next = code + 7
        return ([("lea r10, [rip + \(hexadecimal(UInt(distance)))]", 7), ("jmp [r10]", 3)], next + Int(distance))
    }
    #elseif arch(arm64)
    /// `adr x17, record`, `ldr x16, [x17]` and `br x16`.
    private static func decode(_ code: UnsafeRawPointer) -> Decoded {
        let words = UnsafeRawBufferPointer(start: code, count: 12).bindMemory(to: UInt32.self)
        guard words[0] & 0x9f00_001f == 0x1000_0011, words[1] == 0xf940_0230, words[2] == 0xd61f_0200 else {
            return ([(nil, 12)], nil)
        }
        // 21 bits with a sign: the lower two are apart from the others.
        let bits = Int32(bitPattern: (words[0] >> 5 & 0x7ffff) << 2 | words[0] >> 29 & 3) << 11 >> 11
        return ([("adr x17, . + \(bits)", 4), ("ldr x16, [x17]", 4), ("br x16", 4)], code + Int(bits))
    }
    #else
    private static func decode(_ code: UnsafeRawPointer) -> Decoded { ([(nil, 16)], nil) }
    #endif
}

extension [StubCode] {
    /// The stubs of a class, each followed by the one that it overrides.
    init(_ cls: Class) {
        self = cls.methods.flatMap { method -> [StubCode] in
            let owner = cls.superclass?.definer(of: method.selector)
            let hidden = owner?.methods.first { $0.selector == method.selector }
            return [StubCode(method, of: cls), hidden.flatMap { StubCode($0, of: owner!) }].compactMap { $0 }
        }
    }

    /// A section of a report.
    func add(to page: inout Page) {
        page.heading("Code: \(isEmpty ? "no stubs" : counted(count, "stub"))   (address, bytes, instruction)")
        for stub in self {
            page.line("    \(stub.method)")
            page.table(
                stub.instructions.map { [$0.address, $0.bytes, $0.text ?? "unknown", $0.effect ?? ""] },
                limits: [14, 23, 24], indent: 6)
        }
        if count > 1 && allSatisfy({ $0.bytes == self[0].bytes }) {
            page.paragraph(
                "All of them have the same bytes. A stub loads the address of its record, which is at the same distance "
                    + "from each stub, and jumps to the address in the record's first word.")
        }
    }
}
