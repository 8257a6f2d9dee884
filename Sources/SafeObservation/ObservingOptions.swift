// ObservingOptions.swift - names for common combinations of options.
import KVONotifying

extension KeyValueObservingOptions {
    /// The options `old` and `new`.
    public static let oldToNew: KeyValueObservingOptions = [.old, .new]
    /// The options `initial` and `new`.
    public static let upToDate: KeyValueObservingOptions = [.initial, .new]
}
