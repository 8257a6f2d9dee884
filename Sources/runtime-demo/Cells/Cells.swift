// Cells.swift - reused cells that observe their view controller, registered in the right callback and in the wrong one.
import ArgumentParser
import KVONotifying
import MiniFoundation
import MiniRuntime
import TypedClasses

struct Cells: ParsableCommand {
    static let configuration = CommandConfiguration(
        abstract: "Reused collection view cells observe their view controller; --mistake registers in the wrong place.",
        discussion: """
            Each registration must be removed exactly once. Cells are reused, so the place to register is \
            willDisplayCell, which is always followed by didEndDisplayingCell; cells that are still on the screen at \
            the end are removed as observers in the controller's dealloc. The same holds for supplementary views, here \
            the headers of sections.

            With --mistake, views are registered when the collection view requests them. It may request a view and \
            never display it, or display it again without another request. The output shows the registrations, the \
            notifications and the exceptions. Each exception would end a program; here it is caught.

            The exit status is 0 if each registration was removed once, and 1 if an exception was raised, as happens \
            with --mistake.
            """)

    @Flag(help: "Register in cellForItemAtIndexPath instead of willDisplayCell.")
    var mistake = false

    @OptionGroup var output: OutputOptions

    func run() throws {
        try transcript.run(output.style) {
            try Self.addViewMethods()
            try Self.addControllerMethods(registersWhenAsked: mistake)
            try show()
        }
        if transcript.raisedCount > 0 { throw ExitCode.failure }
    }

    private func show() throws {
        let view = CollectionView()
        var controller: Ref<ViewController>? = ViewController.new()
        try use(controller!, view)
        transcript.section(
            "The end",
            mistake
                ? "The controller's dealloc removes each view on the screen once. Others are registered as well."
                : "Views on the screen are still registered, and are removed in the controller's dealloc; all others "
                    + "were removed when they left the screen.")
        try transcript.step("[controller release]") {
            try release(&controller)
            transcript.countRegistrations()
        }
    }

    private func use(_ controller: Ref<ViewController>, _ view: CollectionView) throws {
        transcript.name(controller.object, "controller")
        try autoreleasepool {
            controller.collectionView = Object(boxing: view)
            try appear(controller, view)
            try scroll(controller, view)
        }
    }

    private func appear(_ controller: Ref<ViewController>, _ view: CollectionView) throws {
        transcript.section(
            mistake ? "Registering when a cell is requested: the mistake" : "Registering when a cell appears",
            "\(CollectionView.itemsOnScreen) of \(CollectionView.itemCount) items fit on the screen, and each section "
                + "of \(CollectionView.itemsInSection) has a header. The collection view requests the next cell ahead "
                + "of time.")
        try transcript.step("[collectionView reloadData]") {
            try view.scroll(to: 0, controller.object)
            compare(controller.object, view)
        }
        try setDeleteMode(true, controller)
    }

    private func scroll(_ controller: Ref<ViewController>, _ view: CollectionView) throws {
        transcript.section(
            "Scrolling",
            "A cell that has just left the screen is kept, and comes back without another request. A cell far from the "
                + "screen is used again for another item.")
        let ways = [(1, "down by one item"), (0, "up again"), (1, "down again"), (6, "far down")]
        for (item, way) in ways {
            try transcript.step("[collectionView scrollToItemAtIndexPath: \(item)]   // \(way)") {
                try view.scroll(to: item, controller.object)
                compare(controller.object, view)
            }
        }
        try setDeleteMode(false, controller)
    }

    private func setDeleteMode(_ flag: Bool, _ controller: Ref<ViewController>) throws {
        try transcript.step("[controller setDeleteMode: \(flag ? "YES" : "NO")]") {
            try controller.set(\.deleteMode, to: flag)
        }
    }

    /// Reports the views on the screen and the registered observers, and whether the two lists differ.
    private func compare(_ controller: Object, _ view: CollectionView) {
        let shown = (view.visibleHeaders + view.visibleCells).map(transcript.name).sorted()
        let registered = controller.keyValueRegistrations.map { transcript.name(of: $0.observer) }.sorted()
        transcript.happened("on the screen: \(shown.joined(separator: ", "))")
        transcript.happened(
            "registered:    \(registered.joined(separator: ", "))"
                + (shown == registered ? "" : "   <- not what is on the screen"))
    }
}
