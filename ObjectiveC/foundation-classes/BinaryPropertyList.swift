// BinaryPropertyList.swift - reads binary property lists, which may come from anybody.
//
//      "bplist00"  objects  offsets of the objects  trailer: the sizes of offsets and references, and the counts
//
// The reader of Swift's Foundation follows references wherever they lead: a set ends the process, and arrays that share
// their elements take time without end. This one accepts the types that property lists have, and makes each object
// once. A list without shared collections has fewer values than bytes; a list that stands for more values is refused.
import Foundation

struct BinaryPropertyList {
    /// How deep collections may be nested, as in the other formats.
    static let maximumDepth = 512

    private struct Node {
        let value: Any
        /// The number of values in it, and the levels of collections.
        var count = 1
        var depth = 0
    }

    private let bytes: [UInt8]
    private var offsets: Range<Int>
    private let offsetSize: Int
    private let referenceSize: Int
    /// The objects that were read; nil for those that are being read.
    private var nodes: [Int: Node?] = [:]
    /// The bytes that objects may still take. Objects of a real list do not overlap, so all of them have as many bytes
    /// as the list; a list whose offsets lead to the same bytes again and again is refused.
    private var unread: Int

    /// Returns the value of a list in any format. Throws an error if the data are no property list.
    static func value(_ data: Data, format: inout PropertyListSerialization.PropertyListFormat) throws -> Any {
        guard data.starts(with: "bplist".utf8) else {
            return try PropertyListSerialization.propertyList(from: data, options: [], format: &format)
        }
        var list = try BinaryPropertyList(data)
        format = .binary
        return try list.node(list.integer(data.count - 16, 8), depth: 0).value
    }

    private static var corrupt: CocoaError { CocoaError(.propertyListReadCorrupt) }

    private init(_ data: Data) throws {
        bytes = [UInt8](data)
        unread = bytes.count
        let trailer = bytes.count - 32
        guard trailer >= 8, bytes.starts(with: "bplist0".utf8) else { throw Self.corrupt }
        (offsetSize, referenceSize) = (Int(bytes[trailer + 6]), Int(bytes[trailer + 7]))
        guard 1...8 ~= offsetSize, 1...8 ~= referenceSize else { throw Self.corrupt }
        offsets = 0..<0
        let (count, start) = try (integer(trailer + 8, 8), integer(trailer + 24, 8))
        guard count <= trailer / offsetSize, start >= 8, start <= trailer - count * offsetSize else {
            throw Self.corrupt
        }
        offsets = start..<start + count * offsetSize
    }

    // ── Numbers ─────────────────────────────────────────────────────────────────────────────────────────

    private func range(_ offset: Int, _ count: Int, of size: Int = 1) throws -> Range<Int> {
        guard offset >= 0, count >= 0, offset <= bytes.count, count <= (bytes.count - offset) / size else {
            throw Self.corrupt
        }
        return offset..<offset + count * size
    }

    /// Returns the number of some bytes, the most significant one first.
    private func bits(_ offset: Int, _ size: Int) throws -> UInt64 {
        try bytes[range(offset, size)].reduce(0) { $0 << 8 | UInt64($1) }
    }

    private func integer(_ offset: Int, _ size: Int) throws -> Int {
        guard let integer = try Int(exactly: bits(offset, size)) else { throw Self.corrupt }
        return integer
    }

    /// Returns a number of 1, 2, 4, 8 or 16 bytes. Only those of eight bytes and more have a sign.
    private func number(_ offset: Int, _ kind: UInt8) throws -> Foundation.NSNumber {
        if kind < 3 { return try Foundation.NSNumber(value: Int64(bits(offset, 1 << kind))) }
        if kind == 3 { return try Foundation.NSNumber(value: Int64(bitPattern: bits(offset, 8))) }
        guard kind == 4 else { throw Self.corrupt }
        let (high, low) = try (bits(offset, 8), bits(offset + 8, 8))
        if high == 0 { return Foundation.NSNumber(value: low) }
        guard high == .max, low > Int64.max else { throw Self.corrupt }
        return Foundation.NSNumber(value: Int64(bitPattern: low))
    }

    private func real(_ offset: Int, _ kind: UInt8) throws -> Double {
        switch kind {
        case 2: try Double(Float(bitPattern: UInt32(bits(offset, 4))))
        case 3: try Double(bitPattern: bits(offset, 8))
        default: throw Self.corrupt
        }
    }

    /// Returns the number of elements of an object, and the offset of the first one.
    private func extent(_ offset: Int) throws -> (count: Int, start: Int) {
        let low = bytes[offset] & 15
        if low < 15 { return (Int(low), offset + 1) }
        let marker = try bits(offset + 1, 1)
        guard 0x10...0x13 ~= marker else { throw Self.corrupt }
        let size = 1 << Int(marker & 15)
        return try (integer(offset + 2, size), offset + 2 + size)
    }

    /// Returns the range of an object's contents, and takes its bytes from those that are left.
    private mutating func contents(_ offset: Int, _ count: Int, of size: Int = 1) throws -> Range<Int> {
        let range = try range(offset, count, of: size)
        unread -= range.count
        guard unread >= 0 else { throw Self.corrupt }
        return range
    }

    // ── Objects ─────────────────────────────────────────────────────────────────────────────────────────

    private mutating func node(_ index: Int, depth: Int) throws -> Node {
        if let known = nodes[index] {
            guard let known else { throw Self.corrupt }  // the object contains itself
            return known
        }
        guard depth <= Self.maximumDepth, index < offsets.count / offsetSize else { throw Self.corrupt }
        let offset = try integer(offsets.lowerBound + index * offsetSize, offsetSize)
        guard 8..<offsets.lowerBound ~= offset else { throw Self.corrupt }
        nodes[index] = .some(nil)
        let node = try read(offset, depth)
        guard node.count <= bytes.count, node.depth <= Self.maximumDepth else { throw Self.corrupt }
        nodes[index] = node
        return node
    }

    private mutating func read(_ offset: Int, _ depth: Int) throws -> Node {
        switch bytes[offset] >> 4 {
        case 0xA:
            let (count, start) = try extent(offset)
            let elements = try nodes(start, count, depth)
            return collection(elements.map(\.value), elements)
        case 0xD:
            let (count, start) = try extent(offset)
            let keys = try nodes(start, count, depth)
            // The keys were within the bytes, so the product does not overflow.
            let objects = try nodes(start + count * referenceSize, count, depth)
            var entries: [String: Any] = [:]
            for (key, object) in zip(keys, objects) {
                guard let key = key.value as? String else { throw Self.corrupt }
                entries[key] = object.value
            }
            return collection(entries, keys + objects)
        default: return try Node(value: leaf(offset))
        }
    }

    private mutating func nodes(_ start: Int, _ count: Int, _ depth: Int) throws -> [Node] {
        var nodes: [Node] = []
        let end = try contents(start, count, of: referenceSize).upperBound
        for place in stride(from: start, to: end, by: referenceSize) {
            try nodes.append(node(integer(place, referenceSize), depth: depth + 1))
        }
        return nodes
    }

    private func collection(_ value: Any, _ parts: [Node]) -> Node {
        var node = Node(value: value, depth: 1)
        for part in parts {
            node.count += part.count
            node.depth = max(node.depth, part.depth + 1)
        }
        return node
    }

    private mutating func leaf(_ offset: Int) throws -> Any {
        let low = try bytes[contents(offset, 1)][offset] & 15
        switch bytes[offset] >> 4 {
        case 0 where low == 8 || low == 9: return Foundation.NSNumber(value: low == 9)
        case 1: return try number(offset + 1, low)
        case 2: return try Foundation.NSNumber(value: real(offset + 1, low))
        case 3 where low == 3: return try Date(timeIntervalSinceReferenceDate: real(offset + 1, low))
        case 4:
            let (count, start) = try extent(offset)
            return try Data(bytes[contents(start, count)])
        case 5:
            let (count, start) = try extent(offset)
            let characters = try bytes[contents(start, count)]
            guard characters.allSatisfy({ $0 < 0x80 }) else { throw Self.corrupt }
            return String(decoding: characters, as: UTF8.self)
        case 6:
            let (count, start) = try extent(offset)
            let end = try contents(start, count, of: 2).upperBound
            let units = stride(from: start, to: end, by: 2).map { UInt16(bytes[$0]) << 8 | UInt16(bytes[$0 + 1]) }
            return String(decoding: units, as: UTF16.self)
        case 8 where low < 8:
            let index = try bits(offset + 1, Int(low) + 1)
            guard index <= UInt32.max else { throw Self.corrupt }
            return ArchiveReference(Int(index))
        default: throw Self.corrupt
        }
    }
}
