// The exercises of chapter 18 of the guide.
import Foundation

class Person: NSObject {
    var nickname = "none"
    @objc var age = 0
}

class Watcher: NSObject {
    override func observeValue(
        forKeyPath keyPath: String?, of object: Any?, change: [NSKeyValueChangeKey: Any]?,
        context: UnsafeMutableRawPointer?
    ) {
        print("\(keyPath!):", change![.newKey]!)
    }
}

@main enum Program {
    static func main() {
        // 1. Nothing is notified. Both words are missing: without @objc there is no method setNickname: that a
        // notifying class could override, and Swift calls the setter through the table.
        let person = Person(), watcher = Watcher()
        person.addObserver(watcher, forKeyPath: "nickname", options: [], context: nil)
        person.nickname = "Annie"
        person.removeObserver(watcher, forKeyPath: "nickname")
        print(class_getInstanceMethod(Person.self, NSSelectorFromString("setNickname:")) == nil)

        // 2. The setter is found by a message from setValue(_:forKey:) only; Swift calls it through the table, or
        // directly, and the notifying class has the same table.
        person.addObserver(watcher, forKeyPath: "age", options: .new, context: nil)
        person.age = 1
        person.setValue(2, forKey: "age")
        person.removeObserver(watcher, forKeyPath: "age")
    }
}

// prints
//     true
//     age: 2
