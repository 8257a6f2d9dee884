// MemoryRow.swift - the bytes of an object: its header, its isa and its ivars, and the meaning of each.
import MiniRuntime

/// Some bytes of an object that belong together.
struct MemoryRow: Encodable {
    /// In bytes, from the isa.
    let offset: Int
    /// In the order of their addresses, two hexadecimal digits each.
    let bytes: String
    let meaning: String

    var isPadding: Bool { meaning == "padding" }

    /// The number of bytes, if all are shown.
    var count: Int { (bytes.utf8.count + 1) / 3 }

    /// The bytes of an object, in the order of their addresses; empty for a tagged pointer, which has none.
    ///
    /// The words of the header are those of the object's owners: this function is none of them.
    static func rows(of object: UnmanagedObject) -> [MemoryRow] {
        if object.isTagged { return [] }
        let (header, retainCount) = object.headerOfOwners
        var rows: [MemoryRow] = []
        if let header {
            let flags = header.isObserved ? ", observed" : ""
            let side = header.sideTableAddress
            rows = [
                MemoryRow(offset: -16, word: UInt(header.countWord), "count word: count \(retainCount)\(flags)"),
                MemoryRow(offset: -8, word: side ?? 0, "side table: \(side.map(hexadecimal) ?? "none")"),
            ]
        }
        let isa = object.isa
        rows.append(
            MemoryRow(
                offset: 0, word: object.address.load(as: UInt.self),
                "isa -> \(isa.displayName) \(hexadecimal(isa.object.address))"))
        return isa.isMetaclass ? rows : rows + ivars(of: object)
    }

    /// The ivars in the order of their offsets, and the bytes between and behind them.
    private static func ivars(of object: UnmanagedObject) -> [MemoryRow] {
        let owner = object.retained()
        let ivars = object.isa.chain.flatMap(\.ivars).sorted { $0.offset < $1.offset }
        var (rows, end) = ([MemoryRow](), MemoryLayout<UInt>.size)
        func pad(to offset: Int) {
            if offset > end { rows.append(MemoryRow(object, end..<offset, "padding")) }
        }
        for ivar in ivars {
            let size = (try? TypeEncoding(ivar.typeEncoding))?.layout?.size ?? 0
            pad(to: ivar.offset)
            let type = typeName(ivar.typeEncoding)
            rows.append(
                MemoryRow(
                    object, ivar.offset..<ivar.offset + size, "\(ivar.name) = \(ivarText(ivar, of: owner)) (\(type))"))
            end = max(end, ivar.offset + size)
        }
        pad(to: object.isa.instanceSize)
        return rows
    }

    private init(_ object: UnmanagedObject, _ range: Range<Int>, _ meaning: String) {
        let bytes = UnsafeRawBufferPointer(start: object.address + range.lowerBound, count: range.count)
        let end = bytes.count > 16 ? " ..." : ""
        self.init(offset: range.lowerBound, bytes: spelled(bytes.prefix(16)) + end, meaning: meaning)
    }

    private init(offset: Int, word: UInt, _ meaning: String) {
        self.init(offset: offset, bytes: withUnsafeBytes(of: word) { spelled($0[...]) }, meaning: meaning)
    }

    private init(offset: Int, bytes: String, meaning: String) {
        (self.offset, self.bytes, self.meaning) = (offset, bytes, meaning)
    }
}

/// `f0 c3 a2`
func spelled(_ bytes: Slice<UnsafeRawBufferPointer>) -> String {
    bytes.map { String(String(UInt16($0) + 0x100, radix: 16).dropFirst()) }.joined(separator: " ")
}

extension [MemoryRow] {
    /// A section of a report.
    func add(to page: inout Page) {
        page.heading("Memory   (offset from the isa, bytes in the order of their addresses, meaning)")
        page.table(map { ["\($0.offset)", $0.bytes, $0.meaning] }, limits: [6, 23])
        page.paragraph(
            "The lowest byte of a word comes first: from right to left, the bytes at offset 0 are the address of the "
                + "class.")
    }
}
