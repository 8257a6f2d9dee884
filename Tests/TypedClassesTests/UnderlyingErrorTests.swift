// UnderlyingErrorTests.swift - Swift errors that are thrown in methods, accessors and observers.
import KVONotifying
import MiniFoundation
import MiniRuntime
import SafeObservation
import Testing
import TypedClasses

private enum TimerError: Error, Equatable { case over(Int) }

private class KitchenTimer: ClassDescription {
    let rest = Property<Int>(1)
    let tick = TypedMethod { (me: Ref<KitchenTimer>, steps: Int) in
        guard me.rest >= steps else { throw TimerError.over(steps) }
        me.rest -= steps
    }
    let tickTwice = TypedMethod { (me: Ref<KitchenTimer>) -> Int in
        try me.tick(1)
        try me.tick(1)
        return me.rest
    }
    let fraction = Computed<Double> { (me: Ref<KitchenTimer>) in
        if me.rest == 0 { throw TimerError.over(0) }
        return 1 / Double(me.rest)
    }
    let next = Property<Ref<KitchenTimer>?>(nil)
    let make = ClassMethod { (_: ClassRef<KitchenTimer>) in throw TimerError.over(7) }
}

private final class EggTimer: KitchenTimer {
    let eggTick = Override(\KitchenTimer.tick) { (me: Ref<EggTimer>, steps: Int) in try me.super.tick(steps) }
}

@Suite("Errors in methods of described classes")
struct UnderlyingErrorTests {
    @Test("A call throws the error of the method's closure, also through other methods and super")
    func methods() {
        let timer = KitchenTimer.new()
        #expect(throws: TimerError.over(2)) { try timer.tick(2) }
        #expect(throws: TimerError.over(1)) { try timer.tickTwice() }
        #expect(throws: TimerError.over(3)) { try EggTimer.new().tick(3) }
        #expect(throws: TimerError.over(7)) { try KitchenTimer.class.make() }
        #expect(!RuntimeException.isPending)
    }

    @Test("Reading a property, or a path, throws the error of the getter")
    func getters() {
        let (timer, first) = (KitchenTimer.new { $0.rest = 0 }, KitchenTimer.new())
        first.next = timer
        #expect(throws: TimerError.over(0)) { try timer.get(\.fraction) }
        #expect(throws: TimerError.over(0)) { try first.get(\.next.fraction) }
    }

    @Test("Setting a property throws the error of an observer")
    func observers() {
        let timer = KitchenTimer.new()
        let token = timer.observe(\.rest) { _, _ in throw TimerError.over(9) }
        #expect(throws: TimerError.over(9)) { try timer.set(\.rest, to: 5) }
        token.invalidate()
    }

    @Test("A message by its selector throws an exception, whose underlying error is the original")
    func messages() {
        let exception = #expect(throws: RuntimeException("TimerError", "over(2)")) {
            try KitchenTimer.new().send("tick:", 2)
        }
        #expect(exception?.underlyingError as? TimerError == .over(2))
        let other = #expect(throws: RuntimeException.self) { try KitchenTimer.new().send("tack") }
        #expect(other?.underlyingError == nil)
    }
}
