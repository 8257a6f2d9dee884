// Forks.swift - forks children while other threads are busy: each child may use everything that is global, and its own
// objects.
import Foundation
import KVONotifying
import MiniRuntime
import SafeObservation
import Support
import Synchronization
import TypedClasses

private class Pupil: ClassDescription {
    let age = Property<Int>(0)
    let name = Property<String>("pupil")
    let friend = Property<Ref<Pupil>?>(nil)
}

// Swift marks fork() as unavailable, because most libraries do not survive it. This one must.
private let fork = unsafe unsafeBitCast(dlsym(nil, "fork"), to: (@convention(c) () -> pid_t).self)

private let number = Atomic(0)

/// Makes a class, observes an instance and sets a property of it. Throws if one of these fails.
private func useNewClass(_ label: String) throws {
    let told = Count()
    var builder = try ClassBuilder("Client\(label)\(number.add(1, ordering: .relaxed).newValue)")
    try builder.addProperty("size", Int.self)
    let object = try builder.register().new()
    let token = try object.observe("size") { _, _ in told.add() }
    try object.send("setSize:", 5)
    token.invalidate()
    if told.value != 1 { throw CancellationError() }
}

/// Observes and sets properties; with a label, also makes a class. Returns 0 if everything works.
private func useEverything(_ label: String?) -> Int32 {
    do {
        let told = Count()
        if let label { try useNewClass(label) }
        let (pupil, friend) = (Pupil.new(), Pupil.new())
        let tokens = [
            pupil.observe(\.age) { _, _ in told.add() }, pupil.observe(\.friend.name) { _, _ in told.add() },
        ]
        pupil.friend = friend
        friend.name = "a friend with a name of more than fifteen bytes"
        pupil.age = 5
        withExtendedLifetime(tokens) {}
        guard told.value == 3 else { return 2 }
        return autoreleasepool { pupil.friend?.name == friend.name } ? 0 : 3
    } catch {
        return 4
    }
}

@Sendable func forks() async {
    expect(useEverything("Parent"), is: 0, "the status of the parent")
    let (isOver, ready) = (Count(), DispatchSemaphore(value: 0))
    let ended = DispatchSemaphore(value: 0)
    func keepBusy(_ work: @escaping @Sendable (_ round: Int) -> Void) {
        Thread.detachNewThread {
            ready.signal()
            var round = 0
            while isOver.value == 0 && round < 1_000_000 {
                work(round)
                round += 1
            }
            ended.signal()
        }
    }
    for thread in 0..<4 {
        // Classes live for ever, and a process with very many of them forks slowly.
        keepBusy { round in _ = useEverything(round % 50 == 0 ? "Busy\(thread)x" : nil) }
    }
    // Replacing a method makes every cached lookup stale, so the other threads search again and write their caches.
    let method = swizzledMethod()
    for _ in 0..<4 {
        keepBusy { _ in
            let pupil = Pupil.new()
            let token = pupil.observe(\.age) { _, _ in }
            for age in 0..<1000 {
                method.setImplementation(method.implementation)
                pupil.age = age
            }
            token.invalidate()
        }
    }
    let children = 400
    let statuses = await withCheckedContinuation { done in
        Thread.detachNewThread {
            for _ in 0..<8 { ready.wait() }
            done.resume(returning: (0..<children).map { _ in child() })
        }
    }
    isOver.add()
    await withCheckedContinuation { done in
        Thread.detachNewThread {
            for _ in 0..<8 { ended.wait() }
            done.resume()
        }
    }
    let hung = statuses.count { $0 & 0x7f == SIGALRM }
    expect(hung, is: 0, "the number of children that hung")
    expect(
        statuses.count { $0 == 0 }, is: children, "the number of children that exited with status 0: \(Set(statuses))")
    expect(useEverything("Parent"), is: 0, "the status of the parent at the end")
}

/// Makes a method of an unused class, for replacing.
private func swizzledMethod() -> MiniRuntime.Method {
    do {
        let builder = try ClassBuilder("ClientSwizzled")
        try builder.addMethod("length") { (_: Object) in 5 }
        return builder.register().instanceMethod("length")!
    } catch {
        fatalError("ClientSwizzled: \(error)")
    }
}

/// Forks a child and returns its status. The kernel ends a child that hangs.
private func child() -> Int32 {
    let child = fork()
    if child == 0 {
        // Threads of libdispatch block signals, and a child inherits the mask of the thread that forked.
        var signals = sigset_t()
        unsafe sigemptyset(&signals)
        unsafe sigaddset(&signals, SIGALRM)
        unsafe pthread_sigmask(SIG_UNBLOCK, &signals, nil)
        alarm(20)
        _exit(useEverything("Child"))
    }
    var status: Int32 = 0
    unsafe waitpid(child, &status, 0)
    return status
}
