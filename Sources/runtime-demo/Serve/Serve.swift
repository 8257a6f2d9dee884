// Serve.swift - serves the explorer page of a script, in which the script can be changed and recorded again.

#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#endif

struct Serve {
    let recording: Recording
    /// What links that the page shares begin with: the page itself is on this machine only.
    let sharedAt: String
    /// The step that is shown first.
    let step: Int
    /// 0 is one that is free.
    let port: UInt16
    /// The options of ``NativeTools``; nil if programs in Objective-C are refused.
    let native: [String]?

    /// Serves until Ctrl-C.
    func run() throws {
        let server = try Server(port: port)
        let access = Access(port: server.port)
        let page = try ExplorerPage.html(recording, server: .init(sharedAt: sharedAt, allowsNative: native != nil))
        let language = recording.language
        let arguments =
            ["rerun", "--name", recording.title, "--language", language.rawValue] + (native ?? [])
        let service = Service(access: access, page: HTTPResponse(Array(page.utf8), type: "text/html")) {
            program throws(HTTPRefusal) in
            guard server.hasPlace else {
                throw HTTPRefusal(503, "Other programs are being recorded. Try again when they have ended.")
            }
            return try LimitedChild(program, arguments, language, acceptsNative: native != nil)
        }
        let interruption = Interruption()
        interruption.begin(by: [SIGINT, SIGTERM, SIGHUP])
        let address = access.address + (step == 1 ? "" : "#step=\(step)")
        print(Phrase("\(address): open it in a browser on this machine. Ctrl-C ends the server.").text(in: language))
        fflush(nil)
        server.serve(service) { interruption.isRequested }
    }
}
