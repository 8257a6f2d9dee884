import Foundation
import Ledger

/// Pays a basket from an account, and says how it stands.
public final class Order: NSObject {
    /// "open", what was paid, or what is missing.
    @objc public dynamic private(set) var status = "open"
    /// What is paid for.
    @objc public let basket: Basket
    /// Where the money comes from.
    @objc public let account: Account
    private var observation: NSKeyValueObservation?

    /// Creates an order that watches the account.
    public init(basket: Basket, account: Account) {
        self.basket = basket
        self.account = account
        super.init()
        observation = observe(\.account.balance, options: .old) { order, change in
            order.status = "paid \(change.oldValue! - order.account.balance)"
        }
    }

    /// Withdraws the total of the basket.
    public func pay() {
        do { try account.withdraw(basket.total) } catch {
            status = "\((error as NSError).code) missing"
        }
    }
}
