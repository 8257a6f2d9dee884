// NSTimer.swift - timers that run loops fire.
//
//      run loop ──► Swift's Timer ──► TimerState ◄── the NSTimer
//
// While a run loop has the timer, the state retains the NSTimer, as Apple's run loops do. The state releases it, and
// what it calls, when the timer becomes invalid.
import Foundation
import MiniFoundation
import MiniRuntime

/// What a timer does, and the timer of Swift's Foundation that tells when.
final class TimerState: @unchecked Sendable {
    // Sendable: like an NSTimer, it is used on the thread of its run loop only.
    enum Action {
        case message(LaterMessage)
        case block(Block)
        case invocation(Object)
    }

    private var action: Action?
    private let repeats: Bool
    let userInfo: Object?
    private(set) var timer: Timer! = nil
    /// The NSTimer, while a run loop has it.
    private var scheduled: Object?

    init(_ action: Action, at date: Date?, every interval: TimeInterval, repeats: Bool, userInfo: Object? = nil) {
        self.action = action
        self.repeats = repeats
        self.userInfo = userInfo
        // An interval of 0 or less is a tenth of a millisecond, as on Apple's systems. So is one of less than a
        // nanosecond, for which Swift's run loop ends the process.
        let interval = interval > 1e-9 ? interval : 0.0001
        timer = Timer(fire: date ?? Date(timeIntervalSinceNow: interval), interval: interval, repeats: repeats) {
            [weak self] _ in
            guard let self, let object = scheduled else { return }
            runCallback { self.fire(object) }
        }
    }

    func fire(_ object: Object) {
        guard let action, timer.isValid else { return }
        switch action {
        case .message(var message):
            message.argument = object
            message.send()
        case .block(let block): block.call(object)
        case .invocation(let invocation): _ = invocation.unmanaged.sendWords("invoke")
        }
        if !repeats { invalidate() }
    }

    func add(_ object: Object, to loop: RunLoop, _ mode: RunLoop.Mode) {
        guard timer.isValid else { return }
        scheduled = object
        loop.add(timer, forMode: mode)
    }

    func invalidate() {
        timer.invalidate()
        let released = (action, scheduled)
        (action, scheduled) = (nil, nil)
        withExtendedLifetime(released) {}
    }
}

enum NSTimer {
    static let values = ValueClass<TimerState>("NSTimer") { cls in
        try addMakers(cls)
        try cls.addInit("initWithFireDate:interval:target:selector:userInfo:repeats:") {
            (date: Object, interval: Double, target: Object, selector: Selector, info: Object?, repeats: Bool) in
            let message = LaterMessage(target: target, selector: selector)
            return TimerState(
                .message(message), at: try Date(date), every: interval, repeats: repeats, userInfo: info)
        }
        try cls.addInit("initWithFireDate:interval:repeats:block:") {
            (date: Object, interval: Double, repeats: Bool, block: Block) in
            TimerState(.block(block), at: try Date(date), every: interval, repeats: repeats)
        }
        try cls.addOwn("fire") { state, me in state.fire(me) }
        try cls.add("invalidate") { $0.invalidate() }
        try cls.add("isValid") { $0.timer.isValid }
        try cls.add("timeInterval") { $0.timer.timeInterval }
        try cls.add("userInfo") { $0.userInfo }
        try cls.add("fireDate") { $0.timer.fireDate.object }
        try cls.add("setFireDate:") { (state, date: Object) in
            if let date = try Date(date) { state.timer.fireDate = date }
        }
        try cls.add("tolerance") { $0.timer.tolerance }
        try cls.add("setTolerance:") { (state, tolerance: Double) in state.timer.tolerance = tolerance }
    }

    /// Adds `timerWith...` and `scheduledTimerWith...`; the latter add the timer to the current run loop.
    private static func addMakers(_ cls: ValueClass<TimerState>) throws {
        for isScheduled in [false, true] {
            let prefix = isScheduled ? "scheduledTimer" : "timer"
            let make: @Sendable (TimerState) -> Object = { state in
                let object = cls.object(state)
                if isScheduled { state.add(object, to: .current, .default) }
                return object
            }
            try cls.addClassMethod(Selector("\(prefix)WithTimeInterval:target:selector:userInfo:repeats:")) {
                (_, interval: Double, target: Object, selector: Selector, info: Object?, repeats: Bool) in
                let message = LaterMessage(target: target, selector: selector)
                return make(
                    TimerState(.message(message), at: nil, every: interval, repeats: repeats, userInfo: info))
            }
            try cls.addClassMethod(Selector("\(prefix)WithTimeInterval:repeats:block:")) {
                (_, interval: Double, repeats: Bool, block: Block) in
                make(TimerState(.block(block), at: nil, every: interval, repeats: repeats))
            }
            try cls.addClassMethod(Selector("\(prefix)WithTimeInterval:invocation:repeats:")) {
                (_, interval: Double, invocation: Object, repeats: Bool) in
                make(TimerState(.invocation(invocation), at: nil, every: interval, repeats: repeats))
            }
        }
    }
}
