// Interpreter.swift - runs scripts: the public face.
import MiniRuntime

/// Whom a running script talks to. It is called on the thread that runs the statement, with no lock held; what it does
/// is part of the script's run.
public protocol ScriptHost: AnyObject, Sendable {
    /// A statement is about to run. Statements in blocks, and in methods of the script's classes, are reported within
    /// the statement that they belong to.
    func willRun(_ statement: Statement)
    /// The statement ran, or failed.
    func didRun(_ statement: Statement)
    /// One line, without a newline at its end: from `print`, from `NSLog`, and what `printer` is told.
    func write(_ text: String)
    /// The command `inspect`.
    func inspect(_ subject: ScriptValue, named: String)
    /// The command `graph`.
    func graph(_ subjects: [(name: String, value: ScriptValue)])
    /// The command `trace`, which asks the host to show what happens from now on, or not to. Ignored unless implemented.
    func trace(_ isOn: Bool)
    /// The script is about to send a message. Ignored unless implemented.
    func willSend(_ selector: Selector, to receiver: UnmanagedObject)
    /// The method returned, or raised.
    func didSend(_ selector: Selector, to receiver: UnmanagedObject)
}

extension ScriptHost {
    /// Ignores it.
    public func trace(_ isOn: Bool) {}
    /// Ignores it.
    public func willSend(_ selector: Selector, to receiver: UnmanagedObject) {}
    /// Ignores it.
    public func didSend(_ selector: Selector, to receiver: UnmanagedObject) {}
}

/// Runs statements, one after the other, and keeps their variables. When it goes, so do the variables; the classes that
/// scripts made stay.
///
/// One thread at a time runs statements; methods of the script's classes run on any.
public final class Interpreter: Sendable {
    private let session: Session

    /// An interpreter with one variable, `printer`. Adds the language's own methods to NSObject and NSException, once.
    /// Throws ``RuntimeError`` if a class `Printer` of somebody else's exists.
    public init(host: any ScriptHost) throws {
        try Prelude.load()
        Constants.load()
        session = Session(host: host)
        session.setVariable("printer", .object(try Printer.make(for: session)))
    }

    deinit {
        session.end()
    }

    /// Runs a statement. What it autoreleased is released when it ends.
    /// - Returns: the value of an expression; ``ScriptValue/none`` for any other statement.
    /// Throws ``ScriptError``; an exception that nobody caught is in there.
    @discardableResult
    public func run(_ statement: Statement) throws(ScriptError) -> ScriptValue {
        try session.run(statement)
    }

    /// The variables in the order of their first assignment; `printer` is the first.
    public var variables: [(name: String, value: ScriptValue)] { session.variables }

    /// The first variable that holds the object. Sends no message.
    public func name(of object: UnmanagedObject) -> String? { session.name(of: object) }

    /// The classes that scripts made, in order.
    public var classes: [Class] { session.classes }

    /// All words of the language: keywords, commands, types, constants and functions.
    public static var keywords: [String] { Keywords.all }
}
