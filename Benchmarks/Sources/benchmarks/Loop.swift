// Loop.swift - how long one turn of a loop takes, in CPU time of the thread.
import Kernels

enum Loop {
    /// How many turns take about so long. Warms caches and predictors up on the way.
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

    /// Measures one turn of a loop each time that it is called, by samples of about so long.
    static func sample(_ body: @escaping (Int) -> Void, nanoseconds wanted: Double) -> () -> Double {
        let count = count(body, nanoseconds: wanted)
        return { nanoseconds(body, count) }
    }

    /// Nanoseconds of one of `count` turns.
    static func nanoseconds(_ body: (Int) -> Void, _ count: Int) -> Double {
        let start = thread_nanoseconds()
        body(count)
        return (thread_nanoseconds() - start) / Double(count)
    }
}
