// Exports.swift - `import FoundationValues` includes the descriptions whose properties have these types.
@_exported import TypedClasses
