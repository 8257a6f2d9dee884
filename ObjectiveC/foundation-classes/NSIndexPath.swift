// NSIndexPath.swift - the indexes that lead to a node of a tree.
import MiniFoundation
import MiniRuntime

enum NSIndexPath {
    static let values: ValueClass<[UInt]> = ValueClass("NSIndexPath", adopting: ["NSCopying"]) { cls in
        try cls.addInit("init") { [] }
        try cls.addInit("initWithIndex:", maker: "indexPathWithIndex:") { (index: UInt) in [index] }
        try cls.addInit(
            "initWithIndexes:length:", types: "@32@0:8r^Q16Q24", maker: "indexPathWithIndexes:length:"
        ) { (indexes: UnsafeMutableRawPointer?, length: UInt) -> [UInt] in
            let method = "-[NSIndexPath initWithIndexes:length:]"
            let count = try length.asCount(method, of: MemoryLayout<UInt>.size)
            guard let indexes else {
                guard count == 0 else {
                    throw RuntimeException(
                        "NSInvalidArgumentException", "*** \(method): the indexes are NULL, and the length is \(count)")
                }
                return []
            }
            return (0..<count).map { indexes.load(fromByteOffset: $0 * MemoryLayout<UInt>.size, as: UInt.self) }
        }
        try cls.add("length") { UInt($0.count) }
        try cls.add("indexAtPosition:") { (indexes, position: UInt) in
            position < indexes.count ? indexes[Int(position)] : UInt(Int.max)
        }
        try cls.add("getIndexes:", types: "v24@0:8^Q16") { (indexes, memory: UnsafeMutableRawPointer) in
            for (place, index) in indexes.enumerated() {
                memory.storeBytes(of: index, toByteOffset: place * 8, as: UInt.self)
            }
        }
        try cls.add("indexPathByAddingIndex:") { (indexes, index: UInt) in values.object(indexes + [index]) }
        try cls.add("indexPathByRemovingLastIndex") { values.object($0.dropLast()) }
        try cls.add("compare:") { (indexes, other: Object?) -> Int in
            guard let other = try cls.argument(other) else { return 1 }
            return indexes == other ? 0 : indexes.lexicographicallyPrecedes(other) ? -1 : 1
        }
        try cls.cls.addMethod("description") { (me: Object) -> String in
            let text = try cls.value(of: me).map { "\($0)" }.joined(separator: ", ")
            return "<NSIndexPath: \(me.unmanaged.address)> (\(text))"
        }
        try cls.addEquality()
        try cls.addCopy()
    }
}
