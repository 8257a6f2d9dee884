// Printer.swift - the class of `printer`, an observer that prints its notifications.
import KVONotifying
import MiniFoundation
import MiniRuntime

enum Printer {
    /// Returns an observer that writes to the session's host.
    static func make(for session: Session) throws -> Object {
        let printer = try cls.get().new()
        printer.setAssociatedObject(Object(boxing: SessionReference(session: session)), for: sessionKey)
        return printer
    }

    private struct SessionReference: Sendable {
        weak let session: Session?
    }

    private static let sessionKey = AssociationKey()

    private static let cls = Result<Class, any Error> {
        var builder = try ClassBuilder("Printer")
        try builder.addMethod("observeValueForKeyPath:ofObject:change:context:") {
            (
                me: UnmanagedObject, keyPath: String?, object: UnmanagedObject?, change: Object?,
                context: UnsafeMutableRawPointer?
            ) in
            // A Printer that a script created has no session of its own: it writes to the running script's host.
            let own = try me.retained().associatedObject(sessionKey)?.unboxed(as: SessionReference.self).session
            guard let session = own ?? CallStack.current.session, let host = session.host else { return }
            let notification = try text(keyPath, object, change, context, in: session)
            host.write("\(session.name(of: me) ?? "a Printer") is notified: \(notification)")
        }
        return builder.register()
    }

    // ── The output line ─────────────────────────────────────────────────────────────────────────────

    /// Returns the line for a notification: `"age" of p: new 42, old 0`.
    private static func text(
        _ keyPath: String?, _ object: UnmanagedObject?, _ change: Object?, _ context: UnsafeMutableRawPointer?,
        in session: Session
    ) throws -> String {
        var text = "\"\(keyPath ?? "")\" of \(object.map { name(of: $0, in: session) } ?? "nil")"
        let parts = try change.map { try self.parts(of: $0, in: session) } ?? []
        if !parts.isEmpty { text += ": " + parts.joined(separator: ", ") }
        guard let context else { return text }
        let known = CStrings.text(at: context).map { "\"\($0)\"" }
        return text + ", context " + (known ?? "0x" + String(UInt(bitPattern: context), radix: 16))
    }

    /// Returns the entries of the change dictionary, except for the kind `setting`. Sends no message to read them.
    private static func parts(of change: Object, in session: Session) throws -> [String] {
        var entries: [String: Object] = [:]
        for (key, value) in NSDictionary.entries(of: change) ?? [] {
            if let key = NSString.string(key) { entries[key] = value }
        }
        var parts: [String] = []
        if entries[KeyValueChangeKey.notificationIsPrior.rawValue] != nil { parts.append("prior") }
        if let number = entries[KeyValueChangeKey.kind.rawValue], let raw = try? UInt.bridged(from: number),
            let kind = KeyValueChangeKind(rawValue: raw), kind != .setting
        {
            parts.append("\(kind)")
        }
        if let indexes = entries[KeyValueChangeKey.indexes.rawValue].flatMap({ NSIndexSet.ranges(of: $0) }) {
            parts.append("indexes \(self.text(indexes))")
        }
        for key in [KeyValueChangeKey.new, .old] {
            guard let value = entries[key.rawValue] else { continue }
            parts.append("\(key) \(try self.value(value, in: session))")
        }
        return parts
    }

    /// Returns indexes as `0-2 5`.
    private static func text(_ indexes: RangeSet<Int>) -> String {
        indexes.ranges.map { $0.count == 1 ? "\($0.lowerBound)" : "\($0.lowerBound)-\($0.upperBound - 1)" }
            .joined(separator: " ")
    }

    private static func value(_ object: Object, in session: Session) throws -> String {
        if object.isa == NSNull.cls { return "nil" }
        if let text = NSString.string(object) { return "\"\(text)\"" }
        if let number = try? Int.bridged(from: object) { return "\(number)" }
        return try session.name(of: object.unmanaged) ?? ScriptValue(object).text()
    }

    private static func name(of object: UnmanagedObject, in session: Session) -> String {
        session.name(of: object) ?? addressText(object)
    }
}
