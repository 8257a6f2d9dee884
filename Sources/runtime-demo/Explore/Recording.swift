// Recording.swift - the steps of a script that has run, with the state of its objects and classes at each step. The
// explorer page shows them.
import KVONotifying
import MiniRuntime
import ObjectiveScript

struct Recording: Encodable {
    /// One step, and the state of the objects and classes at that time.
    struct Moment: Encodable, Sendable, Lockable {
        let number, depth: Int
        let kind: TraceStep.Kind
        let text: String
        /// The explanation of the step's kind.
        let detail: String?
        let line: Int?
        let stack: [String]
        /// The number of log entries up to this step.
        let logCount: Int
        let objects: [ObjectState]
        let classes: [ClassState]
    }

    struct ObjectState: Encodable, Sendable {
        struct Value: Encodable, Sendable {
            let name, encoding, value: String
        }

        struct Observer: Encodable, Sendable {
            let observer, keyPath, options: String
        }

        let name, address, isa, answeredClass: String
        let retainCount: Int
        let ivars: [Value]
        let registrations: [Observer]
    }

    struct ClassState: Encodable, Sendable {
        struct Entry: Encodable, Sendable {
            let selector, address, what: String
            /// The superclass whose method it hides.
            let overrides: String?
            /// The key whose observers it notifies.
            let key: String?
        }

        let name: String
        let superclass: String?
        let isNotifying: Bool
        let methods: [Entry]
    }

    /// A line that the script wrote.
    struct LogEntry: Encodable, Sendable, Lockable {
        let step: Int
        let text: String
    }

    let title, about: String
    /// The lines of the script.
    let source: [String]
    let steps: [Moment]
    let log: [LogEntry]
    /// A sentence that says why the recording ends before the script; nil if the recording is complete.
    let ending: String?
    /// Whether the user interrupted the script.
    let wasInterrupted: Bool
    /// The error that ended the script early.
    let failure: ScriptError?

    private enum CodingKeys: CodingKey { case title, about, source, steps, log, ending }
}

extension Recording {
    /// Runs a scenario until it ends, has taken `maximumSteps`, or is interrupted by Ctrl-C. Throws the ``ScriptError``
    /// of a script that cannot be parsed.
    init(_ scenario: Scenario, maximumSteps: Int) throws {
        let script = try scenario.script()
        let tape = Tape(maximumSteps: maximumSteps)
        let interruption = Interruption()
        let camera = Camera()
        let recorder = Recorder(
            pages: { _ in }, cancellation: { tape.isFull || interruption.isRequested },
            { step, isTraced in
                guard isTraced || step.kind == .output else { return }
                tape.append(step) { camera.moment(step, logCount: $0) }
            })
        let error = try recorder.record { interpreter -> ScriptError? in
            camera.interpreter = interpreter
            do throws(ScriptError) {
                for statement in script.statements { try interpreter.run(statement) }
                return nil
            } catch {
                return error
            }
        }
        wasInterrupted = interruption.isRequested
        ending =
            if wasInterrupted {
                "The script was interrupted: the recording ends here."
            } else if tape.isFull {
                "The recording ends after \(counted(maximumSteps, "step")), and the script goes on: "
                    + "--max-steps records more."
            } else {
                nil
            }
        // If the recorder stopped the script, the error says only where.
        failure = ending == nil ? error : nil
        title = scenario.name
        about = scenario.about
        source = scenario.source.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
        (steps, log) = tape.contents
    }
}

/// The moments and the log of a recording, up to a maximum number of steps.
private final class Tape: Sendable {
    private let maximumSteps: Int
    private let moments = Locked<[Recording.Moment]>([])
    private let log = Locked<[Recording.LogEntry]>([])
    private let wasRefused = Locked(false)

    init(maximumSteps: Int) { self.maximumSteps = maximumSteps }

    /// Whether a step was rejected because the tape was full.
    var isFull: Bool { wasRefused.read { $0 } }

    var contents: ([Recording.Moment], [Recording.LogEntry]) { (moments.read { $0 }, log.read { $0 }) }

    /// Adds a step with the state that `moment` returns, unless the tape is full. `moment` is called with no lock held.
    func append(_ step: TraceStep, moment: (_ logCount: Int) -> Recording.Moment) {
        guard moments.read({ $0.count }) < maximumSteps else {
            wasRefused.exchange(true)
            return
        }
        if step.kind == .output { log.append(Recording.LogEntry(step: step.number, text: step.text)) }
        moments.append(moment(log.read { $0.count }))
    }
}

/// Captures the state of a script's objects and classes.
private final class Camera: Sendable {
    private let held = Locked(Weak())

    private struct Weak: Lockable { weak var interpreter: Interpreter? }

    var interpreter: Interpreter? {
        get { held.withLock { $0.interpreter } }
        set { held.withLock { $0.interpreter = newValue } }
    }

    func moment(_ step: TraceStep, logCount: Int) -> Recording.Moment {
        let (interpreter, classes) = (interpreter, interpreter?.classes ?? [])
        // Unowned references: the variables own the objects, and a strong copy would raise the retain counts that are
        // shown.
        let objects = interpreter?.variables.map { ($0, $1.object?.unmanaged) } ?? []
        return Recording.Moment(
            number: step.number, depth: step.depth, kind: step.kind, text: step.text,
            detail: step.kind.explanation,
            line: step.line, stack: step.stack, logCount: logCount,
            objects: objects.compactMap { name, object in
                guard let object, object.isa.chain.contains(where: classes.contains) else {
                    return nil
                }
                return Recording.ObjectState(name, object) { interpreter?.name(of: $0) }
            },
            classes: classes.flatMap { cls in
                let notifying = Class(named: "NSKVONotifying_\(cls.name)")
                return [cls] + (notifying.map { [$0] } ?? [])
            }.map(Recording.ClassState.init))
    }
}

extension Recording.ObjectState {
    /// Describes an object.
    /// - Parameter nameOf: returns the script's name for an observer; nil if it has none.
    init(_ name: String, _ object: UnmanagedObject, nameOf: (UnmanagedObject) -> String?) {
        let facts = ObjectFacts(object)
        self.name = name
        (address, isa, answeredClass) = (facts.address, facts.isa, facts.answeredClass)
        retainCount = facts.header?.retainCount ?? object.retainCount
        ivars = facts.ivars.map { Value(name: $0.name, encoding: $0.encoding, value: $0.value) }
        registrations = zip(object.retained().keyValueRegistrations, facts.registrations).map {
            registration, facts in
            let address = UnsafeMutableRawPointer(bitPattern: registration.observerAddress)
            return Observer(
                observer: UnmanagedObject(address).flatMap(nameOf) ?? facts.observer,
                keyPath: facts.keyPath,
                options: facts.options)
        }
    }
}

extension Recording.ClassState {
    init(_ cls: Class) {
        let facts = ClassFacts(cls)
        name = facts.name
        superclass = cls.superclass?.name
        isNotifying = facts.notifiesFor != nil
        methods = facts.methods.map { method in
            Entry(
                selector: method.selector, address: method.implementation.address,
                what: method.implementation.description, overrides: method.overrides,
                key: method.implementation.key)
        }
    }
}
