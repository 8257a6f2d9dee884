// Registration.swift - registering, notifications and removal, after Apple's guide.
import ArgumentParser
import KVONotifying
import MiniRuntime
import TypedClasses

struct Registration: ParsableCommand {
    static let configuration = CommandConfiguration(
        abstract: "A Person inspects an Account: registering, contexts, notifications, unregistering.",
        discussion: """
            Runs listings 1 to 4 of Apple's guide to key-value observing: each key path has a context, notifications \
            with an unknown context go to super, and each registration is removed once. Then it registers twice, and \
            unregisters once too often.

            Option names are short: New stands for NSKeyValueObservingOptionNew. Long lines are folded; --json prints \
            them whole.
            """)

    @OptionGroup var output: OutputOptions

    func run() throws {
        try transcript.run(output.style) {
            transcript.reportIsaChanges()
            let (account, person) = (Account.new(), try Self.makePerson().new())
            try introduce(account, person)
            try register(account, person)
            try callSuper(account, person)
            try unregister(account, person)
            try doTwice(account, person)
        }
    }

    private func introduce(_ account: Ref<Account>, _ person: Object) throws {
        transcript.section(
            "Listing 1: context pointers",
            "The address of a static variable is a unique context. With one context for each key path, the observer "
                + "compares pointers to find out what changed.")
        try transcript.step("Account *account = [Account new];  Person *person = [Person new]") {
            transcript.name(account.object, "account")
            transcript.name(person, "person")
            transcript.happened("account is \(account.object.description)")
            transcript.happened("person is \(person.description), a subclass of \(person.isa.superclass!)")
        }
        for context in [Context.balance, .interestRate] {
            try transcript.step("static void *\(context.name) = &\(context.name)") {
                transcript.happened("\(context.pointer!)")
            }
        }
    }

    private func register(_ account: Ref<Account>, _ person: Object) throws {
        transcript.section(
            "Listings 2 and 3: registering, and notifications",
            "The first registration points the account's isa at a class made for the purpose, whose setters notify. "
                + "It retains neither object.")
        try transcript.step("[person registerAsObserverForAccount: account]") {
            let before = (account.object.unmanaged.retainCount, person.unmanaged.retainCount)
            try person.send("registerAsObserverForAccount:", account.object)
            let after = (account.object.unmanaged.retainCount, person.unmanaged.retainCount)
            transcript.happened(
                before == after ? "neither object is retained" : "retain counts: \(before), then \(after)")
        }
        try transcript.step("[account setBalance: 100]") { try account.set(\.balance, to: 100) }
        try transcript.step("[account setInterestRate: 0.025]") { try account.set(\.interestRate, to: 0.025) }
    }

    private func callSuper(_ account: Ref<Account>, _ person: Object) throws {
        transcript.section(
            "Listing 3: a context that is not mine belongs to super",
            "Person's superclass Taxpayer observes the same balance for reasons of its own. Both registrations have the "
                + "same observer and key path; the contexts distinguish them. The latest is notified first.")
        try transcript.step("[person registerAsTaxpayerForAccount: account]") {
            try person.send("registerAsTaxpayerForAccount:", account.object)
        }
        try transcript.step("[account setBalance: 250]") { try account.set(\.balance, to: 250) }
        try transcript.step("[person unregisterAsTaxpayerForAccount: account]") {
            try person.send("unregisterAsTaxpayerForAccount:", account.object)
        }
        try transcript.step("// A context that neither class knows: up to NSObject, which raises.") {
            try transcript.add(person, to: account.object, "balance", [.new, .old], .unknown)
        }
        try transcript.step("[account setBalance: 300]") { try account.set(\.balance, to: 300) }
        try transcript.step("// The value was set nevertheless. The registration still exists, and is removed.") {
            transcript.happened("account.balance is \(account.balance)")
            try transcript.remove(person, from: account.object, "balance", .unknown)
        }
    }

    private func unregister(_ account: Ref<Account>, _ person: Object) throws {
        transcript.section(
            "Listing 4: unregistering",
            "Once for each registration, with the same context. Removing the last one restores the isa.")
        try transcript.step("[person unregisterAsObserverForAccount: account]") {
            try person.send("unregisterAsObserverForAccount:", account.object)
        }
        try transcript.step("[account setBalance: 400]") {
            try account.set(\.balance, to: 400)
            transcript.happened("account.balance is \(account.balance)")
            transcript.countRegistrations(of: account.object)
        }
    }

    private func doTwice(_ account: Ref<Account>, _ person: Object) throws {
        transcript.section(
            "Done twice",
            "Removing an observer that is not registered raises. Registering twice does not: the observer is notified "
                + "once for each registration, and each must be removed.")
        try transcript.step("[person unregisterAsObserverForAccount: account]   // the second time") {
            try person.send("unregisterAsObserverForAccount:", account.object)
        }
        for time in ["the first time", "the second time"] {
            try transcript.step("[person registerAsObserverForAccount: account]   // \(time)") {
                try person.send("registerAsObserverForAccount:", account.object)
                transcript.countRegistrations(of: account.object)
            }
        }
        try transcript.step("[account setBalance: 500]") { try account.set(\.balance, to: 500) }
        for time in ["the first time", "the second time", "the third time"] {
            try transcript.step("[person unregisterAsObserverForAccount: account]   // \(time)") {
                try person.send("unregisterAsObserverForAccount:", account.object)
                transcript.countRegistrations(of: account.object)
            }
        }
    }
}
