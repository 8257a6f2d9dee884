// SymbolTable.swift - names of functions by address, those too that no file exports.
//
// The dynamic linker knows exported symbols only, and most methods of a C file are static. So the symbol table of the
// file on disk is read, as a debugger does; in a stripped one there is nothing to be found.
import FoundationEssentials
import MiniRuntime

#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#endif

struct SymbolTable: Sendable, Lockable {
    /// Offsets of names in the file, by the address that the file gives their function.
    private var names: [UInt: Int] = [:]
    private var file = Data()
    /// What is added to the file's addresses in memory.
    private var slide: UInt = 0

    private static let loaded = Locked<[String: SymbolTable]>([:], rank: .table)

    /// What the function that begins at `address` is called: `C function alloc_init`. nil if nobody knows.
    static func function(at address: UnsafeRawPointer) -> String? {
        guard let image = ObjectRuntime.image(at: address) else { return nil }
        let table = loaded.withLock { tables in
            if let known = tables[image.path] { return known }
            let table = SymbolTable(image)
            tables[image.path] = table
            return table
        }
        return (image.symbol ?? table.name(at: UInt(bitPattern: address))).map(readable)
    }

    private func name(at address: UInt) -> String? {
        names[address &- slide].map { start in
            String(decoding: file[start...].prefix { $0 != 0 }, as: UTF8.self)
        }
    }

    // ── Reading an ELF file ─────────────────────────────────────────────────────────────────────────

    // Where the fields are in the header of the file, of a section, and of a symbol; the same on both CPUs.
    private enum Field {
        static let (type, sectionsOffset, sectionSize, sectionCount) = (0x10, 0x28, 0x3A, 0x3C)
        static let (sectionType, contents, contentsSize, link) = (0x04, 0x18, 0x20, 0x28)
        static let (symbolName, symbolInfo, symbolValue, symbolSize) = (0x00, 0x04, 0x08, 24)
    }
    private enum Value {
        static let (executable, symbolTable, function) = (2, 2, 2)
    }

    /// Empty for what is no ELF file, or has no symbols.
    private init(_ image: LoadedImage) {
        // The linker knows the program by the name it was started by, which need not lead to it from here.
        let path = image.path == CommandLine.arguments[0] ? "/proc/self/exe" : image.path
        guard let file = try? Data(contentsOf: URL(fileURLWithPath: path), options: .mappedIfSafe),
            file.starts(with: [0x7F, 0x45, 0x4C, 0x46]), let sections = read(file, Field.sectionsOffset, UInt64.self),
            let size = read(file, Field.sectionSize, UInt16.self),
            let count = read(file, Field.sectionCount, UInt16.self)
        else { return }
        self.file = file
        slide = read(file, Field.type, UInt16.self) == Value.executable ? 0 : image.baseAddress
        for index in 0..<count
        where read(file, sections + index * size + Field.sectionType, UInt32.self) == Value.symbolTable {
            addSymbols(section: sections + index * size, sections: sections, size)
        }
    }

    private mutating func addSymbols(section: Int, sections: Int, _ size: Int) {
        guard let start = read(file, section + Field.contents, UInt64.self),
            let length = read(file, section + Field.contentsSize, UInt64.self),
            let link = read(file, section + Field.link, UInt32.self),
            let strings = read(file, sections + link * size + Field.contents, UInt64.self)
        else { return }
        for symbol in stride(from: start, to: start + length, by: Field.symbolSize) {
            guard let info = read(file, symbol + Field.symbolInfo, UInt8.self), info & 0xF == Value.function,
                let value = read(file, symbol + Field.symbolValue, UInt64.self), value != 0,
                let name = read(file, symbol + Field.symbolName, UInt32.self)
            else { continue }
            names[UInt(value)] = strings + name
        }
    }
}

/// A number in a file; nil beyond its end.
private func read<Number: FixedWidthInteger>(_ file: Data, _ offset: Int, _ type: Number.Type) -> Int? {
    guard offset >= 0, offset + MemoryLayout<Number>.size <= file.count else { return nil }
    return file.withUnsafeBytes { Int(truncatingIfNeeded: $0.loadUnaligned(fromByteOffset: offset, as: type)) }
}

/// A Swift symbol as far as it says where the function is written: `Swift function in NSArray.addPrimitives`.
private func readable(_ symbol: String) -> String {
    guard var text = demangled(symbol) else { return "C function \(symbol)" }
    text.replace(/\((\w+) in _[0-9A-F]+\)/) { $0.output.1 }
    text.replace(/\(extension in \w+\):/, with: "")
    let isClosure = text.contains("closure #")
    if let context = text.ranges(of: " in ").last?.upperBound { text = String(text[context...]) }
    text.replace(/^.* of (static )?|^static\s|^@objc\s/, with: "")
    text.replace(/[( :].*$/, with: "")
    return "Swift function \(isClosure ? "in " : "")\(text.split(separator: ".").suffix(2).joined(separator: "."))"
}

private func demangled(_ symbol: String) -> String? {
    typealias Demangle =
        @convention(c) (
            UnsafePointer<CChar>, Int, UnsafeMutablePointer<CChar>?, UnsafeMutablePointer<Int>?, UInt32
        ) -> UnsafeMutablePointer<CChar>?
    guard symbol.hasPrefix("$s"), let function = dlsym(nil, "swift_demangle"),
        let text = unsafeBitCast(function, to: Demangle.self)(symbol, symbol.utf8.count, nil, nil, 0)
    else { return nil }
    defer { free(text) }
    return String(cString: text)
}
