// ClosureKindTests.swift - what is behind an IMP: compiled function, stub or libffi closure; and MINIRUNTIME_CLOSURES.
import CMiniRuntime
import Glibc
import TestSupport
import Testing

@_silgen_name("mr_signature_forwarder")
private func makeForwarder(_ signature: OpaquePointer, _ function: mr_block_function) -> IMP

/// Signatures whose arguments and results fit into registers, and some that do not.
private enum Signatures {
    static let inRegisters = [
        "v16@0:8", "v20@0:8c16", "v20@0:8B16", "v20@0:8i16", "q24@0:8q16", "f20@0:8f16", "d24@0:8d16", "@24@0:8@16",
        "v24@0:8:16", "v24@0:8#16", "v24@0:8*16", "v24@0:8^v16", "v24@0:8[3i]16", "v48@0:8q16q24q32q40",
        "v80@0:8d16d24d32d40d48d56d64d72", "d32@0:8i16d20", "v32@0:8{Point=dd}16",
        "v80@0:8{A=dd}16{B={C=d}d}32{D=dd}48{E=dd}64",
    ]
    static let others = [
        "{Point=dd}16@0:8", "v32@0:8{Range=QQ}16", "v88@0:8d16{A=dd}24{B=dd}40{C=dd}56{D=dd}72",
        "v48@0:8{Rect=dddd}16", "v17@0:8{Tiny=c}16", "v32@0:8D16",
        "v24@0:8(Number=id)16", "v32@0:8jd16", "v56@0:8q16q24q32q40q48", "v88@0:8d16d24d32d40d48d56d64d72d80",
    ]
}

private func kind(_ types: String) -> mr_imp_kind {
    let imp = closure(types) { _ in }
    defer { imp_removeBlock(imp) }
    #expect(text(mr_imp_get_purpose(imp)) == "closure", "\(types)")
    return mr_imp_get_kind(imp)
}

@Suite("What is behind an IMP")
struct ClosureKindTests {
    @Test("By default an entry is a stub if its arguments fit into registers, and libffi's otherwise")
    func byDefault() async {
        await #expect(processExitsWith: .success) {
            mr_closure_set_kind(MR_IMP_STUB)
            for types in Signatures.inRegisters { #expect(kind(types) == MR_IMP_STUB, "\(types)") }
            for types in Signatures.others { #expect(kind(types) == MR_IMP_LIBFFI, "\(types)") }
        }
    }

    @Test("MINIRUNTIME_CLOSURES=libffi makes every entry libffi's, and stubs is the default")
    func chosen() async {
        let result = await #expect(processExitsWith: .success, observing: [\.standardErrorContent]) {
            turnOn("MINIRUNTIME_CLOSURES", "libffi")
            #expect(mr_closure_kind() == MR_IMP_LIBFFI)
            for types in Signatures.inRegisters + Signatures.others {
                #expect(kind(types) == MR_IMP_LIBFFI, "\(types)")
            }
            for word in ["stubs", ""] {
                turnOn("MINIRUNTIME_CLOSURES", word)
                #expect(mr_closure_kind() == MR_IMP_STUB)
            }
        }
        #expect(standardError(of: result).isEmpty)
    }

    @Test("Accessors, atomic or not, are of the chosen kind; those of a structure in memory are libffi's")
    func accessors() async {
        await #expect(processExitsWith: .success) {
            for kind in [MR_IMP_STUB, MR_IMP_LIBFFI] {
                mr_closure_set_kind(kind)
                for (type, expected) in [("i", kind), ("d", kind), ("@", kind), ("{Rect=dddd}", MR_IMP_LIBFFI)] {
                    let ivar = class_getInstanceVariable(makeClass { addIvar($0, "_value", type) }, "_value")
                    let storage = type == "@" ? MR_STORAGE_STRONG : MR_STORAGE_VALUE
                    for (types, isSetter) in [("\(type)16@0:8", false), ("v32@0:8\(type)16", true)] {
                        for isAtomic in [true, false] {
                            let imp = mr_accessor_create(types, ivar, storage, isAtomic, isSetter)
                            #expect(mr_imp_get_kind(imp) == expected, "\(types)")
                            #expect(text(mr_imp_get_purpose(imp)) == "accessor")
                            #expect(text(mr_block_types(imp_getBlock(imp))) == types)
                            #expect(imp_removeBlock(imp))
                            #expect(mr_imp_get_kind(imp) == MR_IMP_FUNCTION)
                        }
                    }
                }
            }
        }
    }

    @Test(
        "With MINIRUNTIME_CLOSURES=libffi no page of stubs is mapped, and with stubs one is",
        .enabled(if: getenv("MINIRUNTIME_CLOSURES").map { String(cString: $0) } == "libffi", "see make test-libffi"))
    func pages() async {
        // All other tests in this process use the kind of the environment.
        #expect(!mappings().contains { $0.contains("miniruntime-closures") })
        await #expect(processExitsWith: .success) {
            func hasPages() -> Bool { mappings().contains { $0.contains("miniruntime-closures") } }
            let object = new(makeClass { add($0, "number", answering: 7) })
            #expect(sendInt(object, "number") == 7)
            #expect(!hasPages())
            mr_closure_set_kind(MR_IMP_STUB)
            _ = closure("v16@0:8") { _ in }
            #expect(hasPages())
        }
    }

    @Test("Any other word gets one line that names the two, and the default is used")
    func unknown() async {
        let result = await #expect(processExitsWith: .success, observing: [\.standardErrorContent]) {
            for word in ["1", "stub", "LIBFFI"] {
                turnOn("MINIRUNTIME_CLOSURES", word)
                #expect(mr_closure_kind() == MR_IMP_STUB)
            }
        }
        let lines = standardError(of: result).split(separator: "\n")
        #expect(lines.count == 3)
        for (line, word) in zip(lines, ["1", "stub", "LIBFFI"]) {
            let text = "MINIRUNTIME_CLOSURES is '\(word)', and must be 'stubs' or 'libffi': 'stubs' is used"
            #expect(line.hasPrefix("miniruntime["))
            #expect(line.hasSuffix("]: " + text))
        }
    }

    @Test("A function written in C is a compiled function without a purpose, and so is every address that is no entry")
    func functions() {
        let retain = class_getMethodImplementation(nsObject, sel("retain"))!
        let made = closure("q16@0:8") { $0.answer(1) }
        let behind = unsafeBitCast(unsafeBitCast(made, to: UInt.self) + 8, to: IMP.self)
        for imp in [retain, mr_messenger()!, behind] {
            #expect(mr_imp_get_kind(imp) == MR_IMP_FUNCTION)
            #expect(mr_imp_get_purpose(imp) == nil)
        }
        imp_removeBlock(made)
        #expect(text(mr_imp_kind_name(MR_IMP_FUNCTION)) == "compiled function")
        #expect(text(mr_imp_kind_name(MR_IMP_STUB)) == "stub")
        #expect(text(mr_imp_kind_name(MR_IMP_LIBFFI)) == "libffi closure")
    }

    @Test("Both kinds live side by side, work, and are no entries any more once they are removed")
    func removed() async {
        await #expect(processExitsWith: .success) {
            let before = mr_closure_count()
            let imps = (0..<1000).map { number in
                mr_closure_set_kind(number % 2 == 0 ? MR_IMP_STUB : MR_IMP_LIBFFI)
                return closure("q16@0:8") { $0.answer(number) }
            }
            for (number, imp) in imps.enumerated() {
                #expect(mr_imp_get_kind(imp) == (number % 2 == 0 ? MR_IMP_STUB : MR_IMP_LIBFFI))
                #expect(unsafeBitCast(imp, to: IntMethod.self)(nil, sel("number")) == number)
            }
            for imp in imps { #expect(imp_removeBlock(imp)) }
            for imp in imps {
                #expect(mr_imp_get_kind(imp) == MR_IMP_FUNCTION)
                #expect(mr_imp_get_purpose(imp) == nil)
            }
            #expect(mr_closure_count() == before)
        }
    }

    @Test("An IMP has the purpose of its block, and an entry without a block is a forwarder")
    func purposes() async {
        await #expect(processExitsWith: .success) {
            let purpose: StaticString = "test"
            for kind in [MR_IMP_STUB, MR_IMP_LIBFFI] {
                mr_closure_set_kind(kind)
                let created = block("v16@0:8") { _ in }
                purpose.utf8Start.withMemoryRebound(to: CChar.self, capacity: 5) { mr_block_set_purpose(created, $0) }
                let imp = imp_implementationWithBlock(created)!
                #expect(mr_imp_get_kind(imp) == kind)
                #expect(text(mr_imp_get_purpose(imp)) == "test")
                let types = kind == MR_IMP_STUB ? "v24@0:8q16" : "v24@0:8Q16"
                let forwarder = makeForwarder(mr_signature_get(types)!) { _, _, _ in }
                #expect(mr_imp_get_kind(forwarder) == kind)
                #expect(text(mr_imp_get_purpose(forwarder)) == "forwarder")
            }
            mr_block_set_purpose(nil, nil)
        }
    }

    @Test("The class and the name of the method that has an IMP are found, of class methods too")
    func methods() {
        let cls = makeClass { add($0, "number", answering: 7) }, name = UnsafeMutablePointer<SEL?>.allocate(capacity: 1)
        defer { name.deallocate() }
        #expect(mr_imp_get_class(class_getMethodImplementation(cls, sel("number")), name) == cls)
        #expect(name.pointee == sel("number"))
        let ofClass = closure("q16@0:8") { $0.answer(1) }
        name.pointee = nil
        #expect(mr_imp_get_class(ofClass, name) == nil)
        #expect(name.pointee == nil)
        class_addMethod(metaclass(cls), sel("count"), ofClass, "q16@0:8")
        #expect(mr_imp_get_class(ofClass, name) == metaclass(cls))
        #expect(name.pointee == sel("count"))
    }

    @Test("10,000 closures and accessors that were made and removed leave nothing, whichever kind they are")
    func leftovers() async {
        await #expect(processExitsWith: .success) {
            let ivar = class_getInstanceVariable(makeClass { addIvar($0, "_age", "i") }, "_age")
            let before = mr_closure_count()
            func round() -> UInt {
                let imps = (0..<10_000).map { number in
                    switch number % 3 {
                    case 0: closure("q16@0:8") { _ in }
                    case 1: closure("v32@0:8{Point=dd}16") { _ in }
                    default: mr_accessor_create("i16@0:8", ivar, MR_STORAGE_VALUE, true, false)!
                    }
                }
                #expect(mr_closure_count() == before + 10_000)
                #expect(Set(imps.map { unsafeBitCast($0, to: UInt.self) }).count == 10_000)
                for imp in imps { #expect(imp_removeBlock(imp)) }
                #expect(mr_closure_count() == before)
                return executableBytes()
            }
            for word in ["libffi", "stubs"] {
                turnOn("MINIRUNTIME_CLOSURES", word)
                // The first rounds leave pages that are kept for the next.
                let first = (0..<3).map { _ in round() }.max()!, last = (0..<5).map { _ in round() }.max()!
                #expect(last <= first, "\(first), then \(last) bytes of code with \(word)")
            }
        }
    }
}

@Suite("The end of memory for code", .disabled(if: mr_sanitizer_name() != nil, "a sanitizer needs this memory itself"))
struct ClosureExhaustionTests {
    @Test("A process that may map nothing more says how many closures exist, and names the limit")
    func mappings() async {
        let result = await #expect(processExitsWith: .signal(SIGABRT), observing: [\.standardErrorContent]) {
            useUpMappings()
            makeClosuresWithoutEnd()
        }
        let text = standardError(of: result)
        #expect(
            text.contains(/out of memory for code: \d+ closures exist, and the process has \d+ of the \d+ mappings/))
        #expect(text.contains(" that vm.max_map_count allows\n"))
    }

    @Test("So does one whose address space is limited")
    func addressSpace() async {
        let result = await #expect(processExitsWith: .signal(SIGABRT), observing: [\.standardErrorContent]) {
            _ = closure("v16@0:8") { _ in }
            let size = rlim_t(firstNumber("/proc/self/statm") * sysconf(Int32(_SC_PAGESIZE)))
            var limit = rlimit(rlim_cur: size, rlim_max: size)
            setrlimit(__rlimit_resource_t(UInt32(RLIMIT_AS.rawValue)), &limit)
            makeClosuresWithoutEnd()
        }
        let text = standardError(of: result)
        #expect(text.contains(/out of memory for code: \d+ closures exist, and the process uses \d+ of the \d+ bytes/))
        #expect(text.contains(" that its limit of address space allows (ulimit -v)\n"))
    }
}

/// Makes closures of one block until the process ends, at most a million.
private func makeClosuresWithoutEnd() {
    let block = block("v16@0:8") { _ in }
    for _ in 0..<1_000_000 { imp_implementationWithBlock(block) }
}

/// Maps memory until the system refuses, and leaves room for some five mappings.
private func useUpMappings() {
    let page = sysconf(Int32(_SC_PAGESIZE)), count = firstNumber("/proc/sys/vm/max_map_count")
    let memory = mmap(nil, 2 * count * page, PROT_NONE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0)!
    precondition(memory != MAP_FAILED)
    // Each readable page in the middle of the others divides a mapping in three.
    for index in 0..<count where mprotect(memory + (2 * index + 1) * page, page, PROT_READ) != 0 {
        mprotect(memory + (2 * (index - 1) + 1) * page, page, PROT_NONE)
        mprotect(memory + (2 * (index - 2) + 1) * page, page, PROT_NONE)
        return
    }
}

/// The first number of a file.
private func firstNumber(_ path: String) -> Int {
    let file = fopen(path, "re")!
    defer { fclose(file) }
    var number = 0
    withUnsafeMutablePointer(to: &number) { number in
        _ = withVaList([number]) { vfscanf(file, "%ld", $0) }
    }
    return number
}

/// The lines of `/proc/self/maps`.
private func mappings() -> [String] {
    let maps = fopen("/proc/self/maps", "re")!
    defer { fclose(maps) }
    var line: UnsafeMutablePointer<CChar>?, room = 0, lines: [String] = []
    defer { free(line) }
    while getline(&line, &room, maps) > 0 { lines.append(String(cString: line!)) }
    return lines
}

/// The size of all memory that contains code. Other memory grows for reasons of its own: the test library's, the
/// allocator's.
private func executableBytes() -> UInt {
    mappings().filter { $0.contains("xp ") }.reduce(0) { sum, line in
        let range = line.split(separator: " ")[0].split(separator: "-")
        return sum + (UInt(range[1], radix: 16)! - UInt(range[0], radix: 16)!)
    }
}
