// Format.swift - the format strings of NSLog.
import MiniRuntime

#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#endif

extension FunctionCall {
    /// Replaces each conversion in a format by its argument. Throws if an argument does not fit its conversion.
    func formatted(_ format: String, _ arguments: [ScriptValue]) throws -> String {
        var text = ""
        var rest = Substring(format)
        var used = 0
        while let percent = rest.firstIndex(of: "%") {
            text += rest[..<percent]
            rest = rest[percent...].dropFirst()
            if rest.first == "%" {
                text += "%"
                rest = rest.dropFirst()
                continue
            }
            let conversion = try Conversion(&rest, self)
            guard used < arguments.count else {
                throw error(0, "the format has more conversions than the \(arguments.count) arguments that are given")
            }
            text += try conversion.text(arguments[used], self, used + 1)
            used += 1
        }
        guard used == arguments.count else {
            throw error(used + 1, "the format has no conversion for this argument")
        }
        return text + rest
    }

    /// A conversion such as `%5.2f`: flags, width and precision, and the letter. Length modifiers are ignored, because
    /// every integer has 64 bits.
    private struct Conversion {
        let flags: String
        let letter: Character

        init(_ text: inout Substring, _ call: FunctionCall) throws {
            flags = String(text.prefix { "-+ #0123456789.".contains($0) })
            text = text.dropFirst(flags.count)
            text = text.drop { "hlqzjtL".contains($0) }
            guard let letter = text.popFirst(), "@diuxXofFeEgGcspB".contains(letter) else {
                throw call.error(0, "the format has an incomplete conversion; known are %@ %d %u %x %f %g %c %s %p %%")
            }
            self.letter = letter
            if flags.split(whereSeparator: { !$0.isNumber }).contains(where: { $0.count > 3 }) {
                throw call.error(0, "a width or precision has at most three digits")
            }
        }

        func text(_ value: ScriptValue, _ call: FunctionCall, _ index: Int) throws -> String {
            switch letter {
            case "@":
                if value.isNumber { throw misfit("an object", value, call, index) }
                return try value.unmanaged == nil ? "(null)" : value.text()
            case "s":
                guard case .string(let text) = value else { throw misfit("a C string", value, call, index) }
                return text
            case "p": return "0x" + String(try pointer(value, call, index), radix: 16)
            case "f", "F", "e", "E", "g", "G":
                guard let number = value.number else { throw misfit("a number", value, call, index) }
                return printed("%\(flags)\(letter)", number)
            case "c":
                return String(UnicodeScalar(UInt8(truncatingIfNeeded: try integer(value, call, index))))
            default:
                return printed("%\(flags)ll\(letter)", try integer(value, call, index))
            }
        }

        private func misfit(_ expected: String, _ value: ScriptValue, _ call: FunctionCall, _ index: Int) -> ScriptError
        {
            call.error(index, "'%\(letter)' takes \(expected), but \(value.designation) is given")
        }

        private func integer(_ value: ScriptValue, _ call: FunctionCall, _ index: Int) throws -> Int {
            switch value {
            case .integer(let value): value
            case .unsigned(let value): Int(bitPattern: value)
            case .bool(let value): value ? 1 : 0
            default: throw misfit("an integer", value, call, index)
            }
        }

        private func pointer(_ value: ScriptValue, _ call: FunctionCall, _ index: Int) throws -> UInt {
            switch value {
            case .object, .cls: value.address ?? 0
            case .pointer(let address): address
            case .implementation(let implementation): UInt(bitPattern: implementation.address)
            case .selector(let selector): UInt(bitPattern: selector.address)
            default: throw misfit("an object or a pointer", value, call, index)
            }
        }

        /// Calls `vsnprintf` with a format that was checked.
        private func printed(_ format: String, _ value: any CVarArg) -> String {
            withVaList([value]) { list in
                var bytes = [CChar](repeating: 0, count: 1400)  // enough for 308 digits and 999 after the point
                let count = vsnprintf(&bytes, bytes.count, format, list)
                return String(decoding: bytes.prefix(Int(count)).map(UInt8.init(bitPattern:)), as: UTF8.self)
            }
        }
    }
}
