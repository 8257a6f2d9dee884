import SafeObservation
import Support
import Synchronization
import TypedClasses

final class Radio: ClassDescription {
    let journal = Property<[String]>([])
    let isMuted = Property<Bool>(false)
    let volume: Property<Int> = Property(
        50,
        willSet: { (me: Ref<Radio>, newValue: Int) in
            me.journal.append("will be \(newValue), is \(me.volume)")
        },
        didSet: { (me: Ref<Radio>, oldValue: Int) in
            me.journal.append("was \(oldValue), is \(me.volume)")
            if me.volume > 100 { me.volume = 100 }  // as in Swift: does not call didSet again
            me.isMuted = me.volume == 0
        }
    )
}

func program11() throws {
    let radio = Radio.new()
    check(radio.journal.isEmpty, "the default value calls no hook")

    radio.volume = 60
    check(
        radio.journal == ["will be 60, is 50", "was 50, is 60"], "willSet sees the value before, didSet the one after")

    let seen = Mutex<[Int]>([])
    let token = radio.observe(\.volume) { radio, change in seen.withLock { $0.append(change.newValue ?? -1) } }
    defer { token.invalidate() }
    radio.volume = 130
    check(radio.volume == 100, "didSet may correct the value")
    check(seen.withLock { $0 } == [100], "observers are told after didSet, once, of the corrected value")
    check(radio.journal.count == 4, "the correction does not call the hooks again")

    try radio.object.setValue(0, forKey: "volume")
    check(radio.isMuted, "the hooks are called by whichever way the value is set")
    check(radio.journal.last == "was 100, is 0", "... with the values of that setting")
}
