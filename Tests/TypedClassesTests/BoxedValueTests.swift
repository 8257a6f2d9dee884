// BoxedValueTests.swift - properties with the program's own structures and enums, and with Foundation's values.
import Foundation
import FoundationValues
import KVONotifying
import MiniFoundation
import MiniRuntime
import Synchronization
import Testing
import TypedClasses

private struct Address: Codable, Equatable, BoxedValue {
    var street: String
    var city: String
}

private enum Delivery: Hashable, BoxedValue {
    case waiting
    case onItsWay(by: String)
}

/// An object that counts its instances. The runtime's counts include values that other tests box at the same time.
private final class Life: Sendable {
    static let count = Atomic(0)
    init() { Self.count.add(1, ordering: .relaxed) }
    deinit { Self.count.subtract(1, ordering: .relaxed) }
}

private struct Living: Equatable, BoxedValue {
    let life = Life()
    static func == (lhs: Living, rhs: Living) -> Bool { lhs.life === rhs.life }
}

private final class Parcel: ClassDescription {
    let living = Property<Living?>(nil)
    let address = Property<Address>(Address(street: "", city: ""))
    let lastAddress = Property<Address?>(nil)
    let stops = Property<[Address]>([])
    let delivery = Property<Delivery>(.waiting)
    let seen = Property<Set<Delivery>>([])
    let patience = Property<Duration>(.seconds(30))
    let pages = Property<Range<Int>>(0..<0)
    let weight = Property<ClosedRange<Double>?>(nil)

    let deliver = TypedMethod { (me: Ref<Parcel>, address: Address, others: [Address]?) -> [Address] in
        me.address = address
        me.stops += [address] + (others ?? [])
        return me.stops
    }
    let findStop = TypedMethod { (me: Ref<Parcel>, city: String) -> Address? in me.stops.first { $0.city == city } }
    let count = TypedMethod { (me: Ref<Parcel>, byCity: [String: Set<Int>]) -> Int in byCity.values.joined().count }
}

private final class Invoice: ClassDescription {
    let number = Property<UUID>(UUID())
    let issued = Property<Date>(Date(timeIntervalSince1970: 0))
    let total = Property<Decimal>(0)
    let scan = Property<Data>(Data())
    let page = Property<URL?>(nil)
}

@Suite("Values that no class of the runtime stands for")
struct BoxedValueTests {
    private let parcel = Parcel.new()
    private let home = Address(street: "Lindenstr. 1", city: "Bonn")

    @Test("A structure is read as it was set, and a field of it can be set in place")
    func structures() {
        parcel.address = home
        #expect(parcel.address == home)
        parcel.lastAddress = home
        parcel.lastAddress?.city = "Rome"
        #expect(parcel.lastAddress == Address(street: "Lindenstr. 1", city: "Rome"))
        parcel.lastAddress = nil
        #expect(parcel.lastAddress == nil)
        parcel.stops.append(home)
        #expect(parcel.stops == [home])
    }

    @Test("An enum with values, and a set of them")
    func enums() {
        parcel.delivery = .onItsWay(by: "bicycle")
        #expect(parcel.delivery == .onItsWay(by: "bicycle"))
        parcel.seen = [.waiting, .onItsWay(by: "bicycle"), .waiting]
        #expect(parcel.seen == [.onItsWay(by: "bicycle"), .waiting])
    }

    @Test("Durations and ranges")
    func standardLibrary() {
        parcel.patience *= 2
        parcel.pages = 3..<8
        parcel.weight = 0.1...0.2
        #expect(parcel.patience == .seconds(60))
        #expect(parcel.pages == 3..<8)
        #expect(parcel.weight?.contains(0.15) == true)
    }

    @Test("Foundation's values, beside Foundation itself")
    func foundation() {
        let (invoice, other) = (Invoice.new(), Invoice.new())
        #expect(invoice.number != other.number)
        invoice.issued = Date(timeIntervalSinceReferenceDate: 1)
        invoice.total = Decimal(string: "19.90")!
        invoice.total += 1
        invoice.scan.append(contentsOf: [0x25, 0x50, 0x44, 0x46])
        invoice.page = URL(string: "https://example.com/invoices/1")
        #expect(invoice.issued.timeIntervalSinceReferenceDate == 1)
        #expect(invoice.total == Decimal(string: "20.9"))
        #expect(invoice.scan == Data("%PDF".utf8))
        #expect(invoice.page?.host == "example.com")
    }

    @Test("As arguments and results of methods; optional, in arrays, sets and dictionaries as well")
    func methods() throws {
        let rome = Address(street: "", city: "Rome")
        #expect(try parcel.deliver(home, nil) == [home])
        #expect(try parcel.deliver(home, [rome]) == [home, home, rome])
        #expect(try parcel.findStop("Rome") == rome)
        #expect(try parcel.findStop("Oslo") == nil)
        #expect(try parcel.count(["Bonn": [1, 2], "Rome": []]) == 2)
        let stops: [Address] = try parcel.send("stops")
        #expect(stops.count == 3)
    }

    @Test("The object that holds one is equal to another that holds an equal value, and says what it holds")
    func objects() throws {
        let (a, b, other) = (home.boxed!, home.boxed!, Address(street: "", city: "Rome").boxed!)
        #expect(a != b, "two objects")
        #expect(try a.send("isEqual:", b))
        #expect(try !a.send("isEqual:", other))
        #expect(try !a.send("isEqual:", NSString.object("Rome")))
        #expect(try !a.send("isEqual:", Object?.none))
        #expect(try a.send("hash", as: UInt.self) == b.send("hash", as: UInt.self))
        #expect("\(a)" == "\(home)")
        #expect(try a.send("copy", as: Object.self) == a)
        #expect(NSSet.elements(of: NSSet.object([a, b, other]))?.count == 2)
    }

    @Test("What somebody else stored is an error that names both types")
    func misfits() throws {
        try parcel.object.setValue(NSString.object("Rome"), forKey: "address")
        #expect(throws: BridgingError.wrongType(expected: "Address", found: "\(NSString.object("Rome").isa.name)")) {
            try parcel.get(\.address)
        }
        try parcel.object.send("setAddress:", Delivery.waiting.boxed)
        #expect(throws: BridgingError.wrongType(expected: "Address", found: "Delivery")) { try parcel.get(\.address) }
        try parcel.object.send("setAddress:", Object?.none)
        #expect(throws: BridgingError.wrongType(expected: "Address", found: "nil")) { try parcel.get(\.address) }
    }

    @Test("Nothing is left of a value that is replaced")
    func lifetimes() throws {
        do {
            let parcel = Parcel.new()
            for _ in 0..<100 { parcel.living = Living() }
            #expect(Life.count.load(ordering: .sequentiallyConsistent) == 1)
        }
        #expect(Life.count.load(ordering: .sequentiallyConsistent) == 0)
    }
}
