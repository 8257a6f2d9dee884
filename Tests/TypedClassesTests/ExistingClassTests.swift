// ExistingClassTests.swift - descriptions of classes that were made without a description.
import KVONotifying
import MiniFoundation
import MiniRuntime
import Testing
import TypedClasses

// Made from strings, as compiled Objective-C would make it without Swift.
private let ledger: Class = {
    do {
        let root = try ClassBuilder("ExistingThing").register()
        var builder = try ClassBuilder("ExistingLedger", superclass: root)
        try builder.addProperty("balance", Int32.self)
        try builder.addProperty("owner", Object?.self)
        try builder.addProperty("entries", Object?.self)
        try builder.addIvar("_storage", Int32.self)
        try builder.addMethod("änderung") { (me: Object) in try me.ivar("_storage", as: Int32.self) }
        try builder.addMethod("setänderung:") { (me: Object, value: Int32) in try me.setIvar("_storage", to: value) }
        try builder.addMethod("title") { (me: Object) in "ledger of \(try me.send("owner", as: String.self))" }
        try builder.addMethod("withdraw:") { (me: Object, amount: Int32) -> Void in
            try me.send("setBalance:", try me.send("balance", as: Int32.self) - amount)
        }
        try builder.addMethod("transfer:to:") { (me: Object, amount: Int32, other: Object) -> Bool in
            try me.send("withdraw:", amount)
            try other.send("withdraw:", -amount)
            return true
        }
        return builder.register()
    } catch {
        fatalError("\(error)")
    }
}()

private class Ledger: ClassDescription {
    override class var existingClassName: String? {
        _ = ledger
        return "ExistingLedger"
    }
    let balance = Property<Int32>()
    let owner = Property<String>()
    let entries = Property<[Int]>()
    let änderung = Property<Int32>()
    let title = ReadOnly<String>()
    let withdraw = TypedMethod<Void, Int32>("withdraw:")
    let transfer = TypedMethod<Bool, (Int32, Ref<Ledger>)>("transfer:to:")
}

private final class SavedLedger: Ledger {
    let rate = Property<Double>(0.5)
    let ownerTwice = Computed<String>(affectedBy: \SavedLedger.owner) { (me: Ref<SavedLedger>) in me.owner + me.owner }
}

private final class NoLedger: ClassDescription {
    override class var existingClassName: String? { "NobodyMadeThis" }
}

private final class WrongLedger: ClassDescription {
    override class var existingClassName: String? { "NSString" }
    let balance = Property<Int32>()
}

private final class DefinedLedger: ClassDescription {
    override class var existingClassName: String? { "NSString" }
    let length = Property<Int32>(5)
}

private final class StringBelowLedger: Ledger {
    override class var existingClassName: String? { "NSString" }
}

private final class Undefined: ClassDescription {
    let age = Property<Int32>()
}

private final class MethodUndefined: ClassDescription {
    let go = TypedMethod<Void, Void>("go")
}

@Suite("Descriptions of existing classes")
struct ExistingClassTests {
    @Test("Properties and methods of the class are used by their types, and nothing is added to it")
    func members() throws {
        let before = ledger.methods.count
        let (mine, yours) = (Ledger.new(), Ledger.new())
        #expect(mine.object.isa == ledger)
        mine.balance = 50
        mine.owner = "Ann"
        #expect(mine.title == "ledger of Ann")
        try mine.withdraw(20)
        #expect(try mine.transfer(5, yours))
        #expect(mine.balance == 25)
        #expect(yours.balance == 5)
        #expect(ledger.methods.count == before)
        #expect(try ledger.new().send("balance", as: Int32.self) == 0)
    }

    @Test("Any object of the class has a typed reference, and one of another class has none")
    func references() throws {
        let made = try ledger.new()
        let reference = try #require(Ref<Ledger>(made))
        reference.balance = 9
        #expect(try made.send("balance") == 9 as Int32)
        #expect(Ref<Ledger>(NSNumber.object(5)) == nil)
    }

    @Test("Observers are notified of what the class's own methods set")
    func observed() throws {
        let (mine, watcher) = (Ledger.new(), try Watcher())
        try mine.object.addObserver(watcher.object, forKeyPath: Ref<Ledger>.keyPath(\.balance))
        try mine.withdraw(3)
        mine.balance = 4
        #expect(watcher.told == ["balance", "balance"])
        try mine.object.removeObserver(watcher.object, forKeyPath: "balance")
    }

    @Test("The elements of an existing collection are changed by its setter")
    func elements() throws {
        let (mine, watcher) = (Ledger.new(), try Watcher())
        mine.entries = [1]
        try mine.object.addObserver(watcher.object, forKeyPath: "entries")
        mine.entries.append(2)
        #expect(mine.entries == [1, 2])
        #expect(watcher.told == ["entries"])
        try mine.object.removeObserver(watcher.object, forKeyPath: "entries")
    }

    @Test("A property whose name begins with a letter beyond ASCII uses the setter that a compiler has named")
    func compilersNames() {
        let (mine, saved) = (Ledger.new(), SavedLedger.new())
        mine.änderung = 3
        saved.änderung = 4
        #expect(mine.änderung == 3)
        #expect(saved.änderung == 4)
    }

    @Test("A description below it makes a class that inherits from the existing one")
    func below() throws {
        let saved = SavedLedger.new()
        #expect(saved.object.isa.superclass == ledger)
        #expect(saved.rate == 0.5)
        saved.owner = "Bo"
        saved.balance = 3
        #expect(saved.title == "ledger of Bo")
        #expect(saved.ownerTwice == "BoBo")
        #expect(Ref<Ledger>(saved).balance == 3)
    }

    @Test("What does not fit is an error that names it")
    func misfits() {
        #expect(throws: ClassDescriptionError.noClass("NobodyMadeThis", description: "NoLedger")) {
            try NoLedger.register()
        }
        #expect(
            throws: ClassDescriptionError.methodMissing(
                "balance", description: "WrongLedger", method: "-[NSString balance]")
        ) { try WrongLedger.register() }
        #expect(
            throws: ClassDescriptionError.definedByExisting("length", description: "DefinedLedger", class: "NSString")
        ) { try DefinedLedger.register() }
        #expect(
            throws: ClassDescriptionError.notBelow(
                "NSString", description: "StringBelowLedger", superclass: "ExistingLedger")
        ) { try StringBelowLedger.register() }
        #expect(throws: ClassDescriptionError.undefined("age", description: "Undefined")) { try Undefined.register() }
        #expect(throws: ClassDescriptionError.undefined("go", description: "MethodUndefined")) {
            try MethodUndefined.register()
        }
    }

    @Test("The texts of these errors say what to do")
    func texts() {
        let defined = ClassDescriptionError.definedByExisting("age", description: "Account", class: "Account")
        #expect("\(defined)".contains("properties without default values, Property<Int>() and ReadOnly<Int>()"))
        let undefined = ClassDescriptionError.undefined("age", description: "Person")
        #expect("\(undefined)".contains("Only a description with an 'existingClassName' leaves it to the class"))
    }
}
