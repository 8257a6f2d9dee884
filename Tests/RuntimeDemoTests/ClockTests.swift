// ClockTests.swift - the command `clock`: cells that follow a timer.
import Testing

@Suite("runtime-demo clock")
struct ClockTests {
    private func run(_ ticks: Int) throws -> ToolResult {
        try runTool("clock", "--ticks", "\(ticks)", "--interval", "0", "--json")
    }

    @Test("100 cells register with the one controller, and each tick notifies them all")
    func firstTick() throws {
        let sections = try run(1).sections()
        #expect(
            sections.steps("for each cell:").first?.happened
                == ["isa of controller: Controller -> NSKVONotifying_Controller", "controller has 100 registrations"])
        let tick = try #require(sections.steps("[controller updateNow]   // tick 1 of 1").first)
        let time = try #require(
            tick.happened[0].firstMatch(of: /now is (\d\d:\d\d:\d\d\.\d{6}); 100 cells were notified/)
        )
        .1
        #expect(tick.happened[1...] == ["100 cells show \"\(time)\""])
    }

    @Test("A cell that is pointed at another property or object shows that at once, and goes on from there")
    func pointingElsewhere() throws {
        let sections = try run(2).sections()
        let after = try #require(sections.steps("// The cells change at once").first).happened
        #expect(after[0] == "controller has 98 registrations")
        #expect(after[1].hasPrefix("97 cells show "))
        #expect(after.contains("cell7 shows \"1\""))
        #expect(after.contains("cell8 shows \"12:00:00.000\""))
        #expect(after.contains("cell9 shows \"\""))
        let tick = try #require(sections.steps("[controller updateNow]   // tick 2 of 2").first).happened
        #expect(tick[0].hasSuffix("98 cells were notified"))
        #expect(tick.contains("cell7 shows \"2\""))
        #expect(tick.contains("cell8 shows \"12:00:00.000\""))
    }

    @Test("When the cells are gone, so are all registrations")
    func end() throws {
        let last = try #require(try run(1).sections().last?.steps.last)
        #expect(
            last.happened.suffix(2) == ["controller has 0 registrations", "in the whole program: 0 registrations"])
    }

    @Test("--ticks bounds it, and it ends by itself without", arguments: [1, 2, 7])
    func ticks(count: Int) throws {
        #expect(try run(count).sections().steps("[controller updateNow]").count == count)
        #expect(try runTool("clock", "--interval", "0", "--json").sections().steps("[controller updateNow]").count == 3)
    }

    @Test("The text is folded at 100 columns")
    func text() throws {
        expectReadable(try runTool("clock", "--interval", "0"))
    }

    @Test(
        "Bad input is one clear line, and exit status 64",
        arguments: [
            (["--ticks", "0"], "Error: --ticks is 0; it must be at least 1.\n"),
            (["--ticks", "x"], "Error: The value 'x' is invalid for '--ticks <n>'\n"),
            (["--interval=-1"], "Error: --interval is -1.0; it must be from 0 to 3600 seconds.\n"),
            (["--interval", "nan"], "Error: --interval is nan; it must be from 0 to 3600 seconds.\n"),
        ])
    func badInput(arguments: [String], line: String) throws {
        let result =
            arguments.count == 1 ? try runTool("clock", arguments[0]) : try runTool("clock", arguments[0], arguments[1])
        #expect(result.status == 64)
        #expect(result.error == line)
        #expect(result.output.isEmpty)
    }
}
