// NSRunLoop.swift - run loops: each thread has one, which fires timers, runs blocks and, on the main thread, serves
// libdispatch's main queue.
//
// An exception that leaves a callback ends the run loop's current run, and leaves the method that runs it.
import CFoundationClasses
import Foundation
import MiniFoundation
import MiniRuntime

/// A run loop: Swift's, and CoreFoundation's, which is the same one.
struct ThreadRunLoop: @unchecked Sendable {
    // Sendable: as thread-safe as the run loop, which other threads may stop and wake up.
    let loop: RunLoop
    let core: UnsafeMutableRawPointer?

    /// Lets the run loop do work of the program the next time that it runs in one of the modes. Any thread.
    func perform(inModes modes: [RunLoop.Mode], _ work: @escaping @Sendable () -> Void) {
        loop.perform(inModes: modes) { runCallback(work) }
        mr_wake_run_loop(core)  // Swift's run loop would sleep on
    }
}

enum NSRunLoop {
    static let values = ValueClass<ThreadRunLoop>("NSRunLoop") { cls in
        try cls.addClassMethod("currentRunLoop") { _ in try current() }
        try cls.addClassMethod("mainRunLoop") { _ in main }
        try cls.cls.addMethod("getCFRunLoop") { (me: Object) -> Object in me }
        try cls.add("mr_coreRunLoop") { $0.core }
        try cls.add("currentMode") { $0.loop.currentMode?.rawValue }
        try cls.add("addTimer:forMode:") { (state, timer: Object, mode: String) in
            try NSTimer.values.value(of: timer).add(timer, to: state.loop, RunLoop.Mode(rawValue: mode))
        }
        try NSPort.addMethods(to: cls)
        try addRunning(cls)
        try cls.add("performBlock:") { (state, block: Block) in
            state.perform(inModes: [.default]) { block.call() }
        }
        try cls.add("performSelector:target:argument:order:modes:") {
            (state, selector: Selector, target: Object, argument: Object?, _: UInt, modes: Object) in
            let message = LaterMessage(target: target, selector: selector, argument: argument)
            try state.perform(inModes: runLoopModes(modes)) { message.send() }
        }
    }

    private static func addRunning(_ cls: ValueClass<ThreadRunLoop>) throws {
        try cls.add("limitDateForMode:") { (state, mode: String) in
            state.loop.limitDate(forMode: RunLoop.Mode(rawValue: mode))?.object
        }
        try cls.add("acceptInputForMode:beforeDate:") { (state, mode: String, date: Object) in
            _ = try runOnce(state, mode, date)
        }
        try cls.add("run") { state in
            while state.loop.run(mode: .default, before: .distantFuture), !RuntimeException.isPending {}
        }
        try cls.add("runUntilDate:") { (state, date: Object) in
            guard let date = try limit(date) else { return }
            // At least one pass, which fires the timers that are due.
            while state.loop.run(mode: .default, before: date), !RuntimeException.isPending, Date() < date {}
        }
        try cls.add("runMode:beforeDate:") { (state, mode: String, date: Object) -> Bool in
            try runOnce(state, mode, date)
        }
    }

    /// Returns the date of an NSDate. CoreFoundation would wait for ever until one that is no number.
    private static func limit(_ date: Object) throws -> Date? {
        try Date(date).map { $0.timeIntervalSinceReferenceDate.isNaN ? .distantPast : $0 }
    }

    /// Runs until a source was handled or another thread's message was sent, or until the date.
    private static func runOnce(_ state: ThreadRunLoop, _ mode: String, _ date: Object) throws -> Bool {
        guard let date = try limit(date) else { return false }
        let outer = mr_run_loop_return_after_source(true)
        defer { _ = mr_run_loop_return_after_source(outer) }
        return state.loop.run(mode: RunLoop.Mode(rawValue: mode), before: date)
    }

    static let mainLoop = ThreadRunLoop(loop: .main, core: mr_main_run_loop())
    private static let main: Object = values.object(mainLoop)
    private final class Current: @unchecked Sendable {
        // Sendable: immutable.
        let object: Object
        init(_ loop: ThreadRunLoop) { object = values.object(loop) }
    }
    private static let ofThread = ThreadLocal<Current>()

    /// Returns the NSRunLoop of this thread, which is always the same one.
    private static func current() throws -> Object {
        if RunLoop.current === RunLoop.main { return main }
        if let current = ofThread.value { return current.object }
        let loop = ThreadRunLoop(loop: .current, core: mr_current_run_loop())
        let fresh = Current(loop)
        ofThread.value = fresh
        try ThreadInbox.ofCurrentThread().open(loop)
        return fresh.object
    }
}

/// Returns the modes that an NSArray names.
func runLoopModes(_ names: Object) throws -> [RunLoop.Mode] {
    try [String].bridged(from: names).map { RunLoop.Mode(rawValue: $0) }
}

/// Runs code of the program that a run loop calls, in an autorelease pool. If an exception is pending afterwards, stops
/// the run loop, which returns to the method that runs it.
func runCallback(_ body: () -> Void) {
    guard !RuntimeException.isPending else { return }
    autoreleasepool(body)
    RuntimeException.terminateIfUncaught()
    if RuntimeException.isPending { mr_stop_run_loop() }
}
