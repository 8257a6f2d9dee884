// Protocols.swift - the protocols that the classes of this module adopt: NSCopying, NSMutableCopying,
// NSFastEnumeration, and NSObject for NSProxy.
//
// A program in Objective-C has descriptions of the same protocols. The loader finds those made here by their names.
import MiniRuntime

extension Foundation {
    /// Makes the protocols and lets the classes adopt them. Subclasses inherit the adoption.
    func adoptProtocols() throws {
        let copying = try requiring("NSCopying", "copyWithZone:")
        let mutableCopying = try requiring("NSMutableCopying", "mutableCopyWithZone:")
        let enumeration = try requiring("NSFastEnumeration", Selectors.enumerate)
        let collections = [arrays, sets, orderedSets, dictionaries].map(\.immutable)
        for cls in collections + [string, indexSets.immutable] {
            cls.adopt(copying)
            cls.adopt(mutableCopying)
        }
        for cls in [value, null] { cls.adopt(copying) }
        for cls in collections + [enumerator] { cls.adopt(enumeration) }
        if let object = RuntimeProtocol(named: "NSObject") { proxy.adopt(object) }
    }

    /// Makes a protocol with one required method, whose types are those of the arrays' method.
    private func requiring(_ name: String, _ selector: Selector) throws -> RuntimeProtocol {
        let types = arrays.immutable.instanceMethod(selector)?.typeEncoding
        return try RuntimeProtocol(name, requirements: [.init(selector, types: types ?? "")])
    }
}
