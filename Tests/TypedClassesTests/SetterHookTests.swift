// SetterHookTests.swift - willSet and didSet of described properties.
import KVONotifying
import MiniFoundation
import MiniRuntime
import SafeObservation
import Synchronization
import TestSupport
import Testing
import TypedClasses

private struct TooLoud: Error {}

private class Radio: ClassDescription {
    let journal = Property<[String]>([])
    let volume: Property<Int> = Property(
        50,
        willSet: { (me: Ref<Radio>, newValue: Int) in
            if newValue > 1000 { throw TooLoud() }
            me.journal.append("will be \(newValue), is \(me.volume)")
        },
        didSet: { (me: Ref<Radio>, oldValue: Int) in
            me.journal.append("was \(oldValue), is \(me.volume)")
            if me.volume > 100 { me.volume = 100 }
        })
    let station = Property<String?>(
        nil, affectedBy: \Radio.volume, isAtomic: false,
        didSet: { (me: Ref<Radio>, oldValue: String?) in me.journal.append("\(oldValue ?? "nil") off") })
    let twin = Property<Ref<Radio>?>(nil, storage: .weak)
    let bass: Property<Double> = Property(
        0,
        willSet: { (me: Ref<Radio>, newValue: Double) in
            me.bass = 9  // as in Swift: overwritten by the value that is being set
            me.twin?.bass = newValue
        })
    let treble: Property<Int32> = Property(
        0,
        didSet: { (me: Ref<Radio>, _: Int32) in
            try me.object.setValue(Int32(1), forKey: "treble")
            throw RuntimeException("NSGenericException", "no treble")
        })
}

private final class CarRadio: Radio {
    let carVolume = TypedMethod("setVolume:") { (me: Ref<CarRadio>, volume: Int) in
        try me.super.set(\.volume, to: volume * 2)
    }
}

private final class SharedNumber: ClassDescription {
    let number: Property<Int> = Property(
        0, didSet: { (me: Ref<SharedNumber>, _: Int) in if me.number < 0 { me.number = 0 } })
}

@Suite("Hooks of properties")
struct SetterHookTests {
    @Test("The default value calls no hook; willSet sees the value before, didSet the one after")
    func order() {
        let radio = Radio.new()
        #expect(radio.journal == [])
        radio.volume = 60
        #expect(radio.journal == ["will be 60, is 50", "was 50, is 60"])
    }

    @Test("didSet may correct the value: neither hook is called again, and observers are notified once, afterwards")
    func correcting() throws {
        let radio = Radio.new()
        let seen = Mutex<[Int]>([])
        let token = radio.observe(\.volume, options: [.old, .new]) { _, change in
            seen.withLock { $0 += [change.oldValue ?? -1, change.newValue ?? -1] }
        }
        radio.volume = 130
        #expect(radio.volume == 100)
        #expect(seen.withLock { $0 } == [50, 100])
        #expect(radio.journal == ["will be 130, is 50", "was 50, is 130"])
        radio.volume = 7
        #expect(seen.withLock { $0 } == [50, 100, 100, 7])
        token.invalidate()
        radio.volume = 300
        #expect(radio.volume == 100)
    }

    @Test("Messages and key-value coding come to the hooks, observed or not")
    func otherWays() throws {
        let (radio, watcher) = (Radio.new(), try Watcher())
        try radio.object.setValue(3, forKey: "volume")
        try radio.object.send("setVolume:", 4)
        try radio.object.addObserver(watcher.object, forKeyPath: "volume")
        try radio.object.setValue(500, forKey: "volume")
        #expect(watcher.told == ["volume"])
        #expect(radio.journal.count == 6)
        #expect(radio.volume == 100)
        try radio.object.removeObserver(watcher.object, forKeyPath: "volume")
        try radio.object.setIvar("_volume", to: 1)
        #expect(radio.journal.count == 6)
    }

    @Test("What a hook throws is raised by the setter; willSet that throws leaves the value as it was")
    func throwing() throws {
        let (radio, watcher) = (Radio.new(), try Watcher())
        #expect(throws: TooLoud.self) { try radio.set(\.volume, to: 2000) }
        #expect(radio.volume == 50)
        try radio.object.addObserver(watcher.object, forKeyPath: "treble")
        #expect(throws: RuntimeException("NSGenericException", "no treble")) { try radio.set(\.treble, to: 5) }
        #expect(radio.treble == 1)
        #expect(throws: RuntimeException("NSGenericException", "no treble")) { try radio.set(\.treble, to: 6) }
        try radio.object.removeObserver(watcher.object, forKeyPath: "treble")
        #expect(!RuntimeException.isPending)
        radio.volume = 8
        #expect(radio.journal == ["will be 8, is 50", "was 50, is 8"])
    }

    @Test("One hook alone, an optional value, and what affects the property")
    func one() throws {
        let (radio, watcher) = (Radio.new(), try Watcher())
        radio.station = "BBC"
        radio.station = nil
        #expect(radio.journal == ["nil off", "BBC off"])
        try radio.object.addObserver(watcher.object, forKeyPath: "station")
        radio.volume = 1
        #expect(watcher.told == ["station"])
        try radio.object.removeObserver(watcher.object, forKeyPath: "station")
    }

    @Test("What willSet stores in its own property is replaced; another object's property is set with its hooks")
    func storing() {
        let (radio, twin) = (Radio.new(), Radio.new())
        radio.twin = twin
        twin.twin = radio
        twin.twin = nil
        radio.bass = 3
        #expect(radio.bass == 3)
        #expect(twin.bass == 3)
    }

    @Test("A subclass may override the setter, and call it as super's")
    func overriding() {
        let radio = CarRadio.new()
        radio.volume = 20
        #expect(radio.volume == 40)
        #expect(radio.journal == ["will be 40, is 50", "was 50, is 40"])
    }

    @Test("An observer that sets the property again calls the hooks again")
    func settingInObserver() {
        let radio = Radio.new()
        let token = radio.observe(\.volume) { radio, change in if change.newValue == 5 { radio.volume = 6 } }
        radio.volume = 5
        #expect(radio.journal == ["will be 5, is 50", "was 50, is 5", "will be 6, is 5", "was 5, is 6"])
        token.invalidate()
    }

    @Test("Eight threads set one property at once: each runs its own hooks")
    func threads() {
        let shared = SharedNumber.new()
        onThreads(8) { number in
            for round in 0..<500 { shared.number = round % 2 == 0 ? -1 - number : number }
        }
        shared.number = -1
        #expect(shared.number == 0)
    }
}
