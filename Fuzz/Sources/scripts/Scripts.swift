// Scripts.swift - fuzz target: the input is a script, which is parsed and not run. Every text must give a script, or an
// error with a position.
import FuzzSupport
import ObjectiveScript

/// Runs one input. libFuzzer calls it; the result 0 means that the input may be kept.
@c(LLVMFuzzerTestOneInput)
public func testOneInput(_ data: UnsafePointer<UInt8>?, _ size: Int) -> CInt {
    var input = Input(data, size)
    let text = input.text()
    do {
        _ = try Script(parsing: text, named: "fuzz")
    } catch {
        let isPlaced = error.line >= 1 && error.column >= 1 && error.description.hasPrefix("fuzz:")
        expect(isPlaced && !error.message.isEmpty, "an error says what, and where: \(error)")
    }
    return 0
}
