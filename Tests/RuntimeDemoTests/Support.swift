// Support.swift - runs the tool, and decodes its output.
import Foundation
import Testing

/// The output and exit status of a run of the tool.
struct ToolResult {
    let status: Int32
    let output: String
    let error: String

    var lines: [String] { output.split(separator: "\n").map(String.init) }

    /// Decodes the sections of a demonstration that was run with `--json`.
    func sections() throws -> [DemoSection] { try JSONDecoder().decode([DemoSection].self, from: Data(output.utf8)) }
}

/// The path of the tool that was built beside these tests.
let ownToolPath = Bundle.main.executableURL!.deletingLastPathComponent().appendingPathComponent("runtime-demo").path

/// The path of the tool that the tests run: MINIRUNTIME_TOOL, which `make test` sets to the one that `make demo` runs,
/// because a release build needs half the time of a debug build.
let toolPath = ProcessInfo.processInfo.environment["MINIRUNTIME_TOOL"] ?? ownToolPath

/// Runs the tool.
func runTool(_ arguments: String..., environment: [String: String] = [:]) throws -> ToolResult {
    try runProgram(toolPath, arguments, environment: environment)
}

/// Runs the tool with an array of arguments.
func runTool(_ arguments: [String]) throws -> ToolResult { try runProgram(toolPath, arguments) }

/// Runs the tool with a text on its standard input.
func runTool(_ arguments: String..., input: String) throws -> ToolResult {
    try runProgram(toolPath, arguments, input: input)
}

/// Runs any program.
/// - Parameters:
///   - environment: variables that are added to the environment of the tests.
///   - input: the text on standard input; if nil, the standard input of the tests.
func runProgram(
    _ path: String, _ arguments: [String], environment: [String: String] = [:], input: String? = nil
) throws -> ToolResult {
    let process = Process()
    process.executableURL = URL(fileURLWithPath: path)
    process.arguments = arguments
    // The expected texts are English, and those of the default configuration, in which the variable is not set.
    var inherited = ProcessInfo.processInfo.environment
    inherited["MINIRUNTIME_CLOSURES"] = nil
    inherited["LC_ALL"] = "C.UTF-8"
    process.environment = inherited.merging(environment) { $1 }
    let (output, error) = (Pipe(), Pipe())
    process.standardOutput = output
    process.standardError = error
    let standardInput = input.map { _ in Pipe() }
    if let standardInput { process.standardInput = standardInput }
    try process.run()
    if let input, let writer = standardInput?.fileHandleForWriting {
        try writer.write(contentsOf: Data(input.utf8))
        try writer.close()
    }
    let text = String(decoding: output.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
    let errorText = String(decoding: error.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
    process.waitUntilExit()
    return ToolResult(status: process.terminationStatus, output: text, error: errorText)
}

/// A script that notifies without end.
let endless = """
    @class Person : NSObject { int age; }
    p = [Person new]
    [p addObserver: printer forKeyPath: @"age" options: new]
    while (1) { p.age = p.age + 1 }

    """

/// A section of a demonstration.
struct DemoSection: Decodable {
    struct Step: Decodable {
        let message: String
        let events: [Event]

        /// The texts of one kind of event, with `0x…` in place of each address.
        func texts(_ kind: String) -> [String] { events.filter { $0.kind == kind }.map(\.text).map(withoutAddresses) }
        var happened: [String] { texts("happened") }
        var raised: [String] { texts("raised") }
    }

    struct Event: Decodable {
        let kind: String
        let text: String
    }

    let title: String
    let lesson: String
    let steps: [Step]
}

extension [DemoSection] {
    /// The steps whose message begins with `prefix`.
    func steps(_ prefix: String) -> [DemoSection.Step] {
        flatMap(\.steps).filter { $0.message.hasPrefix(prefix) }
    }
}

func withoutAddresses(_ text: String) -> String { text.replacing(/0x[0-9a-f]{4,}/, with: "0x…") }

/// Expects exit status `status`, nothing on standard error, and no line longer than 100 columns.
func expectReadable(_ result: ToolResult, status: Int32 = 0, _ location: SourceLocation = #_sourceLocation) {
    #expect(result.status == status, sourceLocation: location)
    #expect(result.error.isEmpty, sourceLocation: location)
    #expect(!result.lines.isEmpty, sourceLocation: location)
    for line in result.lines where line.count > 100 {
        Issue.record("wider than 100: \(line)", sourceLocation: location)
    }
}
