// ConstantString.swift - the strings of compiled Objective-C, `@"..."`, which are static data.
//
//      as compiled │ isa │ flags │ bytes │ count │          as an NSString │ isa │ a Swift String │ hash or UTF-8 │
//
// CObjectiveC calls the function below for each of them, before any code of their program runs.
import MiniRuntime

/// Makes an object of a compiled constant string, in place. The bytes are copied.
/// - Parameters:
///   - object: its memory, whose isa is that of a class derived from NSString.
///   - units: the text.
///   - count: how many bytes, or UTF-16 units, it has.
///   - isUTF16: whether the units are UTF-16, and not UTF-8.
///
/// Bytes that are no UTF-8 are read as replacement characters.
@c(mr_fill_constant_string)
public func fillConstantString(
    _ object: UnsafeMutableRawPointer, _ units: UnsafeRawPointer?, _ count: Int, _ isUTF16: Bool
) {
    let buffer = UnsafeRawBufferPointer(start: units, count: isUTF16 ? 2 * count : count)
    let text =
        isUTF16
        ? String(decoding: buffer.assumingMemoryBound(to: UInt16.self), as: UTF16.self)
        : String(decoding: buffer, as: UTF8.self)
    let place = storage(of: object, as: StringStorage.self)
    place.initialize(to: StringStorage())
    _ = NSString.create(object, text)
}
