import Foundation
import Ledger
import Shop

let account = Account(owner: "Ada")
account.balance = 500
let basket = Basket()
let clerk = Clerk(basket: basket)
let order = Order(basket: basket, account: account)
basket.addItem("tea", price: 300)
order.pay()
print(order.status, account.balance)
basket.addItem("cake", price: 50)
order.pay()
print(order.status, clerk.notes)
