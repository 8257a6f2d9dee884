import CMiniRuntime
import Glibc
import Synchronization
import TestSupport
import Testing

private let countTaken: @convention(c) (OpaquePointer?, UnsafePointer<CChar>?, UnsafeMutableRawPointer?) -> Void = {
    lock, _, count in
    if mr_lock_is_taken(lock) { count!.assumingMemoryBound(to: Int32.self).pointee += 1 }
}

private let takeAndGive: @convention(c) (OpaquePointer?, UnsafePointer<CChar>?, UnsafeMutableRawPointer?) -> Void = {
    lock, _, _ in
    mr_lock_take(lock)
    mr_lock_give(lock)
}

/// Runs `round` with 0, 1, 2 ... until `isOver`, at most a million times.
private func untilOver(_ isOver: Counter, _ round: (Int) -> Void) {
    var number = 0
    while isOver.value == 0 && number < 1_000_000 {
        round(number)
        number += 1
    }
}

/// Makes a class with a method, a closure and a weak reference, and removes them.
private func makeEverything(_ name: String) {
    let cls = objc_allocateClassPair(nsObject, name, 0)!
    let method = closure("i16@0:8") { $0.answer(42) }
    class_addMethod(cls, sel("answer"), method, "i16@0:8")
    objc_registerClassPair(cls)
    let object = new(cls)
    let location = Location()
    objc_initWeak(location.pointer, object)
    objc_release(object)
    objc_destroyWeak(location.pointer)
    objc_disposeClassPair(cls)
    imp_removeBlock(method)
}

private let isThreadSanitized = mr_sanitizer_name().map { String(cString: $0) == "thread" } ?? false

@Suite(
    "fork() in a program with threads",
    .disabled(if: isThreadSanitized, "the thread sanitizer does not support fork() in a program with threads"))
struct ForkTests {
    @Test("A child finds every global lock free, whatever the other threads of its parent were holding")
    func locksAreFree() async {
        // In a process of its own: other tests dispose of observed classes, whose locks go with them.
        await #expect(processExitsWith: .success) {
            #expect(mr_lock_visit_global(nil, nil) > 60, "the weak stripes alone are that many")
            let isOver = Counter()
            onUncheckedThreads(4) { thread in
                if thread > 0 {
                    untilOver(isOver) { _ in mr_lock_visit_global(takeAndGive, nil) }
                    return
                }
                for _ in 0..<100 {
                    let end = inChild {
                        var taken: Int32 = 0
                        mr_lock_visit_global(countTaken, &taken)
                        return taken
                    }
                    guard end == .exited(0) else {
                        Issue.record("\(end)")
                        break
                    }
                }
                isOver.add()
            }
        }
    }

    @Test("Locks that fork() takes may be destroyed in any order")
    func locksThatGo() async {
        await #expect(processExitsWith: .success) {
            let before = mr_lock_visit_global(nil, nil)
            let locks = (0..<20_000).map { _ in mr_lock_create(MR_LOCK_TABLES)! }
            #expect(mr_lock_visit_global(nil, nil) == before + locks.count)
            for lock in locks.dropFirst(2) { mr_lock_destroy(lock) }
            mr_lock_destroy(locks[0])
            #expect(mr_lock_visit_global(nil, nil) == before + 1)
            let end = inChild {
                var taken: Int32 = 0
                mr_lock_visit_global(countTaken, &taken)
                return taken
            }
            #expect(end == .exited(0))
            mr_lock_destroy(locks[1])
            #expect(mr_lock_visit_global(nil, nil) == before)
        }
    }

    @Test("A child makes classes, selectors, closures and weak references while its parent's threads do the same")
    func everythingGlobalWorks() async {
        await #expect(processExitsWith: .success) {
            let isOver = Counter()
            // Swift's libraries fill caches at the first call, under locks that a child could find taken.
            makeEverything("ForkFirst")
            onUncheckedThreads(4) { thread in
                if thread > 0 {
                    untilOver(isOver) { round in makeEverything("ForkParent\(thread)_\(round)") }
                    return
                }
                for child in 0..<100 {
                    let end = inChild {
                        for round in 0..<10 { makeEverything("ForkChild\(child)_\(round)") }
                        return 0
                    }
                    guard end == .exited(0) else {
                        Issue.record("\(end)")
                        break
                    }
                }
                isOver.add()
            }
        }
    }

    @Test("A child that hangs is reported within its limit, also where its thread has blocked every signal")
    func hung() async {
        await #expect(processExitsWith: .success) {
            onThreads(1) { _ in
                var all = sigset_t()
                sigfillset(&all)
                pthread_sigmask(SIG_BLOCK, &all, nil)
                let end = inChild(limit: 1) { while true { pause() } }
                #expect(end == .hung)
            }
        }
    }

    @Test("A child may use @synchronized with a tagged pointer, whoever was inside of one at the fork")
    func taggedMonitor() async {
        await #expect(processExitsWith: .success) {
            let cls = makeClass("ForkTagged")
            let tag = try #require((1..<8).first { mr_tag_register($0, cls) })
            let (isInside, mayLeave) = (Counter(), Counter())
            onUncheckedThreads(2) { thread in
                if thread == 1 {
                    objc_sync_enter(mr_tag_make(tag, 5))
                    isInside.add()
                    while mayLeave.value == 0 { sched_yield() }
                    objc_sync_exit(mr_tag_make(tag, 5))
                    return
                }
                while isInside.value == 0 { sched_yield() }
                let end = inChild(limit: 20) {
                    objc_sync_enter(mr_tag_make(tag, 6)) | objc_sync_exit(mr_tag_make(tag, 6))
                }
                #expect(end == .exited(0))
                mayLeave.add()
            }
        }
    }

    @Test("A child that was forked inside of @synchronized leaves it, and may enter it again")
    func monitorThatIsHeld() async {
        await #expect(processExitsWith: .success) {
            let object = new(makeClass("ForkSynchronized"))
            objc_sync_enter(object)
            objc_sync_enter(object)
            let end = inChild(limit: 20) {
                let left = objc_sync_exit(object) | objc_sync_exit(object)
                return left | objc_sync_enter(object) | objc_sync_exit(object) | (objc_sync_exit(object) + 1)
            }
            #expect(end == .exited(0))
            #expect(objc_sync_exit(object) == 0 && objc_sync_exit(object) == 0 && objc_sync_exit(object) == -1)
            objc_release(object)
        }
    }

    @Test(
        "A child that needs a class whose +initialize another thread was running ends with a sentence, and does not hang"
    )
    func interruptedInitialize() async {
        let result = await #expect(processExitsWith: .signal(SIGABRT), observing: [\.standardErrorContent]) {
            let (begun, mayEnd) = (Counter(), Counter())
            let cls = makeClass("ForkInitialize")
            add(metaclass(cls), "number", "q16@0:8") { $0.answer(5) }
            add(metaclass(cls), "initialize", "v16@0:8") { _ in
                begun.add()
                while mayEnd.value == 0 { sched_yield() }
            }
            onUncheckedThreads(2) { thread in
                if thread == 1 {
                    _ = sendInt(cls, "number")
                    return
                }
                while begun.value == 0 { sched_yield() }
                let end = inChild {
                    _ = sendInt(cls, "number")
                    return 0
                }
                mayEnd.add()
                if end == .signalled(SIGABRT) { abort() }
            }
        }
        let text = " initialize] was running on another thread when fork() was called: the child process cannot use "
        #expect(standardError(of: result).contains(text))
    }
}
