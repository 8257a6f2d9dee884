// NSObject+Threads.swift - messages that the run loop of another thread sends: performSelectorOnMainThread:... and
// performSelector:onThread:...
import CFoundationClasses
import Foundation
import MiniFoundation
import MiniRuntime

enum ThreadMessages {
    /// Adds the methods to NSObject. Those without modes mean the common ones.
    static func addMethods() throws {
        let cls = Class.nsObject
        try cls.addMethod("performSelectorOnMainThread:withObject:waitUntilDone:") {
            (me: Object, selector: Selector, argument: Object?, waits: Bool) in
            let message = LaterMessage(target: me, selector: selector, argument: argument)
            try perform(message, on: mainThread(), waits, [.common])
        }
        try cls.addMethod("performSelectorOnMainThread:withObject:waitUntilDone:modes:") {
            (me: Object, selector: Selector, argument: Object?, waits: Bool, modes: Object) in
            let message = LaterMessage(target: me, selector: selector, argument: argument)
            try perform(message, on: mainThread(), waits, runLoopModes(modes))
        }
        try cls.addMethod("performSelector:onThread:withObject:waitUntilDone:") {
            (me: Object, selector: Selector, thread: Object, argument: Object?, waits: Bool) in
            try perform(LaterMessage(target: me, selector: selector, argument: argument), on: thread, waits, [.common])
        }
        try cls.addMethod("performSelector:onThread:withObject:waitUntilDone:modes:") {
            (me: Object, selector: Selector, thread: Object, argument: Object?, waits: Bool, modes: Object) in
            let message = LaterMessage(target: me, selector: selector, argument: argument)
            try perform(message, on: thread, waits, runLoopModes(modes))
        }
    }

    private static func mainThread() throws -> Object { try Class(named: "NSThread")!.send("mainThread") }

    private static func perform(
        _ message: LaterMessage, on thread: Object, _ waits: Bool, _ modes: [RunLoop.Mode]
    ) throws {
        if try waits && thread == Class(named: "NSThread")!.send("currentThread") { return message.send() }
        guard try !thread.send("isFinished") else { throw ended(message) }
        let done = DispatchSemaphore(value: 0)
        ThreadInbox.of(thread).perform(inModes: modes) {
            message.send()
            mr_run_loop_has_sent_message()
            done.signal()
        }
        guard waits else { return }
        while done.wait(timeout: .now() + .milliseconds(50)) == .timedOut {
            // A thread that ends before it has sent the message never sends it.
            if try thread.send("isFinished"), done.wait(timeout: .now()) == .timedOut { throw ended(message) }
        }
    }

    private static func ended(_ message: LaterMessage) -> RuntimeException {
        RuntimeException(
            "NSDestinationInvalidException",
            "*** -[\(message.target.isa) performSelector:onThread:withObject:waitUntilDone:modes:]: target thread exited "
                + "while waiting for the perform")
    }
}

/// The work that other threads give to the run loop of one thread. It waits here until the thread asks for its run
/// loop.
final class ThreadInbox: Sendable {
    private struct State: Lockable {
        var loop: ThreadRunLoop?
        var waiting: [@Sendable (ThreadRunLoop) -> Void] = []
    }
    private let state: Locked<State>
    private static let inboxes = AssociatedState<ThreadInbox>("NSThreadInbox")

    private init(_ loop: ThreadRunLoop?) { state = Locked(State(loop: loop)) }

    static func of(_ thread: Object) -> ThreadInbox {
        inboxes.of(thread) { ThreadInbox((try? thread.send("isMainThread")) == true ? NSRunLoop.mainLoop : nil) }
    }

    static func ofCurrentThread() throws -> ThreadInbox { of(try Class(named: "NSThread")!.send("currentThread")) }

    func perform(inModes modes: [RunLoop.Mode], _ work: @escaping @Sendable () -> Void) {
        let loop = state.withLock { state -> ThreadRunLoop? in
            if state.loop == nil { state.waiting.append { $0.perform(inModes: modes, work) } }
            return state.loop
        }
        loop?.perform(inModes: modes, work)
    }

    /// The thread has asked for its run loop.
    func open(_ loop: ThreadRunLoop) {
        let waiting = state.withLock { state in
            defer { (state.loop, state.waiting) = (loop, []) }
            return state.waiting
        }
        for perform in waiting { perform(loop) }
    }
}
