// NativeProgramTests.swift - `explore --serve --allow-native`: programs in Objective-C from the page, and those of
// somebody who attacks the machine with them.
import CConfinement
import Foundation
import Testing

@Suite(
    "runtime-demo explore --serve --allow-native",
    .enabled(if: CompiledPrograms.areSupported && confinement_is_supported()))
struct NativeProgramTests {
    /// Programs return the number of an error.
    private static func program(_ statements: String) -> String {
        """
        #import <Foundation/Foundation.h>
        #include <errno.h>
        #include <fcntl.h>
        #include <signal.h>
        #include <sys/mman.h>
        #include <sys/ptrace.h>
        #include <sys/resource.h>
        #include <sys/socket.h>
        #include <sys/stat.h>
        #include <sys/syscall.h>
        #include <unistd.h>
        @interface Person : NSObject
        @property int age;
        @end
        @implementation Person
        @end
        static int error(long result) { return result < 0 ? errno : 0; }
        int main(void) {
            [Person new].age = 1;
            \(statements)
        }
        """
    }

    private let tool: ServedTool

    init() throws { tool = try ServedTool("set", "--allow-native", "--arc", environment: CompiledPrograms.environment) }

    @Test("A program is compiled, run and recorded, with its lines and its link, and its folder is removed")
    func recording() throws {
        let source = RunProgramTests.program(
            onChange: #"NSLog(@"%@", change);"#,
            set: "dispatch_sync(dispatch_get_global_queue(0, 0), ^{ person.age = 41; });", status: 0)
        let folder = NSTemporaryDirectory() + "native-\(UUID().uuidString)"
        try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: false)
        defer { try? FileManager.default.removeItem(atPath: folder) }
        let environment = CompiledPrograms.environment.merging(["TMPDIR": folder]) { $1 }
        let tool = try ServedTool("set", "--allow-native", "--arc", environment: environment)
        let answer = try Answer(tool.record(source))
        #expect(answer.problem == nil)
        #expect(answer.recording?.title == "set, changed")
        #expect(answer.recording?.source == source.split(separator: "\n").map(String.init))
        #expect(answer.recording?.log.map(\.text).contains { $0.hasSuffix("{new: 41}") } == true)
        #expect(answer.recording?.link != nil)
        #expect(try FileManager.default.contentsOfDirectory(atPath: folder).isEmpty)
    }

    @Test("A program on the command line is shown first, and then recorded again")
    func programOnTheCommandLine() throws {
        let (source, path) = (Self.program("return 0;"), NSTemporaryDirectory() + "program-\(UUID().uuidString).m")
        try source.write(toFile: path, atomically: true, encoding: .utf8)
        defer { try? FileManager.default.removeItem(atPath: path) }
        let tool = try ServedTool(path, "--allow-native", "--arc", environment: CompiledPrograms.environment)
        #expect(try tool.answer(to: tool.request()).contains("<meta name=\"native\" content=\"allowed\">"))
        #expect(try Answer(tool.record(source)).recording?.title == "\(path), changed")
        // Scripts are recorded, too.
        #expect(try Answer(tool.record("p = [NSObject new]")).recording?.source == ["p = [NSObject new]"])
    }

    @Test("What is wrong with a program is shown: the compiler's error at its place, or how the program ended")
    func mistakes() throws {
        let wrong = try Answer(
            tool.record("#import <Foundation/Foundation.h>\nint main(void) { /* é */ return none; }"))
        #expect(wrong.problem?.text == "use of undeclared identifier 'none'")
        #expect(wrong.problem?.line == 2)
        #expect(wrong.problem?.column == 33)
        #expect(wrong.recording == nil)
        let unlinked = try Answer(tool.record(Self.program("extern int answer(void); return answer();")))
        #expect(unlinked.problem?.text.hasPrefix("undefined reference to ") == true)
        let silent = try Answer(tool.record("#include <stdio.h>\nint main(void) { return 0; }"))
        #expect(silent.problem?.text == "The program has no events.")
        let raised = try Answer(
            tool.record(Self.program("@throw [NSException exceptionWithName:@\"Bad\" reason:@\"why\" userInfo:nil];")))
        #expect(raised.problem?.text.hasPrefix("The program was ended by a signal: Aborted. ") == true)
        #expect(raised.problem?.text.hasSuffix("uncaught exception 'Bad', reason: 'why'") == true)
        #expect(raised.recording != nil)
    }

    // ── Attacks ─────────────────────────────────────────────────────────────────────────────────────

    /// Records a program that makes all calls. Returns those that did not fail with `error`.
    private func callsWithout(error: Int32, _ calls: [String]) throws -> [String] {
        let attempts = calls.enumerated().map { "if (error(\($1)) != \(error)) return \($0 + 1);" }
        let answer = try Answer(tool.record(Self.program(attempts.joined(separator: "\n") + "return 0;")))
        #expect(answer.recording != nil)
        guard let problem = answer.problem?.text else { return [] }
        let number = problem.firstMatch(of: /exit status (\d+)/).flatMap { Int($0.1) }
        return [number.map { calls[$0 - 1] } ?? problem]
    }

    @Test("A program opens no file but those that the loader needs, and writes none")
    func files() throws {
        let calls = [
            "open(\"/etc/passwd\", O_RDONLY)", "open(\"/etc\", O_RDONLY | O_DIRECTORY)", "open(\"/dev/tty\", O_RDWR)",
            "open(\"/proc/self/mem\", O_RDWR)", "open(\"/proc/1/environ\", O_RDONLY)",
            "open(\"/dev/shm/new\", O_WRONLY | O_CREAT, 0600)", "open(\"/dev/shm\", O_RDWR | O_TMPFILE, 0600)",
            "open(\"/usr/lib/os-release\", O_RDONLY | O_TRUNC)", "execl(\"/bin/sh\", \"sh\", \"-c\", \"exit 0\", NULL)",
        ]
        #expect(try callsWithout(error: EACCES, calls) == [])
    }

    @Test("A program has no network, no other process, and no way to change files by name")
    func calls() throws {
        let calls = [
            "socket(AF_INET, SOCK_STREAM, 0)", "socketpair(AF_UNIX, SOCK_STREAM, 0, (int[2]){0})",
            "syscall(SYS_io_uring_setup, 1, NULL)", "fork()", "syscall(SYS_clone, SIGCHLD, 0, 0, 0, 0)",
            "kill(getppid(), SIGKILL)", "syscall(SYS_tgkill, getppid(), getppid(), SIGKILL)",
            "fcntl(STDERR_FILENO, F_SETOWN, getppid())", "ptrace(PTRACE_ATTACH, getppid(), NULL, NULL)",
            "syscall(SYS_process_vm_readv, getppid(), NULL, 0, NULL, 0, 0)", "chmod(\"/dev/shm\", 01777)",
            "unlink(\"/dev/shm/none\")", "chdir(\"/\")", "syscall(SYS_prlimit64, getppid(), RLIMIT_CPU, NULL, NULL)",
        ]
        #expect(try callsWithout(error: EPERM, calls) == [])
    }

    @Test("The compiler reads no file but headers, and the page shows no file that a program names as its source")
    func filesOfTheCompiler() throws {
        let included = try Answer(tool.record("#include \"/etc/passwd\"\nint main(void) { return 0; }"))
        #expect(included.problem?.text == "cannot open file '/etc/passwd': Permission denied")
        #expect(included.problem?.line == 1)
        let incbin = try Answer(tool.record(Self.program("__asm__(\".incbin \\\"/etc/passwd\\\"\");")))
        #expect(incbin.problem?.text.contains("Could not find incbin file '/etc/passwd'") == true)
        let named = try Answer(
            tool.record(Self.program("return 0;").replacing("int main", with: "\n#line 1 \"/etc/passwd\"\nint main")))
        #expect(named.recording?.source.isEmpty == true)
    }

    @Test(
        "A program ends at its limits of time, memory, files and events, and what it did before is shown",
        arguments: [
            ("for (;;) {}", "The program was ended: it took more than 5 seconds."),
            ("for (;;) [Person new].age = 1;", "The program was ended: it wrote more than 4 MB."),
            (
                """
                for (int count = 0; count < 10240; count++) {
                    char *bytes = mmap(NULL, 1 << 20, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
                    if (bytes == MAP_FAILED) return errno;
                    memset(bytes, 1, 1 << 20);
                }
                """, "The program ended with exit status \(ENOMEM)."
            ),
            (
                "while (syscall(SYS_memfd_create, \"\", 0) >= 0) {} return errno;",
                "The program ended with exit status \(EMFILE)."
            ),
        ])
    func limits(_ statements: String, _ text: String) throws {
        let answer = try Answer(tool.record(Self.program(statements)))
        #expect(answer.problem?.text == text)
        #expect(answer.recording != nil)
        #expect(tool.children().isEmpty)
    }

    @Test(
        "Without Landlock or seccomp nothing is compiled or run",
        arguments: [
            "SYS_landlock_create_ruleset", "SYS_landlock_restrict_self", "SYS_seccomp",
        ])
    func kernelWithout(_ call: String) throws {
        let folder = NSTemporaryDirectory() + "kernel-\(UUID().uuidString)"
        try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: false)
        defer { try? FileManager.default.removeItem(atPath: folder) }
        // A library that stands for a kernel without this system call.
        let source = """
            #include <dlfcn.h>
            #include <errno.h>
            #include <sys/syscall.h>
            long syscall(long number, long a, long b, long c, long d, long e, long f) {
                long (*next)(long, ...) = (long (*)(long, ...))dlsym((void *)-1L, "syscall");
                if (number == \(call)) return errno = ENOSYS, -1;
                return next(number, a, b, c, d, e, f);
            }
            """
        try source.write(toFile: "\(folder)/kernel.c", atomically: true, encoding: .utf8)
        let compiler = try runProgram(
            "/usr/bin/env", ["cc", "-shared", "-fPIC", "\(folder)/kernel.c", "-o", "\(folder)/kernel.so"])
        try #require(compiler.status == 0, "\(compiler.error)")
        let environment = CompiledPrograms.environment.merging(["LD_PRELOAD": "\(folder)/kernel.so"]) { $1 }
        if call == "SYS_landlock_restrict_self" {
            let tool = try ServedTool("set", "--allow-native", environment: environment)
            let answer = try Answer(tool.record(Self.program("return 0;")))
            #expect(
                answer.problem?.text.hasPrefix("The program was not run, because it could not be confined: ") == true)
            #expect(answer.recording == nil)
        } else {
            let result = try runTool("explore", "set", "--serve", "--allow-native", environment: environment)
            #expect(result.status == 64)
            #expect(result.error.hasPrefix("Error: --allow-native needs Landlock and seccomp of Linux 6.2 or later, "))
        }
    }
}
