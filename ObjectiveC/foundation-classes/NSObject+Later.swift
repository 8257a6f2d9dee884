// NSObject+Later.swift - messages that a run loop sends after a delay: performSelector:withObject:afterDelay: and the
// like.
import Foundation
import MiniFoundation
import MiniRuntime

enum LaterMessages {
    /// Adds the methods to NSObject.
    static func addMethods() throws {
        let cls = Class.nsObject
        try cls.addMethod("performSelector:withObject:afterDelay:") {
            (me: Object, selector: Selector, argument: Object?, delay: Double) in
            add(LaterMessage(target: me, selector: selector, argument: argument), delay, [.default])
        }
        try cls.addMethod("performSelector:withObject:afterDelay:inModes:") {
            (me: Object, selector: Selector, argument: Object?, delay: Double, modes: Object) in
            try add(LaterMessage(target: me, selector: selector, argument: argument), delay, runLoopModes(modes))
        }
        try cls.isa.addMethod("cancelPreviousPerformRequestsWithTarget:selector:object:") {
            (_: Object, target: Object, selector: Selector, argument: Object?) in
            try cancel(target) { message in
                try message.selector == selector && isEqual(message.argument, argument)
            }
        }
        try cls.isa.addMethod("cancelPreviousPerformRequestsWithTarget:") { (_: Object, target: Object) in
            try cancel(target) { _ in true }
        }
    }

    private final class Pending: @unchecked Sendable {
        // Sendable: used on one thread only.
        var timers: [(message: LaterMessage, timer: Timer)] = []
    }
    private static let pending = ThreadLocal<Pending>()

    private static func add(_ message: LaterMessage, _ delay: Double, _ modes: [RunLoop.Mode]) {
        let list = pending.value ?? Pending()
        pending.value = list
        // Timer(timeInterval:repeats:block:) of Swift's Foundation fires at once.
        let timer = Timer(fire: Date(timeIntervalSinceNow: delay), interval: 0, repeats: false) { [weak list] timer in
            list?.timers.removeAll { $0.timer === timer }
            runCallback { message.send() }
        }
        list.timers.append((message, timer))
        for mode in modes { RunLoop.current.add(timer, forMode: mode) }
    }

    private static func cancel(_ target: Object, where matches: (LaterMessage) throws -> Bool) throws {
        guard let list = pending.value else { return }
        let cancelled = try list.timers.filter { try $0.message.target == target && matches($0.message) }
        for (_, timer) in cancelled { timer.invalidate() }
        list.timers.removeAll { entry in cancelled.contains { $0.timer === entry.timer } }
    }

    private static func isEqual(_ a: Object?, _ b: Object?) throws -> Bool {
        guard let a, let b else { return a == nil && b == nil }
        return try a.send("isEqual:", b)
    }
}
