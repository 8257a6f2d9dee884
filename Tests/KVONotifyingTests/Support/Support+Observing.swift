// Support+Observing.swift - an observer that keeps its change dictionaries, and a class that logs will and did
// messages.
import KVONotifying
import MiniFoundation
import MiniRuntime
import TestSupport

extension Object {
    func age() throws -> Int32 {
        try send("age", as: Int32.self)
    }
}

extension Class {
    /// Makes a subclass whose `willChangeValueForKey:` and `didChangeValueForKey:` log and call super.
    func loggingChangeMessages(in log: Log) throws -> Class {
        let builder = try ClassBuilder(uniqueName("Logging"), superclass: self)
        let cls = builder.cls
        for word in ["will", "did"] {
            let message = Selector("\(word)ChangeValueForKey:")
            try builder.addMethod(message) { (self: Object, key: String) in
                log.add("\(word) \(key)")
                try self.sendSuper(of: cls, message, key)
            }
        }
        return builder.register()
    }
}

/// An observer that keeps the dictionaries and objects of its notifications.
final class ChangeKeeper: Sendable {
    struct Call: Sendable, Lockable {
        var keyPath: String
        var object: Object
        var change: Object
    }

    let object: Object
    private let storage: Locked<[Call]>

    init() throws {
        let storage = Locked<[Call]>([])
        let builder = try ClassBuilder(uniqueName("ChangeKeeper"))
        try builder.addMethod("observeValueForKeyPath:ofObject:change:context:") {
            (_: Object, keyPath: String, object: Object, change: Object, _: UnsafeMutableRawPointer?) in
            storage.append(Call(keyPath: keyPath, object: object, change: change))
        }
        object = try builder.register().new()
        self.storage = storage
    }

    var calls: [Call] { storage.withLock { $0 } }
    var changes: [Object] { calls.map(\.change) }
    var observedChanges: [KeyValueObservedChange] { get throws { try changes.map { try KeyValueObservedChange($0) } } }
}

/// Returns the keys of a change dictionary, sorted.
func keys(of change: Object) -> [String] {
    (NSDictionary.entries(of: change) ?? []).map(\.key.description).sorted()
}
