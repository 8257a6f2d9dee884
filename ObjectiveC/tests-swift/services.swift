// Values and services of Foundation: addresses, identifiers, notifications, timers, operations.
import Foundation

class Page: NSObject {
    @objc dynamic var address: URL?
    @objc dynamic var identifier = UUID(uuidString: "00000000-0000-0000-0000-000000000001")!
    @objc dynamic var date = Date(timeIntervalSinceReferenceDate: 10)
}

class Listener: NSObject {
    var heard: [String] = []
    @objc func hear(_ notification: Notification) {
        heard.append("\(notification.name.rawValue) \(notification.userInfo?["page"] ?? "nothing")")
    }
}

extension Notification.Name {
    static let turned = Notification.Name("turned")
}

@main enum Program {
    static func main() throws {
        let page = Page()
        let observation = page.observe(\.address, options: [.old, .new]) { _, change in
            print("address:", change.oldValue! as Any, "to", change.newValue!!)
        }
        page.address = URL(string: "https://example.com/a?b=c#d")
        page.setValue(URL(string: "x/y", relativeTo: page.address)!, forKey: "address")
        observation.invalidate()
        print(page.address!.absoluteString, page.address!.baseURL!.host!, page.value(forKey: "address") is NSURL)
        print((page.value(forKey: "address") as Any) as! URL == page.address!)
        page.setValue(UUID(uuidString: "00000000-0000-0000-0000-000000000002")!, forKey: "identifier")
        print(page.identifier, (page.value(forKey: "identifier") as! NSUUID).uuidString)
        print((page.value(forKey: "date") as! Date).timeIntervalSinceReferenceDate)

        let center = NotificationCenter.default, listener = Listener()
        center.addObserver(listener, selector: #selector(Listener.hear(_:)), name: .turned, object: nil)
        let token = center.addObserver(forName: .turned, object: page, queue: nil) { notification in
            print("block:", notification.name == .turned, notification.object as? Page === page)
        }
        center.post(name: .turned, object: page, userInfo: ["page": 3])
        center.post(Notification(name: .turned))
        center.removeObserver(token)
        center.removeObserver(listener)
        center.post(name: .turned, object: page)
        print(listener.heard)

        var ticks = 0
        let timer = Timer.scheduledTimer(withTimeInterval: 0.001, repeats: true) { timer in
            ticks += 1
            if ticks == 3 { timer.invalidate() }
        }
        while timer.isValid { RunLoop.current.run(mode: .default, before: Date(timeIntervalSinceNow: 1)) }
        print("ticks:", ticks)

        let queue = OperationQueue()
        queue.maxConcurrentOperationCount = 1
        let operation = BlockOperation { print("operation") }
        operation.completionBlock = nil
        queue.addOperation(operation)
        queue.addOperation { print("block", Thread.current != Thread.main) }
        queue.waitUntilAllOperationsAreFinished()
        print(operation.isFinished, ProcessInfo.processInfo.processName.hasPrefix("services"))

        let json = try JSONSerialization.data(withJSONObject: ["a": [1, 2]])
        print(try JSONSerialization.jsonObject(with: json) as! [String: [Int]])
        do { _ = try JSONSerialization.jsonObject(with: Data([0x7b])) } catch {
            print("no JSON:", (error as NSError).domain)
        }
    }
}

// prints
//     address: nil to https://example.com/a?b=c#d
//     address: Optional(https://example.com/a?b=c#d) to x/y -- https://example.com/a?b=c#d
//     https://example.com/x/y example.com true
//     true
//     00000000-0000-0000-0000-000000000002 00000000-0000-0000-0000-000000000002
//     10.0
//     block: true true
//     ["turned 3", "turned nothing"]
//     ticks: 3
//     operation
//     block true
//     true true
//     ["a": [1, 2]]
//     no JSON: NSCocoaErrorDomain
