// CellClock.swift - table cells that show a property of any object, and observe it.
import ArgumentParser
import KVONotifying
import MiniFoundation
import MiniRuntime
import TypedClasses

#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#endif

struct CellClock: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "clock",
        abstract: "100 table cells observe one property that a timer sets.",
        discussion: """
            Each cell shows any property of any object, and updates itself when the property changes. Setting the \
            cell's object or property removes the old observation and adds a new one; its dealloc removes the last. \
            The controller with the timer knows nothing about the cells: it only sets its own property, called now.
            """)

    @Option(help: ArgumentHelp("Stop the timer after this many ticks; at least 1.", valueName: "n"))
    var ticks = 3

    @Option(help: ArgumentHelp("The time between two ticks, from 0 to 3600.", valueName: "seconds"))
    var interval = 0.5

    @OptionGroup var output: OutputOptions

    func validate() throws {
        guard ticks >= 1 else { throw ValidationError("--ticks is \(ticks); it must be at least 1.") }
        guard (0...3600).contains(interval) else {
            throw ValidationError("--interval is \(interval); it must be from 0 to 3600 seconds.")
        }
    }

    private static let cellCount = 100

    func run() throws {
        try transcript.run(output.style) {
            transcript.reportIsaChanges()
            let cellClass = try Self.makeCellClass()
            let controller = Controller.new()
            transcript.name(controller.object, "controller")
            var cells = try makeCells(cellClass, controller)
            transcript.section("The timer", "One assignment in the controller; each observing cell updates itself.")
            try tick(1, controller, cells)
            try pointElsewhere(controller, cells)
            if ticks > 1 {
                transcript.section("The timer goes on", "Cells that observe something else are not notified.")
                for number in 2...ticks { try tick(number, controller, cells) }
            }
            try end(&cells, controller)
        }
    }

    private func makeCells(_ cellClass: Class, _ controller: Ref<Controller>) throws -> [Object] {
        transcript.section(
            "\(Self.cellCount) cells",
            "With a property and no object, or the other way round, a cell is not ready and observes nothing.")
        var cells: [Object] = []
        try transcript.step("for each cell: [cell setProperty: @\"now\"];  [cell setObject: controller]") {
            for number in 0..<Self.cellCount {
                let cell = try cellClass.new()
                transcript.name(cell, "cell\(number)")
                try cell.send("setProperty:", "now")
                try cell.send("setObject:", controller.object)
                cells.append(cell)
            }
            transcript.countRegistrations(of: controller.object)
        }
        return cells
    }

    /// Fires the timer, after the interval that the user chose.
    private func tick(_ number: Int, _ controller: Ref<Controller>, _ cells: [Object]) throws {
        if number > 1 { wait() }
        try transcript.step("[controller updateNow]   // tick \(number) of \(ticks)") {
            let before = Self.notificationCount.withLock { $0 }
            try controller.object.send("updateNow")
            let told = Self.notificationCount.withLock { $0 } - before
            transcript.happened("controller.now is \(controller.now); \(told) cells were notified")
            try showTexts(cells)
        }
    }

    /// Reports the texts that the cells show, each with its cells.
    private func showTexts(_ cells: [Object]) throws {
        var cellsByText: [String: [Object]] = [:]
        for cell in cells { cellsByText[try cell.ivar("_text", as: String?.self) ?? "", default: []].append(cell) }
        for (text, cells) in cellsByText.sorted(by: { ($1.value.count, $0.key) < ($0.value.count, $1.key) }) {
            let who = cells.count == 1 ? transcript.name(of: cells[0]) : "\(cells.count) cells"
            transcript.happened("\(who) show\(cells.count == 1 ? "s" : "") \"\(text)\"")
        }
    }

    private func pointElsewhere(_ controller: Ref<Controller>, _ cells: [Object]) throws {
        transcript.section(
            "Pointing cells elsewhere",
            "Another property of the same object, another object with the same property, or none at all.")
        try transcript.step("[cell7 setProperty: @\"tickCount\"]") { try cells[7].send("setProperty:", "tickCount") }
        try transcript.step("[cell8 setObject: stoppedClock]") {
            let stopped = Controller.new()
            transcript.name(stopped.object, "stoppedClock")
            stopped.now = "12:00:00.000"
            try cells[8].send("setObject:", stopped.object)
        }
        try transcript.step("[cell9 setObject: nil]") { try cells[9].send("setObject:", Object?.none) }
        try transcript.step("// The cells change at once, before the next tick.") {
            transcript.countRegistrations(of: controller.object)
            try showTexts(cells)
        }
    }

    private func end(_ cells: inout [Object], _ controller: Ref<Controller>) throws {
        transcript.section("The end", "Each cell's dealloc removes its observation, if it has one.")
        try transcript.step("cells = nil") {
            cells = []
            transcript.countRegistrations(of: controller.object)
            transcript.countRegistrations()
        }
    }

    private func wait() {
        let whole = interval.rounded(.down)
        var time = timespec(tv_sec: Int(whole), tv_nsec: Int((interval - whole) * 1e9))
        nanosleep(&time, nil)
    }
}
