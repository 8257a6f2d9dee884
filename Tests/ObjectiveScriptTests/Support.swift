// Support.swift - helpers of the tests of the script language.
import MiniRuntime
import ObjectiveScript
import Testing

/// A host that records all calls.
final class Recorder: ScriptHost {
    private let recordsStatements: Bool
    private let allWritten = Locked<[String]>([])
    private let allRan = Locked<[String]>([])

    init(recordsStatements: Bool) {
        self.recordsStatements = recordsStatements
    }

    var written: [String] { allWritten.read { copy $0 } }
    var ran: [String] { allRan.read { copy $0 } }

    func willRun(_ statement: Statement) { add("will \(statement.line) \(statement.text)") }
    func didRun(_ statement: Statement) { add("did \(statement.line) \(statement.text)") }
    func write(_ text: String) { allWritten.append(text) }
    func inspect(_ subject: ScriptValue, named: String) { write("inspect \(named) = \(subject)") }
    func graph(_ subjects: [(name: String, value: ScriptValue)]) {
        write("graph " + subjects.map { "\($0.name) = \($0.value)" }.joined(separator: ", "))
    }

    func trace(_ isOn: Bool) { write("trace \(isOn ? "on" : "off")") }
    func willSend(_ selector: Selector, to receiver: UnmanagedObject, in cls: Class) { add("send \(selector)") }
    func didSend(_ selector: Selector, to receiver: UnmanagedObject) { add("sent \(selector)") }

    private func add(_ line: @autoclosure () -> String) {
        if recordsStatements { allRan.append(line()) }
    }
}

/// An interpreter with a recording host.
struct Bench {
    let host: Recorder
    let interpreter: Interpreter

    init(recordsStatements: Bool = true) throws {
        host = Recorder(recordsStatements: recordsStatements)
        interpreter = try Interpreter(host: host)
    }

    /// Runs a script and returns the value of its last statement.
    @discardableResult
    func run(_ source: String, named name: String = "test") throws -> ScriptValue {
        var value = ScriptValue.none
        let script = try Script(parsing: source, named: name)
        for statement in script.statements { value = try interpreter.run(statement) }
        return value
    }

    /// Returns the text of the error that ends the script.
    func error(_ source: String, named name: String = "test") -> String {
        do {
            try run(source, named: name)
            return "no error"
        } catch {
            return "\(error)"
        }
    }
}

/// Returns the output of a script.
func output(_ source: String) throws -> [String] {
    let bench = try Bench()
    try bench.run(source)
    return bench.host.written
}

/// Returns the text of the error that ends a script, parsed and run by a new interpreter.
func failure(_ source: String) throws -> String {
    try Bench().error(source)
}
