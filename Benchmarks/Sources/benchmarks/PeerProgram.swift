// PeerProgram.swift - a peer that is a separate program, built by scripts/test/bench-peers.sh.
import Glibc

final class PeerProgram {
    /// The name, as in "gnustep".
    let name: String
    /// The name with the version, as in "gnustep-1.28".
    let title: String
    private let start: () -> Program?
    private let program: Program

    /// This program, run with libffi closures for all functions that are made at run time.
    static var libffi: PeerProgram? {
        PeerProgram("libffi") { Program.again(setting: ["MINIRUNTIME_CLOSURES=libffi"]) }
    }

    /// Starts the executable `name` in `folder`; nil if it does not exist or returns no version.
    convenience init?(_ name: String, in folder: String) {
        let path = folder + "/" + name
        guard access(path, X_OK) == 0 else { return nil }
        self.init(name) { Program(path) }
    }

    private init?(_ name: String, _ start: @escaping () -> Program?) {
        guard let program = start(), let version = program.ask("version") else { return nil }
        self.name = name
        self.start = start
        self.program = program
        title = name + "-" + version
    }

    /// Returns a sample of a row; nil if the program does not implement the row.
    func sample(_ row: String, isIsolated: Bool) -> Double? {
        let answer = isIsolated ? start()?.ask(row) : program.ask(row)
        if answer == nil { warn("\(title) ended when asked for \(row)") }
        return answer.flatMap(Double.init)
    }
}
