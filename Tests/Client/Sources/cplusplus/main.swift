// main.swift - a program in Swift and C++: a class described in Swift, which C++ uses, and observed in Swift.
import Geometry
import SafeObservation
import Support

class Shape: ClassDescription {
    let side = Property<Double>(2)
}
final class Square: Shape {
    let area = Computed<Double>(affectedBy: \Square.side) { (me: Ref<Square>) in me.side * me.side }
}

let square = Square.new()
let areas = Count()
let token = square.observe(\.area) { square, change in areas.add(Int(change.newValue ?? 0)) }
square.side = 3
expect(areas.value, is: 9, "the area that the observer received")
expect(String(geometry.lineage("Square")), is: "Square < Shape < NSObject", "the classes that C++ found")
expect(geometry.measure("Square", "area"), is: 4, "the area of a new square")
exit(hasFailed ? 1 : 0)
