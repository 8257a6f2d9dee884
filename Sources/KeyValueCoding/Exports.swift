// Exports.swift - `import KeyValueCoding` includes the types of MiniRuntime that its declarations name, such as Object.
@_exported import MiniRuntime
