// SoakTests.swift - everything at once, for a while: MINIRUNTIME_SOAK_SECONDS, or three seconds.
import CMiniRuntime
import Glibc
import KVONotifying
import MiniFoundation
import MiniRuntime
import Synchronization
import TestSupport
import Testing

@Suite("Soak")
struct SoakTests {
    @Test("Threads make, observe, set, swizzle, remove and let go: nothing is left, and memory does not grow")
    func soak() async {
        await #expect(processExitsWith: .success) {
            let seconds = getenv("MINIRUNTIME_SOAK_SECONDS").flatMap { Double(String(cString: $0)) } ?? 3
            let soak = try Soak()
            try soak.run(seconds: 0.5)  // what is made once is made now
            let closures = mr_closure_count(), memory = residentBytes()
            try soak.run(seconds: seconds)
            #expect(soak.instanceCount == 0)
            #expect(mr_closure_count() == closures)
            #expect(ObjectRuntime.invariantViolation() == nil)
            #expect(soak.notifications.load(ordering: .relaxed) > 1000)
            // A sanitizer keeps freed memory for a while, and zombies stay.
            if ObjectRuntime.sanitizerName == nil && !ObjectRuntime.keepsZombies {
                #expect(residentBytes() < memory + 16 << 20, "from \(memory) bytes to \(residentBytes())")
            }
        }
    }
}

private final class Soak: Sendable {
    private let node: MiniRuntime.Class, swizzled: MiniRuntime.Class, observer: MiniRuntime.Class
    let notifications = Atomic<Int>(0)

    init() throws {
        var builder = try ClassBuilder("SoakNode")
        try builder.addProperty("age", Int32.self)
        try builder.addProperty("name", Object?.self)
        try builder.addProperty("next", Object?.self)
        node = builder.register()
        // Setters of a subclass are exchanged and replaced while it is observed.
        var subclassBuilder = try ClassBuilder("SoakSwizzled", superclass: node)
        try subclassBuilder.addProperty("left", Int32.self)
        try subclassBuilder.addProperty("right", Int32.self)
        swizzled = subclassBuilder.register()
        let counter = Locked<Counter?>(nil)
        let observerBuilder = try ClassBuilder("SoakObserver")
        try observerBuilder.addMethod("observeValueForKeyPath:ofObject:change:context:") {
            (_: Object, _: Object, _: Object, _: Object, _: UnsafeMutableRawPointer?) in
            counter.read { copy $0 }?.count()
        }
        observer = observerBuilder.register()
        counter.exchange(Counter { [unowned self] in notifications.add(1, ordering: .relaxed) })
    }

    private struct Counter: Lockable {
        let count: @Sendable () -> Void
    }

    var instanceCount: Int { node.instanceCount + swizzled.instanceCount + observer.instanceCount }

    /// Four threads, each with objects of its own and one shared with the others.
    func run(seconds: Double) throws {
        let end = now() + seconds, shared = try swizzled.new()
        onThreads(4) { thread in
            var round = thread
            while now() < end {
                round += 1
                autoreleasepool { try! self.turn(round, shared) }
            }
        }
    }

    private func turn(_ round: Int, _ shared: Object) throws {
        let object = try (round % 2 == 0 ? node : swizzled).new(), watcher = try observer.new()
        try object.send("setNext:", Object?.some(shared))
        try object.addObserver(watcher, forKeyPath: "age", options: [.new, .old])
        try object.addObserver(watcher, forKeyPath: "next.left", options: [.new])
        try shared.addObserver(watcher, forKeyPath: "right")
        for value in 0..<5 { try object.send("setAge:", Int32(value)) }
        try shared.send("setLeft:", Int32(round % 100))
        try shared.send("setRight:", Int32(round % 100))
        if round % 5 == 0 { swizzle(round) }
        if round % 11 == 0 { try passingClass() }
        let key = AssociationKey.soak
        object.setAssociatedObject(watcher, for: key)
        try object.send("setNext:", Object?.none)
        try shared.removeObserver(watcher, forKeyPath: "right")
        try object.removeObserver(watcher, forKeyPath: "next.left")
        try object.removeObserver(watcher, forKeyPath: "age")
    }

    private func swizzle(_ round: Int) {
        guard let left = swizzled.instanceMethod("setLeft:"), let right = swizzled.instanceMethod("setRight:") else {
            return
        }
        if round % 2 == 0 {
            left.exchangeImplementations(with: right)
        } else {
            left.setImplementation(left.implementation)
        }
    }

    /// A class that is made, used and disposed of, with a closure as a method.
    private func passingClass() throws {
        let builder = try ClassBuilder(uniqueName("Passing"), superclass: node)
        let imp = try builder.addMethod("age") { (_: Object) -> Int32 in 7 }
        let cls = builder.register()
        do {
            let object = try cls.new()
            let age = try object.send("age", as: Int32.self)
            precondition(age == 7, "the closure answers")
        }
        try cls.dispose()
        imp.remove()
    }
}

extension AssociationKey {
    fileprivate static let soak = AssociationKey()
}

private func now() -> Double {
    var time = timespec()
    clock_gettime(CLOCK_MONOTONIC, &time)
    return Double(time.tv_sec) + Double(time.tv_nsec) / 1e9
}
