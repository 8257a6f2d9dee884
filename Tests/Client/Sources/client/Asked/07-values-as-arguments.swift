import SafeObservation
import Support
import Synchronization
import TypedClasses

enum Priority: String, BoxedValue { case low, normal, urgent }

struct Address: Codable, Equatable, BoxedValue {
    var street: String
    var city: String
}

final class Parcel: ClassDescription {
    let priority = Property<Priority>(.normal)
    let address = Property<Address?>(nil)
    let stops = Property<[Address]>([])

    let deliver = TypedMethod { (me: Ref<Parcel>, address: Address, priority: Priority?) -> [Address] in
        me.address = address
        me.priority = priority ?? me.priority
        me.stops.append(address)
        return me.stops
    }
    let findStop = TypedMethod { (me: Ref<Parcel>, city: String) -> Address? in
        me.stops.first { $0.city == city }
    }
    let cities = TypedMethod { (me: Ref<Parcel>, excluded: [String]?) -> [String] in
        me.stops.map(\.city).filter { !(excluded ?? []).contains($0) }
    }
}

func program07() throws {
    let parcel = Parcel.new()
    let home = Address(street: "Lindenstr. 1", city: "Bonn")
    let priorities = Mutex<[Priority]>([])
    let token = parcel.observe(\.priority, options: [.new]) { _, change in
        priorities.withLock { $0.append(change.newValue!) }
    }
    defer { token.invalidate() }

    let stops = try parcel.deliver(home, .urgent)
    check(
        stops == [home], "a method takes a Codable structure and an optional enum, and returns an array of structures")
    check(priorities.withLock { $0 } == [.urgent], "the observer is told of the enum's case")
    check(try parcel.findStop("Bonn") == home, "a method returns an optional structure")
    check(try parcel.findStop("Rome") == nil, "... which may be nil")
    check(try parcel.cities(nil) == ["Bonn"], "nil may be passed for an optional array")
    check(try parcel.cities(["Bonn"]).isEmpty, "and so may an array")

    parcel.address?.city = "Köln"
    check(
        parcel.address == Address(street: "Lindenstr. 1", city: "Köln"),
        "a field of an optional structure is set in place")
}
