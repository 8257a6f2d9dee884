import SafeObservation
import Support
import Synchronization
import TypedClasses

class Shape: ClassDescription {
    let name = Property<String>("shape")
    let area = Computed<Double> { (me: Ref<Shape>) in 0 }
    let describe = TypedMethod { (me: Ref<Shape>) in "\(me.name) of area \(me.area)" }
}

final class Circle: Shape {
    let radius = Property<Double>(1)
    let circleArea = Override(\Shape.area, affectedBy: \Circle.radius) { (me: Ref<Circle>) in
        me.super.area + 3 * me.radius * me.radius
    }
    let circleDescribe = Override(\Shape.describe) { (me: Ref<Circle>) in
        "round " + (try me.super.describe())
    }
}

func line(_ shape: Ref<Shape>) throws -> String { try shape.describe() }

func program08() throws {
    let circle = Circle.new()
    circle.name = "coin"
    circle.radius = 2

    let shape = Ref<Shape>(circle)  // not an optional: a Circle is a Shape
    check(shape.area == 12, "a computed property that is overridden is so by way of the superclass, too")
    check(try line(Ref(circle)) == "round coin of area 12.0", "a method that is overridden calls super's")
    check(circle.area == 12, "the subclass has it under its own name")

    let shapes: [Ref<Shape>] = [Ref(circle), Shape.new()]
    check(shapes.map(\.area) == [12, 0], "circles and shapes in one array")
    check(shapes[0] == shape, "it is the same object")
    check(shapes[0].as(Circle.self)?.radius == 2, "down again is optional, as with as?")
    check(shapes[1].as(Circle.self) == nil, "... and nil for what is no circle")

    let areas = Mutex<[Double]>([])
    let token = shape.observe(\.area) { _, change in areas.withLock { $0.append(change.newValue ?? -1) } }
    defer { token.invalidate() }
    circle.radius = 3
    check(
        areas.withLock { $0 } == [27], "what the override depends on tells the observers of the superclass's property")
}
