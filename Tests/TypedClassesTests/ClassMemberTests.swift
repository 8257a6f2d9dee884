// ClassMemberTests.swift - class methods and class properties.
import MiniFoundation
import MiniRuntime
import TestSupport
import Testing
import TypedClasses

private let evaluated = Counter()

private func evaluate() -> Int {
    evaluated.add()
    return 1
}

private class Bank: ClassDescription {
    let currency = ClassProperty<String>("EUR")
    let rate = ClassProperty<Double?>(nil)
    let count = ClassProperty<Int>(evaluate())
    let format = ClassMethod { (me: ClassRef<Bank>, amount: Int) in "\(amount) \(me.currency)" }
    let nameOf = ClassMethod { (me: ClassRef<Bank>) in me.runtimeClass.name }
    let reset = ClassMethod { (me: ClassRef<Bank>) in me.currency = "EUR" }
    let add = ClassMethod("sum:of:and:") { (_: ClassRef<Bank>, a: Int, b: Int, c: Int) in a + b + c }
    let refuse = ClassMethod { (_: ClassRef<Bank>) -> Int in throw RuntimeException("NSGenericException", "closed") }
}

private final class Branch: ClassDescription {
    let town = Property<String>("")
    let initAt = Initializer { (me: Ref<Branch>, town: String, number: Int) in me.town = "\(town) \(number)" }
}

private class Outpost: Bank {
    let outpostFormat = Override(\Bank.format) { (me: ClassRef<Outpost>, amount: Int) in
        "about " + (try me.super.format(amount))
    }
}

private final class Kiosk: Outpost {
    let kioskFormat = Override(\Bank.format) { (me: ClassRef<Kiosk>, amount: Int) in
        (try me.super.format(amount)) + " " + me.super.currency.lowercased()
    }
    let kioskReset = Override(\Bank.reset) { (me: ClassRef<Kiosk>) in try me.super.reset() }
}

private final class Threaded: ClassDescription {
    let total = ClassProperty<[Int]>([])
}

private final class NamedRetainCount: ClassDescription {
    let retainCount = ClassProperty<Int>(0)
}

private final class NamedSuper: ClassDescription {
    let `super` = ClassMethod { (_: ClassRef<NamedSuper>) in 0 }
}

@Suite("Class methods and class properties", .serialized)
struct ClassMemberTests {
    @Test("A class method is called without an instance, with typed arguments and a typed result")
    func methods() throws {
        try Bank.class.reset()
        #expect(try Bank.class.format(3) == "3 EUR")
        #expect(try Bank.class.add(1, 2, 3) == 6)
        #expect(throws: RuntimeException("NSGenericException", "closed")) { try Bank.class.refuse() }
    }

    @Test("It is a method of the metaclass, for messages to the class")
    func mechanism() throws {
        try Bank.class.reset()
        let cls = Bank.description.runtimeClass
        #expect(try cls.send("format:", 4, as: String.self) == "4 EUR")
        #expect(try cls.send("sum:of:and:", 1, 1, 1, as: Int.self) == 3)
        #expect(cls.isa.methods.map(\.selector.name).contains("currency"))
        #expect(cls.instanceMethod("format:") == nil)
        try cls.send("setCurrency:", "CHF")
        #expect(Bank.class.currency == "CHF")
    }

    @Test("A class property is set for the class that declares it and all below")
    func properties() throws {
        try Bank.class.reset()
        Bank.class.currency = "USD"
        #expect(Outpost.class.currency == "USD")
        Kiosk.class.currency = "SEK"
        #expect(Bank.class.currency == "SEK")
        #expect(Bank.class.rate == nil)
        Outpost.class.rate = 0.5
        #expect(Bank.class.rate == 0.5)
        Bank.class.rate = nil
        #expect(Bank.class.rate == nil)
    }

    @Test("The default value is evaluated once, when it is first read")
    func initial() {
        let before = evaluated.value
        _ = (Bank.class.count, Bank.class.count)
        #expect(evaluated.value <= 1)
        #expect(evaluated.value - before <= 1)
        Bank.class.count += 1
        #expect(Bank.class.count == 2)
        Bank.class.count = 1
    }

    @Test("A subclass inherits class methods, overrides them, and calls super's; me is the class that was asked")
    func inheritance() throws {
        try Kiosk.class.reset()
        #expect(try Outpost.class.nameOf() == "Outpost")
        #expect(try Outpost.class.format(3) == "about 3 EUR")
        #expect(try Kiosk.class.format(3) == "about 3 EUR eur")
        #expect(try Kiosk.description.runtimeClass.send("format:", 3, as: String.self) == "about 3 EUR eur")
    }

    @Test("Eight threads set and read a class property at once")
    func threads() {
        onThreads(8) { number in
            for round in 0..<300 {
                Threaded.class.total = [number, number + round]
                let read = Threaded.class.total
                precondition(read.count == 2 && read[1] - read[0] < 300)
            }
        }
        #expect(Threaded.class.total.count == 2)
    }

    @Test("A class property that would override a class method, or that nobody could reach, is an error that names it")
    func names() {
        #expect(
            throws: ClassDescriptionError.propertyOverrides(
                "retainCount", description: "NamedRetainCount", method: "+[NSObject retainCount]")
        ) { try NamedRetainCount.register() }
        #expect(throws: ClassDescriptionError.memberOfClassRef("super", description: "NamedSuper")) {
            try NamedSuper.register()
        }
    }

    @Test("The types of class methods and initialisers are spelt as those of methods: the arguments are one type")
    func spelling() throws {
        let format: KeyPath<Bank, ClassMethod<String, Int>> = \.format
        let add: KeyPath<Bank, ClassMethod<Int, (Int, Int, Int)>> = \.add
        let reset: KeyPath<Bank, ClassMethod<Void, Void>> = \.reset
        let open: KeyPath<Branch, Initializer<(String, Int)>> = \.initAt
        let bank: ClassRef<Bank> = Bank.class
        #expect(try bank[dynamicMember: format](3) == "3 EUR")
        #expect(try bank[dynamicMember: add](1, 2, 3) == 6)
        try bank[dynamicMember: reset]()
        #expect(try Branch.new(open, "Rome", 5).town == "Rome 5")
    }
}
