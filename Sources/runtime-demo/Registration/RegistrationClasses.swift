// RegistrationClasses.swift - the observed Account, and its observer: Person inherits from Taxpayer; each has its own
// contexts.
import KVONotifying
import MiniFoundation
import MiniRuntime
import TypedClasses

extension Context {
    static let balance = Context("PersonAccountBalanceContext")
    static let interestRate = Context("PersonAccountInterestRateContext")
    static let tax = Context("TaxpayerBalanceContext")
    static let unknown = Context("SomebodyElsesContext")
}

extension Registration {
    final class Account: ClassDescription {
        override class var className: String { "Account" }
        let balance = Property<Double>(0)
        let interestRate = Property<Double>(0)
    }

    /// Makes the class that observes the balance with one context.
    static func makeTaxpayer() throws -> Class {
        let builder = try ClassBuilder("Taxpayer")
        let cls = builder.cls
        try builder.addMethod("registerAsTaxpayerForAccount:") { (me: Object, account: Object) in
            try transcript.add(me, to: account, "balance", [.new], .tax)
        }
        try builder.addMethod("unregisterAsTaxpayerForAccount:") { (me: Object, account: Object) in
            try transcript.remove(me, from: account, "balance", .tax)
        }
        try addObserveValue(to: cls, knowing: [.tax])
        return builder.register()
    }

    /// Makes the class that observes the balance and the interest rate, each with a context of its own.
    static func makePerson() throws -> Class {
        let builder = try ClassBuilder("Person", superclass: makeTaxpayer())
        try builder.addMethod("registerAsObserverForAccount:") { (me: Object, account: Object) in
            try transcript.add(me, to: account, "balance", [.new, .old], .balance)
            try transcript.add(me, to: account, "interestRate", [.new, .old], .interestRate)
        }
        try builder.addMethod("unregisterAsObserverForAccount:") { (me: Object, account: Object) in
            try transcript.remove(me, from: account, "balance", .balance)
            try transcript.remove(me, from: account, "interestRate", .interestRate)
        }
        try addObserveValue(to: builder.cls, knowing: [.balance, .interestRate])
        return builder.register()
    }

    /// Adds the callback of the guide's listing 3. A notification with an unknown context is passed to super.
    private static func addObserveValue(to cls: Class, knowing contexts: [Context]) throws {
        try cls.addMethod(.observeValue) {
            (me: Object, keyPath: String, object: Object, change: Object, context: UnsafeMutableRawPointer?) in
            if let mine = contexts.first(where: { $0.pointer == context }) {
                let change = try KeyValueObservedChange(change)
                return transcript.told(transcript.name(of: me), keyPath, change, " (by \(cls.name): \(mine.name))")
            }
            transcript.message(
                "-[\(cls.name) observeValueForKeyPath: ...] does not know the context: "
                    + "[super observeValueForKeyPath: ...]")
            try me.sendSuper(of: cls, .observeValue, keyPath, object, change, context)
        }
    }
}
