import Support
import TypedClasses

enum AccountError: Error { case overdrawn(Int) }

class Account: ClassDescription {
    let owner = Property<String>("nobody")
    let balance = Property<Int>(0)

    // [[Account alloc] initWithOwner: @"Ann" balance: 100]
    let initWithOwner = Initializer { (me: Ref<Account>, owner: String, balance: Int) in
        guard balance >= 0 else { throw AccountError.overdrawn(balance) }
        me.owner = owner
        me.balance = balance
    }

    let currency = ClassProperty<String>("EUR")
    let format = ClassMethod { (me: ClassRef<Account>, amount: Int) in "\(amount) \(me.currency)" }
}

final class Savings: Account {
    let rate = Property<Double>(0.01)
}

func program09() throws {
    let nobody = Account.new()
    check(nobody.owner == "nobody", "new() leaves the defaults")

    let ann = Account.new { ($0.owner, $0.balance) = ("Ann", 100) }
    check(ann.owner == "Ann" && ann.balance == 100, "new takes values for properties, by name")

    let bob = Savings.new {
        $0.owner = "Bob"
        $0.rate = 0.03
    }
    check(
        bob.owner == "Bob" && bob.rate == 0.03 && bob.balance == 0,
        "inherited ones, too; the others keep their defaults")

    let eve = try Account.new(\.initWithOwner, "Eve", 5)
    check(eve.balance == 5, "an initialiser of one's own takes arguments")
    do {
        _ = try Account.new(\.initWithOwner, "Tom", -1)
        check(false, "an initialiser that throws makes nothing")
    } catch AccountError.overdrawn(let balance) {
        check(balance == -1, "what an initialiser throws is what one catches")
    }

    check(try Account.class.format(3) == "3 EUR", "a class method is called without an instance")
    Account.class.currency = "USD"
    check(try Account.class.format(3) == "3 USD", "a class property can be set")
    check(try Savings.class.format(3) == "3 USD", "a subclass inherits class methods and class properties")
}
