// Graph.swift - the command that draws isa and superclass arrows, before, during and after observation.
import ArgumentParser
import FoundationEssentials
import KVONotifying
import MiniRuntime

struct Graph: ParsableCommand {
    enum Format: String, ExpressibleByArgument, CaseIterable { case dot, mermaid, svg, text }
    enum Stage: String, ExpressibleByArgument, CaseIterable { case before, during, after }

    static let configuration = CommandConfiguration(
        abstract:
            "Draws objects, classes and metaclasses, with isa and superclass arrows, before and during observation.",
        discussion: """
            Draws two instances of a class. One of them is observed, and its isa then points at a class that did not \
            exist before. New classes and arrows are marked. The arrows are read from the running program.

              runtime-demo graph --format text
              runtime-demo graph --output person.svg
              runtime-demo graph Student Company --format mermaid
              runtime-demo graph --format dot | dot -Tpdf > person.pdf

            SVG needs no other program, and has dark colours on screens in dark mode. If a class cannot be observed or \
            a file cannot be written, the command prints one line; the exit status is 64.
            """)

    @Argument(
        help: ArgumentHelp("The class of the two instances, and further classes to draw.", valueName: "class"),
        completion: .list(["Person", "Student", "Company"]))
    var classes = ["Person"]

    @Option(help: "The key that is observed; by default the first property of the class.")
    var key: String?

    @Option(help: "dot for Graphviz, mermaid for Markdown, svg, or text.")
    var format = Format.svg

    @Option(
        name: .customLong("stage"), parsing: .upToNextOption,
        help: "The pictures to draw: before, during, after. By default the first two.")
    var stages: [Stage] = [.before, .during]

    @Option(name: .shortAndLong, help: "The file to write, instead of standard output.", completion: .file())
    var output: String?

    @Flag(help: "Print the nodes and arrows as JSON.")
    var json = false

    func run() throws {
        let demonstration = try DemonstrationClasses()
        let graphs = try pictures(of: classes.map(demonstration.find), demonstration)
        if json { return try write(json: graphs) }
        switch format {
        case .dot: try OutputFile.write(ClassGraph.dot(graphs), to: output)
        case .mermaid: try OutputFile.write(ClassGraph.mermaid(graphs), to: output)
        case .svg: try OutputFile.write(ClassGraph.svg(graphs), to: output)
        case .text: try OutputFile.write(graphs.map { $0.page().text() }.joined(separator: "\n"), to: output)
        }
    }

    private func pictures(of classes: [Class], _ demonstration: DemonstrationClasses) throws -> [ClassGraph] {
        let (ann, bob) = (try demonstration.instance(of: classes[0]).retained(), try classes[0].new())
        func picture(_ title: String) -> ClassGraph {
            ClassGraph(title, objects: [("ann", ann), ("bob", bob)], classes: classes)
        }
        let before = picture("Before anybody observes ann")
        let key = try demonstration.observe(ann, key: key)
        var during = picture("While ann's \(key) is observed")
        try demonstration.stopObserving(ann, key: key)
        var after = picture("After the last observer is gone")
        during.markNew(since: before)
        after.markNew(since: during)
        return Stage.allCases.filter(stages.contains).map { stage in
            switch stage {
            case .before: before
            case .during: during
            case .after: after
            }
        }
    }

    private func write(json graphs: [ClassGraph]) throws {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.prettyPrinted, .sortedKeys, .withoutEscapingSlashes]
        try OutputFile.write(String(decoding: encoder.encode(graphs), as: UTF8.self) + "\n", to: output)
    }
}
