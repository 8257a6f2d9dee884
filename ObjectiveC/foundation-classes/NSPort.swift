// NSPort.swift - ports: what a run loop waits for, although nothing arrives here. A thread adds one so that its run
// loop stays, and serves messages of other threads.
//
// In Swift's run loop, a port is a timer that never fires.
import Foundation
import MiniRuntime

/// The run loops that a port was added to. Any thread.
final class PortState: Sendable {
    struct Place: Lockable {
        let loop: RunLoop, mode: RunLoop.Mode, timer: Timer
    }
    struct Values: Lockable {
        var places: [Place] = []
        var isValid = true
    }
    private let values = Locked(Values())

    deinit { invalidate() }

    var isValid: Bool { values.read { $0.isValid } }

    func add(to loop: RunLoop, _ mode: RunLoop.Mode) {
        let timer = Timer(fire: .distantFuture, interval: 0, repeats: false) { _ in }
        let isNew = values.withLock { values in
            guard values.isValid, !values.places.contains(where: { $0.loop === loop && $0.mode == mode }) else {
                return false
            }
            values.places.append(Place(loop: loop, mode: mode, timer: timer))
            return true
        }
        if isNew { loop.add(timer, forMode: mode) }
    }

    func remove(from loop: RunLoop, _ mode: RunLoop.Mode) { remove { $0.loop === loop && $0.mode == mode } }

    func invalidate() {
        values.withLock { $0.isValid = false }
        remove { _ in true }
    }

    private func remove(where matches: (Place) -> Bool) {
        let removed = values.withLock { values in
            defer { values.places.removeAll(where: matches) }
            return values.places.filter(matches)
        }
        for place in removed { place.timer.invalidate() }
    }
}

enum NSPort {
    static let values = ValueClass<PortState>("NSPort") { cls in
        try cls.addInit("init", maker: "port") { PortState() }
        try cls.add("isValid") { $0.isValid }
        try cls.add("invalidate") { $0.invalidate() }
    }
    static let machPort = HolderClass("NSMachPort", subclassOf: values.holder)

    /// Adds NSRunLoop's methods for ports.
    static func addMethods(to loops: ValueClass<ThreadRunLoop>) throws {
        try loops.add("addPort:forMode:") { (state, port: Object, mode: String) in
            try values.argument(port)?.add(to: state.loop, RunLoop.Mode(rawValue: mode))
        }
        try loops.add("removePort:forMode:") { (state, port: Object, mode: String) in
            try values.argument(port)?.remove(from: state.loop, RunLoop.Mode(rawValue: mode))
        }
    }
}
