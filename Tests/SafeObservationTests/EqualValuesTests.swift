// EqualValuesTests.swift - leaving out changes that change nothing.
import KVONotifying
import MiniFoundation
import MiniRuntime
import SafeObservation
import Testing
import TypedClasses

private class Basket: ClassDescription {
    let count = Property<Int>(0)
    let label = Property<String?>(nil)
    let items = Property<[String]>([])
    let size = Computed<Bool>(affectedBy: \Basket.count) { (me: Ref<Basket>) in me.count > 2 }
    let other = Property<Ref<Basket>?>(nil)
}

/// A name that is the same in capitals.
private struct Label: PropertyValue, Equatable {
    typealias Stored = Object?

    let text: String

    static func == (a: Label, b: Label) -> Bool { a.text.lowercased() == b.text.lowercased() }
    static func fromStored(_ stored: Object?) throws -> Label { Label(text: try String.fromStored(stored)) }
    static func fromObject(_ object: Object) throws -> Label { Label(text: try String.fromObject(object)) }
    var stored: Object? { text.stored }
    var boxed: Object? { text.boxed }
}

private class Tin: ClassDescription {
    let label = Property<Label>(Label(text: "Beans"))
}

@Suite("Equal values")
struct EqualValuesTests {
    private let basket = Basket.new()
    private let seen = Locked<[String]>([])

    /// Writes down the new values of a property that differ from the old ones.
    private func watch<P: ReadableProperty>(
        _ member: KeyPath<Basket, P>, _ options: KeyValueObservingOptions = [.new]
    ) -> ObservationToken {
        basket.observe(member, options: options, skipsEqualValues: true) { [seen] _, change in
            let text = change.newValue.map { "\($0)" } ?? "missing"
            seen.withLock { $0.append(change.isPrior ? "will" : text) }
        }
    }

    private var told: [String] { seen.withLock { $0 } }

    @Test("Q17 A change to an equal value is left out: by value, not by identity")
    func equal() {
        let tokens = [watch(\.count), watch(\.items)]
        basket.count = 0
        basket.count = 1
        basket.count = 1
        basket.items = ["a long enough string for an object"]
        basket.items = ["a long enough string for an object"]
        basket.count = 0
        #expect(told == ["1", "[\"a long enough string for an object\"]", "0"])
        for token in tokens { token.invalidate() }
    }

    @Test("Q17 nil equals nil and nothing else")
    func nilValues() {
        let token = watch(\.label)
        basket.label = nil
        basket.label = ""
        basket.label = ""
        basket.label = nil
        basket.label = nil
        #expect(told == ["Optional(\"\")", "nil"])
        token.invalidate()
    }

    @Test("Q17 A computed property that comes out the same is left out, and so is the end of a path")
    func computedAndPath() {
        let tokens = [watch(\.size), watch(\.other.count)]
        basket.count = 1
        basket.count = 3
        basket.count = 4
        let (first, second) = (Basket.new(), Basket.new())
        basket.other = first
        basket.other = second
        second.count = 0
        second.count = 5
        #expect(told == ["true", "Optional(0)", "Optional(5)"])
        for token in tokens { token.invalidate() }
    }

    @Test("The handler still sees only what was asked for")
    func asked() {
        let token = basket.observe(\.count, options: [], skipsEqualValues: true) { [seen] _, change in
            seen.withLock { $0.append("\(String(describing: change.oldValue)) \(String(describing: change.newValue))") }
        }
        basket.count = 0
        basket.count = 1
        #expect(told == ["nil nil"])
        token.invalidate()
    }

    @Test("Initial and prior notifications, and changes of single elements, always come")
    func alwaysTold() throws {
        let tokens = [watch(\.count, [.new, .initial, .prior]), watch(\.items)]
        basket.count = 0
        let items = try #require(try basket.object.send("mutableArrayValueForKey:", "items", as: Object?.self))
        try items.send("addObject:", "a")
        try items.send("replaceObjectAtIndex:withObject:", UInt(0), "a")
        #expect(told == ["0", "will", "[\"a\"]", "[\"a\"]"])
        for token in tokens { token.invalidate() }
    }

    @Test("Q17 Others who observe the same property are told of every change")
    func others() {
        let all = Locked(0)
        let tokens = [watch(\.count), basket.observe(\.count) { _, _ in all.withLock { $0 += 1 } }]
        basket.count = 0
        basket.count = 0
        #expect(told == [])
        #expect(all.withLock { $0 } == 2)
        for token in tokens { token.invalidate() }
    }

    @Test("== of a Swift type says what is equal, whichever way is observed, and for bindings")
    func customEquality() throws {
        let (tin, shelf, told) = (Tin.new(), Tin.new(), Locked<[String]>([]))
        let note: @Sendable (String) -> Void = { line in told.withLock { $0.append(line) } }
        let token = tin.observe(\.label, skipsEqualValues: true) { _, _ in note("token") }
        try tin.observe(\.label, skipsEqualValues: true) { _, _, _ in note("object") }
        try shelf.observe(target: tin, \.label, options: [.new], skipsEqualValues: true) { _, _, _, _ in
            note("observer")
        }
        let controller = KVOController(observer: shelf)
        try controller.observe(tin, \.label, options: [.new], skipsEqualValues: true) { (_: Ref<Tin>, _, _) in
            note("controller")
        }
        tin.label = Label(text: "BEANS")
        #expect(told.withLock { $0 } == [])
        tin.label = Label(text: "Peas")
        #expect(told.withLock { $0 }.sorted() == ["controller", "object", "observer", "token"])
        try shelf.bind(\.label, to: tin, \.label)
        #expect(shelf.label.text == "Peas")
        tin.label = Label(text: "PEAS")
        #expect(shelf.label.text == "Peas")
        token.invalidate()
    }
}
