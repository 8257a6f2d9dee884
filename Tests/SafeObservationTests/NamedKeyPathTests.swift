// NamedKeyPathTests.swift - key paths made from strings.
import KVONotifying
import MiniFoundation
import MiniRuntime
import SafeObservation
import TestSupport
import Testing
import TypedClasses

private class Tree: ClassDescription {
    let kind = Property<String>("oak")
    let height = Property<Double?>(nil)
}

private class Bird: ClassDescription {
    let count = Property<Int>(2)
    let tree = Property<Ref<Tree>?>(nil)
    let home = Property<Ref<Tree>>(Tree.new())
    let other = Property<Object?>(nil)
    let double = Computed<Int>(affectedBy: \Bird.count) { (me: Ref<Bird>) in me.count * 2 }
    let sing = TypedMethod { (me: Ref<Bird>) in "tweet" }
}

private final class Owl: Bird {
    let eyes = Property<Int>(2)
}

@Suite("Key paths made of names")
struct NamedKeyPathTests {
    private let bird = Bird.new()
    private let lines = Log()

    @Test("What is read, set, observed and bound by a literal key path is so by one made of a name")
    func everywhere() throws {
        let count = try Ref<Bird>.keyPath("count", as: Int.self)
        #expect(try bird.get(count) == 2)
        let token = bird.observe(count) { [lines] _, change in lines.add("\(change.newValue!)") }
        try bird.set(count, to: 3)
        bird[dynamicMember: count] = 4
        #expect(lines.all == ["3", "4"])
        #expect(bird.count == 4)
        let panel = LampPanel.new()
        try panel.bind(Ref<LampPanel>.keyPath("level", as: Int.self), to: bird, count)
        #expect(panel.level == 4)
        token.invalidate()
    }

    @Test("Its name is that of the literal one; two of one name are equal")
    func equality() throws {
        let (count, again) = (
            try Ref<Bird>.keyPath("count", as: Int.self), try Ref<Bird>.keyPath("count", as: Int.self)
        )
        #expect(Ref<Bird>.keyPath(count) == Ref<Bird>.keyPath(\.count))
        #expect(count == again)
        #expect(count.hashValue == again.hashValue)
        let path = try Ref<Bird>.keyPath("tree.kind", reading: String?.self)
        #expect(try path == Ref<Bird>.keyPath("tree.kind", reading: String?.self))
        #expect(try path != Ref<Bird>.keyPath("home.height", reading: Double?.self))
    }

    @Test("Inherited properties are found, of the class that is asked")
    func inherited() throws {
        let owl = Owl.new()
        #expect(try owl.get(Ref<Owl>.keyPath("count", as: Int.self)) == 2)
        #expect(try owl.get(Ref<Owl>.keyPath("eyes", as: Int.self)) == 2)
        #expect(throws: KeyPathError.noProperty("eyes", class: Bird.description.runtimeClass.name)) {
            try Ref<Bird>.keyPath("eyes", as: Int.self)
        }
    }

    @Test("Paths through objects are read and followed, and so is what is computed")
    func paths() throws {
        let kind = try Ref<Bird>.keyPath("tree.kind", reading: String?.self)
        let token = bird.observe(kind) { [lines] _, change in lines.add(change.newValue ?? "none") }
        #expect(try bird.get(kind) == nil)
        bird.tree = Tree.new()
        bird.tree?.kind = "ash"
        bird.tree = nil
        #expect(lines.all == ["oak", "ash", "none"])
        token.invalidate()
        #expect(try bird.get(Ref<Bird>.keyPath("home.kind", reading: String.self)) == "oak")
        #expect(try bird.get(Ref<Bird>.keyPath("tree.height", reading: Double?.self)) == nil)
        #expect(try bird.get(Ref<Bird>.keyPath("double", reading: Int.self)) == 4)
    }

    @Test("What is no such property is said, with the class, the key and the types")
    func errors() throws {
        func text(_ body: () throws -> Void) -> String {
            do { try body() } catch { return "\(error)" }
            return ""
        }
        #expect(text { _ = try Ref<Owl>.keyPath("cuont", as: Int.self) } == "Class 'Owl' has no property 'cuont'")
        #expect(text { _ = try Ref<Owl>.keyPath("sing", as: String.self) } == "Class 'Owl' has no property 'sing'")
        #expect(
            text { _ = try Ref<Owl>.keyPath("count", as: String.self) }
                == "'count' of class 'Owl' is 'Property<Int>', but 'Property<String>' was asked for")
        #expect(
            text { _ = try Ref<Owl>.keyPath("double", as: Int.self) }
                == "'double' of class 'Owl' is 'Computed<Int>', but 'Property<Int>' was asked for")
        #expect(
            text { _ = try Ref<Owl>.keyPath("tree.kind", reading: String.self) }
                == "'tree.kind' of class 'Owl' is 'Optional<String>', but 'String' was asked for")
        #expect(
            text { _ = try Ref<Owl>.keyPath("other.kind", reading: String.self) }
                == "'other' of class 'Owl' is 'Optional<Object>', which has no properties that a description says")
        #expect(text { _ = try Ref<Owl>.keyPath("tree.", reading: String.self) }.hasSuffix("has no property ''"))
    }
}
