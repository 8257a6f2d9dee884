// RunTests.swift - the command `run`: compiling and running a program in Objective-C.
import Foundation
import Testing

@Suite("runtime-demo run")
struct RunTests {
    static let root = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
        .deletingLastPathComponent().deletingLastPathComponent().path
    static let environment = ["MINIRUNTIME_ROOT": root]

    /// Whether programs can be compiled: clang is installed beside the swift command, and the library has been built.
    /// `scripts/foundation-classes.sh` builds it, which cannot run at the same time as these tests. With CI in
    /// the environment no test may be skipped: there the tests run, and fail if programs cannot be compiled.
    static let canCompile: Bool = {
        if ProcessInfo.processInfo.environment["CI"] != nil { return true }
        let library = "\(root)/.build/debug/dispatch-objects.options"
        guard FileManager.default.fileExists(atPath: library) else { return false }
        let probe = try? runProgram(
            "\(root)/scripts/objc-clang", ["-fsyntax-only", "-x", "objective-c", "-"], input: "")
        return probe?.status == 0
    }()

    /// Writes a program to a file, which is deleted after `body` returns.
    private func withProgram(_ source: String, _ body: (_ path: String) throws -> Void) throws {
        let path = NSTemporaryDirectory() + "program-\(UUID().uuidString).m"
        try source.write(toFile: path, atomically: true, encoding: .utf8)
        defer { try? FileManager.default.removeItem(atPath: path) }
        try body(path)
    }

    @Test(
        "A program without a file, with another ending, and a folder without programs are bad input",
        arguments: [
            ("missing.m", "There is no file 'missing.m'."),
            ("\(root)/README.md", "does not end in .m or .mm,"),
            ("\(root)/docs", "contains no file that ends in .m or .mm."),
        ])
    func badInput(path: String, text: String) throws {
        let result = try runTool("run", path, environment: Self.environment)
        #expect(result.status == 64)
        #expect(result.output.isEmpty)
        #expect(result.error.contains(text))
    }

    @Test("Without the sources of MiniRuntime, the command names the variable to set")
    func noSources() throws {
        let result = try runTool("run", "program.m", environment: ["MINIRUNTIME_ROOT": "/nowhere"])
        #expect(result.status == 64)
        #expect(result.error.hasPrefix("Error: There is no '/nowhere/scripts/objc-clang'."))
        #expect(result.error.contains("set MINIRUNTIME_ROOT"))
    }

    @Test("Without clang, a sentence says so, and the exit status is 77")
    func noClang() throws {
        // A folder with the commands that objc-clang needs, and no swift: /usr/bin may have one.
        let commands = NSTemporaryDirectory() + "commands-\(UUID().uuidString)"
        try FileManager.default.createDirectory(atPath: commands, withIntermediateDirectories: false)
        defer { try? FileManager.default.removeItem(atPath: commands) }
        for name in ["bash", "dirname", "readlink"] {
            try FileManager.default.createSymbolicLink(
                atPath: "\(commands)/\(name)", withDestinationPath: "/usr/bin/\(name)")
        }
        try withProgram("int main(void) { return 0; }") { path in
            let environment = Self.environment.merging(["PATH": commands]) { $1 }
            let result = try runTool("run", path, environment: environment)
            #expect(result.status == 77)
            #expect(result.error.contains("there is no clang beside the swift command"))
        }
    }

    @Test("Flags reach the compiler and the linker", .enabled(if: canCompile))
    func flags() throws {
        let source =
            "int answer(void); int __wrap_answer(void) { return 40; } int main(void) { return answer() + TWO; }"
        try withProgram(source) { path in
            let unlinked = try runTool("run", path, "--flag", "-DTWO=2", environment: Self.environment)
            #expect(unlinked.status == 1)
            #expect(unlinked.error.contains("answer"))
            let result = try runTool(
                "run", path, "--flag", "-DTWO=2", "--flag", "-Wl,--wrap=answer", environment: Self.environment)
            #expect(result.status == 42)
        }
    }

    @Test("A program gets its arguments, and its exit status is the command's", .enabled(if: canCompile))
    func runs() throws {
        let source = """
            #import <Foundation/Foundation.h>
            int main(int argc, char **argv) {
                @autoreleasepool {
                    NSString *text = [NSString stringWithFormat:@"%d %s %s", argc, argv[1], argv[2]];
                    puts(text.UTF8String);
                    return __has_feature(objc_arc) ? 7 : 8;
                }
            }
            """
        try withProgram(source) { path in
            let result = try runTool("run", path, "--arc", "-O2", "one", "--", "-two", environment: Self.environment)
            #expect(result.output == "3 one -two\n")
            #expect(result.error.isEmpty)
            #expect(result.status == 7)
        }
    }

    @Test(
        "The errors of a program that does not compile are clang's, and the exit status is 1", .enabled(if: canCompile))
    func compileError() throws {
        try withProgram("int main(void) { return [nothing here]; }") { path in
            let result = try runTool("run", path, environment: Self.environment)
            #expect(result.status == 1)
            #expect(result.output.isEmpty)
            #expect(result.error.contains("use of undeclared identifier 'nothing'"))
        }
    }

    /// A program whose person observes the age of another one, sets it, and ends.
    static func program(onChange: String, set: String, status: Int) -> String {
        """
        #import <Foundation/Foundation.h>
        @interface Person : NSObject
        @property int age;
        @end
        @implementation Person
        - (void)observeValueForKeyPath:(NSString *)path ofObject:(id)object change:(NSDictionary *)change
                               context:(void *)context {
            \(onChange)
        }
        @end
        int main(void) {
            @autoreleasepool {
                Person *person = [Person new], *observer = [Person new];
                [person addObserver:observer forKeyPath:@"age" options:NSKeyValueObservingOptionNew context:NULL];
                \(set)
                [person removeObserver:observer forKeyPath:@"age"];
            }
            return \(status);
        }
        """
    }

    @Test("With --explore, the page steps through the program's own lines and objects", .enabled(if: canCompile))
    func explores() throws {
        let source = Self.program(
            onChange: "puts(path.UTF8String);", set: "person.age = 41;", status: 3)
        try withProgram(source) { path in
            let folder = NSTemporaryDirectory() + "explored-\(UUID().uuidString)"
            try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: false)
            defer { try? FileManager.default.removeItem(atPath: folder) }
            let command = "cd '\(folder)' && exec '\(toolPath)' run '\(path)' --arc --explore"
            let result = try runProgram("/bin/sh", ["-c", command], environment: Self.environment)
            #expect(result.status == 3)
            #expect(result.output == "age\n")
            #expect(result.error.contains("explorer.html: "))
            let page = try String(contentsOfFile: "\(folder)/explorer.html", encoding: .utf8)
            let json = try #require(page.firstMatch(of: /<script id="recording"[^>]*>(.*?)<\/script>/)?.1)
            let stage = try unfolded(Stage.self, String(json))
            #expect(stage.source.contains("        person.age = 41;"))
            let isas = stage.steps.filter { $0.kind == "isaChanged" }
            #expect(
                isas.compactMap { $0.line.map { stage.source[$0 - 1].split(separator: " ").first } }
                    == ["[person", "[person"])
            let notified = try #require(stage.steps.first { $0.kind == "notification" })
            #expect(notified.text.hasSuffix("{new: 41}"))
            #expect(notified.stack == ["main"])
            #expect(notified.line.map { stage.source[$0 - 1] } == "        person.age = 41;")
            // The memory of an object that is gone has changed since its last event.
            let gone = stage.steps.filter { $0.kind == "objectDeallocated" }.map(\.objects)
            #expect(gone.count == 2)
            #expect(gone.allSatisfy { $0.contains { $0.state == "deallocated" && $0.ivars.isEmpty } })
            #expect(notified.objects.contains { $0.state == nil && $0.ivars.map(\.value) == ["41"] })
        }
    }

    private struct Stage: Decodable {
        struct Step: Decodable {
            let kind, text: String
            let line: Int?
            let stack: [String]
            let objects: [Object]
        }

        struct Object: Decodable {
            struct Ivar: Decodable { let value: String }

            let state: String?
            let ivars: [Ivar]
        }

        let source: [String]
        let steps: [Step]
    }
}
