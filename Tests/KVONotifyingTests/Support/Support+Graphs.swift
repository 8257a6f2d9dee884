// Support+Graphs.swift - objects that reference other objects, and registrations with a limited scope.
import KVONotifying
import MiniFoundation
import MiniRuntime
import TestSupport
import Testing

/// Makes a class with `id child`, `id other`, `int number` and `NSString *name`, each with accessors.
func makeNodeClass(_ name: String = uniqueName("Node"), superclass: Class = .nsObject) throws -> Class {
    var builder = try ClassBuilder(name, superclass: superclass)
    try builder.addProperty("child", Object?.self)
    try builder.addProperty("other", Object?.self)
    try builder.addProperty("number", Int32.self)
    try builder.addProperty("name", Object?.self)
    return builder.register()
}

extension Class {
    /// Makes an instance of a node class.
    func node(_ number: Int32 = 0, child: Object? = nil) throws -> Object {
        let node = try new()
        try node.setNumber(number)
        try node.setChild(child)
        return node
    }

    /// Adds the class method that declares the key paths that affect a key.
    func declare(_ key: String, affectedBy paths: String...) throws {
        try isa.addMethod(Selector("keyPathsForValuesAffecting\(key.prefix(1).uppercased())\(key.dropFirst())")) {
            (_: Object) -> Object in NSSet.object(paths.map { NSString.object($0) })
        }
    }

    /// Adds a getter that computes a number from the number at a path; 0 if the path ends in nil.
    func compute(
        _ key: String, from path: String, _ formula: @escaping @Sendable (Int32) -> Int32 = { $0 }
    ) throws {
        try addMethod(Selector(key)) { (self: Object) -> Int32 in
            formula(try self.value(forKeyPath: path).map { try Int32.bridged(from: $0) } ?? 0)
        }
    }

    /// Opts a key out of automatic notification.
    func declareManual(_ key: String) throws {
        try isa.addMethod(Selector("automaticallyNotifiesObserversOf\(key.prefix(1).uppercased())\(key.dropFirst())")) {
            (_: Object) -> Bool in false
        }
    }
}

extension Object {
    func setChild(_ child: Object?) throws { try send("setChild:", child) }
    func setOther(_ other: Object?) throws { try send("setOther:", other) }
    func setNumber(_ number: Int32) throws { try send("setNumber:", number) }
    func setName(_ name: String) throws { try send("setName:", NSString.object(name)) }

    /// Whether nothing of an observation is left: no observation info, and the isa is the original class.
    var isUntouched: Bool { observationInfo == nil && !isa.name.hasPrefix("NSKVONotifying_") }
}

func areUntouched(_ objects: Object...) -> Bool { areUntouched(objects) }
func areUntouched(_ objects: [Object]) -> Bool { objects.allSatisfy(\.isUntouched) }

extension Recorder {
    /// The notifications as `old -> new`, with `-` for a missing entry.
    var changes: [String] {
        notifications.map { "\($0.isPrior ? "prior " : "")\($0.old ?? "-") -> \($0.new ?? "-")" }
    }

    var keyPaths: [String] { notifications.map(\.keyPath) }

    /// Runs `body` while this recorder observes an object, and expects the object to be unchanged afterwards.
    func observing(
        _ observed: Object, _ keyPath: String, _ options: KeyValueObservingOptions = [.old, .new],
        sourceLocation: SourceLocation = #_sourceLocation, _ body: () throws -> Void
    ) throws {
        let (isa, info) = (observed.isa, observed.observationInfo)
        try observed.addObserver(object, forKeyPath: keyPath, options: options)
        do {
            try body()
        } catch {
            try? observed.removeObserver(object, forKeyPath: keyPath)
            throw error
        }
        try observed.removeObserver(object, forKeyPath: keyPath)
        #expect(observed.isa == isa, sourceLocation: sourceLocation)
        #expect(observed.observationInfo == info, sourceLocation: sourceLocation)
    }
}
