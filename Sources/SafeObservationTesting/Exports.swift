// Exports.swift - `import SafeObservationTesting` is enough for a test: it needs the properties that it waits for, too.
@_exported import SafeObservation
