// GraphTests.swift - the command `graph`: the pictures, and their output formats.
import Foundation
import Testing

private struct Picture: Decodable {
    struct Node: Decodable {
        let id: Int
        let kind, name: String
        let isNew: Bool
    }

    struct Arrow: Decodable {
        let from, to: Int
        let kind: String
        let isNew: Bool
    }

    let title: String
    let nodes: [Node]
    let arrows: [Arrow]

    /// Returns the node that an arrow of a node points at.
    func target(_ kind: String, of name: String, _ nodeKind: String) throws -> Node {
        let node = try #require(nodes.first { $0.name == name && $0.kind == nodeKind })
        let arrow = try #require(arrows.first { $0.from == node.id && $0.kind == kind })
        return nodes[arrow.to]
    }
}

@Suite("runtime-demo graph")
struct GraphTests {
    @Test("ann's isa moves to the notifying class and comes back; bob's stays; metaclasses close the circle")
    func arrows() throws {
        let result = try runTool("graph", "--json", "--stage", "before", "during", "after")
        #expect(result.status == 0)
        let pictures = try JSONDecoder().decode([Picture].self, from: Data(result.output.utf8))
        #expect(
            try pictures.map { try $0.target("isa", of: "ann", "object").name } == [
                "Person", "NSKVONotifying_Person", "Person",
            ])
        for picture in pictures {
            #expect(try picture.target("isa", of: "bob", "object").name == "Person")
            #expect(try picture.target("isa", of: "NSObject", "metaclass").kind == "metaclass")
            #expect(try picture.target("superclass", of: "NSObject", "metaclass").kind == "class")
            #expect(!picture.arrows.contains { $0.kind == "superclass" && picture.nodes[$0.from].kind == "object" })
        }
        let new = pictures[1].nodes.filter(\.isNew).map(\.kind)
        #expect(new == ["class", "metaclass"])
        #expect(pictures[1].arrows.filter(\.isNew).count == 5)
        #expect(pictures[2].nodes.filter(\.isNew).isEmpty)
    }

    @Test("As text: a line for each object and class, from it along its arrows")
    func text() throws {
        let result = try runTool("graph", "Company", "--format", "text", "--stage", "during")
        expectReadable(result)
        #expect(
            result.output.hasPrefix(
                """
                While ann's name is observed
                ann ──isa──► NSKVONotifying_Company ──superclass──► Company ──superclass──► NSObject
                bob ──isa──► Company ──superclass──► NSObject
                NSObject ──isa──► NSObject (metaclass) ──superclass──► NSObject
                """))
        #expect(result.lines.last == "NSKVONotifying_Company has  class _isKVOA dealloc setName:")
    }

    @Test("Mermaid, word for word")
    func mermaid() throws {
        let result = try runTool("graph", "Company", "--format", "mermaid", "--stage", "during")
        #expect(result.status == 0)
        #expect(
            result.output == """
                flowchart LR
                    subgraph g0["While ann's name is observed"]
                        g0n0["NSObject<br>\(try methodCount(result, "g0n0["))"]
                        g0n1("NSObject (metaclass)<br>\(try methodCount(result, "g0n1("))")
                        g0n2["Company<br>name<br>setName:<br>motto"]
                        g0n3("Company (metaclass)")
                        g0n4["NSKVONotifying_Company<br>class<br>_isKVOA<br>dealloc<br>setName:"]:::new
                        g0n5("NSKVONotifying_Company (metaclass)"):::new
                        g0n6(["ann"])
                        g0n7(["bob"])
                        g0n1 -->|isa| g0n1
                        g0n1 -.->|superclass| g0n0
                        g0n0 -->|isa| g0n1
                        g0n3 -->|isa| g0n1
                        g0n3 -.->|superclass| g0n1
                        g0n2 -->|isa| g0n3
                        g0n2 -.->|superclass| g0n0
                        g0n5 -->|isa| g0n1
                        g0n5 -.->|superclass| g0n3
                        g0n4 -->|isa| g0n5
                        g0n4 -.->|superclass| g0n2
                        g0n6 -->|isa| g0n4
                        g0n7 -->|isa| g0n2
                    end
                    classDef new stroke:#c2410c,stroke-width:2px
                    linkStyle 7,8,9,10,11 stroke:#c2410c,stroke-width:2px

                """)
    }

    /// Returns the text `N methods` of a node. The runtime's own classes may get more methods.
    private func methodCount(_ result: ToolResult, _ node: String) throws -> Substring {
        let line = try #require(result.lines.first { $0.contains(node) })
        return try #require(line.firstMatch(of: /\d+ methods/)).output
    }

    @Test("DOT has a cluster for each picture, and every arrow between nodes that are there")
    func dot() throws {
        let result = try runTool("graph", "--format", "dot")
        #expect(result.status == 0)
        let text = result.output
        #expect(text.hasPrefix("digraph runtime {\n"))
        #expect(text.hasSuffix("}\n"))
        #expect(text.contains("subgraph cluster_0 {\n        label=\"Before anybody observes ann\";"))
        #expect(text.contains("[label=\"NSKVONotifying_Person\\nclass\\n_isKVOA\\ndealloc\\nsetAge:\", color="))
        let nodes = Set(text.matches(of: /(?m)^ +(g\d+n\d+) \[/).map(\.output.1))
        let ends = text.matches(of: /(g\d+n\d+) -> (g\d+n\d+)/).flatMap { [$0.output.1, $0.output.2] }
        #expect(!ends.isEmpty)
        #expect(nodes.isSuperset(of: ends))
    }

    @Test("SVG is well-formed XML, knows dark screens, and draws each arrow with a title", arguments: ["-", "file"])
    func svg(target: String) throws {
        let path = NSTemporaryDirectory() + "runtime-demo-graph-\(UUID().uuidString).svg"
        defer { try? FileManager.default.removeItem(atPath: path) }
        let result = try target == "-" ? runTool("graph") : runTool("graph", "--output", path)
        #expect(result.status == 0)
        let text = try target == "-" ? result.output : String(contentsOfFile: path, encoding: .utf8)
        #expect(target == "-" || result.output.isEmpty)
        #expect(text.hasPrefix("<svg xmlns=\"http://www.w3.org/2000/svg\""))
        #expect(text.contains("@media (prefers-color-scheme: dark)"))
        #expect(text.contains("<title>ann isa NSKVONotifying_Person</title>"))
        #expect(text.contains("<title>NSObject (metaclass) superclass NSObject</title>"))
        // Each element is closed: there are as many opening tags as closing or self-closing ones.
        for tag in ["svg", "text", "title", "style", "path"] {
            let opened = text.matches(of: try Regex("<\(tag)[ >]")).count
            let closed = text.matches(of: try Regex("</\(tag)>|<\(tag) [^>]*/>")).count
            #expect(opened == closed, "\(tag)")
        }
    }

    @Test(
        "Bad input is one line, and exit status 64",
        arguments: [
            (["--key", "agee"], "Person has no property 'agee'; did you mean 'age'?"),
            (["Compny"], "There is no class 'Compny'; did you mean 'Company'?"),
            (
                ["--format", "gif"],
                "The value 'gif' is invalid for '--format <format>'. Please provide one of 'dot', "
                    + "'mermaid', 'svg' or 'text'."
            ),
            (
                ["--output", "/nonexistent/graph.svg"],
                "Cannot write '/nonexistent/graph.svg': No such file or directory"
            ),
            (
                ["--key", "a..b"],
                "Person cannot be observed: NSInvalidArgumentException: -[Person addObserver:forKeyPath:"
                    + "options:context:]: the key path is \"a..b\", in which a key is missing"
            ),
        ])
    func badInput(arguments: [String], text: String) throws {
        let result = try runTool(["graph"] + arguments)
        #expect(result.status == 64)
        #expect(result.error == "Error: \(text)\n")
        #expect(result.output.isEmpty)
    }
}
