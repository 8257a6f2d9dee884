import SafeObservation
import Support
import Synchronization
import TypedClasses

final class Cart: ClassDescription {
    let tags = Property<Set<String>>([])
    let quantities = Property<[String: Int]>([:])
}

func program05() throws {
    let cart = Cart.new()

    let tagChanges = Mutex<[ObservedChange<Set<String>>]>([])
    let tags = cart.observe(\.tags, options: [.old, .new]) { _, change in tagChanges.withLock { $0.append(change) } }
    defer { tags.invalidate() }

    cart.tags.insert("gift")
    cart.tags.formUnion(["gift", "express", "fragile"])
    cart.tags.remove("gift")
    cart.tags.insert("express")  // is a member already
    let told = tagChanges.withLock { $0 }
    check(told.count == 3, "inserting what is in already is no change")
    check(told[0].kind == .insertion && told[0].inserted == ["gift"], "insert says what was inserted")
    check(told[1].inserted == ["express", "fragile"], "a union says what is new, and that only")
    check(told[2].kind == .removal && told[2].removed == ["gift"], "remove says what was removed")
    check(cart.tags == ["express", "fragile"], "the whole set is what the property says")

    let counts = Mutex<[ObservedChange<[String: Int]>]>([])
    let quantities = cart.observe(\.quantities, options: [.old, .new]) { _, change in
        counts.withLock { $0.append(change) }
    }
    defer { quantities.invalidate() }

    cart.quantities["apple"] = 1
    cart.quantities["apple", default: 0] += 2
    cart.quantities["apple"] = nil
    cart.quantities = ["pear": 4]
    let updates = counts.withLock { $0 }
    check(updates.map(\.kind) == [.insertion, .replacement, .removal, .setting], "each update by key has its kind")
    check(updates[0].keys == ["apple"], "the key is told")
    check(updates[1].oldValue?["apple"] == 1 && updates[1].newValue?["apple"] == 3, "and the values before and after")
    check(updates[2].removed == ["apple": 3], "what was removed is told with its key")
    check(updates[3].newValue == ["pear": 4], "a whole new dictionary is a setting")
}
