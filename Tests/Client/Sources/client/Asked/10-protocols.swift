import Support
import TypedClasses

// A protocol for descriptions with a title ...
protocol HasTitle: DescribesClass {
    var title: Property<String> { get }
}
final class Book: ClassDescription, HasTitle {
    let title = Property<String>("untitled")
    let pages = Property<Int>(0)
}
final class Film: ClassDescription, HasTitle {
    let title = Property<String>("untitled")
}

// ... and a protocol for references to them.
protocol Titled { var title: String { get nonmutating set } }
extension Ref: Titled where Description: HasTitle {
    var title: String {
        get { self[dynamicMember: \.title] }
        nonmutating set { self[dynamicMember: \.title] = newValue }
    }
}

func headline<D: HasTitle>(_ item: Ref<D>) -> String { "** \(item.title) **" }
func titles(_ items: [any Titled]) -> [String] { items.map(\.title).sorted() }

// The shape of SwiftUI's ForEach.
func forEach<Item: Identifiable>(_ items: [Item], row: (Item) -> String) -> [Item.ID: String] {
    Dictionary(uniqueKeysWithValues: items.map { ($0.id, row($0)) })
}

func program10() throws {
    let (dune, emma, alien) = (Book.new(), Book.new(), Film.new())
    (dune.title, emma.title, alien.title) = ("Dune", "Emma", "Alien")
    dune.pages = 412

    check(
        headline(dune) == "** Dune **" && headline(alien) == "** Alien **", "a function over every class with a title")
    check(titles([dune, alien, emma]) == ["Alien", "Dune", "Emma"], "references of different classes in one array")

    let rows = forEach([dune, emma]) { $0.title }
    check(rows[dune.id] == "Dune" && rows[emma.id] == "Emma", "a Ref is Identifiable")
    dune.title = "Dune Messiah"
    check(rows[dune.id] == "Dune", "its id stays when its values change")
    check(Set([dune, emma, dune]).count == 2, "a Ref is Hashable, by identity")

    let text = String(reflecting: dune)
    check(
        text.contains("Book") && text.contains("title: \"Dune Messiah\"") && text.contains("pages: 412"),
        "debugDescription shows properties")
    let children = Mirror(reflecting: dune).children
    check(
        children.compactMap(\.label) == ["title", "pages"],
        "a Mirror has the properties, in the order of the description")
    check(children.contains { $0.value as? Int == 412 }, "... with their Swift values")
}
