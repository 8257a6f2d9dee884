// SameNames.swift - classes with the same simple name: in two modules, in two types, in two specializations of a
// generic type.
import Alpha
import Beta
import SafeObservation
import Support
import TypedClasses

private final class Item: ClassDescription {
    let weight = Property<Float>(1.5)
}

@Sendable func sameNames() async {
    await repeatedly {
        let (mine, first, second) = (Item.new(), Alpha.Item.new(), Beta.Item.new())
        let count = Count()
        let tokens = [
            mine.observe(\.weight) { _, _ in count.add() }, first.observe(\.price) { _, _ in count.add(10) },
            second.observe(\.title) { _, _ in count.add(100) },
        ]
        mine.weight = 2
        first.price = 3
        second.title = "three"
        withExtendedLifetime(tokens) {}
        expect(count.value, is: 111, "what was delivered")
        let names = Set([mine.object, first.object, second.object].map { $0.isa.name })
        expect(names.count, is: 3, "the number of names of \(names)")
        let (till, other) = (Alpha.Shop.Till.new(), Beta.Shop.Till.new())
        till.total = 2.5
        other.owner = second
        expect(other.owner?.title, is: "three", "the title of the owner")
        expect(till.total, is: 2.5, "the total")
    }
}

private enum Library {
    final class Shelf: ClassDescription { let count = Property<Int>(1) }
}

private struct Kitchen {
    class Shelf: ClassDescription { let jars = Property<[String]>([]) }
    final class TopShelf: Shelf { let isHigh = Property<Bool>(true) }
}

private enum Holder<Element> {
    final class Inner: ClassDescription { let number = Property<Int>(2) }
}

private final class Box<Element: PropertyValue & ExpressibleByIntegerLiteral>: ClassDescription {
    let content = Property<Element>(5)
}

@Sendable func nestedNames() async {
    await repeatedly {
        let (library, kitchen, top) = (Library.Shelf.new(), Kitchen.Shelf.new(), Kitchen.TopShelf.new())
        let (ints, strings) = (Holder<Int>.Inner.new(), Holder<String>.Inner.new())
        let (words, reals) = (Box<Int>.new(), Box<Double>.new())
        let count = Count()
        let tokens = [
            library.observe(\.count) { _, _ in count.add() }, top.observe(\.jars) { _, _ in count.add(10) },
            ints.observe(\.number) { _, _ in count.add(100) }, reals.observe(\.content) { _, _ in count.add(1000) },
        ]
        library.count = 2
        kitchen.jars = ["salt"]
        top.jars = ["jam"]
        (ints.number, strings.number) = (3, 4)
        (words.content, reals.content) = (6, 7.5)
        withExtendedLifetime(tokens) {}
        expect(count.value, is: 1111, "what was delivered")
        expect(ints.number * 10 + strings.number, is: 34, "the numbers")
        expect(Double(words.content) + reals.content, is: 13.5, "the contents")
        expect(top.jars + kitchen.jars, is: ["jam", "salt"], "the jars")
        expect(top.as(Kitchen.Shelf.self) != nil && top.as(Library.Shelf.self) == nil, "the superclass is another one")
        let objects = [
            library.object, kitchen.object, top.object, ints.object, strings.object, words.object, reals.object,
        ]
        let names = Set(objects.map { $0.isa.name })
        expect(names.count, is: objects.count, "the number of names of \(names.sorted())")
    }
}
