import Foundation
import Ledger

/// What the compiler checks: every member that the header declares is here, with the same type.
@objc @implementation extension Basket {
    @objc dynamic var count = 0
    /// Any type of Swift may be stored.
    private final var prices: [String: Int] = [:]

    override init() { super.init() }

    @objc var total: Int { prices.values.reduce(0, +) }
    @objc private class func keyPathsForValuesAffectingTotal() -> Set<String> { ["count"] }

    func addItem(_ name: String, price cents: Int) {
        prices[name, default: 0] += cents
        count += 1
    }
}
