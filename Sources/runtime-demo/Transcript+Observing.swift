// Transcript+Observing.swift - prints and sends the messages of observing.
import KVONotifying
import MiniFoundation
import MiniRuntime

/// A context: a unique address, and the name of the variable at that address.
struct Context: @unchecked Sendable {
    // Sendable: the address is only compared; nothing reads or writes through it.
    let name: String
    let pointer: UnsafeMutableRawPointer?

    /// Makes a context like `static void *name = &name;`. Its memory is never freed.
    init(_ name: String) {
        self.name = name
        pointer = .allocate(byteCount: 8, alignment: 8)
    }

    private init() {
        name = "NULL"
        pointer = nil
    }

    static let null = Context()
}

extension Selector {
    static let observeValue: Selector = "observeValueForKeyPath:ofObject:change:context:"
}

extension Transcript {
    /// Prints and sends `addObserver:forKeyPath:options:context:`.
    func add(
        _ observer: Object, to object: Object, _ keyPath: String, _ options: KeyValueObservingOptions,
        _ context: Context = .null
    ) throws {
        message(
            "[\(name(of: object)) addObserver: \(name(of: observer)) forKeyPath: @\"\(keyPath)\" "
                + "options: \(options.spelled) context: \(context.name)]")
        try object.addObserver(observer, forKeyPath: keyPath, options: options, context: context.pointer)
    }

    /// Prints and sends `removeObserver:forKeyPath:context:`.
    func remove(_ observer: Object, from object: Object, _ keyPath: String, _ context: Context = .null) throws {
        message(
            "[\(name(of: object)) removeObserver: \(name(of: observer)) forKeyPath: @\"\(keyPath)\" "
                + "context: \(context.name)]")
        try object.removeObserver(observer, forKeyPath: keyPath, context: context.pointer)
    }

    /// Prints a notification that an observer received.
    func told(_ observer: String, _ keyPath: String, _ change: KeyValueObservedChange, _ note: String = "") {
        let values = [("was", change.oldValue), ("is", change.newValue)].compactMap { word, value in
            value.map { "\(word) \($0)" }
        }
        happened(
            "\(observer) is notified: \(keyPath) \(values.isEmpty ? "changed" : values.joined(separator: ", "))"
                + note)
    }

    /// Prints the current number of registrations: with one object, or in the whole program.
    func countRegistrations(of object: Object? = nil) {
        let count = (object?.keyValueRegistrations ?? KeyValueRegistration.all).count
        let whose = object.map { "\(name(of: $0)) has" } ?? "in the whole program:"
        happened("\(whose) \(count) registration\(count == 1 ? "" : "s")")
    }
}

extension KeyValueObservingOptions {
    /// `New | Old`, short for `NSKeyValueObservingOptionNew | NSKeyValueObservingOptionOld`.
    var spelled: String {
        let names: [(KeyValueObservingOptions, String)] = [
            (.initial, "Initial"), (.new, "New"), (.old, "Old"), (.prior, "Prior"),
        ]
        let spelled = names.filter { contains($0.0) }.map(\.1)
        return spelled.isEmpty ? "0" : spelled.joined(separator: " | ")
    }
}
