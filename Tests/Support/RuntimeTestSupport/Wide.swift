// Wide.swift - a structure for tests of atomic properties.
import MiniRuntime

package struct Row: BitwiseCopyable, Sendable {
    var a, b, c, d, e, f, g, h: Int

    init(_ number: Int) {
        (a, b, c, d, e, f, g, h) = (number, number, number, number, number, number, number, number)
    }
}

/// A structure so large that a thread can read it in the middle of another thread's copy.
package struct Wide: StructureValue, Sendable {
    package var a, b, c, d, e, f, g, h: Row
    package static let messageEncoding: StaticString = """
        {Wide={Row=qqqqqqqq}{Row=qqqqqqqq}{Row=qqqqqqqq}{Row=qqqqqqqq}{Row=qqqqqqqq}{Row=qqqqqqqq}{Row=qqqqqqqq}\
        {Row=qqqqqqqq}}
        """

    package init(_ number: Int) {
        let row = Row(number)
        (a, b, c, d, e, f, g, h) = (row, row, row, row, row, row, row, row)
    }

    /// Whether all words of the structure are equal, as the initializer makes them.
    package var isWhole: Bool {
        withUnsafeBytes(of: self) { bytes in
            let words = bytes.bindMemory(to: Int.self)
            return words.allSatisfy { $0 == words[0] }
        }
    }
}
