import CMiniRuntime
import Glibc
import Synchronization
import TestSupport
import Testing

/// How a child process ended.
private enum ChildEnd: Equatable {
    case exited(Int32), signalled(Int32), hung
}

/// Forks, and runs `body` in the child, which exits with its result. A child that takes a minute is hung.
private func inChild(_ body: () -> Int32) -> ChildEnd {
    let child = fork()
    if child == 0 {
        alarm(60)
        _exit(body())
    }
    var status: Int32 = 0
    guard child > 0, waitpid(child, &status, 0) == child else { return .hung }
    let signal = status & 0x7f
    if signal == SIGALRM { return .hung }
    return signal == 0 ? .exited(status >> 8 & 0xff) : .signalled(signal)
}

private let countTaken: @convention(c) (OpaquePointer?, UnsafePointer<CChar>?, UnsafeMutableRawPointer?) -> Void = {
    lock, _, count in
    if mr_lock_is_taken(lock) { count!.assumingMemoryBound(to: Int32.self).pointee += 1 }
}

private let takeAndGive: @convention(c) (OpaquePointer?, UnsafePointer<CChar>?, UnsafeMutableRawPointer?) -> Void = {
    lock, _, _ in
    mr_lock_take(lock)
    mr_lock_give(lock)
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
                    while isOver.value == 0 { mr_lock_visit_global(takeAndGive, nil) }
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
    func everythingGlobalWorks() {
        let isOver = Counter()
        @Sendable func work(_ name: String) {
            let cls = objc_allocateClassPair(nsObject, name, 0)!
            add(cls, "answer", answering: 42)
            objc_registerClassPair(cls)
            let object = new(cls)
            let location = Location()
            objc_initWeak(location.pointer, object)
            objc_release(object)
            objc_destroyWeak(location.pointer)
            objc_disposeClassPair(cls)
        }
        // Swift's libraries fill caches at the first call, under locks of their own, which a child could find taken.
        work("ForkFirst")
        onUncheckedThreads(4) { thread in
            var round = 0
            if thread > 0 {
                while isOver.value == 0 {
                    round += 1
                    work("ForkParent\(thread)_\(round)")
                }
                return
            }
            for child in 0..<100 {
                let end = inChild {
                    for round in 0..<10 { work("ForkChild\(child)_\(round)") }
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
                let child = fork()
                if child == 0 {
                    alarm(60)
                    _ = sendInt(cls, "number")
                    _exit(0)
                }
                var status: Int32 = 0
                waitpid(child, &status, 0)
                mayEnd.add()
                if status & 0x7f == SIGABRT { abort() }
            }
        }
        let text = " initialize] was running on another thread when fork() was called: the child process cannot use "
        #expect(standardError(of: result).contains(text))
    }
}
