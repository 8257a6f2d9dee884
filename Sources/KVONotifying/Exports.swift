// Exports.swift - `import KVONotifying` includes key-value coding, and with it the types of MiniRuntime that
// declarations name, such as Object.
@_exported import KeyValueCoding
