// Exercises03.swift - solutions to the exercises of docs/guide/03-sending-a-message.md.
import KVONotifying
import MiniFoundation
import MiniRuntime
import Testing

/// The search, as method.c does it: the class's own table, then that of the superclass, and so on.
private func findMethod(_ selector: Selector, in cls: Class) -> Method? {
    var place: Class? = cls
    while let current = place {
        if let method = current.methods.first(where: { $0.selector == selector }) { return method }
        place = current.superclass
    }
    return nil
}

@Suite("Exercises of chapter 03")
struct Exercises03 {
    // The command: MINIRUNTIME_TRACE_MESSAGES=1 runtime-demo print-info 2>&1 | grep -c 'trace. message'
    //
    // Who receives the most is told by the third word: ... | awk '/trace. message/ { print $3 }' | sort | uniq -c
    // Inside a program the same switch is Trace.setTracesMessages, and each message is an event. The switch is the
    // process's, so this test has one of its own.
    @Test("1. Messages can be counted: new is three of them")
    func countMessages() async {
        await #expect(processExitsWith: .success) {
            let cls = try ClassBuilder("Exercise03Counted").register()
            _ = try cls.new()  // before its first message, a class is sent initialize
            let sent = Locked<[String]>([])
            Trace.setHandler { event in
                guard event.kind == .message, let selector = event.selector else { return }
                sent.append(selector.name)
            }
            Trace.setTracesMessages(true)
            let object = try cls.new()
            Trace.setTracesMessages(false)
            #expect(sent.withLock { $0 } == ["new", "alloc", "init"])
            withExtendedLifetime(object) {}
        }
    }

    @Test("2. A search written by hand finds what the runtime finds")
    func searchByHand() throws {
        let cls = try #require(Class(named: "NSMutableArray"))
        let chain = sequence(first: cls) { $0.superclass }
        let selectors = Set(chain.flatMap(\.methods).map(\.selector))
        #expect(selectors.count > 50)
        for selector in selectors { #expect(findMethod(selector, in: cls) == cls.instanceMethod(selector)) }
        #expect(findMethod("noSuchMethodExercise03", in: cls) == nil)
    }

    // The kept IMP is Person's setter. The notifying setter is another function, in the table of another class, and
    // only a search that begins at the object's isa comes by there. An IMP is kept at the price of everything that may
    // change: observing, swizzling, categories.
    @Test("3. A setter called through a kept IMP notifies no observer; the message does")
    func keptImplementation() throws {
        var builder = try ClassBuilder("Exercise03Person")
        try builder.addProperty("age", Int32.self)
        let person = try builder.register().new()
        let setter = person.isa.methodImplementation("setAge:")

        let told = Locked(0)
        let watching = try ClassBuilder("Exercise03Watcher")
        try watching.addMethod("observeValueForKeyPath:ofObject:change:context:") {
            (_: Object, _: Object, _: Object, _: Object, _: UnsafeMutableRawPointer?) in
            told.withLock { $0 += 1 }
        }
        let watcher = try watching.register().new()
        try person.addObserver(watcher, forKeyPath: "age", options: [])

        for age in 1...3 { try setter.call(person, "setAge:", Int32(age)) }
        #expect(try person.send("age", as: Int32.self) == 3)
        #expect(told.withLock { $0 } == 0)

        for age in 4...6 { try person.send("setAge:", Int32(age)) }
        #expect(told.withLock { $0 } == 3)
        #expect(person.isa.methodImplementation("setAge:") != setter)
        try person.removeObserver(watcher, forKeyPath: "age")
    }
}
