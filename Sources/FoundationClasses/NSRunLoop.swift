// NSRunLoop.swift - run loops: each thread has one, which fires timers, runs blocks and, on the main thread, serves
// libdispatch's main queue.
//
// An exception that leaves a callback ends the run loop's current run, and leaves the method that runs it.
import CFoundationClasses
import Foundation
import MiniFoundation
import MiniRuntime

enum NSRunLoop {
    static let values = ValueClass<RunLoop>("NSRunLoop") { cls in
        try cls.addClassMethod("currentRunLoop") { _ in object(.current) }
        try cls.addClassMethod("mainRunLoop") { _ in object(.main) }
        try cls.add("currentMode") { $0.currentMode?.rawValue }
        try cls.add("addTimer:forMode:") { (loop, timer: Object, mode: String) in
            try NSTimer.values.value(of: timer).add(timer, to: loop, RunLoop.Mode(rawValue: mode))
        }
        try cls.add("limitDateForMode:") { (loop, mode: String) in
            loop.limitDate(forMode: RunLoop.Mode(rawValue: mode))?.object
        }
        try cls.add("acceptInputForMode:beforeDate:") { (loop, mode: String, date: Object) in
            if let date = try Date(date) { loop.acceptInput(forMode: mode, before: date) }
        }
        try cls.add("run") { loop in
            while loop.run(mode: .default, before: .distantFuture), !RuntimeException.isPending {}
        }
        try cls.add("runUntilDate:") { (loop, date: Object) in
            guard let date = try Date(date) else { return }
            while Date() < date, loop.run(mode: .default, before: date), !RuntimeException.isPending {}
        }
        try cls.add("runMode:beforeDate:") { (loop, mode: String, date: Object) -> Bool in
            guard let date = try Date(date) else { return false }
            return loop.run(mode: RunLoop.Mode(rawValue: mode), before: date)
        }
        try cls.add("performBlock:") { (loop, block: Block) in
            loop.perform { runCallback { block.call() } }
        }
        try cls.add("performSelector:target:argument:order:modes:") {
            (loop, selector: Selector, target: Object, argument: Object?, _: UInt, modes: Object) in
            let message = LaterMessage(target: target, selector: selector, argument: argument)
            let modes = try [String].bridged(from: modes).map { RunLoop.Mode(rawValue: $0) }
            loop.perform(inModes: modes) { runCallback { message.send() } }
        }
    }

    private static let main = values.object(RunLoop.main)
    private final class Current: @unchecked Sendable {
        // Sendable: immutable.
        let object = values.object(RunLoop.current)
    }
    private static let current = ThreadLocal<Current>()

    /// Returns the NSRunLoop of a run loop, which is always the same one.
    private static func object(_ loop: RunLoop) -> Object {
        if loop === RunLoop.main { return main }
        if let current = current.value { return current.object }
        let fresh = Current()
        current.value = fresh
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
