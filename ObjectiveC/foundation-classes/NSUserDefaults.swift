// NSUserDefaults.swift - the user's settings: Swift's UserDefaults. Each key is observed.
//
// A set is announced by willChangeValueForKey: and didChangeValueForKey:, and posts a notification.
import Foundation
import MiniFoundation
import MiniRuntime

/// Settings. Any thread: UserDefaults is safe to use from several.
final class Defaults: @unchecked Sendable {
    // Sendable: both properties are immutable, and UserDefaults locks what it stores.
    let stored: UserDefaults
    let suite: String?

    init?(suite: String?) {
        self.suite = suite
        guard suite?.isPath ?? true, let stored = suite.map({ UserDefaults(suiteName: $0) }) ?? .standard else {
            return nil
        }
        self.stored = stored
    }

    /// The NSUserDefaults of each suite that may be alive: a change by one is announced to the observers of all.
    private static let instances = Locked<[String: [WeakReference]]>([:], rank: .table)

    private var domain: String { suite ?? "" }

    func register(_ object: Object) {
        let new = WeakReference(object.unmanaged)
        // To load a reference may release an object, and to drop one takes a lock, so both are done without this one.
        let dead = Self.instances.read { $0[domain] ?? [] }.filter { $0.object == nil }.map(ObjectIdentifier.init)
        let dropped = Self.instances.withLock { instances in
            let old = instances[domain] ?? []
            instances[domain] = old.filter { !dead.contains(ObjectIdentifier($0)) } + [new]
            return old
        }
        withExtendedLifetime(dropped) {}
    }

    /// All NSUserDefaults of the suite.
    var objects: [Object] { Self.instances.read { $0[domain] ?? [] }.compactMap { $0.object } }

    func object(_ key: String) throws -> Object? {
        try stored.object(forKey: key).flatMap(ValueTree.propertyList.object)
    }

    /// Returns the NSNumber or NSString of a key. Swift's UserDefaults reads a number from a text, too, but ends the
    /// process for some texts.
    func number(_ key: String?) throws -> Object? {
        guard let object = try key.flatMap(object) else { return nil }
        let isNumber = object.unmanaged.isKind(of: MiniFoundation.NSNumber.cls)
        return isNumber || object.unmanaged.isKind(of: MiniFoundation.NSString.cls) ? object : nil
    }
}

enum NSUserDefaults {
    private static let standard: Object = {
        let defaults = Defaults(suite: nil)!
        let object = values.object(defaults)
        defaults.register(object)
        return object
    }()

    static let values: ValueClass<Defaults> = ValueClass("NSUserDefaults") { cls in
        try cls.addClassMethod("standardUserDefaults") { _ in standard }
        try cls.cls.isa.addMethod("resetStandardUserDefaults") { (_: Object) in
            _ = Defaults(suite: nil)?.stored.synchronize()
        }
        try cls.cls.addMethod("init") { (me: Object) -> Object? in try me.send("initWithSuiteName:", String?.none) }
        try cls.cls.addMethod("initWithSuiteName:") { (me: Object, suite: String?) -> Object? in
            guard let defaults = Defaults(suite: suite) else { return nil }
            cls.set(defaults, in: me)
            defaults.register(me)
            return me
        }
        try addReading(cls)
        try addWriting(cls)
        try addDomains(cls)
    }

    private static func addReading(_ cls: ValueClass<Defaults>) throws {
        for name in ["objectForKey:", "valueForKey:"] as [Selector] {
            try cls.add(name) { (defaults, key: String?) in try key.flatMap(defaults.object) }
        }
        func addTyped(_ name: Selector, _ convert: @escaping @Sendable (Any) -> Any?) throws {
            try cls.add(name) { (defaults, key: String?) -> Object? in
                try key.flatMap(defaults.stored.object).flatMap(convert).flatMap(ValueTree.propertyList.object)
            }
        }
        try addTyped("stringForKey:") { $0 as? String ?? ($0 as? Foundation.NSNumber)?.stringValue }
        try addTyped("arrayForKey:") { $0 as? [Any] }
        try addTyped("dictionaryForKey:") { $0 as? [String: Any] }
        try addTyped("dataForKey:") { $0 as? Data }
        try addTyped("stringArrayForKey:") { $0 as? [String] }
        try cls.add("integerForKey:") { (defaults, key: String?) -> Int in
            try defaults.number(key)?.send("integerValue") ?? 0
        }
        try cls.add("floatForKey:") { (defaults, key: String?) -> Float in
            try defaults.number(key)?.send("floatValue") ?? 0
        }
        try cls.add("doubleForKey:") { (defaults, key: String?) -> Double in
            try defaults.number(key)?.send("doubleValue") ?? 0
        }
        try cls.add("boolForKey:") { (defaults, key: String?) -> Bool in
            try defaults.number(key)?.send("boolValue") ?? false
        }
        try cls.add("dictionaryRepresentation") {
            try ValueTree.propertyList.object($0.stored.dictionaryRepresentation())
        }
        try cls.add("synchronize") { $0.stored.synchronize() }
    }

    private static func addWriting(_ cls: ValueClass<Defaults>) throws {
        for name in ["setObject:forKey:", "setValue:forKey:"] as [Selector] {
            try cls.cls.addMethod(name) { (me: Object, object: Object?, key: String) in try set(me, object, key) }
        }
        try cls.cls.addMethod("removeObjectForKey:") { (me: Object, key: String) in try set(me, nil, key) }
        try addNumber(cls, "setInteger:forKey:", Int.self)
        try addNumber(cls, "setFloat:forKey:", Float.self)
        try addNumber(cls, "setDouble:forKey:", Double.self)
        try addNumber(cls, "setBool:forKey:", Bool.self)
    }

    private static func addNumber<Number: MessageValue & Bridged>(
        _ cls: ValueClass<Defaults>, _ name: Selector, _: Number.Type
    ) throws {
        try cls.cls.addMethod(name) { (me: Object, number: Number, key: String) in
            let _: Void = try me.send("setObject:forKey:", number.bridgedObject, key)
        }
    }

    private static func set(_ me: Object, _ object: Object?, _ key: String) throws {
        let defaults = try values.value(of: me)
        let value = try object.map { object in
            guard let value = try ValueTree.settings.value(object) else {
                throw RuntimeException(
                    "NSInvalidArgumentException",
                    "Attempt to insert non-property list object \(object) for key \(key)")
            }
            return value
        }
        let objects = defaults.objects
        for object in objects { try object.send("willChangeValueForKey:", key) }
        if let value { defaults.stored.set(value, forKey: key) } else { defaults.stored.removeObject(forKey: key) }
        for object in objects.reversed() { try object.send("didChangeValueForKey:", key) }
        let center: Object = try Class.named("NSNotificationCenter").send("defaultCenter")
        try center.send("postNotificationName:object:", "NSUserDefaultsDidChangeNotification", me)
    }

    private static func addDomains(_ cls: ValueClass<Defaults>) throws {
        try cls.add("registerDefaults:") { (defaults, settings: Object) in
            guard let settings = try ValueTree.settings.value(settings) as? [String: Any] else {
                throw RuntimeException("NSInvalidArgumentException", "Attempt to register non-property list objects")
            }
            defaults.stored.register(defaults: settings)
        }
        try cls.add("persistentDomainForName:") { (defaults, name: String) in
            try defaults.stored.persistentDomain(forName: name).flatMap(ValueTree.propertyList.object)
        }
        try cls.add("setPersistentDomain:forName:") { (defaults, domain: Object, name: String) in
            guard let settings = try ValueTree.settings.value(domain) as? [String: Any] else {
                throw RuntimeException("NSInvalidArgumentException", "Attempt to store non-property list objects")
            }
            defaults.stored.setPersistentDomain(settings, forName: name)
        }
        try cls.add("removePersistentDomainForName:") { (defaults, name: String) in
            defaults.stored.removePersistentDomain(forName: name)
        }
    }
}
