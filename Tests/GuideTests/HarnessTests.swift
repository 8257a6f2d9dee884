// HarnessTests.swift - pages with mistakes in them: each kind is found, and named with its line.
import Foundation
import MiniRuntime
import Testing

/// What is found wrong with a page of these lines.
func problems(_ lines: String...) throws -> [String] {
    let file = URL(fileURLWithPath: "/nowhere/page.md")
    let check = try PageCheck(Page(file, text: lines.joined(separator: "\n")))
    return (check.problems + check.differences.map(\.problem)).map(\.description)
}

@Suite(
    "Mistakes in a page", .disabled(if: ObjectRuntime.sanitizerName != nil, "programs are linked without a sanitizer"))
struct HarnessTests {
    @Test("None: addresses, times and left out lines may differ")
    func correct() throws {
        #expect(
            try problems(
                "# A page", "```console", "$ echo 0x1111 0x2222 0x1111", "0xaaaa 0xbbbb 0xaaaa", "",
                "$ printf '%s\\n' 12:00:01.5 17.5 ns \\", "> last; echo \"status $?\"", "11:59:59", "...", "status 0",
                "```", "```text", "a drawing", "```", "```sh", "make demo", "```", "```asm",
                "// Sources/CMiniRuntime/message/send-x86_64.S", ".macro  ANSWER_ZERO", "...", "ret", ".endm", "```"
            ) == [])
    }

    @Test("A command prints something else: the first line that differs is named")
    func wrongOutput() throws {
        #expect(
            try problems("```console", "$ echo one; echo two >&2", "one", "three", "```") == [
                """
                page.md:4: expected (-) and printed (+) differ from here:
                    - three
                    + two
                """
            ])
    }

    @Test("Equal addresses where the page shows different ones, and the other way round")
    func wrongAddresses() throws {
        #expect(try problems("```console", "$ echo 0x1111 0x1111", "0xaaaa 0xbbbb", "```").count == 1)
        #expect(try problems("```console", "$ echo 0x1111 0x2222", "0xaaaa 0xaaaa", "```").count == 1)
    }

    @Test("A command that prints more, and one that prints less")
    func wrongLength() throws {
        #expect(
            try problems("```console", "$ echo a; echo b", "a", "```").first?.hasSuffix(
                """
                    - (no more is expected)
                    + b
                """) == true)
        #expect(
            try problems("```console", "$ echo a", "a", "b", "```").first?.hasSuffix(
                """
                    - b
                    + (no more is printed)
                """) == true)
    }

    @Test("A program that does not compile is named with its line; so is one with a warning")
    func wrongProgram() throws {
        let wrong = try problems("```swift", "import MiniRuntime", "let name: Int = Class.nsObject.name", "```")
        #expect(wrong.count == 1)
        #expect(wrong.first?.hasPrefix("page.md:2: the program does not compile:\n    page.md:3:") == true)
        let warned = try problems("```swift", "func f() { let unused = 1 }", "f()", "```")
        #expect(warned.first?.contains("never used") == true)
    }

    @Test("A program is linked with the runtime and run, and its output and exit status are compared")
    func runProgram() throws {
        let program = ["```swift", "import Glibc", "import MiniRuntime", "print(Class.nsObject)", "exit(3)", "```"]
        func check(_ output: String...) throws -> [String] {
            try problems((program + ["```output"] + output + ["```"]).joined(separator: "\n"))
        }
        #expect(try check("NSObject", "(exit status 3)") == [])
        #expect(try check("NSObject").first?.hasPrefix("page.md:9: ") == true)
        #expect(try check("NSProxy", "(exit status 3)").first?.hasPrefix("page.md:8: ") == true)
    }

    @Test("An excerpt that is not in its file, not in this order, of no file, of a file that is not there")
    func wrongExcerpt() throws {
        let file = "// Sources/CMiniRuntime/base/selector.c"
        let name = "const char *sel_getName(SEL sel) { return sel ? (const char *)sel : \"<null selector>\"; }"
        #expect(try problems("```c", file, name, "```") == [])
        #expect(
            try problems("```c", file, name, "int nothing;", "```") == [
                """
                page.md:4: this line does not stand in Sources/CMiniRuntime/base/selector.c, or not there:
                    - int nothing;
                """
            ])
        #expect(try problems("```c", file, name, "...", "#include <string.h>", "```").count == 1)
        #expect(try problems("```c", name, "```").first?.contains("begins with the name of its file") == true)
        #expect(try problems("```c", "// Sources/none.c", "```") == ["page.md:2: there is no file Sources/none.c"])
    }

    @Test("Blocks that nobody would run")
    func unknownBlocks() throws {
        #expect(try problems("```python", "```") == ["page.md:1: nobody runs blocks of kind 'python'"])
        #expect(try problems("```output", "```").first?.contains("stands behind a program") == true)
        #expect(try problems("```sh", "ls", "```").first?.contains("use a console block") == true)
        #expect(try problems("```text").first == "page.md:1: a code block is not closed")
        #expect(try problems(" ```text", " ```").first?.contains("left margin") == true)
        #expect(try problems("```console", "no command", "```").first?.contains("begins with '$ '") == true)
    }
}
