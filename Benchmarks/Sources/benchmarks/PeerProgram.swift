// PeerProgram.swift - a peer in a program of its own, which scripts/bench-peers.sh builds.
import Glibc

final class PeerProgram {
    /// "gnustep"
    let name: String
    /// With its version: "gnustep-1.28".
    let title: String
    private let start: () -> Program?
    private let program: Program

    /// This program with a libffi closure for each function that it makes at run time.
    static var libffi: PeerProgram? {
        PeerProgram("libffi") { Program.again(setting: ["MINIRUNTIME_CLOSURES=libffi"]) }
    }

    /// The executable `name` in `folder`; nil if it is not there, or does not answer.
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

    /// nil if it does not do the row.
    func sample(_ row: String, isIsolated: Bool) -> Double? {
        let answer = isIsolated ? start()?.ask(row) : program.ask(row)
        if answer == nil { warn("\(title) ended when asked for \(row)") }
        return answer.flatMap(Double.init)
    }
}
