// ConstantString.swift - the strings of compiled Objective-C, `@"..."`, which are static data.
//
//      as compiled │ isa │ flags │ bytes │ count │          as an NSString │ isa │ a Swift String │ hash or UTF-8 │
//
// CObjectiveC calls this function for each constant string, before any code of the program runs.
import MiniRuntime

/// Converts a compiled constant string to an NSString, in place.
/// - Parameters:
///   - object: the address of the string. Its isa must be a subclass of NSString.
///   - units: the text, which is copied.
///   - count: the number of bytes of UTF-8, or of UTF-16 units.
///   - isUTF16: whether the text is UTF-16; false for UTF-8.
///
/// Invalid bytes become replacement characters.
@c(mr_fill_constant_string)
package func fillConstantString(
    _ object: UnsafeMutableRawPointer, _ units: UnsafeRawPointer?, _ count: Int, _ isUTF16: Bool
) {
    let buffer = UnsafeRawBufferPointer(start: units, count: isUTF16 ? 2 * count : count)
    let text =
        isUTF16
        ? UnitText(buffer.assumingMemoryBound(to: UInt16.self))
        : UnitText(String(decoding: buffer, as: UTF8.self))
    let place = storage(of: object, as: StringStorage.self)
    place.initialize(to: StringStorage())
    _ = NSString.create(object, text)
}
