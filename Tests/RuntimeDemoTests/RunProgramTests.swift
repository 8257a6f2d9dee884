// RunProgramTests.swift - the command `run`: compiling and running a program in Objective-C.
import Foundation
import Testing

@Suite("runtime-demo run, with programs", .enabled(if: CompiledPrograms.areSupported))
struct RunProgramTests {
    @Test("Flags reach the compiler and the linker")
    func flags() throws {
        let source =
            "int answer(void); int __wrap_answer(void) { return 40; } int main(void) { return answer() + TWO; }"
        try CompiledPrograms.write(source) { path in
            let unlinked = try runTool("run", path, "--flag", "-DTWO=2", environment: CompiledPrograms.environment)
            #expect(unlinked.status == 1)
            #expect(unlinked.error.contains("answer"))
            let result = try runTool(
                "run", path, "--flag", "-DTWO=2", "--flag", "-Wl,--wrap=answer",
                environment: CompiledPrograms.environment)
            #expect(result.status == 42)
        }
    }

    @Test("A program gets its arguments, and its exit status is the command's")
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
        try CompiledPrograms.write(source) { path in
            let result = try runTool(
                "run", path, "--arc", "-O2", "one", "--", "-two", environment: CompiledPrograms.environment)
            #expect(result.output == "3 one -two\n")
            #expect(result.error.isEmpty)
            #expect(result.status == 7)
        }
    }

    @Test(
        "The errors of a program that does not compile are clang's, and the exit status is 1")
    func compileError() throws {
        try CompiledPrograms.write("int main(void) { return [nothing here]; }") { path in
            let result = try runTool("run", path, environment: CompiledPrograms.environment)
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

    @Test("With --explore, the page steps through the program's own lines and objects")
    func explores() throws {
        let source = Self.program(
            onChange: "puts(path.UTF8String);", set: "person.age = 41;", status: 3)
        try CompiledPrograms.write(source) { path in
            let folder = NSTemporaryDirectory() + "explored-\(UUID().uuidString)"
            try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: false)
            defer { try? FileManager.default.removeItem(atPath: folder) }
            let command = "cd '\(folder)' && exec '\(toolPath)' run '\(path)' --arc --explore"
            let result = try runProgram("/bin/sh", ["-c", command], environment: CompiledPrograms.environment)
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
