import KVONotifying
import MiniRuntime
import SafeObservation
import Support
import TypedClasses

private final class Nest: ClassDescription {
    let tree = Property<String>("oak")
}
private final class Bird: ClassDescription {
    let count = Property<Int>(2)
    let nest = Property<Ref<Nest>?>(nil)
    let sing = TypedMethod { (me: Ref<Bird>, times: Int) in String(repeating: "tweet ", count: times) }
}

func program12() throws {
    let bird = Bird.new()
    bird.nest = Nest.new()
    let object: Object = bird.object

    let n: Int = try object.send("count")
    check(n == 2, "the result is what the annotation asks for")
    try object.send("setCount:", 5)
    check(bird.count == 5, "a message sets what the property reads")
    let song: String = try object.send("sing:", 2)
    check(song == "tweet tweet ", "arguments and results are Swift's")
    let tree: String? = try object.value(forKeyPath: "nest.tree")
    check(tree == "oak", "so are values by key path")

    do {
        let _: Int = try object.send("fly")
        check(false, "what is not understood throws")
    } catch let error as RuntimeException {
        check(error.name == "NSInvalidArgumentException", "the error has the name of the exception")
        check(
            "\(error)".contains("Bird") && "\(error)".contains("fly"), "... and its text has the class and the selector"
        )
    }
    do {
        let _: String = try object.send("count")
        check(false, "a result of another type throws")
    } catch let error as RuntimeError {
        check(
            "\(error)".contains("Int") && "\(error)".contains("String"),
            "the text says what it is and what was asked for")
    }

    check(Ref<Bird>.keyPath(\.nest.tree) == "nest.tree", "a KeyPath as a string")
    let path = try Ref<Bird>.keyPath("count", as: Int.self)
    check(try bird.get(path) == 5, "and a string as a KeyPath")
    check(Ref<Bird>.keyPath(path) == Ref<Bird>.keyPath(\.count), "... of the same property")
    check((try? Ref<Bird>.keyPath("cuont", as: Int.self)) == nil, "a key that is none throws")
}
