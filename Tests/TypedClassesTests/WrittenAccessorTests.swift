// WrittenAccessorTests.swift - computed properties that can be set.
import KVONotifying
import MiniFoundation
import MiniRuntime
import SafeObservation
import Testing
import TypedClasses

private class Weather: ClassDescription {
    let celsius = Property<Double>(20)
    let fahrenheit = Property<Double>(
        affectedBy: \Weather.celsius, get: { (me: Ref<Weather>) in me.celsius * 1.8 + 32 },
        set: { (me: Ref<Weather>, newValue: Double) in
            guard newValue > -459.67 else { throw RuntimeException("NSRangeException", "colder than cold") }
            me.celsius = (newValue - 32) / 1.8
        })
    let text = Property<String>("a b")
    let words = Property<[String]>(
        affectedBy: \Weather.text, get: { (me: Ref<Weather>) in me.text.split(separator: " ").map(String.init) },
        set: { (me: Ref<Weather>, words: [String]) in me.text = words.joined(separator: " ") })
    let tenfold = Property<Double?>(
        get: { (me: Ref<Weather>) in me.celsius * 10 },
        set: { (me: Ref<Weather>, newValue: Double?) in me.celsius = (newValue ?? 0) / 10 })
}

private final class Winter: Weather {
    let winterFahrenheit = Override(\Weather.fahrenheit) { (me: Ref<Winter>, newValue: Double) in
        me.super.fahrenheit = min(newValue, 32)
    }
}

@Suite("Computed properties that can be set")
struct WrittenAccessorTests {
    /// The new values that observers of both properties receive while `body` runs.
    private func notified(_ weather: Ref<Weather>, _ body: () throws -> Void) rethrows -> [String] {
        let log = Locked<[String]>([])
        let tokens = [
            weather.observe(\.celsius, options: .new) { _, change in log.append("C \(change.newValue ?? 0)") },
            weather.observe(\.fahrenheit, options: [.old, .new]) { _, change in
                log.append("F \(change.oldValue ?? 0) \(change.newValue ?? 0)")
            },
        ]
        defer { tokens.forEach { $0.invalidate() } }
        try body()
        return log.withLock { $0 }
    }

    @Test("A member, a message and key-value coding call the closures")
    func accessors() throws {
        let weather = Weather.new()
        #expect(weather.fahrenheit == 68)
        weather.fahrenheit = 50
        #expect(weather.celsius == 10)
        try weather.object.send("setFahrenheit:", 32.0)
        #expect(weather.celsius == 0)
        try weather.object.setValue(212.0, forKey: "fahrenheit")
        #expect(try weather.get(\.celsius) == 100)
        weather.tenfold = nil
        #expect((weather.celsius, weather.tenfold) == (0, 0))
    }

    @Test("A set notifies the observers of the property once, and those of the property that it sets")
    func notifications() {
        let weather = Weather.new()
        #expect(notified(weather) { weather.fahrenheit = 50 } == ["F 68.0 50.0", "C 10.0"])
        #expect(notified(weather) { weather.celsius = 0 } == ["F 50.0 32.0", "C 0.0"])
    }

    @Test("Without other properties that affect it, each set notifies")
    func independent() {
        let weather = Weather.new()
        let log = Locked<[Double?]>([])
        let token = weather.observe(\.tenfold, options: .new) { _, change in log.append(change.newValue) }
        weather.tenfold = 5
        weather.tenfold = 5
        #expect(log.withLock { $0 } == [5, 5])
        token.invalidate()
    }

    @Test("An error that the setter throws leaves the value, and reaches the code that sets")
    func errors() {
        let weather = Weather.new()
        #expect(throws: RuntimeException("NSRangeException", "colder than cold")) {
            try weather.set(\.fahrenheit, to: -500)
        }
        #expect(notified(weather) { weather.fahrenheit = 50 } == ["F 68.0 50.0", "C 10.0"])
    }

    @Test("A change of one element of a computed collection sets the whole collection")
    func collections() {
        let weather = Weather.new()
        let log = Locked<[String]>([])
        let token = weather.observe(\.words, options: .new) { _, change in
            log.append("\(change.kind == .setting) \(change.newValue ?? [])")
        }
        weather.words.append("c")
        #expect(weather.text == "a b c")
        #expect(log.withLock { $0 } == [#"true ["a", "b", "c"]"#])
        token.invalidate()
    }

    @Test("A subclass overrides the setter")
    func overridden() {
        let winter = Winter.new()
        winter.fahrenheit = 100
        #expect(winter.celsius == 0)
    }

    @Test("The class has the property and its methods, and no ivar")
    func mechanism() throws {
        let cls = Weather.description.runtimeClass
        #expect(cls.instanceMethod("setFahrenheit:")?.typeEncoding == "v24@0:8d16")
        #expect(cls.instanceVariable("_fahrenheit") == nil)
        #expect(cls.property("fahrenheit")?.attributeString == "Td,N")
    }
}
