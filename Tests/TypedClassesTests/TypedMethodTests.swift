// TypedMethodTests.swift - methods of described classes: declared, overridden, swizzled, raising.
import KVONotifying
import MiniFoundation
import MiniRuntime
import TestSupport
import Testing
import TypedClasses

private class Robot: ClassDescription {
    let steps = Property<Int32>(0)
    let friend = Property<Ref<Robot>?>(nil)
    let reset = TypedMethod { (me: Ref<Robot>) in me.steps = 0 }
    let walk = TypedMethod { (me: Ref<Robot>, steps: Int32, twice: Bool) in me.steps += twice ? 2 * steps : steps }
    let dance = TypedMethod { (_: Ref<Robot>, step: Int32, height: Double, name: String) in
        "\(name) \(step) \(height)"
    }
    let juggle = TypedMethod { (me: Ref<Robot>, a: Int32, b: Int32, c: Int32, d: Int32, e: String) in
        me.steps = a + b + c + d + Int32(e.count)
    }
    let meet = TypedMethod { (me: Ref<Robot>, other: Ref<Robot>?) -> Ref<Robot>? in
        defer { me.friend = other }
        return me.friend
    }
    let refuse = TypedMethod { (me: Ref<Robot>) in
        if me.steps >= 0 { throw RuntimeException("NSGenericException", "no") }
    }
    let speak = TypedMethod("utter:") { (me: Ref<Robot>, word: String) in "beep \(word)" }
}

private final class Android: Robot {
    let speakPolitely = TypedMethod("utter:") { (me: Ref<Android>, word: String) in
        try me.object.sendSuper(of: Android.description.runtimeClass, "utter:", word, as: String.self) + ", please"
    }
    let setSteps = TypedMethod("setSteps:") { (me: Ref<Android>, steps: Int32) in
        guard steps < 1000 else { throw RuntimeException("NSRangeException", "too far") }
        try me.object.sendSuper(of: Android.description.runtimeClass, "setSteps:", steps)
    }
}

private final class Swizzled: ClassDescription {
    let age = Property<Int32>(0)
}

@Suite("Methods of typed classes")
struct TypedMethodTests {
    @Test("A method is a message: typed arguments, a typed result")
    func calling() throws {
        let person = Person.new()
        #expect(try person.greet("Bob") == "Ann greets Bob")
        #expect(try person.object.send("greet:", "Bob", as: String.self) == "Ann greets Bob")
        #expect(try person.half() == 3.5)
    }

    @Test("A method may return nothing")
    func returningNothing() throws {
        let robot = Robot.new()
        try robot.walk(3, true)
        #expect(robot.steps == 6)
        try robot.object.send("walk::", Int32(1), false)
        #expect(robot.steps == 7)
        try robot.reset()
        #expect(robot.steps == 0)
        #expect(Robot.description.runtimeClass.instanceMethod("reset")?.typeEncoding?.hasPrefix("v") == true)
    }

    @Test("A method may take more arguments than two, of several types")
    func manyArguments() throws {
        let robot = Robot.new()
        #expect(try robot.dance(1, 2.5, "tango") == "tango 1 2.5")
        #expect(try robot.object.send("dance:::", Int32(1), 2.5, "tango", as: String.self) == "tango 1 2.5")
        try robot.juggle(1, 2, 3, 4, "five")
        #expect(robot.steps == 14)
    }

    @Test("A method may take and return typed objects, and nil")
    func references() throws {
        let (first, second) = (Robot.new(), Robot.new())
        #expect(try first.meet(second) == nil)
        #expect(try first.meet(nil) == second)
        #expect(first.friend == nil)
    }

    @Test("What a method throws is raised, and thrown by whoever called it")
    func throwing() {
        #expect(throws: RuntimeException("NSGenericException", "no")) { try Robot.new().refuse() }
        #expect(!RuntimeException.isPending)
    }

    @Test("A subclass overrides a method by its selector, and can call the original")
    func overriding() throws {
        let android = Android.new()
        #expect(try Robot.new().speak("hi") == "beep hi")
        #expect(try android.speak("hi") == "beep hi, please")
        #expect(try android.as(Robot.self)!.speak("hi") == "beep hi, please")
    }

    @Test("A subclass may override a setter: it is what setting the property calls, observed or not")
    func overridingSetter() throws {
        let (android, watcher) = (Android.new(), try Watcher())
        android.steps = 999
        try android.object.addObserver(watcher.object, forKeyPath: "steps")
        #expect(throws: RuntimeException("NSRangeException", "too far")) { try android.set(\.steps, to: 1000) }
        android.steps = 1
        #expect(android.steps == 1)
        try android.object.removeObserver(watcher.object, forKeyPath: "steps")
        #expect(!RuntimeException.isPending)
    }

    @Test("Where nobody catches what a setter raises, the process ends with its text")
    func uncaught() async {
        let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
            Android.new().steps = 1000
        }
        #expect(standardError(of: result).contains("uncaught exception 'NSRangeException', reason: 'too far'"))
    }

    @Test("Within a method, what a setter raises ends up with the caller of the method")
    func raisedWithin() throws {
        let android = Android.new()
        android.steps = 600
        #expect(throws: RuntimeException("NSRangeException", "too far")) { try android.walk(300, true) }
        #expect(android.steps == 600)
    }

    @Test("A setter that is swizzled in the class is the one that setting the property calls")
    func swizzling() throws {
        let (object, watcher) = (Swizzled.new(), try Watcher())
        try object.object.addObserver(watcher.object, forKeyPath: "age")
        try Swizzled.description.runtimeClass.swizzle("setAge:") {
            (original: @escaping @Sendable (Object, Int32) throws -> Void) in
            { (me: Object, age: Int32) in try original(me, age * 10) }
        }
        object.age = 3
        #expect(object.age == 30)
        #expect(watcher.told == ["age"])
        try object.object.removeObserver(watcher.object, forKeyPath: "age")
        object.age = 4
        #expect(object.age == 40)
    }
}
