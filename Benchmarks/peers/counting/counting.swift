// counting.swift - what counting costs: nanoseconds for a retain and a release of one object, minimum and median of the
// samples. Compiled with and without Objective-C by scripts/test/bench-swift-objc.sh. `ours` measures an object whose
// root class is NSObject; the others are Swift's own.
import Glibc

#if INTEROP
import Foundation
#endif

final class Native { var value = 1 }

// What the compiler calls to count an object that is Swift's own for certain. Called by address, because the compiler
// leaves out a pair of calls that it knows.
typealias Count = @convention(c) (UnsafeMutableRawPointer) -> Void
nonisolated(unsafe) var retain = unsafeBitCast(dlsym(nil, "swift_retain"), to: Count.self)
nonisolated(unsafe) var release = unsafeBitCast(dlsym(nil, "swift_release"), to: Count.self)

func pairs(_ object: AnyObject, _ count: Int) {
    let address = Unmanaged.passUnretained(object).toOpaque()
    for _ in 0..<count {
        retain(address)
        release(address)
    }
}

/// Not inlined, so that the compiler does not see what it does with the array.
@inline(never) func pass(_ objects: [AnyObject]) -> Int { objects.count }

func copies(_ objects: [AnyObject], _ count: Int) {
    for _ in 0..<count / 100 {
        var copy = objects
        copy.append(objects[0])
        if pass(copy) != objects.count + 1 { fatalError("no element was added") }
    }
}

/// The CPU time of this thread in nanoseconds.
func now() -> Double {
    var time = timespec()
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time)
    return Double(time.tv_sec) * 1e9 + Double(time.tv_nsec)
}

func measure(_ name: String, _ count: Int, _ body: (Int) -> Void) {
    body(count)
    let samples = (0..<51).map { _ in
        let begin = now()
        body(count)
        return (now() - begin) / Double(count)
    }.sorted()
    print(name, samples[0], samples[25])
}

@main enum Program {
    static func main() {
        let native = Native()
        measure("pair", 200_000) { pairs(native, $0) }
        let objects: [AnyObject] = (0..<100).map { _ in Native() }
        measure("element", 200_000) { copies(objects, $0) }
        #if INTEROP
        let ours = NSObject()
        measure("ours", 200_000) { pairs(ours, $0) }
        #endif
    }
}
