// EqualValuesTests.swift - handlers that skip changes to an equal value.
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

@Suite("Equal values")
struct EqualValuesTests {
    private let basket = Basket.new()
    private let seen = Locked<[String]>([])

    /// Records the new values of a property that differ from the old ones.
    private func watch<P: ReadableProperty>(
        _ member: KeyPath<Basket, P>, _ options: KeyValueObservingOptions = [.new]
    ) -> KeyValueObservation {
        basket.observe(member, options: options, skipsEqualValues: true) { [seen] _, change in
            let text = change.hasNewValue ? change.newValue.map { "\($0)" } ?? "nil" : "missing"
            seen.append(change.isPrior ? "will" : text)
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
        #expect(told == ["", "nil"])
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
        #expect(told == ["true", "0", "5"])
        for token in tokens { token.invalidate() }
    }

    @Test("The handler still sees only what was asked for")
    func asked() {
        let token = basket.observe(\.count, options: [], skipsEqualValues: true) { [seen] _, change in
            seen.append("\(String(describing: change.oldValue)) \(String(describing: change.newValue))")
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

    @Test("Q17 Other observers of the same property are notified of every change")
    func others() {
        let all = Locked(0)
        let tokens = [watch(\.count), basket.observe(\.count) { _, _ in all.withLock { $0 += 1 } }]
        basket.count = 0
        basket.count = 0
        #expect(told == [])
        #expect(all.withLock { $0 } == 2)
        for token in tokens { token.invalidate() }
    }

    // ── User-defined == ─────────────────────────────────────────────────────────────────────────────

    @Test("Values of a type with a == of its own are compared by it: tokens, controllers, owners and streams")
    func ownEquality() async throws {
        let (sign, seen) = (Sign.new(), Locked<[String]>([]))
        let controller = KVOController(observer: sign)
        let token = sign.observe(\.word, skipsEqualValues: true) { _, _ in seen.append("token") }
        try controller.observe(sign, \.word, options: [.new], skipsEqualValues: true) { (_: Ref<Sign>, _, _) in
            seen.append("controller")
        }
        try sign.onChange(of: \.word, skipsEqualValues: true) { _, _ in seen.append("owner") }
        let reader = Sign.new()
        try reader.onChange(of: sign, \.word, skipsEqualValues: true) { _, _, _ in
            seen.append("observer")
        }
        let changes = sign.changes(of: \.word, skipsEqualValues: true)
        sign.word = AnyCase(rawValue: "HELLO")
        #expect(seen.exchange([]) == [])
        sign.word = AnyCase(rawValue: "bye")
        #expect(seen.exchange([]).sorted() == ["controller", "observer", "owner", "token"])
        for await change in changes {
            #expect(change.newValue?.rawValue == "bye")
            break
        }
        token.invalidate()
        withExtendedLifetime((controller, reader)) {}
    }

    @Test("A binding does not set a value that is equal by the == of its type")
    func ownEqualityOfBindings() throws {
        let (source, target) = (Sign.new(), Sign.new())
        try target.bind(\.word, to: source, \.word)
        source.word = AnyCase(rawValue: "HELLO")
        #expect(target.word.rawValue == "hello")
        source.word = AnyCase(rawValue: "bye")
        #expect(target.word.rawValue == "bye")
        source.word = AnyCase(rawValue: "BYE")
        #expect(target.word.rawValue == "bye")
    }

    @Test("The == counts, too, of a type that declares itself how it is stored")
    func ownEqualityAndStorage() throws {
        let (source, target, seen) = (Sign.new(), Sign.new(), Locked<[String]>([]))
        let token = source.observe(\.title, skipsEqualValues: true) { _, change in
            seen.append(change.newValue?.text ?? "nil")
        }
        try target.bind(\.title, to: source, \.title)
        for text in ["BEANS", "Peas", "PEAS"] { source.title = Title(text: text) }
        #expect(seen.withLock { $0 } == ["Peas"])
        #expect(source.title.text == "PEAS")
        #expect(target.title.text == "Peas")
        token.invalidate()
    }
}

/// Texts that are equal regardless of case.
private struct AnyCase: RawRepresentable, Equatable, PropertyValue {
    var rawValue: String
    static func == (a: AnyCase, b: AnyCase) -> Bool { a.rawValue.lowercased() == b.rawValue.lowercased() }
}

/// The same without a raw value.
private struct Title: PropertyValue, Equatable {
    typealias Stored = Object?

    let text: String

    static func == (a: Title, b: Title) -> Bool { a.text.lowercased() == b.text.lowercased() }
    static func fromStored(_ stored: Object?) throws -> Title { Title(text: try String.fromStored(stored)) }
    static func fromObject(_ object: Object) throws -> Title { Title(text: try String.fromObject(object)) }
    var stored: Object? { text.stored }
    var boxed: Object? { text.boxed }
}

private class Sign: ClassDescription {
    let word = Property<AnyCase>(AnyCase(rawValue: "hello"))
    let title = Property<Title>(Title(text: "Beans"))
}
