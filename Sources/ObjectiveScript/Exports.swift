// Exports.swift - `import ObjectiveScript` includes the types of MiniRuntime that its declarations name.
@_exported import MiniRuntime
