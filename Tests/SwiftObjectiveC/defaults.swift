// Settings of the user, which the toolchain's Foundation stores: numbers, collections, defaults, observers.
import Foundation

class Settings: NSObject {
    static let suite = "example.settings"
    @objc dynamic let defaults = UserDefaults(suiteName: suite)!

    var volume: Int {
        get { defaults.integer(forKey: "volume") }
        set { defaults.set(newValue, forKey: "volume") }
    }
    var isLoud: Bool {
        get { defaults.bool(forKey: "loud") }
        set { defaults.set(newValue, forKey: "loud") }
    }
}

class Watcher: NSObject {
    var changes: [String] = []
    override func observeValue(
        forKeyPath keyPath: String?, of object: Any?, change: [NSKeyValueChangeKey: Any]?,
        context: UnsafeMutableRawPointer?
    ) {
        changes.append("\(keyPath!) \(change![.newKey]!)")
    }
}

@main enum Program {
    static func main() {
        var template = Array((P_tmpdir + "/settings-XXXXXX").utf8CString)
        let home = String(cString: mkdtemp(&template))
        for variable in ["HOME", "CFFIXED_USER_HOME", "XDG_CONFIG_HOME"] { setenv(variable, home, 1) }
        defer { system("rm -rf \(home)") }

        let settings = Settings(), defaults = settings.defaults
        print(
            settings.volume, settings.isLoud, defaults.string(forKey: "name") ?? "none",
            defaults.object(forKey: "x") as Any)
        defaults.register(defaults: ["volume": 7, "name": "guest"])
        print(settings.volume, defaults.string(forKey: "name")!)
        let watcher = Watcher()
        var posted = 0
        let token = NotificationCenter.default.addObserver(
            forName: UserDefaults.didChangeNotification, object: defaults, queue: nil
        ) { _ in posted += 1 }
        defaults.addObserver(watcher, forKeyPath: "volume", options: .new, context: nil)
        settings.volume = 11
        settings.isLoud = true
        defaults.set(2.5, forKey: "ratio")
        defaults.set(Float(0.5), forKey: "part")
        defaults.set("Ada", forKey: "name")
        defaults.set([1, 2, 3], forKey: "list")
        defaults.set(["a": 1, "b": ["c", 2.5, true] as [Any]] as [String: Any], forKey: "tree")
        defaults.set(Date(timeIntervalSinceReferenceDate: 5), forKey: "date")
        defaults.set(Data([1, 2]), forKey: "data")
        defaults.set(["x", "y"], forKey: "names")
        defaults.removeObserver(watcher, forKeyPath: "volume")
        NotificationCenter.default.removeObserver(token)
        print(watcher.changes, posted)
        print(settings.volume, settings.isLoud, defaults.double(forKey: "ratio"), defaults.float(forKey: "part"))
        print(
            defaults.string(forKey: "name")!, defaults.array(forKey: "list") as! [Int],
            defaults.string(forKey: "volume")!)
        let tree = defaults.dictionary(forKey: "tree")!
        print(tree["a"] as! Int, (tree["b"] as! [Any])[0] as! String, (tree["b"] as! [Any])[1] as! Double)
        print(
            (defaults.object(forKey: "date") as! Date).timeIntervalSinceReferenceDate,
            Array(defaults.data(forKey: "data")!))
        print(defaults.stringArray(forKey: "names")!, defaults.value(forKey: "volume") as! Int)
        defaults.removeObject(forKey: "volume")
        print(settings.volume, defaults.synchronize(), UserDefaults(suiteName: Settings.suite)!.bool(forKey: "loud"))
        UserDefaults.standard.set(3, forKey: "launches")
        UserDefaults.standard.set(UserDefaults.standard.integer(forKey: "launches") + 1, forKey: "launches")
        print(UserDefaults.standard.integer(forKey: "launches"))
    }
}

// prints
//     0 false none nil
//     7 guest
//     ["volume 11"] 10
//     11 true 2.5 0.5
//     Ada [1, 2, 3] 11
//     1 c 2.5
//     5.0 [1, 2]
//     ["x", "y"] 11
//     7 true true
//     4
