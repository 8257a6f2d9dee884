import Foundation
import Ledger
import Shop
import Testing

/// A subclass in Swift of a class in Objective-C.
private final class SavingsAccount: Account {
    @objc dynamic var rate = 2.0
    override func withdraw(_ cents: Int) throws {
        try super.withdraw(cents + 1)
    }
}

// One after the other, because one exchanges a method.
@Suite(.serialized) struct ShopTests {
    let account = Account(owner: "Ada")
    let basket = Basket()

    @Test func objectiveCObservesAPropertyThatSwiftComputes() {
        let clerk = Clerk(basket: basket)
        basket.addItem("tea", price: 300)
        basket.addItem("cake", price: 50)
        #expect(clerk.notes == ["Basket total: 300", "Basket total: 350"])
        #expect(basket.total == 350)
    }

    @Test func swiftObservesAClassInObjectiveC() {
        account.balance = 500
        let order = Order(basket: basket, account: account)
        basket.addItem("tea", price: 300)
        order.pay()
        #expect(order.status == "paid 300")
        #expect(account.balance == 200)
        order.pay()
        #expect(order.status == "100 missing")
    }

    @Test func theClassIsChangedWhileAnObjectIsObserved() {
        let observation = account.observe(\.balance, options: [.old, .new]) { account, change in
            #expect(account.owner == "Ada")
            #expect(change.oldValue == 0 && change.newValue == 7)
        }
        #expect(NSStringFromClass(object_getClass(account)!) == "NSKVONotifying_Account")
        #expect(type(of: account) === Account.self)
        account.setValue(7, forKey: "balance")
        observation.invalidate()
        #expect(object_getClass(account) === Account.self)
    }

    @Test func aSubclassInSwiftOverridesAMethodThatThrows() throws {
        let savings = SavingsAccount(owner: "Ada")
        savings.balance = 10
        try savings.withdraw(4)
        #expect(savings.balance == 5)
        #expect(throws: (any Error).self) { try savings.withdraw(5) }
        #expect(savings.value(forKeyPath: "rate") as? Double == 2)
    }

    @Test func aMethodOfOneLanguageIsExchangedForOneOfTheOther() {
        let original = class_getInstanceMethod(Basket.self, #selector(getter: Basket.total))!
        let replacement = class_getInstanceMethod(Basket.self, #selector(getter: Basket.doubleTotal))!
        basket.addItem("tea", price: 300)
        method_exchangeImplementations(original, replacement)
        #expect(basket.value(forKey: "total") as? Int == 600)
        method_exchangeImplementations(original, replacement)
        #expect(basket.value(forKey: "total") as? Int == 300)
    }
}

extension Basket {
    /// Sends its own message, which finds the other method once the two are exchanged.
    @objc dynamic var doubleTotal: Int { 2 * doubleTotal }
}
