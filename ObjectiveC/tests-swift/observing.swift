// Apple's own example of observing in Swift, and raw observers: key paths, dependent keys, removal.
import Foundation

class MyObjectToObserve: NSObject {
    @objc dynamic var myDate = NSDate(timeIntervalSince1970: 0)
    func updateDate() { myDate = myDate.addingTimeInterval(Double(2 << 30)) }
}

class MyObserver: NSObject {
    @objc var objectToObserve: MyObjectToObserve
    var observation: NSKeyValueObservation?

    init(object: MyObjectToObserve) {
        objectToObserve = object
        super.init()
        observation = observe(\.objectToObserve.myDate, options: [.old, .new]) { object, change in
            print("myDate changed from: \(change.oldValue!), updated to: \(change.newValue!)")
        }
    }
}

class Owner: NSObject {
    @objc dynamic var name = ""
}

class Account: NSObject {
    @objc dynamic var balance = 0
    @objc dynamic var owner: Owner?
    @objc dynamic var total: Int { balance * 2 }
    @objc class func keyPathsForValuesAffectingTotal() -> Set<String> { ["balance"] }
}

class Watcher: NSObject {
    override func observeValue(
        forKeyPath keyPath: String?, of object: Any?, change: [NSKeyValueChangeKey: Any]?,
        context: UnsafeMutableRawPointer?
    ) {
        print(keyPath!, object is Account, change![.oldKey] ?? "-", change![.newKey] ?? "-")
    }
}

@main enum Program {
    static func main() {
        let observed = MyObjectToObserve()
        let observer = MyObserver(object: observed)
        observed.updateDate()
        withExtendedLifetime(observer) {}

        let account = Account(), watcher = Watcher()
        account.addObserver(watcher, forKeyPath: #keyPath(Account.balance), options: [.new, .old], context: nil)
        account.addObserver(watcher, forKeyPath: "owner.name", options: [.new, .old], context: nil)
        account.addObserver(watcher, forKeyPath: #keyPath(Account.total), options: .new, context: nil)
        print(type(of: account), NSStringFromClass(object_getClass(account)!).hasPrefix("NSKVONotifying_"))
        account.balance = 5
        account.setValue(6, forKey: "balance")
        let owner = Owner()
        owner.name = "Ann"
        account.owner = owner
        owner.name = "Bob"
        for keyPath in ["balance", "owner.name", "total"] { account.removeObserver(watcher, forKeyPath: keyPath) }
        account.balance = 7
        print(type(of: account), NSStringFromClass(object_getClass(account)!).hasPrefix("NSKVONotifying_"))

        var calls = 0
        var observation: NSKeyValueObservation? = account.observe(\.balance, options: [.initial, .new, .prior]) {
            account, change in
            calls += 1
            print(account.balance, change.isPrior, change.newValue ?? -1)
        }
        account.balance = 8
        observation = nil
        account.balance = 9
        print(calls, observation == nil)
    }
}

// prints
//     myDate changed from: 1970-01-01 00:00:00 +0000, updated to: 2038-01-19 03:14:08 +0000
//     Account true
//     total true - 10
//     balance true 0 5
//     total true - 12
//     balance true 5 6
//     owner.name true <null> Ann
//     owner.name true Ann Bob
//     Account false
//     7 false 7
//     7 true -1
//     8 false 8
//     3 true
