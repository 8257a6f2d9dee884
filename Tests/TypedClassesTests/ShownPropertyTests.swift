// ShownPropertyTests.swift - the properties that a debugger, `dump` and a failed test show for an object.
import MiniRuntime
import Testing
import TypedClasses

private class Item: ClassDescription {
    let title = Property<String>("untitled")
    let price = Property<Double?>(nil)
}

private final class Volume: Item {
    let pages = Property<Int>(412)
    let next = Property<Ref<Volume>?>(nil)
    let others = Property<[Ref<Volume>]>([])
    let weight = Computed<Int> { (me: Ref<Volume>) in
        guard me.pages > 0 else { throw RuntimeException("NSRangeException", "no pages") }
        return me.pages * 2
    }
    let open = TypedMethod { (_: Ref<Volume>) in }
}

@Suite("Objects as they are shown")
struct ShownPropertyTests {
    private func values(_ value: Any) -> [String: Any] {
        Dictionary(uniqueKeysWithValues: Mirror(reflecting: value).children.map { ($0.label!, $0.value) })
    }

    @Test("A mirror has the properties as children, the inherited ones first, with their Swift values")
    func mirror() {
        let volume = Volume.new()
        volume.title = "Dune"
        let labels = Mirror(reflecting: volume).children.compactMap(\.label)
        #expect(labels == ["title", "price", "pages", "next", "others", "weight"])
        let values = values(volume)
        #expect(values["title"] as? String == "Dune")
        #expect(values["price"].map { "\($0)" } == "nil")
        #expect(values["pages"] as? Int == 412)
        #expect(values["weight"] as? Int == 824)
    }

    @Test("The properties are those of the object's own class, also where it is called by its superclass")
    func ownClass() throws {
        let (volume, watcher) = (Volume.new(), try Watcher())
        try volume.object.addObserver(watcher.object, forKeyPath: "pages")
        #expect(values(Ref<Item>(volume))["pages"] as? Int == 412)
        #expect(String(reflecting: Ref<Item>(volume)).hasPrefix("<Volume: 0x"))
        try volume.object.removeObserver(watcher.object, forKeyPath: "pages")
    }

    @Test("The text for a debugger has class, address, names and values")
    func text() {
        let (volume, next) = (Volume.new(), Volume.new())
        volume.next = next
        let address = { (volume: Ref<Volume>) in "<Volume: 0x\(String(volume.object.address, radix: 16))" }
        #expect(
            String(reflecting: volume)
                == "\(address(volume)); title: \"untitled\", price: nil, pages: 412, next: \(address(next))>, "
                + "others: [], weight: 824>")
        #expect(String(reflecting: Class.nsObject.object) != "")
    }

    @Test("A getter that raises shows the text of the error, and the others are there")
    func raising() {
        let volume = Volume.new()
        volume.pages = 0
        #expect(String(reflecting: volume).contains("pages: 0, "))
        #expect(String(reflecting: volume).contains("weight: (NSRangeException: no pages)"))
        #expect(values(volume)["weight"] as? RuntimeException == RuntimeException("NSRangeException", "no pages"))
        #expect(!RuntimeException.isPending)
    }

    @Test("dump comes to an end where two objects refer to each other")
    func cycle() {
        let (volume, next) = (Volume.new(), Volume.new())
        (volume.next, next.next, volume.others) = (next, volume, [next, volume])
        var text = ""
        dump(volume, to: &text)
        #expect(text.contains("pages: 412"))
        #expect(values(volume)["next"] as? Object == next.object)
        #expect(values(volume)["others"] as? [Object] == [next.object, volume.object])
        (next.next, volume.others) = (nil, [])
    }
}
