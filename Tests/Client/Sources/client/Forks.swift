// Forks.swift - children of a process whose other threads are busy: each may use everything global and what is its own.
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

// Swift says that fork() is unavailable, since most libraries do not survive it. This one has to.
private let fork = unsafe unsafeBitCast(dlsym(nil, "fork"), to: (@convention(c) () -> pid_t).self)

private let number = Atomic(0)

/// Makes a class, observes an instance and sets a property of it. Throws if that does not work.
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

/// Observes and sets; with a label, makes a class as well. 0 if all of it works.
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
            while isOver.value == 0 {
                work(round)
                round += 1
            }
            ended.signal()
        }
    }
    for thread in 0..<4 {
        // Classes stay: a process that has very many of them takes long to fork.
        keepBusy { round in _ = useEverything(round % 50 == 0 ? "Busy\(thread)x" : nil) }
    }
    // Whoever keeps what a search for a method found has to search again, and writes down what is found now.
    // Who keeps what a search for a method found searches again, and writes down what it finds.
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

/// A method of a class that nobody uses.
private func swizzledMethod() -> MiniRuntime.Method {
    do {
        let builder = try ClassBuilder("ClientSwizzled")
        try builder.addMethod("length") { (_: Object) in 5 }
        return builder.register().instanceMethod("length")!
    } catch {
        fatalError("ClientSwizzled: \(error)")
    }
}

/// The status of one child. One that hangs is ended by the kernel.
private func child() -> Int32 {
    let child = fork()
    if child == 0 {
        // Threads of GCD block signals, and the child has the mask of the thread that forked.
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
