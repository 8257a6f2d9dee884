// CellsTests.swift - the command `cells`: registrations follow the views on the screen, or not with --mistake.
import Testing

@Suite("runtime-demo cells")
struct CellsTests {
    @Test("Registered when they appear: always the cells on the screen, notified once each, and nothing raised")
    func balanced() throws {
        let result = try runTool("cells", "--json")
        #expect(result.status == 0)
        let sections = try result.sections()
        #expect(sections.flatMap(\.steps).flatMap(\.raised).isEmpty)
        let scrolling = sections.steps("[collectionView ")
        #expect(scrolling.count == 5)
        for step in scrolling {
            let (shown, registered) = try screenAndRegistered(step)
            #expect(shown == registered, "\(step.message)")
        }
        for step in sections.steps("[controller setDeleteMode:") {
            #expect(step.happened.count == 4)
            #expect(Set(step.happened).count == 4)
        }
        #expect(sections.last?.steps.last?.happened == ["in the whole program: 0 registrations"])
    }

    @Test("Headers are registered and removed as cells are")
    func supplementaryViews() throws {
        let messages = try runTool("cells", "--json").sections().flatMap(\.steps).flatMap { $0.texts("message") }
        for header in ["header1", "header2"] {
            let added = messages.count { $0.hasPrefix("[controller addObserver: \(header) ") }
            #expect(added >= 2)
            #expect(added == messages.count { $0.hasPrefix("[controller removeObserver: \(header) ") })
        }
    }

    @Test("A cell comes back without being asked for, and one is asked for and not displayed")
    func reuse() throws {
        let back = try #require(
            try runTool("cells", "--json").sections().steps("[collectionView scrollToItemAtIndexPath: 0]").first)
        #expect(back.texts("message").contains("willDisplayCell: cell1 forItemAtIndexPath: 0"))
        #expect(!back.texts("message").contains { $0.hasPrefix("cellForItemAtIndexPath: 0") })
        let first = try #require(try runTool("cells", "--json").sections().steps("[collectionView reloadData]").first)
        #expect(first.texts("message").contains("cellForItemAtIndexPath: 3, which gets cell4"))
        #expect(!first.texts("message").contains { $0.hasPrefix("willDisplayCell: cell4") })
    }

    @Test("--mistake: one removal too many raises, one too few outlives the controller, and the exit status is 1")
    func mistake() throws {
        let result = try runTool("cells", "--mistake", "--json")
        #expect(result.status == 1)
        let sections = try result.sections()
        let raised = sections.steps("[collectionView ").flatMap(\.raised)
        let notRegistered = { (name: String) in
            "NSRangeException: Cannot remove an observer <\(name) 0x…> for the key path \"deleteMode\" from "
                + "<ViewController 0x…> because it is not registered as an observer."
        }
        #expect(raised.contains(notRegistered("Cell")))
        #expect(raised.contains(notRegistered("Header")))
        let ends = sections.steps("[collectionView ").compactMap(\.happened.last)
        #expect(ends.contains { $0.hasSuffix("<- not what is on the screen") })
        // A cell with several registrations is notified several times.
        let told = try #require(sections.steps("[controller setDeleteMode: NO]").first).happened
        #expect(Set(told).count < told.count)
        let end = try #require(sections.last?.steps.last?.raised.first)
        #expect(
            end.hasPrefix(
                "NSInternalInconsistencyException: An instance 0x… of class ViewController was deallocated while key "
                    + "value observers were still registered with it. Current observation info: "
                    + "<NSKeyValueObservationInfo 0x…> (\n"
                    + "<NSKeyValueObservance 0x…: Observer: 0x…, Key path: deleteMode, "))
    }

    @Test("The text is folded at 100 columns, with and without the mistake")
    func text() throws {
        expectReadable(try runTool("cells"))
        let mistake = try runTool("cells", "--mistake")
        expectReadable(mistake, status: 1)
        #expect(mistake.output.contains("       !! NSRangeException: Cannot remove an observer <Cell 0x"))
    }

    private func screenAndRegistered(_ step: DemoSection.Step) throws -> ([String], [String]) {
        let lists = step.happened.suffix(2).map { line in
            line.split(separator: ":")[1].split(separator: ",").map { $0.trimmingPrefix(while: \.isWhitespace) }
                .map(String.init)
        }
        try #require(lists.count == 2)
        return (lists[0], lists[1])
    }
}
