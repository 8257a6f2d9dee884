// ClosureMemoryTests.swift - MINIRUNTIME_REFUSE_WX: no closure in memory that is writable and executable at once.
import CMiniRuntime
import Glibc
import TestSupport
import Testing

// It is variadic, and those Swift does not import.
@_silgen_name("prctl")
private func prctl(_ option: Int32, _ value: UInt, _: UInt = 0, _: UInt = 0, _: UInt = 0) -> Int32

/// The kernel's own refusal, since Linux 6.3: PR_SET_MDWE, PR_GET_MDWE, PR_MDWE_REFUSE_EXEC_GAIN.
private enum Kernel {
    static func refuseFromNowOn() -> Bool { prctl(65, 1) == 0 }
    static var canRefuse: Bool { prctl(66, 0) >= 0 }
}

/// One that libffi makes: its argument is a structure.
private func makeClosure() -> IMP { closure("v48@0:8{Box=dddd}16") { _ in } }

/// Where the runtime makes them itself, which systems without memfd_create refuse.
private func permissions(of closure: IMP) -> String {
    let maps = fopen("/proc/self/maps", "re")!, wanted = unsafeBitCast(closure, to: UInt.self)
    defer { fclose(maps) }
    var line: UnsafeMutablePointer<CChar>?, room = 0
    defer { free(line) }
    while getline(&line, &room, maps) > 0 {
        let words = String(cString: line!).split(separator: " "), range = words[0].split(separator: "-")
        let start = UInt(range[0], radix: 16)!, end = UInt(range[1], radix: 16)!
        if start <= wanted && wanted < end { return String(words[1]) }
    }
    return ""
}

/// Makes the memory of a closure, and so of the next one, what it must not be.
private func makeWritable(_ closure: IMP) -> Bool {
    let size = UInt(sysconf(Int32(_SC_PAGESIZE)))
    let page = UnsafeMutableRawPointer(bitPattern: unsafeBitCast(closure, to: UInt.self) & ~(size - 1))
    return mprotect(page, Int(size), PROT_READ | PROT_WRITE | PROT_EXEC) == 0
}

@Suite("Closures in memory that is never writable and executable at once")
struct ClosureMemoryTests {
    @Test("A closure of scalars is in memory that can be run and not written, and the switch has nothing to refuse")
    func ofTheRuntime() async {
        await #expect(processExitsWith: .success) {
            #expect(makeWritable(makeClosure()))
            turnOn("MINIRUNTIME_REFUSE_WX")
            mr_closure_set_kind(MR_IMP_STUB)
            let made = closure("q24@0:8q16") { $0.answer($0.argument(2, as: Int.self) + 1) }
            #expect(permissions(of: made) == "r-xp")
            #expect(unsafeBitCast(made, to: (@convention(c) (id?, SEL, Int) -> Int).self)(nil, sel("number:"), 6) == 7)
        }
    }

    @Test("Where the system gives no file to map, libffi makes closures of scalars too")
    func withoutFiles() async {
        await #expect(processExitsWith: .success) {
            mr_closure_set_kind(MR_IMP_STUB)
            // The memory at hand is used up first.
            let first = closure("q16@0:8") { $0.answer(1) }
            var none = rlimit(rlim_cur: 0, rlim_max: 0), limit = rlimit()
            getrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &limit)
            none.rlim_max = limit.rlim_max
            _ = makeClosure()
            #expect(setrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &none) == 0)
            let imps = (1...5000).map { number in closure("q16@0:8") { $0.answer(number) } }
            #expect(setrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &limit) == 0)
            #expect(mr_imp_get_kind(imps[4999]) == MR_IMP_LIBFFI)
            for (index, imp) in imps.enumerated() {
                #expect(unsafeBitCast(imp, to: IntMethod.self)(nil, sel("number")) == index + 1)
            }
            #expect(permissions(of: first) == "r-xp")
            for imp in imps + [first] { #expect(imp_removeBlock(imp)) }
        }
    }

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
        #expect(standardError(of: result).hasPrefix("miniruntime["))
        #expect(standardError(of: result).hasSuffix("]: " + line))
    }

    @Test("With the switch, and libffi for all closures, one of scalars ends the process with the same line")
    func refusedScalars() async {
        let result = await #expect(processExitsWith: .signal(SIGABRT), observing: [\.standardErrorContent]) {
            #expect(makeWritable(makeClosure()))
            setenv("MINIRUNTIME_CLOSURES", "libffi", 1)
            turnOn("MINIRUNTIME_REFUSE_WX")
            _ = closure("q24@0:8q16") { $0.answer($0.argument(2, as: Int.self)) }
        }
        let line = "MINIRUNTIME_REFUSE_WX is set, and memory for closures is writable and executable at once\n"
        #expect(standardError(of: result).hasSuffix("]: " + line))
    }

    @Test(
        "With the switch, and a kernel that gives no memory that is both, closures work",
        .enabled(if: Kernel.canRefuse, "this kernel has no such refusal"),
        .enabled(if: mr_closure_kind() == MR_IMP_STUB, "libffi has memory from before the refusal"))
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
        #expect(standardError(of: result).hasSuffix("]: " + line))
    }
}
