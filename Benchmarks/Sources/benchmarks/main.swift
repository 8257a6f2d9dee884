// main.swift - measures the rows, prints the table.
//
// Thread CPU time, nine repetitions, minimum and median. What counts is the ratio to the row's peer, taken in the same
// run: the repetitions of all rows are interleaved, so that a slow moment of the machine does not fall on one of them.
import Glibc
import SendKernels

struct Row {
    var name: String
    var kernel: @convention(c) (Int) -> Void
    /// The row that this one is compared with.
    var peer: String?
    /// The highest ratio, or the highest time, that is good enough.
    var goal: Goal?
    var samples: [Double] = []

    var minimum: Double { samples.min()! }
    var median: Double { samples.sorted()[samples.count / 2] }
}

enum Goal {
    case ratio(Double)
    case nanoseconds(Double)
}

func threadNanoseconds() -> Double {
    var time = timespec()
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time)
    return Double(time.tv_sec) * 1e9 + Double(time.tv_nsec)
}

var rows = [
    Row(name: "empty-loop", kernel: kernel_empty_loop),
    Row(name: "indirect-call", kernel: kernel_indirect_call),
    Row(name: "send", kernel: kernel_send, peer: "indirect-call", goal: .ratio(1.3)),
    Row(name: "table-call-16x16", kernel: kernel_table_call),
    Row(name: "send-16x16", kernel: kernel_send_16x16, peer: "table-call-16x16", goal: .ratio(1.5)),
    Row(name: "int-setter", kernel: kernel_send_setter, peer: "indirect-call", goal: .nanoseconds(2.5)),
    Row(name: "send-to-nil", kernel: kernel_send_nil, peer: "indirect-call"),
    Row(name: "retain-release", kernel: kernel_retain_release, peer: "indirect-call"),
]

let repetitions = 9
let count = 10_000_000
kernels_prepare()
for row in rows { row.kernel(count / 10) }  // caches filled, predictors warm
for _ in 0..<repetitions {
    for index in rows.indices {
        let start = threadNanoseconds()
        rows[index].kernel(count)
        rows[index].samples.append((threadNanoseconds() - start) / Double(count))
    }
}

func fixed(_ value: Double, _ places: Int = 2) -> String {
    withUnsafeTemporaryAllocation(of: CChar.self, capacity: 32) { buffer in
        withVaList([Int32(places), value]) { _ = vsnprintf(buffer.baseAddress!, buffer.count, "%.*f", $0) }
        return String(cString: buffer.baseAddress!)
    }
}

func padded(_ text: String, _ width: Int) -> String {
    text + String(repeating: " ", count: max(0, width - text.count))
}

print("ns per operation, thread CPU time, \(repetitions) x \(count)")
print(padded("row", 20) + padded("min", 8) + padded("median", 8) + padded("ratio", 8) + padded("goal", 14) + "met")
var missed = false
for row in rows {
    let peer = rows.first { $0.name == row.peer }
    let ratio = peer.map { row.minimum / $0.minimum }
    var (goal, met) = ("", "")
    switch row.goal {
    case .ratio(let limit)?:
        goal = "<= \(fixed(limit, 1)) x"
        met = ratio! <= limit ? "yes" : "no"
    case .nanoseconds(let limit)?:
        goal = "<= \(fixed(limit, 1)) ns"
        met = row.minimum <= limit ? "yes" : "no"
    case nil: break
    }
    missed = missed || met == "no"
    print(
        padded(row.name, 20) + padded(fixed(row.minimum), 8) + padded(fixed(row.median), 8)
            + padded(ratio.map { fixed($0) } ?? "", 8) + padded(goal, 14) + met)
}
exit(missed ? 1 : 0)
