// NameTests.swift - the names of described classes, and of what they declare.
import MiniRuntime
import Testing
import TypedClasses

private enum Kitchen {
    class Item: ClassDescription {
        let weight = Property<Int>(1)
    }
}

private enum Garden {
    class Item: ClassDescription {
        let height = Property<Int>(2)
    }
}

private class Holder<Value> {
    class Inner: ClassDescription {
        let count = Property<Int>(3)
    }
}

private class Hashed: ClassDescription {
    let hash = Property<Int>(1)
}

private class Hidden: ClassDescription {
    let object = Property<Int>(1)
}

private class TakenByAnother: ClassDescription {
    override class var className: String { "TypedClassThatIsTaken" }
}

private class Takes: ClassDescription {
    override class var className: String { "TypedClassThatIsTaken" }
}

private class Mortal: ClassDescription {
    static let deaths = Locked(0)
    let name = Property<String>("a name that is too long for a tagged pointer")
    let end = TypedMethod("dealloc") { (me: Ref<Mortal>) in
        _ = me.name
        Mortal.deaths.withLock { $0 += 1 }
    }
}

@Suite("Names of described classes")
struct NameTests {
    @Test("Two descriptions of one simple name have classes of their own")
    func simpleNames() {
        let (item, tree) = (Kitchen.Item.new(), Garden.Item.new())
        #expect(item.weight == 1 && tree.height == 2)
        #expect(item.object.isa != tree.object.isa)
        let (first, second) = (Holder<Int>.Inner.new(), Holder<String>.Inner.new())
        #expect(first.count == 3 && second.count == 3 && first.object.isa != second.object.isa)
    }

    @Test("A name of one's own that is taken ends the process, and says who has it")
    func taken() async {
        let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
            _ = Takes.new()
            _ = TakenByAnother.new()
        }
        let text = standardError(result)
        #expect(text.contains("Class 'TypedClassThatIsTaken' exists already") && text.contains("Takes has the name"))
    }

    @Test("A property that would override a method of NSObject, or cannot be reached, ends the process, and says so")
    func properties() async {
        let hashed = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
            _ = Hashed.new()
        }
        #expect(standardError(hashed).contains("the property 'hash' of 'Hashed' would override -[NSObject hash]"))
        let hidden = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
            _ = Hidden.new()
        }
        #expect(standardError(hidden).contains("every Ref has a member 'object'"))
    }

    @Test("A method named dealloc is followed by the superclass's")
    func dealloc() {
        for _ in 0..<10 { _ = Mortal.new() }
        #expect(Mortal.deaths.withLock { $0 } == 10)
        #expect(Mortal.description.runtimeClass.instanceCount == 0)
    }
}
