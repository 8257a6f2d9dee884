// main.swift - the rows of the benchmark on OpenCombine: @Published and CurrentValueSubject.
//
// Reads lines with the name of a row, and writes for each the nanoseconds of one operation, or "-" for an unknown row.
import Dispatch
import Glibc
import OpenCombine
import OpenCombineDispatch

private class Person {
    @Published var age: Int32 = 0
}

private final class Witness {
    var told = 0
}

/// Runs an operation the given number of times. Its sinks live as long as the function.
private typealias Loop = (Int) -> Void

@inline(never)
private func setAge(of person: Person, _ age: Int32) { person.age = age }

private func published(sinks: Int) -> Loop {
    let (person, witness) = (Person(), Witness())
    let all = (0..<sinks).map { _ in person.$age.sink { _ in witness.told += 1 } }
    return { count in
        withExtendedLifetime(all) {
            for turn in 0..<count { setAge(of: person, Int32(truncatingIfNeeded: turn)) }
        }
        precondition(witness.told >= sinks * (count + 1), "a sink was not told")
    }
}

private func currentValue(sinks: Int) -> Loop {
    let (subject, witness) = (CurrentValueSubject<Int32, Never>(0), Witness())
    let all = (0..<sinks).map { _ in subject.sink { _ in witness.told += 1 } }
    return { count in
        withExtendedLifetime(all) {
            for turn in 0..<count { subject.send(Int32(truncatingIfNeeded: turn)) }
        }
        precondition(witness.told >= sinks * (count + 1), "a sink was not told")
    }
}

private class Page {
    @Published var lines = (0..<1000).map { "line \($0)" }
}

private func publishedAppend() -> Loop {
    let (page, witness) = (Page(), Witness())
    let sink = page.$lines.sink { _ in witness.told += 1 }
    return { count in
        withExtendedLifetime(sink) {
            for _ in 0..<count {
                page.lines.append("the last line")
                page.lines.removeLast()
            }
        }
        precondition(witness.told >= 2 * count, "a sink was not told")
    }
}

private func publishedToQueue() -> Loop {
    let (person, witness, queue) = (Person(), Witness(), DispatchQueue(label: "listener"))
    let sink = person.$age.receive(on: queue.ocombine).sink { _ in witness.told += 1 }
    return { count in
        withExtendedLifetime(sink) {
            for turn in 0..<count { setAge(of: person, Int32(truncatingIfNeeded: turn)) }
        }
        queue.sync { precondition(witness.told >= count, "a sink was not told") }
    }
}

private func subscribeAndCancel() -> Loop {
    let (person, witness) = (Person(), Witness())
    let other = person.$age.sink { _ in witness.told += 1 }
    return { count in
        withExtendedLifetime(other) {
            for _ in 0..<count { person.$age.sink { _ in witness.told += 1 }.cancel() }
        }
    }
}

private func makeLoop(_ row: String) -> Loop? {
    switch row {
    case "published-0": published(sinks: 0)
    case "published-1": published(sinks: 1)
    case "published-10": published(sinks: 10)
    case "published-1000": published(sinks: 1000)
    case "current-value-1": currentValue(sinks: 1)
    case "current-value-10": currentValue(sinks: 10)
    case "published-queue": publishedToQueue()
    case "published-append": publishedAppend()
    case "subscribe-cancel": subscribeAndCancel()
    default: nil
    }
}

private func threadNanoseconds() -> Double {
    var time = timespec()
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time)
    return Double(time.tv_sec) * 1e9 + Double(time.tv_nsec)
}

private func timed(_ loop: Loop, _ count: Int) -> Double {
    let start = threadNanoseconds()
    loop(count)
    return threadNanoseconds() - start
}

/// Returns a number of turns that take some milliseconds.
private func turns(_ loop: Loop) -> Int {
    var count = 1
    while timed(loop, count) < 5e6 { count *= 2 }
    return count
}

private var loops: [String: (loop: Loop, count: Int)] = [:]
while let row = readLine() {
    if loops[row] == nil, let loop = makeLoop(row) { loops[row] = (loop, turns(loop)) }
    if row == "version" {
        print("0.14.0")
    } else if let (loop, count) = loops[row] {
        print(timed(loop, count) / Double(count))
    } else {
        print("-")
    }
    fflush(nil)
}
