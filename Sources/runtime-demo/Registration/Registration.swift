// Registration.swift - registering, notifications and removal, after Apple's guide.
import ArgumentParser
import KVONotifying
import MiniRuntime
import TypedClasses

struct Registration: ParsableCommand {
    static let configuration = CommandConfiguration(
        abstract: "A Person inspects an Account: registering, contexts, being told, unregistering.",
        discussion: """
            Listings 1 to 4 of Apple's guide to key-value observing, running: a context for each key path, what is \
            unknown goes to super, and each registration is removed once. Then what happens if something is done twice.

            Option names are short: New stands for NSKeyValueObservingOptionNew. Long lines are folded; --json has \
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
            "The address of a static variable is a context that nobody else will use. One for each key path tells what "
                + "changed by comparing pointers.")
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
            "Listings 2 and 3: registering, and being told",
            "The first registration points the account's isa at a class made for the purpose, whose setters tell. "
                + "Nobody is retained by it.")
        try transcript.step("[person registerAsObserverForAccount: account]") {
            let before = (account.object.unmanaged.retainCount, person.unmanaged.retainCount)
            try person.send("registerAsObserverForAccount:", account.object)
            let after = (account.object.unmanaged.retainCount, person.unmanaged.retainCount)
            transcript.happened(before == after ? "nobody is retained" : "retain counts: \(before), then \(after)")
        }
        try transcript.step("[account setBalance: 100]") { try account.set(\.balance, to: 100) }
        try transcript.step("[account setInterestRate: 0.025]") { try account.set(\.interestRate, to: 0.025) }
    }

    private func callSuper(_ account: Ref<Account>, _ person: Object) throws {
        transcript.section(
            "Listing 3: a context that is not mine belongs to super",
            "Person's superclass Taxpayer observes the same balance for reasons of its own. Both registrations have the "
                + "same observer and key path; the contexts tell them apart. The latest is told first.")
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
        try transcript.step("// The value was set all the same; the registration is still there, and is removed.") {
            transcript.happened("account.balance is \(account.balance)")
            try transcript.remove(person, from: account.object, "balance", .unknown)
        }
    }

    private func unregister(_ account: Ref<Account>, _ person: Object) throws {
        transcript.section(
            "Listing 4: unregistering",
            "Once for each registration, with the same context. With the last one the isa goes back.")
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
            "Unregistering what is not registered raises. Registering twice does not: each registration tells, and each "
                + "has to be removed.")
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
