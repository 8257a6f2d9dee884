// Deflate.swift - compresses bytes into the format of RFC 1951, which browsers decompress.
//
// One block with the fixed Huffman codes. A match is a sequence of bytes that occurred in the 32,768 bytes before; its
// length and distance are written. Of the places with the same three bytes, the latest ones are compared. The result
// depends on nothing but the input, so one recording gives one link on every machine.

struct Deflate {
    private let input: [UInt8]
    private var output = BitWriter()
    /// For each hash of three bytes, the latest place with it; for each place, the place before with the same hash.
    private var heads = [Int](repeating: -1, count: 1 << 15)
    private var chain: [Int]

    /// Returns the compressed bytes; nil if there would be more than `limit`.
    static func compressed(_ input: [UInt8], limit: Int = .max) -> [UInt8]? {
        var deflate = Deflate(input)
        return deflate.run(limit: limit) ? deflate.output.finished : nil
    }

    private init(_ input: [UInt8]) {
        self.input = input
        chain = [Int](repeating: -1, count: input.count)
    }

    private mutating func run(limit: Int) -> Bool {
        // The last block; fixed codes.
        output.write(0b011, count: 3)
        var place = 0
        var match = longestMatch(at: 0)
        while place < input.count {
            guard output.count <= limit else { return false }
            remember(place)
            let next = longestMatch(at: place + 1)
            if match.length >= 3 && match.length >= next.length {
                write(match)
                for covered in place + 1..<place + match.length { remember(covered) }
                place += match.length
                match = longestMatch(at: place)
            } else {
                // A longer match begins at the next byte.
                write(symbol: Int(input[place]))
                place += 1
                match = next
            }
        }
        write(symbol: 256)
        return output.count <= limit
    }

    // ── Matches ─────────────────────────────────────────────────────────────────────────────────────

    private struct Match {
        var length = 0
        var distance = 0
    }

    private func hash(_ place: Int) -> Int {
        (Int(input[place]) << 10 ^ Int(input[place + 1]) << 5 ^ Int(input[place + 2])) & 0x7fff
    }

    private mutating func remember(_ place: Int) {
        guard place + 2 < input.count else { return }
        chain[place] = heads[hash(place)]
        heads[hash(place)] = place
    }

    private func longestMatch(at place: Int) -> Match {
        var best = Match()
        guard place + 2 < input.count else { return best }
        let longest = min(258, input.count - place)
        var candidate = heads[hash(place)]
        for _ in 0..<256 where candidate >= 0 && place - candidate <= 32768 {
            var length = 0
            while length < longest && input[candidate + length] == input[place + length] { length += 1 }
            if length > best.length { best = Match(length: length, distance: place - candidate) }
            candidate = chain[candidate]
        }
        return best
    }

    // ── Codes ───────────────────────────────────────────────────────────────────────────────────────

    /// A byte, 256 for the end, or the code of a length.
    private mutating func write(symbol: Int) {
        switch symbol {
        case ..<144: output.write(reversed: 0x30 + symbol, count: 8)
        case ..<256: output.write(reversed: 0x190 + symbol - 144, count: 9)
        case ..<280: output.write(reversed: symbol - 256, count: 7)
        default: output.write(reversed: 0xc0 + symbol - 280, count: 8)
        }
    }

    private mutating func write(_ match: Match) {
        let length = Code(match.length - 3, bits: 2)
        // 258 has a code of its own.
        write(symbol: match.length == 258 ? 285 : 257 + length.symbol)
        if match.length < 258 { output.write(length.extra, count: length.extraCount) }
        let distance = Code(match.distance - 1, bits: 1)
        output.write(reversed: distance.symbol, count: 5)
        output.write(distance.extra, count: distance.extraCount)
    }

    /// A number as a code and extra bits: each group of `1 << bits` codes has one bit more than the group before.
    private struct Code {
        let symbol, extra, extraCount: Int

        init(_ number: Int, bits: Int) {
            let width = Int.bitWidth - number.leadingZeroBitCount
            extraCount = max(0, width - bits - 1)
            symbol = (number >> extraCount) + extraCount << bits
            extra = number & (1 << extraCount - 1)
        }
    }
}

/// Bits in the order of RFC 1951: the lowest bit of a byte first.
private struct BitWriter {
    private var bytes: [UInt8] = []
    private var pending = 0
    private var pendingCount = 0

    var count: Int { bytes.count }
    var finished: [UInt8] { pendingCount > 0 ? bytes + [UInt8(pending)] : bytes }

    mutating func write(_ bits: Int, count: Int) {
        pending |= bits << pendingCount
        pendingCount += count
        while pendingCount >= 8 {
            bytes.append(UInt8(truncatingIfNeeded: pending))
            pending >>= 8
            pendingCount -= 8
        }
    }

    /// Huffman codes begin with their highest bit.
    mutating func write(reversed code: Int, count: Int) {
        for place in (0..<count).reversed() { write(code >> place & 1, count: 1) }
    }
}
