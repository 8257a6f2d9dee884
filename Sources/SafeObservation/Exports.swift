// Exports.swift - `import SafeObservation` is enough for a program that describes classes and observes them.
//
// Not MiniFoundation: its NSString and NSNumber would clash with Foundation's.
@_exported import KVONotifying
@_exported import MiniRuntime
@_exported import TypedClasses
