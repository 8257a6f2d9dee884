// RegistrationTests.swift - the command `registration`: Apple's guide, step by step.
import Testing

@Suite("runtime-demo registration")
struct RegistrationTests {
    private let notRegistered =
        "NSRangeException: Cannot remove an observer <Person 0x…> for the key path \"balance\" from <Account 0x…> "
        + "because it is not registered as an observer."

    @Test("The text is numbered, folded at 100 columns, and says each message before what happened")
    func text() throws {
        let result = try runTool("registration")
        expectReadable(result)
        #expect(result.lines.first == "1. Listing 1: context pointers")
        #expect(
            result.output.contains("   [account setBalance: 100]\n       -> person is notified: balance was 0, is 100"))
    }

    @Test("Two contexts are two addresses")
    func contexts() throws {
        let steps = try runTool("registration", "--json").sections().steps("static void *PersonAccount")
        #expect(steps.count == 2)
        #expect(Set(steps.map { $0.events[0].text }).count == 2)
    }

    @Test("Registering points the account's isa at its notifying class and retains nobody; the contexts come back")
    func registering() throws {
        let sections = try runTool("registration", "--json").sections()
        let registering = try #require(sections.steps("[person registerAsObserverForAccount: account]").first)
        #expect(
            registering.happened == [
                "isa of account: Account -> NSKVONotifying_Account",
                "neither object is retained",
            ])
        #expect(
            sections.steps("[account setBalance: 100]").first?.happened
                == ["person is notified: balance was 0, is 100 (by Person: PersonAccountBalanceContext)"])
        #expect(
            sections.steps("[account setInterestRate: 0.025]").first?.happened
                == ["person is notified: interestRate was 0, is 0.025 (by Person: PersonAccountInterestRateContext)"])
    }

    @Test("A context of the superclass goes to super; one that nobody knows reaches NSObject, which raises")
    func callingSuper() throws {
        let sections = try runTool("registration", "--json").sections()
        #expect(
            sections.steps("[account setBalance: 250]").first?.happened == [
                "person is notified: balance is 250 (by Taxpayer: TaxpayerBalanceContext)",
                "person is notified: balance was 100, is 250 (by Person: PersonAccountBalanceContext)",
            ])
        let unknown = try #require(sections.steps("[account setBalance: 300]").first)
        #expect(unknown.texts("message").count == 2)
        #expect(
            unknown.raised == [
                "NSInternalInconsistencyException: <Person: 0x…>: An "
                    + "-observeValueForKeyPath:ofObject:change:context: message was received but not handled.\n"
                    + "Key path: balance\nObserved object: <Account: 0x…>\n"
                    + "Change: { kind = 1; new = 300; old = 250; }\nContext: 0x…"
            ])
    }

    @Test("After unregistering no observer is notified, and the isa is back")
    func unregistering() throws {
        let sections = try runTool("registration", "--json").sections()
        #expect(
            sections.steps("[person unregisterAsObserverForAccount: account]").first?.happened
                == ["isa of account: NSKVONotifying_Account -> Account"])
        #expect(
            sections.steps("[account setBalance: 400]").first?.happened
                == ["account.balance is 400.0", "account has 0 registrations"])
    }

    @Test("Unregistering twice raises Apple's text; registering twice notifies twice, and takes two removals")
    func twice() throws {
        let last = try #require(try runTool("registration", "--json").sections().last)
        #expect(last.title == "Done twice")
        #expect(last.steps[0].raised == [notRegistered])
        #expect([last].steps("[account setBalance: 500]").first?.happened.count == 2)
        let removals = last.steps.suffix(3)
        #expect(
            removals.map { $0.happened.last } == ["account has 2 registrations", "account has 0 registrations", nil])
        #expect(removals.map(\.raised) == [[], [], [notRegistered]])
    }
}
