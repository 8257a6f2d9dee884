// An operation that ends later, by its own properties, and a class that is archived securely.
import Foundation

final class Download: Operation, @unchecked Sendable {
    private let lock = NSLock()
    private var state = (isExecuting: false, isFinished: false)
    override var isAsynchronous: Bool { true }
    override var isExecuting: Bool { lock.withLock { state.isExecuting } }
    override var isFinished: Bool { lock.withLock { state.isFinished } }

    override func start() {
        change("isExecuting") { $0.isExecuting = true }
        DispatchQueue.global().async {
            self.change("isExecuting") { $0.isExecuting = false }
            self.change("isFinished") { $0.isFinished = true }
        }
    }

    private func change(_ key: String, _ body: (inout (isExecuting: Bool, isFinished: Bool)) -> Void) {
        willChangeValue(forKey: key)
        lock.withLock { body(&state) }
        didChangeValue(forKey: key)
    }
}

class Place: NSObject, NSSecureCoding {
    static var supportsSecureCoding: Bool { true }
    let name: String
    init(_ name: String) { self.name = name }
    required init?(coder: NSCoder) { name = coder.decodeObject(forKey: "name") as? String ?? "none" }
    func encode(with coder: NSCoder) { coder.encode(name, forKey: "name") }
}

@main enum Program {
    static func main() {
        let queue = OperationQueue(), downloads = (0..<20).map { _ in Download() }
        let last = BlockOperation { print("all finished:", downloads.allSatisfy(\.isFinished)) }
        for download in downloads {
            last.addDependency(download)
            queue.addOperation(download)
        }
        queue.addOperation(last)
        queue.waitUntilAllOperationsAreFinished()
        print(downloads.contains(where: \.isExecuting), Place.supportsSecureCoding)
    }
}
// prints
//     all finished: true
//     false true
