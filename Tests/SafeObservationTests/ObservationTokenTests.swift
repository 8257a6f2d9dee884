// ObservationTokenTests.swift - tokens: when an observation ends, and that nothing is left of it.
import Glibc
import KVONotifying
import MiniFoundation
import MiniRuntime
import SafeObservation
import Synchronization
import Testing
import TypedClasses

private class Lantern: ClassDescription {
    let level = Property<Int>(0)
    let hall = Property<Ref<Hall>?>(nil)
}

private class Hall: ClassDescription {
    let name = Property<String>("main hall")
}

/// An object that a handler captures, to detect its release.
private final class Captured: Sendable {
    private let atEnd: @Sendable () -> Void
    init(atEnd: @escaping @Sendable () -> Void = {}) { self.atEnd = atEnd }
    deinit { atEnd() }
}

private let count = Atomic<Int>(0)

/// A subclass of `D` for one test, which counts its instances. Its dealloc first runs `cleanUp`.
private struct Mortal<D: ClassDescription> {
    let cls: Class

    init(_ type: D.Type, dealloc cleanUp: @escaping @Sendable (UnmanagedObject) -> Void = { _ in }) throws {
        let name = "MortalHandle\(count.add(1, ordering: .relaxed).newValue)"
        let builder = try ClassBuilder(name, superclass: type.description.runtimeClass)
        let cls = builder.cls
        try builder.addMethod("dealloc") { (me: UnmanagedObject) in
            cleanUp(me)
            try me.sendSuper(of: cls, "dealloc")
        }
        self.cls = builder.register()
    }

    func new() throws -> Ref<D> { Ref<D>(try cls.new())! }
}

@Suite("Tokens of observations")
struct ObservationTokenTests {
    private let lantern = Lantern.new()
    private let calls = Locked(0)

    private func observe(options: KeyValueObservingOptions = [.new]) -> KeyValueObservation {
        lantern.observe(\.level, options: options) { [calls] _, _ in calls.withLock { $0 += 1 } }
    }

    private var callCount: Int { calls.withLock { $0 } }

    // ── Ending it ───────────────────────────────────────────────────────────────────────────────────

    @Test("B285 Invalidating ends the observation, once and for all")
    func invalidatingTwice() {
        let token = observe()
        #expect(token.isValid)
        #expect(token.object == lantern.object)
        token.invalidate()
        #expect(!token.isValid)
        lantern.level = 1
        token.invalidate()
        #expect(callCount == 0)
        #expect(lantern.object.observationInfo == nil)
        #expect(lantern.object.isa == Lantern.description.runtimeClass)
    }

    @Test("B285 Q42 An observation ends with its token")
    func dropping() {
        var token: KeyValueObservation? = observe()
        lantern.level = 1
        #expect(token?.isValid == true)
        token = nil
        lantern.level = 2
        #expect(callCount == 1)
        #expect(lantern.object.observationInfo == nil)
    }

    @Test("B288 Q03 A handler may invalidate its own token")
    func insideHandler() {
        let token = Locked<KeyValueObservation?>(nil)
        let observation = lantern.observe(\.level) { [calls] _, _ in
            calls.withLock { $0 += 1 }
            token.withLock { $0 }?.invalidate()
        }
        token.withLock { $0 = observation }
        lantern.level = 1
        lantern.level = 2
        #expect(callCount == 1)
        #expect(!observation.isValid)
        #expect(lantern.object.observationInfo == nil)
    }

    @Test("B288 A handler may drop the last reference to its own token")
    func droppingInsideHandler() {
        let token = Locked<KeyValueObservation?>(nil)
        let captured = WeakBox()
        do {
            let thing = Captured()
            captured.value = thing
            let observation = lantern.observe(\.level) { [calls] _, _ in
                token.exchange(nil)
                withExtendedLifetime(thing) { calls.withLock { $0 += 1 } }
            }
            token.withLock { $0 = observation }
        }
        lantern.level = 1
        lantern.level = 2
        #expect(callCount == 1)
        #expect(captured.value == nil)
        #expect(lantern.object.observationInfo == nil)
    }

    @Test("B288 Q03 During the initial notification there is no token yet; one that it replaces may be invalidated")
    func duringInitial() {
        let token = Locked<KeyValueObservation?>(nil)
        for level in 0..<3 {
            let observation = lantern.observe(\.level, options: [.initial, .new]) { [calls] _, _ in
                calls.withLock { $0 += 1 }
                token.withLock { $0 }?.invalidate()
            }
            token.withLock { $0 = observation }
            #expect(lantern.object.keyValueRegistrations.count == 1)
            #expect(callCount == level + 1)
        }
        lantern.level = 1
        #expect(callCount == 4)
        #expect(lantern.object.observationInfo == nil)
    }

    @Test("B288 What the handler throws during the initial notification is thrown, and nothing is observed")
    func throwingDuringInitial() throws {
        let captured = WeakBox()
        let error = #expect(throws: RuntimeException.self) {
            let thing = Captured()
            captured.value = thing
            _ = try lantern.object.observe("level", options: .initial) { _, _ in
                withExtendedLifetime(thing) {}
                throw RuntimeException("NSGenericException", "not now")
            }
        }
        #expect(error?.reason == "not now")
        #expect(captured.value == nil)
        #expect(lantern.object.observationInfo == nil)
        #expect(!RuntimeException.isPending)
    }

    @Test("B288 A handler may invalidate the tokens of others: those are not called any more")
    func invalidatingOthers() {
        let others = (0..<3).map { _ in observe() }
        // The latest registration is notified first.
        let first = lantern.observe(\.level) { _, _ in for other in others { other.invalidate() } }
        lantern.level = 1
        #expect(callCount == 0)
        first.invalidate()
        #expect(lantern.object.observationInfo == nil)
    }

    @Test("Between the notification before a change and the one after it, an observation may end")
    func afterPrior() {
        let token = Locked<KeyValueObservation?>(nil)
        let observation = lantern.observe(\.level, options: [.prior]) { [calls] _, change in
            calls.withLock { $0 += 1 }
            if change.isPrior { token.withLock { $0 }?.invalidate() }
        }
        token.withLock { $0 = observation }
        lantern.level = 1
        #expect(callCount == 1)
        #expect(lantern.level == 1)
    }

    // ── Deaths ──────────────────────────────────────────────────────────────────────────────────────

    @Test("B190 Q06 An observed object that dies takes its observations with it, in silence")
    func observedDies() throws {
        let token: KeyValueObservation
        let (lanterns, captured) = (try Mortal(Lantern.self), WeakBox())
        do {
            let lantern = try lanterns.new()
            let thing = Captured()
            captured.value = thing
            token = lantern.observe(\.level) { _, _ in withExtendedLifetime(thing) {} }
            lantern.level = 1
            #expect(lantern.object.unmanaged.retainCount == 1)
        }
        #expect(lanterns.cls.instanceCount == 0)
        #expect(captured.value == nil)
        #expect(!token.isValid)
        #expect(token.object == nil)
        token.invalidate()
        #expect(!RuntimeException.isPending)
    }

    @Test("B286 Q27 The handler, and what it captures, is let go when the token is invalidated")
    func handlerIsFreed() {
        let captured = WeakBox()
        let token: KeyValueObservation
        do {
            let thing = Captured()
            captured.value = thing
            token = lantern.observe(\.level) { _, _ in withExtendedLifetime(thing) {} }
        }
        lantern.level = 1
        #expect(captured.value != nil)
        token.invalidate()
        #expect(captured.value == nil)
    }

    @Test("Q27 A deinit may invalidate a token, even the deinit of what its handler captured")
    func insideDeinit() {
        let (token, ended) = (Locked<KeyValueObservation?>(nil), Locked(0))
        do {
            let thing = Captured {
                token.withLock { $0 }?.invalidate()
                ended.withLock { $0 += 1 }
            }
            let observation = lantern.observe(\.level) { _, _ in withExtendedLifetime(thing) {} }
            token.withLock { $0 = observation }
        }
        lantern.level = 1
        #expect(ended.withLock { $0 } == 0)
        token.withLock { $0 }?.invalidate()
        #expect(ended.withLock { $0 } == 1)
        #expect(lantern.object.observationInfo == nil)
    }

    @Test("B286 A token that its own handler captures is no leak once it is invalidated, or the observed object dead")
    func tokenInHandler() throws {
        let lanterns = try Mortal(Lantern.self)
        for invalidates in [true, false] {
            let token = WeakBox()
            do {
                let lantern = try lanterns.new()
                let own = Locked<KeyValueObservation?>(nil)
                let observation = lantern.observe(\.level) { _, _ in _ = own.withLock { $0 }?.isValid }
                own.withLock { $0 = observation }
                token.value = observation
                lantern.level = 1
                if invalidates { observation.invalidate() }
            }
            #expect(token.value == nil)
        }
        #expect(lanterns.cls.instanceCount == 0)
    }

    @Test("B287 Q27 An object may observe a path that begins at itself, and invalidate in dealloc")
    func pathFromSelf() throws {
        let tokens = Locked<[KeyValueObservation]>([])
        let valid = Locked<[Bool]>([])
        let lanterns = try Mortal(Lantern.self) { _ in
            for token in tokens.withLock({ $0 }) {
                token.invalidate()
                valid.append(token.isValid)
            }
        }
        let hall = Hall.new()
        do {
            let lantern = try lanterns.new()
            lantern.hall = hall
            let added = [
                lantern.observe(\.hall.name) { [calls] _, _ in calls.withLock { $0 += 1 } },
                lantern.observe(\.level) { [calls] _, _ in calls.withLock { $0 += 1 } },
            ]
            tokens.withLock { $0 = added }
            hall.name = "kitchen"
        }
        #expect(callCount == 1)
        #expect(valid.withLock { $0 } == [false, false])
        #expect(lanterns.cls.instanceCount == 0)
        hall.name = "attic"
        #expect(callCount == 1)
        #expect(hall.object.observationInfo == nil)
        #expect(!RuntimeException.isPending)
    }

    @Test("Q27 A value that is set in dealloc does not notify a token that was invalidated there")
    func settingInDealloc() throws {
        let token = Locked<KeyValueObservation?>(nil)
        let lanterns = try Mortal(Lantern.self) { me in
            token.withLock { $0 }?.invalidate()
            me.sendOrTerminate("setLevel:", 9)
        }
        do {
            let lantern = try lanterns.new()
            let observation = lantern.observe(\.level) { [calls] _, _ in calls.withLock { $0 += 1 } }
            token.withLock { $0 = observation }
        }
        #expect(callCount == 0)
        #expect(lanterns.cls.instanceCount == 0)
    }

    @Test("An object on the way of a path may die, and the observed object after it")
    func hopDies() throws {
        let (lanterns, halls) = (try Mortal(Lantern.self), try Mortal(Hall.self))
        try autoreleasepool {
            let lantern = try lanterns.new()
            let token = lantern.observe(\.hall.name) { [calls] _, _ in calls.withLock { $0 += 1 } }
            lantern.hall = try halls.new()
            lantern.hall = nil
            #expect(halls.cls.instanceCount == 0)
            lantern.hall = try halls.new()
            #expect(callCount == 3)
            #expect(token.isValid)
        }
        #expect(lanterns.cls.instanceCount == 0)
        #expect(halls.cls.instanceCount == 0)
    }

    @Test("When all is over, nothing is left of observations or of what they observed")
    func leaks() throws {
        let (lanterns, halls) = (try Mortal(Lantern.self), try Mortal(Hall.self))
        let observers = Locked<[WeakReference]>([])
        try autoreleasepool {
            let (lantern, hall) = (try lanterns.new(), try halls.new())
            lantern.hall = hall
            for round in 0..<10 {
                let tokens = [
                    lantern.observe(\.level) { _, _ in },
                    lantern.observe(\.hall.name, options: [.initial, .old, .new]) { _, _ in },
                    lantern.observe(\.level, skipsEqualValues: true) { _, _ in },
                ]
                lantern.level = round
                hall.name = "\(round)"
                let registered = lantern.object.keyValueRegistrations
                #expect(registered.count == 3)
                for each in registered { observers.append(WeakReference(each.observer)) }
                if round % 2 == 0 { for token in tokens { token.invalidate() } }
            }
            #expect(lantern.object.observationInfo == nil)
            #expect(hall.object.observationInfo == nil)
        }
        #expect(lanterns.cls.instanceCount == 0)
        #expect(halls.cls.instanceCount == 0)
        #expect(observers.withLock { $0 }.count { $0.object != nil } == 0)
    }

    // ── Exceptions, and other observers ─────────────────────────────────────────────────────────────

    @Test("Invalidating loses no exception that is on its way, and adds none")
    func pendingException() throws {
        let token = observe()
        RuntimeException("NSGenericException", "on its way").raise()
        token.invalidate()
        #expect(RuntimeException.takePending()?.reason == "on its way")
        #expect(lantern.object.observationInfo == nil)
    }

    @Test("What a handler throws arrives even if the handler goes, and other tokens with it")
    func throwingAndGoing() {
        let other = Hall.new()
        let own = Locked<KeyValueObservation?>(nil)
        do {
            let otherToken = other.observe(\.name) { _, _ in }
            let observation = lantern.observe(\.level) { _, _ in
                own.withLock { $0 }?.invalidate()
                throw RuntimeException("NSGenericException", "\(otherToken.isValid)")
            }
            own.withLock { $0 = observation }
        }
        #expect(throws: RuntimeException("NSGenericException", "true")) { try lantern.set(\.level, to: 1) }
        #expect(other.object.observationInfo == nil)
        #expect(!RuntimeException.isPending)
    }

    @Test("Q11 A registration that somebody else removed is no harm: invalidating never raises")
    func removedBehindItsBack() throws {
        let token = observe()
        let registration = try #require(lantern.object.keyValueRegistrations.first)
        try lantern.object.removeObserver(try #require(registration.observer), forKeyPath: "level")
        lantern.level = 1
        token.invalidate()
        #expect(callCount == 0)
        #expect(!RuntimeException.isPending)
    }

    @Test("Registrations made by message are never touched")
    func rawRegistrations() throws {
        let builder = try ClassBuilder("TokenTestsRawObserver")
        try builder.addMethod("observeValueForKeyPath:ofObject:change:context:") {
            [calls] (_: Object, _: String, _: Object, _: Object, _: UnsafeMutableRawPointer?) in
            calls.withLock { $0 += 1 }
        }
        let raw = try builder.register().new()
        let context = UnsafeMutableRawPointer(bitPattern: 1)
        try lantern.object.addObserver(raw, forKeyPath: "level", context: context)
        do {
            let token = lantern.observe(\.level) { _, _ in }
            token.invalidate()
            _ = lantern.observe(\.level) { _, _ in }
        }
        lantern.level = 1
        #expect(callCount == 1)
        #expect(lantern.object.keyValueRegistrations.map(\.observer) == [raw])
        try lantern.object.removeObserver(raw, forKeyPath: "level", context: context)
        #expect(lantern.object.observationInfo == nil)
    }

    // ── Threads ─────────────────────────────────────────────────────────────────────────────────────

    @Test("Q28 A token may be invalidated on one thread while another delivers changes")
    func invalidatingOnAnotherThread() async {
        await withTaskGroup(of: Void.self) { group in
            let (lantern, calls) = (lantern, calls)
            for number in 0..<4 {
                group.addTask {
                    for round in 0..<100 {
                        let token = lantern.observe(\.level) { _, _ in calls.withLock { $0 += 1 } }
                        if round % 2 == 0 { lantern.level = number }
                        token.invalidate()
                    }
                }
                group.addTask { for round in 0..<100 { lantern.level = round } }
            }
        }
        #expect(callCount > 0)
        #expect(lantern.object.observationInfo == nil)
        #expect(!RuntimeException.isPending)
    }

    @Test("Q28 Several threads may invalidate one token; after that it is over for all")
    func invalidatingOnSeveralThreads() async {
        for _ in 0..<50 {
            let token = observe()
            await withTaskGroup(of: Void.self) { group in
                for _ in 0..<4 { group.addTask { token.invalidate() } }
                group.addTask { [lantern] in lantern.level += 1 }
            }
            let before = callCount
            lantern.level += 1
            #expect(callCount == before)
        }
        #expect(lantern.object.observationInfo == nil)
    }

    @Test("Q28 An object may die on one thread while its tokens are invalidated on others")
    func dyingOnAnotherThread() async throws {
        let lanterns = try Mortal(Lantern.self)
        for _ in 0..<100 {
            let hall = Hall.new()
            let (holder, tokens) = try {
                let lantern = try lanterns.new()
                lantern.hall = hall
                let tokens = [lantern.observe(\.level) { _, _ in }, lantern.observe(\.hall.name) { _, _ in }]
                return (Locked<Ref<Lantern>?>(lantern), tokens)
            }()
            await withTaskGroup(of: Void.self) { group in
                for token in tokens { group.addTask { autoreleasepool { token.invalidate() } } }
                group.addTask { hall.name = "cellar" }
                group.addTask { holder.exchange(nil) }
            }
            #expect(hall.object.observationInfo == nil)
            #expect(tokens.allSatisfy { !$0.isValid })
        }
        #expect(lanterns.cls.instanceCount == 0)
        #expect(!RuntimeException.isPending)
    }
}

/// A weak reference to a Swift object.
private final class WeakBox {
    weak var value: AnyObject?
}
