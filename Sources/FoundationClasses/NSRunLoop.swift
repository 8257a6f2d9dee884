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
}

enum NSRunLoop {
    static let values = ValueClass<ThreadRunLoop>("NSRunLoop") { cls in
        try cls.addClassMethod("currentRunLoop") { _ in current() }
        try cls.addClassMethod("mainRunLoop") { _ in main }
        try cls.cls.addMethod("getCFRunLoop") { (me: Object) -> Object in me }
        try cls.add("mr_coreRunLoop") { $0.core }
        try cls.add("currentMode") { $0.loop.currentMode?.rawValue }
        try cls.add("addTimer:forMode:") { (state, timer: Object, mode: String) in
            try NSTimer.values.value(of: timer).add(timer, to: state.loop, RunLoop.Mode(rawValue: mode))
        }
        try addRunning(cls)
        try cls.add("performBlock:") { (state, block: Block) in
            state.loop.perform { runCallback { block.call() } }
        }
        try cls.add("performSelector:target:argument:order:modes:") {
            (state, selector: Selector, target: Object, argument: Object?, _: UInt, modes: Object) in
            let message = LaterMessage(target: target, selector: selector, argument: argument)
            let modes = try [String].bridged(from: modes).map { RunLoop.Mode(rawValue: $0) }
            state.loop.perform(inModes: modes) { runCallback { message.send() } }
        }
    }

    private static func addRunning(_ cls: ValueClass<ThreadRunLoop>) throws {
        try cls.add("limitDateForMode:") { (state, mode: String) in
            state.loop.limitDate(forMode: RunLoop.Mode(rawValue: mode))?.object
        }
        try cls.add("acceptInputForMode:beforeDate:") { (state, mode: String, date: Object) in
            if let date = try Date(date) { state.loop.acceptInput(forMode: mode, before: date) }
        }
        try cls.add("run") { state in
            while state.loop.run(mode: .default, before: .distantFuture), !RuntimeException.isPending {}
        }
        try cls.add("runUntilDate:") { (state, date: Object) in
            guard let date = try Date(date) else { return }
            while Date() < date, state.loop.run(mode: .default, before: date), !RuntimeException.isPending {}
        }
        try cls.add("runMode:beforeDate:") { (state, mode: String, date: Object) -> Bool in
            guard let date = try Date(date) else { return false }
            return state.loop.run(mode: RunLoop.Mode(rawValue: mode), before: date)
        }
    }

    private static let main: Object = values.object(ThreadRunLoop(loop: .main, core: mr_main_run_loop()))
    private final class Current: @unchecked Sendable {
        // Sendable: immutable.
        let object = values.object(ThreadRunLoop(loop: .current, core: mr_current_run_loop()))
    }
    private static let ofThread = ThreadLocal<Current>()

    /// Returns the NSRunLoop of this thread, which is always the same one.
    private static func current() -> Object {
        if RunLoop.current === RunLoop.main { return main }
        if let current = ofThread.value { return current.object }
        let fresh = Current()
        ofThread.value = fresh
        return fresh.object
    }
}

/// Runs code of the program that a run loop calls, in an autorelease pool. If an exception is pending afterwards, stops
/// the run loop, which returns to the method that runs it.
func runCallback(_ body: () -> Void) {
    guard !RuntimeException.isPending else { return }
    autoreleasepool(body)
    RuntimeException.terminateIfUncaught()
    if RuntimeException.isPending { mr_stop_run_loop() }
}
