// CompiledTests.swift - tests that use, subclass and observe classes compiled from Objective-C, from Swift.
import Compiled
import KVONotifying
import MiniFoundation
import MiniRuntime
import SafeObservation
import Synchronization
import Testing
import TypedClasses

private class Account: ClassDescription {
    override class var existingClassName: String? { "Account" }
    let balance = Property<Int32>()
    let owner = Property<String?>()
    let partner = Property<Ref<Account>?>()
    let title = ReadOnly<String>()
    let withdraw = TypedMethod<Void, Int32>("withdraw:")
    let sum = TypedMethod<Double, [Double]>("sumOf:")
}

private final class SavingsAccount: Account {
    let rate = Property<Double>(0.5)
    let savingsTitle = Override(\SavingsAccount.title) { (me: Ref<SavingsAccount>) in "savings " + me.super.title }
}

private func makeAccount() throws -> Object { try #require(Class(named: "Account")).new() }

@Suite("Classes compiled from Objective-C, used from Swift")
struct CompiledTests {
    @Test("A class is there before main(), and its +load has run once")
    func loaded() throws {
        #expect(compiled_load_count() == 1)
        #expect(Class(named: "Account")?.superclass == .nsObject)
    }

    @Test("Compiled code of a package uses a class that is made of Swift's Foundation")
    func foundationClasses() throws {
        #expect(try makeAccount().send("hostOfAddress:", "http://example.com/x") == "example.com")
    }

    @Test("Messages carry numbers, strings and collections both ways")
    func messages() throws {
        let account = try makeAccount()
        try account.send("setBalance:", 7 as Int32)
        #expect(try account.send("balance") == 7 as Int32)
        try account.send("setOwner:", "Ann")
        #expect(try account.send("title") == "account of Ann")
        let numbers = try #require(Class(named: "NSMutableArray")).new()
        for number in [1.5, 2, 3] { try numbers.send("addObject:", NSNumber.object(number)) }
        #expect(try account.send("sumOf:", numbers) == 6.5)
    }

    @Test("An exception that compiled code catches never reaches Swift")
    func caughtThere() throws {
        let account = try makeAccount()
        try account.send("setBalance:", 10 as Int32)
        #expect(try account.send("tryToWithdraw:", 20 as Int32) == false)
        #expect(try account.send("tryToWithdraw:", 4 as Int32) == true)
        #expect(try account.send("balance") == 6 as Int32)
        #expect(try account.send("catchesUnknownMessages") == true)
    }

    @Test("An exception that compiled code throws is an error in Swift, and @finally has run")
    func caughtHere() throws {
        let account = try makeAccount()
        for round in 1...100 {
            let error = #expect(throws: RuntimeException.self) { try account.send("withdraw:", 20 as Int32) }
            #expect(error?.name == "Overdrawn" && error?.reason == "not enough")
            #expect(throws: RuntimeException.self) { try account.send("withdrawByBlock:", 20 as Int32) }
            #expect(try account.send("entries", as: Object.self).send("count") == round)
        }
        #expect(try account.send("tryToWithdraw:", 20 as Int32) == false)
        #expect(throws: RuntimeException.self) { try account.setValue(3 as Int32, forKey: "nothing of that name") }
    }

    @Test("A block in a property is called")
    func blocks() throws {
        let account = try makeAccount()
        try account.send("useInterest:", 50 as Int32)
        #expect(try account.send("applyRuleTo:", 10 as Int32) == 15 as Int32)
    }

    @Test("A class made in Swift inherits from a compiled one, and calls super")
    func subclass() throws {
        let superclass = try #require(Class(named: "Account"))
        var builder = try ClassBuilder("SwiftAccount", superclass: superclass)
        try builder.addProperty("limit", Int32.self)
        let cls = builder.cls
        try builder.addMethod("title") { (self: Object) -> String in
            "Swift " + (try self.sendSuper(of: cls, "title", as: String.self))
        }
        let account = try builder.register().new()
        try account.send("setLimit:", 5 as Int32)
        try account.send("setOwner:", "Bob")
        try account.send("setBalance:", 2 as Int32)
        #expect(try account.send("title") == "Swift account of Bob")
        #expect(try account.send("limit") == 5 as Int32)
        #expect(try account.send("balance") == 2 as Int32)
    }

    @Test("An auditor in Objective-C observes an object, whoever sets it")
    func compiledObserver() throws {
        let (account, auditor) = (try makeAccount(), try #require(Class(named: "Auditor")).new())
        try auditor.send("watch:key:", account, "balance")
        #expect(account.unmanaged.isa.name == "NSKVONotifying_Account")
        try account.send("setBalance:", 3 as Int32)
        try account.setValue(4 as Int32, forKey: "balance")
        #expect(try auditor.send("notified") == 2 as Int32)
        #expect(try auditor.send("last") == "4")
        try auditor.send("forget:key:", account, "balance")
        try account.send("setBalance:", 9 as Int32)
        #expect(try auditor.send("notified") == 2 as Int32)
    }

    @Test("An observer made in Swift is notified of changes that compiled code makes, of dependent keys and paths too")
    func swiftObserver() throws {
        let (account, partner) = (try makeAccount(), try makeAccount())
        let keys = Mutex<[String]>([])
        let builder = try ClassBuilder("SwiftWitness")
        try builder.addMethod("observeValueForKeyPath:ofObject:change:context:") {
            (_: Object, keyPath: String, _: Object, _: Object, _: UnsafeMutableRawPointer?) in
            keys.withLock { $0.append(keyPath) }
        }
        let witness = try builder.register().new()
        try account.send("setPartner:", partner)
        for keyPath in ["title", "balance", "partner.owner"] { try account.addObserver(witness, forKeyPath: keyPath) }
        try account.send("setOwner:", "Ann")
        try account.send("setBalance:", 5 as Int32)
        try account.send("withdraw:", 2 as Int32)
        try partner.send("setOwner:", "Bob")
        #expect(keys.withLock { $0 } == ["title", "balance", "balance", "partner.owner"])
        for keyPath in ["title", "balance", "partner.owner"] {
            try account.removeObserver(witness, forKeyPath: keyPath)
        }
    }

    @Test("A description says what a compiled class has, and its objects are used by types")
    func described() throws {
        let account = Account.new()
        account.owner = "Ann"
        account.balance = 10
        #expect(account.title == "account of Ann")
        try account.withdraw(4)
        #expect(account.balance == 6)
        #expect(try account.sum([1.5, 2, 3]) == 6.5)
        let error = #expect(throws: RuntimeException.self) { try account.withdraw(20) }
        #expect(error?.name == "Overdrawn")
        let partner = Account.new()
        account.partner = partner
        let titles = Mutex<[String?]>([])
        let tokens = [
            account.observe(\.title) { _, change in titles.withLock { $0.append(change.newValue) } },
            account.observe(\.partner.owner) { _, change in titles.withLock { $0.append(change.newValue) } },
        ]
        #expect(account.object.unmanaged.isa.name == "NSKVONotifying_Account")
        account.owner = "Bob"
        partner.owner = "Cem"
        #expect(titles.withLock { $0 } == ["account of Bob", "Cem"])
        tokens.forEach { $0.invalidate() }
        #expect(account.object.unmanaged.isa.name == "Account")
    }

    @Test("A described class may inherit from a compiled one, and override what it has")
    func describedBelow() throws {
        let account = SavingsAccount.new()
        account.owner = "Ann"
        #expect(account.title == "savings account of Ann" && account.rate == 0.5)
        #expect(account.object.isa.superclass?.name == "Account")
    }

    @Test("A controller of the library ObservationController observes a class made in Swift until its observer ends")
    func controller() throws {
        var builder = try ClassBuilder("SwiftMeter")
        try builder.addProperty("level", Int32.self)
        let meter = try builder.register().new()
        do {
            let auditor = try #require(Class(named: "Auditor")).new()
            try autoreleasepool {
                let controller = try auditor.send("obc_observationController", as: Object.self)
                let options = KeyValueObservingOptions.new.rawValue
                try controller.send(
                    "observe:keyPath:options:context:", meter, "level", options, nil as UnsafeMutableRawPointer?)
                try meter.send("setLevel:", 3 as Int32)
                #expect(try auditor.send("notified") == 1 as Int32)
                #expect(try auditor.send("last") == "3")
            }
        }
        #expect(meter.unmanaged.isa.name == "SwiftMeter")
        try meter.send("setLevel:", 4 as Int32)
    }

    @Test("The runtime's invariants hold with compiled classes")
    func invariants() {
        #expect(ObjectRuntime.invariantViolation() == nil)
    }
}
