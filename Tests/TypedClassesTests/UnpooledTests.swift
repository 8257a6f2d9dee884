// UnpooledTests.swift - objects that are read, set and observed without an autorelease pool.
import Dispatch
import KVONotifying
import MiniFoundation
import MiniRuntime
import TestSupport
import Testing
import TypedClasses

import func CMiniRuntime.mr_pool_height

private final class UnpooledFirm: ClassDescription {
    let name = Property<String>("a name that is too long for a tagged pointer")
}

private final class UnpooledWorker: ClassDescription {
    let employer = Property<Ref<UnpooledFirm>?>(nil)
    let firms = Property<[Ref<UnpooledFirm>]>([])
    let computed = Computed<Ref<UnpooledFirm>?>(affectedBy: \UnpooledWorker.employer) {
        (me: Ref<UnpooledWorker>) in me.employer
    }
    let hire = TypedMethod { (me: Ref<UnpooledWorker>, firm: Ref<UnpooledFirm>) -> Ref<UnpooledFirm>? in
        defer { me.employer = firm }
        return me.employer
    }
}

private func makeWorker() -> Ref<UnpooledWorker> {
    let worker = UnpooledWorker.new()
    worker.employer = UnpooledFirm.new()
    return worker
}

/// A function such as programs have thousands of: it makes objects, and reads a property that holds one.
private func readEmployer() {
    let worker = makeWorker()
    if worker.employer == nil { Issue.record("nobody employs the worker") }
}

@Suite("Typed objects on threads without an autorelease pool", .serialized)
struct UnpooledTests {
    /// The numbers of remaining instances. No other test makes any.
    private var left: [Int] {
        [UnpooledFirm.description.runtimeClass.instanceCount, UnpooledWorker.description.runtimeClass.instanceCount]
    }

    @Test("A hundred thousand functions that read an object property leave no objects alive: on the main thread")
    @MainActor func mainThread() {
        for _ in 0..<100_000 { readEmployer() }
        #expect(left == [0, 0])
    }

    @Test("On a thread of the program's own")
    func pthread() {
        onThreads(1) { _ in
            for _ in 0..<20_000 { readEmployer() }
            #expect(left == [0, 0])
        }
    }

    @Test("In a block on a dispatch queue")
    func queue() async {
        await withCheckedContinuation { continuation in
            DispatchQueue.global().async {
                for _ in 0..<20_000 { readEmployer() }
                #expect(left == [0, 0])
                continuation.resume()
            }
        }
    }

    @Test("In a task, which may go on on another thread")
    func task() async {
        await Task.detached {
            for turn in 0..<20_000 {
                readEmployer()
                if turn % 1000 == 0 { await Task.yield() }
            }
            #expect(left == [0, 0])
        }.value
    }

    @Test("Whatever way a property is read")
    func ways() throws {
        onThreads(1) { _ in
            do {
                let worker = makeWorker()
                worker.firms = [UnpooledFirm.new(), UnpooledFirm.new()]
                let before = mr_pool_height()
                for _ in 0..<100 {
                    #expect(worker.computed != nil)
                    #expect(worker.firms.count == 2)
                    #expect(try worker.get(\.employer.name) != nil)
                    #expect(try worker.object.value(forKey: "employer") != nil)
                    #expect(try worker.object.value(forKey: "employer", as: Ref<UnpooledFirm>.self).name != "")
                    #expect(try worker.object.value(forKeyPath: "employer.name") != nil)
                    #expect(try worker.object.value(forKey: "firms") != nil)
                    #expect(try worker.object.send("employer", as: Object?.self) != nil)
                    #expect(try worker.object.ivar("_employer", as: Object?.self) != nil)
                    #expect(try worker.hire(UnpooledFirm.new()) != nil)
                    #expect(!"\(worker)".isEmpty)
                }
                #expect(mr_pool_height() == before, "nothing waits for a pool")
            } catch {
                Issue.record("\(error)")
            }
            #expect(left == [0, 0])
        }
    }

    @Test("Inside a pool, reading leaves nothing in it")
    func pooled() throws {
        try autoreleasepool {
            let before = mr_pool_height()
            for _ in 0..<100 {
                let worker = makeWorker()
                #expect(worker.employer?.name != nil)
                #expect(worker.computed != nil)
                let name = try worker.get(\.employer.name)
                let former = try worker.hire(UnpooledFirm.new())
                #expect(name != nil)
                #expect(former != nil)
            }
            #expect(left == [0, 0])
            #expect(mr_pool_height() == before)
        }
    }

    @Test("Inside a pool, setting an observed property leaves nothing in it")
    func pooledSetting() throws {
        let watcher = try Watcher()
        try autoreleasepool {
            let worker = makeWorker()
            try worker.object.addObserver(watcher.object, forKeyPath: "employer", options: [.new, .old, .prior])
            for _ in 0..<100 { worker.employer = UnpooledFirm.new() }
            #expect(left == [1, 1])
            try worker.object.removeObserver(watcher.object, forKeyPath: "employer")
        }
        #expect(left == [0, 0])
    }

    @Test("While it is observed, and while its getter is another one")
    func observedAndSwizzled() throws {
        let watcher = try Watcher()
        onThreads(1) { _ in
            do {
                for _ in 0..<100 {
                    let worker = makeWorker()
                    try worker.object.addObserver(
                        watcher.object, forKeyPath: "employer", options: [.new, .old, .initial, .prior])
                    worker.employer = UnpooledFirm.new()
                    try worker.object.setValue(UnpooledFirm.new(), forKey: "employer")
                    #expect(worker.employer != nil)
                    try worker.object.removeObserver(watcher.object, forKeyPath: "employer")
                }
                #expect(left == [0, 0])
                let cls = UnpooledWorker.description.runtimeClass
                let original = try cls.swizzle("employer") {
                    (original: @escaping @Sendable (Object) throws -> Object?) in
                    { (me: Object) in try original(me) }
                }
                for _ in 0..<100 { readEmployer() }
                cls.instanceMethod("employer")?.setImplementation(original)
            } catch {
                Issue.record("\(error)")
            }
            #expect(left == [0, 0])
        }
    }
}
