// ClosureMemoryTests.swift - MINIRUNTIME_REFUSE_WX: no closure in memory that is writable and executable at once.
import CMiniRuntime
import Glibc
import Testing

// It is variadic, and those Swift does not import.
@_silgen_name("prctl")
private func prctl(_ option: Int32, _ value: UInt, _: UInt = 0, _: UInt = 0, _: UInt = 0) -> Int32

/// The kernel's own refusal, since Linux 6.3: PR_SET_MDWE, PR_GET_MDWE, PR_MDWE_REFUSE_EXEC_GAIN.
private enum Kernel {
    static func refuseFromNowOn() -> Bool { prctl(65, 1) == 0 }
    static var canRefuse: Bool { prctl(66, 0) >= 0 }
}

private func makeClosure() -> IMP { closure("v16@0:8") { _ in } }

/// Makes the memory of a closure, and so of the next one, what it must not be.
private func makeWritable(_ closure: IMP) -> Bool {
    let size = UInt(sysconf(Int32(_SC_PAGESIZE)))
    let page = UnsafeMutableRawPointer(bitPattern: unsafeBitCast(closure, to: UInt.self) & ~(size - 1))
    return mprotect(page, Int(size), PROT_READ | PROT_WRITE | PROT_EXEC) == 0
}

@Suite("Closures in memory that is never writable and executable at once")
struct ClosureMemoryTests {
    @Test("Without the switch, a closure is made wherever libffi finds memory")
    func unasked() async {
        await #expect(processExitsWith: .success) {
            #expect(makeWritable(makeClosure()))
            let object = new(makeClass { add($0, "number", answering: 7) })
            for _ in ["cold", "cached"] { #expect(sendInt(object, "number") == 7) }
        }
    }

    @Test("With the switch, memory that is both ends the process with one line")
    func refused() async {
        let result = await #expect(processExitsWith: .signal(SIGABRT), observing: [\.standardErrorContent]) {
            #expect(makeWritable(makeClosure()))
            turnOn("MINIRUNTIME_REFUSE_WX")
            _ = makeClosure()
        }
        let line = "MINIRUNTIME_REFUSE_WX is set, and memory for closures is writable and executable at once\n"
        #expect(standardError(result).hasPrefix("miniruntime["))
        #expect(standardError(result).hasSuffix("]: " + line))
    }

    @Test(
        "With the switch, and a kernel that gives no memory that is both, closures work",
        .enabled(if: Kernel.canRefuse, "this kernel has no such refusal"))
    func granted() async {
        await #expect(processExitsWith: .success) {
            #expect(Kernel.refuseFromNowOn())
            turnOn("MINIRUNTIME_REFUSE_WX")
            #expect(!makeWritable(makeClosure()))
            let object = new(makeClass { add($0, "number", answering: 7) })
            for _ in ["cold", "cached"] { #expect(sendInt(object, "number") == 7) }
        }
    }

    @Test("With the switch, memory that cannot be looked up ends the process as well")
    func unknown() async {
        let result = await #expect(processExitsWith: .signal(SIGABRT), observing: [\.standardErrorContent]) {
            _ = makeClosure()
            var none = rlimit(rlim_cur: 0, rlim_max: 0)
            #expect(setrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &none) == 0)
            turnOn("MINIRUNTIME_REFUSE_WX")
            _ = makeClosure()
        }
        let line = "MINIRUNTIME_REFUSE_WX is set, and /proc/self/maps does not tell of the memory for closures\n"
        #expect(standardError(result).hasSuffix("]: " + line))
    }
}
