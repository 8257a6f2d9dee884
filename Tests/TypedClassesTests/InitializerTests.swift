// InitializerTests.swift - objects made with values, and by initializers that the class declares.
import MiniFoundation
import MiniRuntime
import Synchronization
import TestSupport
import Testing
import TypedClasses

private enum AccountError: Error, Equatable { case overdrawn(Int) }

private let deaths = Counter()

private class Account: ClassDescription {
    let owner = Property<String>("nobody")
    let balance = Property<Int>(0)
    let initWithOwner = Initializer { (me: Ref<Account>, owner: String, balance: Int) in
        guard balance >= 0 else { throw AccountError.overdrawn(balance) }
        me.owner = owner
        me.balance = balance
    }
    let initAsMine = Initializer { (me: Ref<Account>) in me.owner = "me" }
    let initForName = Initializer("initForName:") { (me: Ref<Account>, name: String?) in
        guard let name else { throw RuntimeException("NSInvalidArgumentException", "no name") }
        me.owner = name
    }
    let dealloc = TypedMethod { (_: Ref<Account>) in deaths.add() }
}

private final class Savings: Account {
    let rate = Property<Double>(0.5)
}

private final class Premium: Account {
    let bonus = Property<Int>(1)
    let initWithBonus = Initializer { (me: Ref<Premium>, name: String, bonus: Int) in
        try me.super.initWithOwner(name, 10 - bonus)
        me.bonus = bonus
    }
    let initForPremium = Initializer("initForName:") { (me: Ref<Premium>, name: String?) in
        try me.super.initAsMine()
        try me.super.initForName(name)
        me.balance = 1
    }
}

private final class WrongName: ClassDescription {
    let make = Initializer { (_: Ref<WrongName>, _: Int) in }
}

private final class WrongInit: ClassDescription {
    let start = Initializer("init") { (_: Ref<WrongInit>) in }
}

@Suite("New objects with values", .serialized)
struct InitializerTests {
    @Test("new takes a closure that sets what differs from the defaults, inherited properties as well")
    func closure() {
        let savings = Savings.new {
            $0.owner = "Bob"
            $0.rate = 0.25
        }
        #expect(savings.owner == "Bob")
        #expect(savings.rate == 0.25)
        #expect(savings.balance == 0)
        #expect(throws: AccountError.overdrawn(1)) {
            try Account.new { _ in throw AccountError.overdrawn(1) }
        }
    }

    @Test("An initialiser takes arguments; a subclass inherits it, and has its own defaults")
    func arguments() throws {
        let eve = try Account.new(\.initWithOwner, "Eve", 5)
        #expect(eve.owner == "Eve")
        #expect(eve.balance == 5)
        let bob: Ref<Savings> = try Savings.new(\.initWithOwner, "Bob", 6)
        #expect(bob.owner == "Bob")
        #expect(bob.rate == 0.5)
        #expect(bob.object.isa == Savings.description.runtimeClass)
        #expect(try Account.new(\.initAsMine).owner == "me")
        #expect(try Account.new(\.initForName, "Ann").owner == "Ann")
    }

    @Test("An initialiser calls the superclass's, also where it overrides it; what that one throws comes out as it was")
    func callingSuper() throws {
        let ann = try Premium.new(\.initWithBonus, "Ann", 3)
        #expect(ann.owner == "Ann")
        #expect(ann.balance == 7)
        #expect(ann.bonus == 3)
        let before = Premium.description.runtimeClass.instanceCount
        #expect(throws: AccountError.overdrawn(-1)) { try Premium.new(\.initWithBonus, "Ann", 11) }
        let bob = try Premium.new(\.initForName, "Bob")
        #expect(bob.owner == "Bob")
        #expect(bob.balance == 1)
        #expect(Premium.description.runtimeClass.instanceCount == before + 1)
    }

    @Test("Whoever drops the last reference to an object that an initialiser made frees it")
    func life() throws {
        try Account.register()
        let (cls, before) = (Account.description.runtimeClass, Account.description.runtimeClass.instanceCount)
        for number in 0..<10 { _ = try Account.new(\.initWithOwner, "Eve", number) }
        let kept = try Account.new(\.initForName, "Ann")
        #expect(cls.instanceCount == before + 1)
        #expect(kept.owner == "Ann")
    }

    @Test("It is a method of the init family, for messages, too")
    func message() throws {
        let cls = try Savings.register()
        let ann = try cls.send("alloc", as: Object.self).send("initWithOwner::", "Ann", 7, as: Object.self)
        #expect(Ref<Savings>(ann)?.balance == 7)
        #expect(Ref<Savings>(ann)?.rate == 0.5)
        #expect(Account.description.runtimeClass.instanceMethod("initForName:")?.typeEncoding?.hasPrefix("@") == true)
    }

    @Test("What an initialiser throws is what one catches, and the object is gone")
    func throwing() throws {
        try Account.register()
        let before = (deaths.value, Account.description.runtimeClass.instanceCount)
        #expect(throws: AccountError.overdrawn(-1)) { try Account.new(\.initWithOwner, "Tom", -1) }
        #expect(throws: RuntimeException("NSInvalidArgumentException", "no name")) {
            try Account.new(\.initForName, nil)
        }
        #expect(deaths.value == before.0 + 2)
        #expect(Account.description.runtimeClass.instanceCount == before.1)
        #expect(throws: RuntimeException("AccountError", "overdrawn(-2)")) {
            try Account.description.runtimeClass.send("alloc", as: Object.self)
                .send("initWithOwner::", "Tom", -2, as: Object.self)
        }
        #expect(!RuntimeException.isPending)
    }

    @Test("A name that makes no initialiser is an error that says so")
    func names() {
        #expect(throws: ClassDescriptionError.noInitializer("make", description: "WrongName", selector: "make:")) {
            try WrongName.register()
        }
        #expect(throws: ClassDescriptionError.noInitializer("start", description: "WrongInit", selector: "init")) {
            try WrongInit.register()
        }
        #expect(
            "\(ClassDescriptionError.noInitializer("make", description: "A", selector: "make:"))".hasPrefix(
                "'make' of A cannot be an initialiser under the selector 'make:'"))
    }
}
