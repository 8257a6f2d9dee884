// Constants.swift - named constants. A variable of the same name hides a constant.
import KVONotifying
import MiniFoundation
import MiniRuntime

enum Constants {
    /// Creates the constants, so that their objects exist before a script runs.
    static func load() {
        _ = table
    }

    static func value(of name: String) -> ScriptValue? { table[name] }

    static var names: [String] { table.keys.sorted() }

    private static let table: [String: ScriptValue] = {
        var table: [String: ScriptValue] = ["NSNotFound": .integer(notFound), "NSIntegerMax": .integer(.max)]
        let options: [(String, KeyValueObservingOptions)] = [
            ("New", .new), ("Old", .old), ("Initial", .initial), ("Prior", .prior),
        ]
        for (name, option) in options {
            table["NSKeyValueObservingOption" + name] = ScriptValue(option.rawValue)
            table[name.lowercased()] = ScriptValue(option.rawValue)
        }
        let kinds: [(String, KeyValueChangeKind)] = [
            ("Setting", .setting), ("Insertion", .insertion), ("Removal", .removal), ("Replacement", .replacement),
        ]
        for (name, kind) in kinds { table["NSKeyValueChange" + name] = ScriptValue(kind.rawValue) }
        let keys: [(String, KeyValueChangeKey)] = [
            ("Kind", .kind), ("New", .new), ("Old", .old), ("Indexes", .indexes),
            ("NotificationIsPrior", .notificationIsPrior),
        ]
        for (name, key) in keys { table["NSKeyValueChange\(name)Key"] = ScriptValue(key.object) }
        let mutations: [(String, KeyValueSetMutation)] = [
            ("Union", .union), ("Minus", .minus), ("Intersect", .intersect), ("Set", .set),
        ]
        for (name, mutation) in mutations {
            table["NSKeyValue\(name)SetMutation"] = ScriptValue(mutation.rawValue)
        }
        return table
    }()
}
