// ControllerTests.swift - the command `controller`: a view controller with a KVOController.
import Testing

@Suite("runtime-demo controller")
struct ControllerTests {
    @Test("The text is numbered and folded at 100 columns")
    func text() throws {
        let result = try runTool("controller")
        expectReadable(result)
        #expect(result.output.contains("-> block of viewController: keyPath:age age:0\n"))
    }

    @Test("The block is called at once with age 0, then for each touch")
    func touches() throws {
        let sections = try runTool("controller", "--json").sections()
        #expect(
            sections.steps("[viewController viewDidLoad]").first?.happened == [
                "isa of person: Person -> NSKVONotifying_Person", "block of viewController: keyPath:age age:0",
                "<KeyValueHandlerObserver 0x…> observes \"age\" of <Person 0x…>",
            ])
        #expect(
            sections.steps("[viewController touchesBegan:").map(\.happened)
                == [["block of viewController: keyPath:age age:1"], ["block of viewController: keyPath:age age:2"]])
    }

    @Test("An observation that is stopped in its first call was called once; stopping nothing does nothing")
    func stopping() throws {
        let sections = try runTool("controller", "--json").sections()
        #expect(
            sections.steps("[other observe:").first?.happened
                == ["block of other: keyPath:age age:2", "person has 1 registration"])
        #expect(
            sections.steps("[person setAge: 30]").first?.happened == ["block of viewController: keyPath:age age:30"])
        #expect(sections.steps("[other unobserve:").first?.happened == ["exceptions so far: 0"])
    }

    @Test("When the view controller is released, its observations are gone, and the isa is back")
    func end() throws {
        let sections = try runTool("controller", "--json").sections()
        #expect(
            sections.steps("[viewController release]").first?.happened
                == ["isa of person: NSKVONotifying_Person -> Person", "person has 0 registrations"])
        #expect(sections.steps("[person setAge: 31]").first?.happened == ["person.age is 31; exceptions: 0"])
    }
}
