// Transfers.swift - money that moves between purses in transactions, seen by handlers of several kinds.
import SafeObservation
import Support
import Synchronization

private enum TransferError: Error { case overdrawn }

private final class Purse: ClassDescription {
    let balance = Property<Int>(100)
}

private final class Ledger: ClassDescription {
    let total = Property<Int>(0)
}

private func transfer(_ amount: Int, from source: Ref<Purse>, to target: Ref<Purse>) throws {
    try withTransaction {
        source.balance -= amount
        target.balance += amount
        guard source.balance >= 0 else {
            (source.balance, target.balance) = (source.balance + amount, target.balance - amount)
            throw TransferError.overdrawn
        }
    }
}

private func transferAll() throws {
    let (ann, bob, ledger) = (Purse.new(), Purse.new(), Ledger.new())
    let seen = Mutex<[String]>([])
    try PropertyPipe.combine(ann.pipe(\.balance), bob.pipe(\.balance)) { $0 + $1 }.into(ledger, \.total)
    let totals = ledger.observe(\.total) { _, change in seen.withLock { $0.append("total \(change.new!)") } }
    try bob.onChange(of: ann, \.balance, options: .oldToNew) { bob, ann, change in
        seen.withLock { $0.append("\(change.old!) -> \(ann.balance), \(bob.balance)") }
    }
    try transfer(30, from: ann, to: bob)
    expect(seen.withLock { $0 }, is: ["100 -> 70, 130"], "what is seen of a transfer")
    do {
        try transfer(300, from: ann, to: bob)
        fail("an overdrawn purse")
    } catch TransferError.overdrawn {}
    // The source was set twice, and has its first value again: a change like any other.
    expect(seen.withLock { $0.last }, is: "70 -> 70, 130", "what is seen of a transfer that was taken back")
    expect(ledger.total, is: 200, "the total")
    totals.invalidate()
}

@Sendable func transfers() async {
    do { try transferAll() } catch { fail("transfers: \(error)") }
}
