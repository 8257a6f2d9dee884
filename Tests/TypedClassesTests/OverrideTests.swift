// OverrideTests.swift - properties and methods that a subclass overrides, and calls to super.
import KVONotifying
import MiniFoundation
import MiniRuntime
import SafeObservation
import Synchronization
import Testing
import TypedClasses

private class Shape: ClassDescription {
    let name = Property<String>("shape")
    let margin = Property<Double>(0)
    let area = Computed<Double>(affectedBy: \Shape.margin) { (me: Ref<Shape>) in me.margin }
    let number = ReadOnly<Int>(1)
    let describe = TypedMethod { (me: Ref<Shape>) in "\(me.name) of area \(me.area)" }
    let scaled = TypedMethod { (me: Ref<Shape>, factor: Double) in me.area * factor }
    let sum = TypedMethod { (_: Ref<Shape>, a: Int, b: Int) in a + b }
    let join = TypedMethod { (_: Ref<Shape>, a: String, b: String, c: String, d: String) in a + b + c + d }
    let reset = TypedMethod { (me: Ref<Shape>) in me.name = "shape" }
    let rename = TypedMethod { (me: Ref<Shape>, name: String) in me.name = name }
    let move = TypedMethod { (me: Ref<Shape>, x: Int, y: Int) in me.margin = Double(x + y) }
    let fill = TypedMethod { (me: Ref<Shape>, a: Int, b: Int, c: Int) in me.margin = Double(a + b + c) }
    let fail = TypedMethod { (_: Ref<Shape>) -> Int in throw RuntimeException("NSGenericException", "no") }
}

private class Circle: Shape {
    let radius = Property<Double>(1)
    let circleArea = Override(\Shape.area, affectedBy: \Circle.radius) { (me: Ref<Circle>) in
        me.super.area + 3 * me.radius * me.radius
    }
    let circleDescribe = Override(\Shape.describe) { (me: Ref<Circle>) in "round " + (try me.super.describe()) }
    let circleScaled = Override(\Shape.scaled) { (me: Ref<Circle>, factor: Double) in try me.super.scaled(factor) + 1 }
    let circleSum = Override(\Shape.sum) { (me: Ref<Circle>, a: Int, b: Int) in try me.super.sum(a, b) * 10 }
    let circleJoin = Override(\Shape.join) { (me: Ref<Circle>, a: String, b: String, c: String, d: String) in
        try me.super.join(d, c, b, a)
    }
    let circleReset = Override(\Shape.reset) { (me: Ref<Circle>) in
        try me.super.reset()
        me.radius = 1
    }
    let circleRename = Override(\Shape.rename) { (me: Ref<Circle>, name: String) in try me.super.rename("o " + name) }
    let circleMove = Override(\Shape.move) { (me: Ref<Circle>, x: Int, y: Int) in try me.super.move(y, 0) }
    let circleFill = Override(\Shape.fill) { (me: Ref<Circle>, a: Int, b: Int, c: Int) in try me.super.fill(a, 0, 0) }
    let circleFail = Override(\Shape.fail) { (me: Ref<Circle>) in try me.super.fail() }
    let circleName = Override(\Shape.name) { (me: Ref<Circle>) in me.super.name.uppercased() }
    let circleNumber = Override(\Shape.number) { (me: Ref<Circle>) in me.super.number + 1 }
}

private final class Ring: Circle {
    let hole = Property<Double>(0)
    let ringArea = Override(\Circle.area, affectedBy: \Ring.hole) { (me: Ref<Ring>) in
        me.super.area - 3 * me.hole * me.hole
    }
    let ringDescribe = Override(\Shape.describe) { (me: Ref<Ring>) in "hollow " + (try me.super.describe()) }
}

private final class Dot: Circle {
    let dotMargin = Override(
        \Shape.margin,
        setter: { (me: Ref<Dot>, margin: Double) in
            guard margin >= 0 else { throw RuntimeException("NSRangeException", "a margin of \(margin)") }
            me.super.margin = min(margin, 10)
        })
    let dotName = Override(\Shape.name) { (me: Ref<Dot>, name: String) in me.super.name = name + "!" }
}

private final class OverridingNothing: Shape {
    let own = Property<Int>(0)
    let wrong = Override(\OverridingNothing.own) { (_: Ref<OverridingNothing>) in 1 }
}

private final class OverridingOther: ClassDescription {
    let wrong = Override(\Shape.area) { (_: Ref<OverridingOther>) in 1 }
}

private final class OverrideTakingSuper: Shape {
    let wrong = Override(\Shape.area) { (me: Ref<Shape>) in me.super.area }
}

@Suite("Overrides")
struct OverrideTests {
    @Test("An overridden property is so under its own name, by way of the superclass, by message and by key path")
    func property() throws {
        let circle = Circle.new()
        (circle.radius, circle.margin) = (2, 1)
        #expect(circle.area == 13)
        #expect(Ref<Shape>(circle).area == 13)
        #expect(try circle.object.send("area", as: Double.self) == 13)
        #expect(try circle.object.value(forKeyPath: "area").map { try Double.fromObject($0) } == 13)
        #expect(Shape.new().area == 0)
        #expect(circle.name == "SHAPE")
        #expect(circle.number == 2)
    }

    @Test("It is a method of the subclass under the inherited selector")
    func mechanism() {
        let (shape, circle) = (Shape.description.runtimeClass, Circle.description.runtimeClass)
        #expect(circle.superclass == shape)
        let own = circle.methods.map(\.selector.name)
        #expect(own.contains("area"))
        #expect(own.contains("describe"))
        #expect(own.contains("join::::"))
        #expect(!own.contains("circleArea"))
        #expect(!own.contains("circleDescribe"))
    }

    @Test("A method may be overridden, whatever it takes and returns, and calls super's")
    func methods() throws {
        let circle = Circle.new()
        #expect(try Ref<Shape>(circle).describe() == "round SHAPE of area 3.0")
        #expect(try circle.scaled(2) == 7)
        #expect(try circle.sum(1, 2) == 30)
        #expect(try circle.join("a", "b", "c", "d") == "dcba")
        try circle.rename("x")
        #expect(circle.name == "O X")
        try circle.move(5, 7)
        #expect(circle.margin == 7)
        try circle.fill(1, 2, 3)
        #expect(circle.margin == 1)
        circle.radius = 9
        try circle.reset()
        #expect(circle.radius == 1)
        #expect(circle.name == "SHAPE")
        #expect(throws: RuntimeException("NSGenericException", "no")) { try circle.fail() }
        #expect(try circle.super.get(\.area) == 1)
    }

    @Test("super is relative to the class that declares the override: two in a row, and a class below without one")
    func chain() throws {
        let (ring, dot) = (Ring.new(), Dot.new())
        (ring.radius, ring.hole, ring.margin) = (2, 1, 1)
        #expect(Ref<Shape>(ring).area == 10)
        #expect(try ring.describe() == "hollow round SHAPE of area 10.0")
        #expect(dot.area == 3)
        #expect(try dot.describe() == "round SHAPE of area 3.0")
    }

    @Test("The same while the object is observed, and isa is a notifying class")
    func observed() throws {
        let (ring, watcher) = (Ring.new(), try Watcher())
        try ring.object.addObserver(watcher.object, forKeyPath: "area")
        #expect(ring.object.isa.name.hasPrefix("NSKVONotifying_"))
        (ring.radius, ring.hole) = (2, 1)
        #expect(ring.area == 9)
        #expect(try Ref<Circle>(ring).describe() == "hollow round SHAPE of area 9.0")
        try ring.object.removeObserver(watcher.object, forKeyPath: "area")
    }

    @Test(
        "A setter may be overridden: Swift, messages and key paths call it, and observers are notified once")
    func overriddenSetter() throws {
        let dot = Dot.new()
        let seen = Mutex<[Double]>([])
        let token = Ref<Shape>(dot).observe(\.margin) { _, change in seen.withLock { $0.append(change.newValue ?? -1) }
        }
        dot.margin = 20
        try dot.object.send("setMargin:", 3.0)
        try dot.object.setValue(12, forKey: "margin")
        #expect(throws: RuntimeException("NSRangeException", "a margin of -1.0")) { try dot.set(\.margin, to: -1) }
        #expect(seen.withLock { $0 } == [10, 3, 10])
        #expect(dot.margin == 10)
        token.invalidate()
        dot.name = "dot"
        #expect(dot.name == "DOT!")
        let shape = Shape.new()
        shape.margin = 20
        #expect(shape.margin == 20)
    }

    @Test("What an override depends on adds to what the superclass says")
    func dependencies() throws {
        let ring = Ring.new()
        let seen = Mutex<[Double]>([])
        let token = Ref<Shape>(ring).observe(\.area) { _, change in seen.withLock { $0.append(change.newValue ?? -1) } }
        ring.radius = 2
        ring.hole = 1
        ring.margin = 5
        #expect(seen.withLock { $0 } == [12, 9, 14])
        token.invalidate()
        let affecting = try Ring.description.runtimeClass.send("keyPathsForValuesAffectingArea", as: Object.self)
        let names = Set(NSSet.elements(of: affecting)!.compactMap { NSString.string($0) })
        #expect(names == ["radius", "hole", "margin"])
    }

    @Test("A setter can be called as super has it")
    func setter() throws {
        let circle = Circle.new()
        circle.super.name = "a"
        try circle.super.set(\.margin, to: 4)
        #expect(circle.super.name == "a")
        #expect(circle.margin == 4)
        #expect(try circle.super.get(\.name) == "a")
    }

    @Test("An override of nothing, or one whose closure takes another class, is an error that names it")
    func mistakes() {
        #expect(
            throws: ClassDescriptionError.overridesNothing(
                "wrong", description: "OverridingNothing", member: "\\OverridingNothing.own")
        ) { try OverridingNothing.register() }
        #expect(
            throws: ClassDescriptionError.overridesNothing(
                "wrong", description: "OverridingOther", member: "\\Shape.area")
        ) { try OverridingOther.register() }
        #expect(
            throws: ClassDescriptionError.overrideTakesOther(
                "wrong", description: "OverrideTakingSuper", takes: "Shape")
        ) { try OverrideTakingSuper.register() }
        let error = ClassDescriptionError.overridesNothing("wrong", description: "Own", member: "\\Own.own")
        #expect("\(error)" == "'wrong' of Own overrides nothing: no superclass has \\Own.own")
    }
}
