// An observer of a class in Swift that names no superclass: Swift counts it, and its hold is one of Swift's.
// header: nativeobservers.h
import Foundation

final class Listener {
    let isReported: Bool
    init(isReported: Bool) { self.isReported = isReported }
    @objc(observeValueForKeyPath:ofObject:change:context:)
    func observe(_ keyPath: String, _ object: Any, _ change: NSDictionary?, _ context: UnsafeMutableRawPointer?) {
        print("notified of", keyPath)
    }
    deinit { if isReported { print("gone") } }
}

@main enum Program {
    static func main() {
        let model = ObservedModel()
        var listener: Listener? = Listener(isReported: true)
        model.registerObserver(listener!)
        print(model.reason(afterSetting: 1) ?? "no exception")
        model.unregisterObserver(listener!)
        print(model.reason(afterSetting: 2) ?? "no exception")
        model.registerObserver(listener!)
        listener = nil
        // Other objects take the memory, if it is free.
        let others = (0..<1000).map { _ in Listener(isReported: false) }
        print(model.reason(afterSetting: 3)?.contains("Listener") == true, others.count)
        print(model.reason(afterSetting: 4) ?? "no exception")
    }
}

// prints
//     notified of number
//     no exception
//     no exception
//     gone
//     true 1000
//     no exception
