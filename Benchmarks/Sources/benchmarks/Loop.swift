// Loop.swift - measures the CPU time that a thread needs for one turn of a loop.
import Kernels

enum Loop {
    /// Returns the number of turns that take about `wanted` nanoseconds. Also warms caches and branch predictors.
    static func count(_ body: (Int) -> Void, nanoseconds wanted: Double) -> Int {
        var count = 1
        while true {
            let start = thread_nanoseconds()
            body(count)
            let taken = max(thread_nanoseconds() - start, 1)
            if taken > wanted / 4 { return max(1, Int(Double(count) * wanted / taken)) }
            count *= 2
        }
    }

    /// Returns a function that samples the loop for about `wanted` nanoseconds, and returns the nanoseconds of one
    /// turn.
    static func sample(_ body: @escaping (Int) -> Void, nanoseconds wanted: Double) -> () -> Double {
        let count = count(body, nanoseconds: wanted)
        return { nanoseconds(body, count) }
    }

    /// Runs `count` turns and returns the nanoseconds of one turn.
    static func nanoseconds(_ body: (Int) -> Void, _ count: Int) -> Double {
        let start = thread_nanoseconds()
        body(count)
        return (thread_nanoseconds() - start) / Double(count)
    }
}
