// Tape.swift - the steps and the log of a recording, up to a number of steps.
import MiniRuntime

final class Tape: Sendable {
    /// A line that was written.
    struct LogEntry: Encodable, Sendable, Lockable {
        let step: Int
        let text: String
    }

    private let maximumSteps: Int
    /// Each step as what it changes in the step before. A script runs on one thread.
    private let changes = Locked<[Tree]>([])
    /// The latest step, whole.
    private let latest = Locked<Tree?>(nil)
    private let log = Locked<[LogEntry]>([])
    private let lines = Locked<[String]>([])
    private let wasRefused = Locked(false)
    private let addresses: Locked<AddressNumbers>

    /// - Parameter source: the program.
    init(maximumSteps: Int, source: String) {
        self.maximumSteps = maximumSteps
        addresses = Locked(AddressNumbers(source: source))
    }

    /// Whether a step had no place any more.
    var isFull: Bool { wasRefused.read { $0 } }

    var contents: (steps: [Tree], log: [LogEntry], lines: [String]) {
        (changes.read { $0 }, log.read { $0 }, lines.read { $0 })
    }

    /// Gives the address of an object another number from now on: the object is new.
    func forget(_ object: UnmanagedObject) {
        addresses.withLock { $0.forget(UInt(bitPattern: object.address)) }
    }

    /// Adds a step, as `moment` shows it, if there is a place for it. `moment` runs with no lock held. A statement that
    /// has left everything as the step before shows it gets no step of its own.
    func append(_ step: TraceStep, moment: (_ number: Int, _ logCount: Int) -> Tree) {
        let number = changes.read { $0.count } + 1
        if number > maximumSteps && step.kind != .settled {
            wasRefused.exchange(true)
            return
        }
        let logCount = log.read { $0.count } + (step.kind == .output ? 1 : 0)
        let drawn = moment(number, logCount)
        let new = addresses.withLock { $0.numbered(drawn) }
        guard case .text(let text)? = new["text"] else { return }
        if step.kind == .output { log.append(LogEntry(step: number, text: text)) }
        let shown = ["objects", "classes", "variables"]
        if step.kind == .settled, latest.read({ old in shown.allSatisfy { old?[$0] == new[$0] } }) { return }
        if number > maximumSteps {
            wasRefused.exchange(true)
            return
        }
        let indent = String(repeating: "  ", count: step.depth)
        lines.append("\(number)  \(indent)\(text)")
        changes.append(new.patch(from: latest.exchange(new)) ?? .object([:]))
    }
}
