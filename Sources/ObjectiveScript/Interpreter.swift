// Interpreter.swift - runs scripts: the public interface.
import MiniRuntime

/// Receives the output and the events of a running script. Its methods are called on the thread that runs the
/// statement, with no lock held; whatever they do, such as sending a message, happens as part of the script's run.
public protocol ScriptHost: AnyObject, Sendable {
    /// Called before a statement runs. A statement inside a block, or in a method of a script's class, is reported
    /// between the two calls for the enclosing statement.
    func willRun(_ statement: Statement)
    /// Called after the statement ran or failed.
    func didRun(_ statement: Statement)
    /// Called with a line of output, without a newline: from `print`, `NSLog`, or a notification of `printer`.
    func write(_ text: String)
    /// Called for each subject of the command `inspect`.
    func inspect(_ subject: ScriptValue, named: String)
    /// Called for the command `graph`.
    func graph(_ subjects: [(name: String, value: ScriptValue)])
    /// Called for the command `trace`, which turns the display of events on or off. Does nothing by default.
    func trace(_ isOn: Bool)
    /// Called before the script sends a message, whose method is looked up in `cls` first: in the receiver's isa, or,
    /// for a message to `super`, in the superclass. Does nothing by default.
    func willSend(_ selector: Selector, to receiver: UnmanagedObject, in cls: Class)
    /// Called after the method returned or raised. Does nothing by default.
    func didSend(_ selector: Selector, to receiver: UnmanagedObject)
    /// Whether the script must end now. The interpreter reads it before each statement and each round of a loop; while
    /// it is true, each of them throws a ``ScriptError``, which `@catch` does not catch. false unless implemented.
    var isCancelled: Bool { get }
}

extension ScriptHost {
    /// Does nothing.
    public func trace(_ isOn: Bool) {}
    /// Does nothing.
    public func willSend(_ selector: Selector, to receiver: UnmanagedObject, in cls: Class) {}
    /// Does nothing.
    public func didSend(_ selector: Selector, to receiver: UnmanagedObject) {}
    /// false: scripts are never cancelled.
    public var isCancelled: Bool { false }
}

/// Runs statements one after the other and keeps their variables. The variables are released with the interpreter;
/// classes created by scripts stay.
///
/// Statements run on one thread at a time; the methods of a script's classes run on any thread.
public final class Interpreter: Sendable {
    private let session: Session

    /// Creates an interpreter with one variable, `printer`. The first interpreter also adds the language's own methods
    /// to NSObject and NSException. Throws ``RuntimeError`` if these methods or another class `Printer` already exist.
    public init(host: any ScriptHost) throws {
        try Prelude.load()
        Constants.load()
        session = Session(host: host)
        session.setVariable("printer", ScriptValue(try Printer.make(for: session)))
    }

    deinit {
        session.end()
    }

    /// Runs a statement. Objects that it autoreleases are released when it ends.
    /// - Returns: the value of an expression; ``ScriptValue/none`` for any other statement.
    ///
    /// Throws ``ScriptError``; its ``ScriptError/exception`` is an uncaught exception, if there was one.
    @discardableResult
    public func run(_ statement: Statement) throws(ScriptError) -> ScriptValue {
        try session.run(statement)
    }

    /// Runs a statement, calls `use` with its value, and releases the value. If the `dealloc` of the value's object
    /// raises, the statement has raised. The other function returns the value, and its caller releases it.
    ///
    /// Throws ``ScriptError`` likewise.
    public func run(_ statement: Statement, _ use: (ScriptValue) -> Void) throws(ScriptError) {
        try session.run(statement, use)
    }

    /// The variables in the order of their first assignment; `printer` is the first.
    public var variables: [(name: String, value: ScriptValue)] { session.variables }

    /// Returns the name of the first variable that holds the object. Sends no message.
    public func name(of object: UnmanagedObject) -> String? { session.name(of: object) }

    /// The classes created by scripts, in order of creation.
    public var classes: [Class] { session.classes }

    /// All words of the language: keywords, commands, types, constants and functions.
    public static var keywords: [String] { Keywords.all }
}
