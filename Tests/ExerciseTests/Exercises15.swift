// Exercises15.swift - solutions to the exercises of docs/guide/15-observing-safely.md.
import KVONotifying
import MiniRuntime
import SafeObservation
import Testing
import TypedClasses

private final class Exercise15Person: ClassDescription {
    let name = Property<String>("Ann")
    let age = Property<Int>(42)
}

private final class Exercise15Label: ClassDescription {
    let text = Property<String>("")
}

private let callback: Selector = "observeValueForKeyPath:ofObject:change:context:"

@Suite("Exercises of chapter 15")
struct Exercises15 {
    @Test("1. unobserve ends what was asked of the object, and no token and no raw registration")
    func three() throws {
        let person = Exercise15Person.new(), told = Locked<[String]>([])
        let watcher = try makeWatcherClass("Exercise15Watcher") { told.append("raw") }.new()
        let token = person.observe(\.age) { _, _ in told.append("token") }
        try person.onChange(of: \.age) { _, _ in told.append("object") }
        try person.object.addObserver(watcher, forKeyPath: "age")
        // All three are registrations. Two have an observer that the layer made.
        #expect(
            person.object.keyValueRegistrations.map(\.observerClassName) == [
                "KeyValueHandlerObserver", "KeyValueHandlerObserver", "Exercise15Watcher",
            ])
        person.unobserve(\.age)
        person.age = 43
        #expect(told.withLock { $0 } == ["raw", "token"])
        token.invalidate()
        try person.object.removeObserver(watcher, forKeyPath: "age")
    }

    @Test("2. A token made of the raw messages, which survives the object")
    func ownToken() throws {
        let told = Locked(0)
        var person: Ref<Exercise15Person>? = Exercise15Person.new()
        do {
            let token = try RawToken(person!.object, "age") { told.withLock { $0 += 1 } }
            withExtendedLifetime(token) { person!.age = 1 }
        }
        person!.age = 2
        #expect(told.withLock { $0 } == 1)
        #expect(person!.object.keyValueRegistrations.isEmpty)

        let weak = WeakReference(person!.object)
        do {
            let token = try RawToken(person!.object, "age") {}
            person = nil
            // The token owns the object, so the object cannot die first, and nothing is left over when it does.
            withExtendedLifetime(token) { #expect(weak.object != nil) }
        }
        #expect(weak.object == nil)
    }

    /// The cheapest way to survive the object is to keep it alive. With a weak reference in place of `object`, the
    /// death of the object would be the mistake deallocated-while-observed, and this class could not do anything about
    /// it: that is what the layer's own tokens have the option to end silently for.
    private final class RawToken {
        private let object: Object
        private let keyPath: String
        private let observer: Object

        init(_ object: Object, _ keyPath: String, handler: @escaping @Sendable () -> Void) throws {
            (self.object, self.keyPath) = (object, keyPath)
            observer = try RawToken.observerClass.get().new()
            observer.setAssociatedObject(Object(boxing: Handler(call: handler)), for: RawToken.handlerKey)
            try object.addObserver(observer, forKeyPath: keyPath)
        }

        deinit {
            try? object.removeObserver(observer, forKeyPath: keyPath)
        }

        private struct Handler: Sendable {
            let call: @Sendable () -> Void
        }

        private static let handlerKey = AssociationKey()
        private static let observerClass = Result<Class, any Error> {
            let builder = try ClassBuilder("Exercise15TokenObserver")
            try builder.addMethod(callback) {
                (me: Object, _: Object, _: Object, _: Object, _: UnsafeMutableRawPointer?) in
                try me.associatedObject(handlerKey)?.unboxed(as: Handler.self).call()
            }
            return builder.register()
        }
    }

    @Test("3. A label that follows two properties: with two tokens")
    func twoTokens() {
        let person = Exercise15Person.new(), label = Exercise15Label.new()
        let update: @Sendable (Ref<Exercise15Person>) -> Void = { label.text = "\($0.name), \($0.age)" }
        // Initial on one of them is enough: it shows both.
        let tokens = [
            person.observe(\.name, options: .upToDate) { person, _ in update(person) },
            person.observe(\.age) { person, _ in update(person) },
        ]
        #expect(label.text == "Ann, 42")
        person.age = 43
        person.name = "Bob"
        #expect(label.text == "Bob, 43")
        for token in tokens { token.invalidate() }
    }

    @Test("3. The same with one pipe, and nothing to keep")
    func onePipe() throws {
        let person = Exercise15Person.new(), label = Exercise15Label.new()
        try PropertyPipe.combine(person.pipe(\.name), person.pipe(\.age)) { "\($0), \($1)" }.into(label, \.text)
        #expect(label.text == "Ann, 42")
        person.age = 43
        person.name = "Bob"
        #expect(label.text == "Bob, 43")
    }

    private func makeWatcherClass(_ name: String, told: @escaping @Sendable () -> Void) throws -> Class {
        let builder = try ClassBuilder(name)
        try builder.addMethod(callback) {
            (_: Object, _: Object, _: Object, _: Object, _: UnsafeMutableRawPointer?) in told()
        }
        return builder.register()
    }
}
