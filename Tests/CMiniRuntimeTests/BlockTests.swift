// BlockTests.swift - blocks, and the closures that make IMPs of them.
import CMiniRuntime
import Glibc
import TestSupport
import Testing

/// Tells when it dies.
private final class Witness {
    let log: Log
    init(_ log: Log) { self.log = log }
    deinit { log.add("destroyed") }
}

private func witnessed(_ log: Log) -> id {
    let witness = Witness(log)
    return block("q16@0:8") { call in withExtendedLifetime(witness) { call.answer(1) } }
}

@Suite("Blocks")
struct BlockTests {
    @Test("A block keeps its context until its last owner lets go")
    func context() {
        let log = Log(), made = witnessed(log)
        #expect(object_getClass(made) == objc_getClass("NSBlock"))
        #expect(text(mr_block_types(made)) == "q16@0:8")
        #expect(sendObject(made, "copy") == made)
        #expect(mr_retain_count(made) == 2)
        objc_release(made)
        #expect(log.all.isEmpty)
        objc_release(made)
        #expect(log.all == ["destroyed"])
    }

    @Test("What is no block has no code and no types")
    func noBlock() {
        #expect(mr_block_types(nsObject) == nil)
        #expect(mr_block_types(nil) == nil)
        #expect(imp_implementationWithBlock(nil) == nil)
        #expect(imp_implementationWithBlock(nsObject) == nil)
        let empty = new(objc_getClass("NSBlock"))
        #expect(imp_implementationWithBlock(empty) == nil)
        #expect(mr_block_types(empty) == nil)
        objc_release(empty)
    }

    @Test("A block of malformed types is not made, and nothing of it destroyed")
    func malformed() {
        let refused = CMiniRuntime.mr_block_create("{oops", { _, _, _ in }, nil, { _ in abort() })
        #expect(refused == nil)
        #expect(mr_block_create("v16@0:8", nil, nil, nil) == nil)
    }

    // In a process of its own: elsewhere another test may be given the address that was freed.
    @Test("Each IMP has an address of its own and keeps the block")
    func implementations() async {
        await #expect(processExitsWith: .success) {
            let log = Log(), made = witnessed(log)
            let first = imp_implementationWithBlock(made), second = imp_implementationWithBlock(made)
            objc_release(made)
            #expect(first != nil)
            #expect(second != nil)
            #expect(first != second)
            #expect(imp_getBlock(first) == made)
            #expect(imp_getBlock(second) == made)
            #expect(mr_retain_count(made) == 2)
            #expect(imp_removeBlock(first))
            #expect(imp_getBlock(first) == nil)
            #expect(!imp_removeBlock(first))
            #expect(log.all.isEmpty)
            #expect(imp_removeBlock(second))
            #expect(log.all == ["destroyed"])
        }
    }

    @Test("A C function has no block")
    func cFunction() {
        #expect(imp_getBlock(address(of: objc_msgSend)) == nil)
        #expect(!imp_removeBlock(address(of: objc_msgSend)))
        #expect(imp_getBlock(nil) == nil)
        #expect(!imp_removeBlock(nil))
    }

    @Test("A freed IMP's memory is used again, and then stands for the new block")
    func reused() async {
        await #expect(processExitsWith: .success) {
            let cls = makeClass(), object = new(cls)
            var seen: Set<IMP> = [], reused = 0
            for round in 0..<2_000 {
                let made = block("q16@0:8") { $0.answer(round) }
                let imp = imp_implementationWithBlock(made)!
                if !seen.insert(imp).inserted { reused += 1 }
                class_replaceMethod(cls, sel("number"), imp, "q16@0:8")
                for _ in ["cold", "cached"] { #expect(sendInt(object, "number") == round) }
                #expect(imp_getBlock(imp) == made)
                objc_release(made)
                let next = closure("q16@0:8") { $0.answer(-1) }
                #expect(class_replaceMethod(cls, sel("number"), next, "q16@0:8") == imp)
                #expect(imp_removeBlock(imp))
                #expect(imp_getBlock(imp) == nil)
                for _ in ["cold", "cached"] { #expect(sendInt(object, "number") == -1) }
                imp_removeBlock(next)
            }
            #expect(reused > 0)
        }
    }

    @Test("A closure may remove itself while it runs")
    func removesItself() {
        let log = Log(), witness = Witness(log), cls = makeClass(), object = new(cls)
        add(cls, "once", "q16@0:8") { call in
            let old = class_replaceMethod(cls, sel("once"), closure("q16@0:8") { $0.answer(2) }, nil)
            imp_removeBlock(old)
            withExtendedLifetime(witness) { call.answer(1) }
        }
        #expect(sendInt(object, "once") == 1)
        for _ in ["cold", "cached"] { #expect(sendInt(object, "once") == 2) }
        objc_release(object)
    }

    @Test("Closures made and removed leave nothing behind")
    func counted() async {
        await #expect(processExitsWith: .success) {
            // The first message loads the modules that are linked in, with closures of theirs.
            objc_release(new(makeClass()))
            let log = Log(), before = mr_closure_count()
            let imps = (0..<1000).map { _ in
                let witness = Witness(log)
                return closure("v16@0:8") { _ in withExtendedLifetime(witness) {} }
            }
            #expect(Set(imps).count == 1000)
            #expect(mr_closure_count() == before + 1000)
            for imp in imps { imp_removeBlock(imp) }
            #expect(mr_closure_count() == before)
            #expect(log.all.count == 1000)
        }
    }

    @Test("A stub that was removed ends the process when it is called, as long as its memory is not used again")
    func calledTooLate() async {
        let result = await #expect(processExitsWith: .signal(SIGABRT), observing: [\.standardErrorContent]) {
            // The first message loads the modules that are linked in, with closures of theirs.
            objc_release(new(makeClass()))
            mr_closure_set_kind(MR_IMP_STUB)
            let imp = closure("q16@0:8") { $0.answer(1) }
            imp_removeBlock(imp)
            _ = unsafeBitCast(imp, to: IntMethod.self)(nil, sel("number"))
        }
        #expect(standardError(of: result).hasSuffix("]: a closure was called after it had been removed\n"))
    }

    @Test("The memory of a removed stub is used again only after all other free memory")
    func usedAgainLate() async {
        await #expect(processExitsWith: .success) {
            mr_closure_set_kind(MR_IMP_STUB)
            // Creating and removing many leaves many places free.
            let imps = (0..<500).map { number in closure("q16@0:8") { $0.answer(number) } }
            for imp in imps { imp_removeBlock(imp) }
            let removed = closure("q16@0:8") { $0.answer(1) }
            imp_removeBlock(removed)
            let later = (0..<400).map { number in closure("q16@0:8") { $0.answer(number) } }
            #expect(!later.contains(removed))
        }
    }

    @Test("Each of a hundred thousand closures knows what is its own, and all their memory is used again")
    func many() async {
        await #expect(processExitsWith: .success) {
            func makeAll() -> [IMP] { (0..<100_000).map { number in closure("q16@0:8") { $0.answer(number) } } }
            var imps = makeAll()
            let addresses = Set(imps)
            #expect(addresses.count == imps.count)
            for round in 0..<2 {
                var wrong = 0
                for (number, imp) in imps.enumerated() {
                    if unsafeBitCast(imp, to: IntMethod.self)(nil, sel("number")) != number { wrong += 1 }
                }
                #expect(wrong == 0)
                for imp in imps { imp_removeBlock(imp) }
                if round == 0 { imps = makeAll() }
            }
            #expect(Set(imps).subtracting(addresses).count < 1000)
        }
    }

    @Test("Threads make, call and remove closures at once")
    func threads() {
        let wrong = Counter(), cls = makeClass(), object = new(cls)
        onUncheckedThreads(4) { thread in
            for round in 0..<200 {
                let imp = closure("q16@0:8") { $0.answer(round) }
                if unsafeBitCast(imp, to: IntMethod.self)(object, sel("number")) != round { wrong.add() }
                if !imp_removeBlock(imp) { wrong.add() }
            }
            // More than one page of them at once.
            let imps = (0..<700).map { number in closure("q16@0:8") { $0.answer(thread * 1000 + number) } }
            for (number, imp) in imps.enumerated() {
                let answer = unsafeBitCast(imp, to: IntMethod.self)(object, sel("number"))
                if answer != thread * 1000 + number { wrong.add() }
                if !imp_removeBlock(imp) { wrong.add() }
            }
        }
        #expect(wrong.value == 0)
        objc_release(object)
    }
}
