// PeerProgram.swift - a peer in a program of its own, which scripts/bench-peers.sh builds.
import Glibc

final class PeerProgram {
    /// "gnustep"
    let name: String
    /// With its version: "gnustep-1.28".
    let title: String
    private let path: String
    private let program: Program

    /// The executable `name` in `folder`; nil if it is not there, or does not answer.
    init?(_ name: String, in folder: String) {
        path = folder + "/" + name
        guard access(path, X_OK) == 0, let program = Program(path), let version = program.ask("version") else {
            return nil
        }
        self.name = name
        self.program = program
        title = name + "-" + version
    }

    /// nil if it does not do the row.
    func sample(_ row: String, isIsolated: Bool) -> Double? {
        let answer = isIsolated ? Program(path)?.ask(row) : program.ask(row)
        if answer == nil { warn("\(title) ended when asked for \(row)") }
        return answer.flatMap(Double.init)
    }
}
