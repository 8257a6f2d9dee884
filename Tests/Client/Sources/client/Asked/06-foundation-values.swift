import Foundation
import FoundationValues
import SafeObservation
import Support
import Synchronization
import TypedClasses

final class Invoice: ClassDescription {
    let id = Property<UUID>(UUID())
    let issued = Property<Date>(Date(timeIntervalSince1970: 0))
    let total = Property<Decimal>(0)
    let scan = Property<Data>(Data())
    let page = Property<URL?>(nil)
    let patience = Property<Duration>(.seconds(30))
    let lines = Property<Range<Int>>(0..<0)
    let discount = Property<ClosedRange<Double>>(0...0.1)
}

func program06() throws {
    let (invoice, other) = (Invoice.new(), Invoice.new())
    check(invoice.id != other.id, "each invoice has its own UUID")

    let totals = Mutex<[Decimal]>([])
    let token = invoice.observe(\.total, skipsEqualValues: true) { _, change in
        totals.withLock { $0.append(change.newValue ?? 0) }
    }
    defer { token.invalidate() }
    invoice.total = Decimal(string: "19.90")!
    invoice.total = Decimal(string: "19.9")!  // equal by ==
    invoice.total += 1
    check(
        totals.withLock { $0 } == [Decimal(string: "19.9")!, Decimal(string: "20.9")!], "values that are == are skipped"
    )

    let dates = Mutex(0)
    let dateToken = invoice.observe(\.issued, skipsEqualValues: true) { _, _ in dates.withLock { $0 += 1 } }
    defer { dateToken.invalidate() }
    let now = Date()
    invoice.issued = now
    invoice.issued = Date(timeIntervalSinceReferenceDate: now.timeIntervalSinceReferenceDate)
    check(dates.withLock { $0 } == 1, "an equal date is skipped")

    invoice.scan.append(contentsOf: [0x25, 0x50, 0x44, 0x46])
    invoice.page = URL(string: "https://example.com/invoices/1")
    invoice.patience *= 2
    invoice.lines = 3..<8
    invoice.discount = 0.1...0.2
    check(invoice.scan == Data("%PDF".utf8), "Data is changed in place")
    check(invoice.page?.host == "example.com", "a URL comes back as it went")
    check(invoice.patience == .seconds(60), "so does a Duration")
    check(invoice.lines.count == 5 && invoice.discount.contains(0.15), "and ranges, half-open and closed")
}
