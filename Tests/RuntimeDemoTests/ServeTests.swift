// ServeTests.swift - the command `explore --serve`, as its page uses it, and as somebody who attacks it.
import Foundation
import Testing
import runtime_demo

/// What the page receives for a program.
struct Answer: Decodable {
    struct Problem: Decodable {
        let line, column: Int?
        let text: String
    }

    struct Recording: Decodable {
        let title: String
        let source: [String]
        let log: [LogEntry]
        let link: String?
    }

    struct LogEntry: Decodable {
        let text: String
    }

    let recording: Recording?
    let problem: Problem?

    init(_ text: String) throws { self = try JSONDecoder().decode(Answer.self, from: Data(text.utf8)) }
}

@Suite("runtime-demo explore --serve")
struct ServeTests {
    @Test("The page is served at the address that is printed, and may connect to its server only")
    func page() throws {
        let tool = try ServedTool("set")
        let answer = try tool.answer(to: tool.request())
        #expect(answer.hasPrefix("HTTP/1.1 200 OK\r\n"))
        #expect(answer.contains("\r\nCache-Control: no-store\r\n"))
        #expect(answer.contains("\r\nReferrer-Policy: no-referrer\r\n"))
        #expect(answer.contains("; connect-src 'self'; frame-ancestors 'none'\r\n"))
        #expect(answer.contains("<meta name=\"shared-at\" content=\"explorer.html\">"))
        #expect(answer.hasSuffix("</html>\n"))
        // A page that is a file connects to nothing.
        #expect(try !runTool("explore", "set", "-o", "-").output.contains("connect-src"))
    }

    @Test("A program is recorded, with its link; a mistake has its line and column, beside what ran before it")
    func recording() throws {
        let tool = try ServedTool("set")
        let good = try Answer(tool.record("p = [NSObject new]\nprint p"))
        #expect(good.problem == nil)
        #expect(good.recording?.title == "set, changed")
        #expect(good.recording?.source == ["p = [NSObject new]", "print p"])
        #expect(good.recording?.link != nil)
        let stopped = try Answer(tool.record("p = [NSObject new]\n  print q"))
        #expect(stopped.problem?.text == "there is no variable or class 'q'")
        #expect(stopped.problem?.line == 2)
        #expect(stopped.problem?.column == 9)
        #expect(stopped.recording != nil)
        let unreadable = try Answer(tool.record("print ]"))
        #expect(unreadable.problem?.column == 7)
        #expect(unreadable.recording == nil)
        #expect(try Answer(tool.record("// nothing")).problem?.text == "The program has no statement.")
    }

    @Test(
        "Objective-C is native code, and is not run",
        arguments: ["#import <stdio.h>", "  @interface A", "# include", "@import Foundation;"])
    func nativeCode(_ line: String) throws {
        let tool = try ServedTool("set")
        let answer = try Answer(tool.record("\n\(line)\n"))
        #expect(answer.problem?.text.hasPrefix("This is a program in Objective-C: native code,") == true)
        #expect(answer.recording == nil)
    }

    @Test("Runs end at their limits of time and memory, and their number is limited; the page is served meanwhile")
    func limits() throws {
        let tool = try ServedTool("set")
        let endless = tool.request("POST", path: "/\(tool.token)/run", body: "trace off\nwhile (1) { n = 1 }")
        let connections = try (0..<2).map { _ in try ServedTool.Connection(tool.port) }
        for connection in connections { connection.send(Array(endless.utf8)) }
        while tool.children().count < 2 && tool.isRunning { sched_yield() }
        // Stopped, they take no processor time from the other tests until the server ends them.
        for child in tool.children() { kill(child, SIGSTOP) }
        #expect(try tool.answer(to: tool.request()).hasPrefix("HTTP/1.1 200"))
        #expect(try tool.answer(to: endless).hasPrefix("HTTP/1.1 503"))
        for connection in connections {
            #expect(connection.answer().contains("The run was ended: it took more than 10 seconds."))
        }
        #expect(tool.children().isEmpty)
        let large = try Answer(
            tool.record("s = @\"0123456789\"\ntrace off\nwhile (1) { s = [s stringByAppendingString: s] }"))
        #expect(large.problem?.text.hasPrefix("The run failed, perhaps because it needed more than 1024 MB.") == true)
        #expect(try tool.answer(to: tool.request()).hasPrefix("HTTP/1.1 200"))
    }

    @Test("Ctrl-C ends the server and its run, with exit status 0")
    func interruption() throws {
        let tool = try ServedTool("set")
        let connection = try ServedTool.Connection(tool.port)
        let endless = tool.request("POST", path: "/\(tool.token)/run", body: "trace off\nwhile (1) { n = 1 }")
        connection.send(Array(endless.utf8))
        while tool.children().isEmpty && tool.isRunning { sched_yield() }
        let child = try #require(tool.children().first)
        #expect(tool.interrupt() == 0)
        #expect(kill(child, 0) == -1)
        #expect(connection.answer().isEmpty)
    }

    @Test("--serve writes nothing else, and serves scripts")
    func badInput() throws {
        for other in ["--json", "--link", "--player"] {
            let result = try runTool("explore", "set", "--serve", other)
            #expect(result.status == 64)
            #expect(result.error == "Error: --serve serves a page; leave out --json, --link and --player.\n")
        }
        let tool = try ServedTool("set")
        for options in [["--allow-native"], ["--serve", "--arc"]] {
            let result = try runTool(["explore", "set"] + options)
            #expect(result.status == 64)
            #expect(result.error.contains("belongs to --"))
        }
        let taken = try runTool("explore", "set", "--serve", "--port", "\(tool.port)")
        #expect(taken.status == 64)
        #expect(taken.error == "Error: Cannot listen at port \(tool.port): Address already in use\n")
    }

    // ── Attacks ─────────────────────────────────────────────────────────────────────────────────────

    @Test("Who does not know the token, or comes from another page or by another name, is refused")
    func strangers() throws {
        let tool = try ServedTool("set")
        let (run, wrong) = ("/\(tool.token)/run", String(tool.token.reversed()))
        func refuses(_ request: String, _ status: Int, _ location: SourceLocation = #_sourceLocation) throws {
            let answer = try tool.answer(to: request)
            #expect(answer.hasPrefix("HTTP/1.1 \(status) "), "\(request)", sourceLocation: location)
            // A refusal tells nothing that is not known.
            #expect(!answer.contains(tool.token), sourceLocation: location)
        }
        for path in [
            "/", "/\(wrong)/", "/\(tool.token)", "/\(tool.token.dropLast())/", "//\(tool.token)/", "/run",
            "\(run)/", "\(run)?a", "/\(tool.token)/../", "/\(tool.token)/page.js", "/\(tool.token.uppercased())/",
        ]
        where path != "/\(tool.token)/" {
            try refuses(tool.request(path: path), 404)
        }
        try refuses(tool.request("POST", path: "/\(wrong)/run", body: "print 1"), 404)
        try refuses(tool.request("POST", body: "print 1"), 405)
        for method in ["PUT", "HEAD", "OPTIONS", "DELETE", "CONNECT"] { try refuses(tool.request(method), 405) }
        try refuses(tool.request(path: run), 405)
        for origin in ["http://localhost:\(tool.port)", "https://\(tool.host)", "null", "http://127.0.0.1", ""] {
            let head = "POST \(run) HTTP/1.1\r\nHost: \(tool.host)\r\nContent-Length: 7\r\n"
            try refuses(head + "Origin: \(origin)\r\n\r\nprint 1", 403)
        }
        try refuses("POST \(run) HTTP/1.1\r\nHost: \(tool.host)\r\nContent-Length: 7\r\n\r\nprint 1", 403)
        for site in ["cross-site", "same-site"] { try refuses(tool.request(fields: ["Sec-Fetch-Site: \(site)"]), 403) }
        for host in ["evil.example:\(tool.port)", "127.0.0.1", "127.0.0.1:1", "\(tool.host).evil.example", ""] {
            try refuses("GET /\(tool.token)/ HTTP/1.1\r\nHost: \(host)\r\n\r\n", 421)
        }
        try refuses("GET /\(tool.token)/ HTTP/1.1\r\n\r\n", 421)
    }

    @Test("What is no request, or too long, is refused")
    func malformed() throws {
        let tool = try ServedTool("set")
        let (path, host) = ("/\(tool.token)/", "Host: \(tool.host)")
        func refuses(_ request: String, _ status: Int, _ location: SourceLocation = #_sourceLocation) throws {
            let answer = try tool.answer(to: request)
            #expect(answer.hasPrefix("HTTP/1.1 \(status) "), "\(request.prefix(200))", sourceLocation: location)
        }
        for head in [
            "GET \(path) HTTP/1.1\n\(host)", "get \(path) HTTP/1.1\r\n\(host)",
            "GET  \(path) HTTP/1.1\r\n\(host)",
            "GET \(path)\r\n\(host)", "GET http://a\(path) HTTP/1.1\r\n\(host)", "GET \(path) HTTP/1.1\r\n \(host)",
            "GET \(path) HTTP/1.1\r\n\(host)\r\n\(host)", "GET \(path) HTTP/1.1\r\nHost : \(tool.host)",
            "GET \(path) HTTP/1.1\r\n\(host)\r\nno colon", "GET \(path) HTTP/1.1\r\n\(host)\r\n: no name",
            "GET \(path) HTTP/1.1\r\n\(host)\r\nA: \u{0}", "GET \(path) HTTP/1.1\r\n\(host)\r\nA: b\rc",
            "\r\nGET \(path)",
            "\u{16}\u{3}\u{1}\u{2}", "GET \(path) HTTP/1.1\r\n\(host)\r\nContent-Length: -1",
            "GET \(path) HTTP/1.1\r\n\(host)\r\nContent-Length: 1, 1",
            "GET \(path) HTTP/1.1\r\n\(host)\r\nContent-Length: 99999999999999999999",
        ] { try refuses(head + "\r\n\r\n", 400) }
        try refuses("GET \(path) HTTP/2.0\r\n\(host)\r\n\r\n", 505)
        try refuses(tool.request("POST", path: path + "run", fields: ["Transfer-Encoding: chunked"]), 501)
        try refuses(tool.request("POST", path: path + "run"), 411)
        try refuses(tool.request(fields: ["A: " + String(repeating: "a", count: 40_000)]), 431)
        try refuses(String(repeating: "a", count: 400_000), 431)
        try refuses(tool.request("POST", path: path + "run", body: String(repeating: " ", count: 65_537)), 413)
        try refuses(tool.request("GET", body: "a"), 413)
        let bytes = Array(tool.request("POST", path: path + "run", body: "ab").utf8).dropLast(2) + [0xff, 0xfe]
        #expect(try tool.answer(to: bytes).hasPrefix("HTTP/1.1 400 "))
        #expect(try tool.answer(to: tool.request()).hasPrefix("HTTP/1.1 200"))
    }

    @Test("Clients that send nothing, or slowly, or do not read, keep nobody from the server")
    func slowClients() throws {
        let tool = try ServedTool("set")
        let silent = try (0..<200).map { _ in try ServedTool.Connection(tool.port) }
        for (index, connection) in silent.enumerated() where index % 2 == 0 { connection.send(Array("GET /".utf8)) }
        #expect(try tool.answer(to: tool.request()).hasPrefix("HTTP/1.1 200"))
        // The latest ones had a place, until their time was up.
        #expect(silent[198].answer().hasPrefix("HTTP/1.1 408 "))
        #expect(silent[0].answer().isEmpty)
        // A request that comes in two parts is a request, also while others have just been refused. On a busy machine,
        // the second part may come too late.
        let bytes = Array(tool.request().utf8)
        var answer = ""
        for _ in 0..<10 where !answer.hasPrefix("HTTP/1.1 200") {
            let parted = try ServedTool.Connection(tool.port)
            parted.send(Array(bytes[..<40]))
            #expect(try tool.answer(to: tool.request(path: "/")).hasPrefix("HTTP/1.1 404"))
            parted.send(Array(bytes[40...]))
            answer = parted.answer()
        }
        #expect(answer.hasPrefix("HTTP/1.1 200"))
    }

    @Test("Three thousand random requests get an error or the page, and leave the server as it was")
    func randomRequests() throws {
        let tool = try ServedTool("set")
        var chance = Chance(seed: 41)
        let page = Array(tool.request(fields: ["Accept: */*", "Sec-Fetch-Site: none"]).utf8)
        // Without the token, so that none is run.
        let run = Array(tool.request("POST", path: "/0/run", body: "print 1").utf8)
        for number in 0..<3000 {
            let bytes = chance.changed(number % 2 == 0 ? page : run)
            let connection = try ServedTool.Connection(tool.port)
            connection.send(bytes)
            connection.finish()
            let answer = connection.answer()
            // An incomplete request gets no answer.
            let isKnown = answer.prefixMatch(of: #/HTTP/1\.1 (200|400|403|404|405|411|413|421|431|501|505) /#) != nil
            guard answer.isEmpty || isKnown else {
                Issue.record("\(String(decoding: bytes, as: UTF8.self)): \(answer.prefix(100))")
                return
            }
        }
        #expect(try tool.answer(to: tool.request()).hasSuffix("</html>\n"))
        #expect(tool.children().isEmpty)
    }

    @Test("A head of random bytes is read or refused, and what is read has the right shape")
    func randomHeads() {
        var chance = Chance(seed: 1)
        let head = Array("POST /a/run HTTP/1.1\r\nHost: a\r\nContent-Length: 12\r\nAccept: */*\r\n\r\n".utf8)
        var count = 0
        for _ in 0..<5000 {
            let bytes = chance.changed(head)
            guard let length = HTTPHead.length(in: bytes), let read = try? HTTPHead(bytes[..<length]) else { continue }
            count += 1
            #expect(read.path.hasPrefix("/") && !read.path.contains(" "))
            #expect(read.method.allSatisfy { $0.isASCII && $0.isUppercase })
            #expect(read.bodyLength >= 0)
        }
        #expect((100..<5000).contains(count))
    }
}

/// Random changes, the same in each run.
private struct Chance: RandomNumberGenerator {
    private var state: UInt64

    init(seed: UInt64) { state = seed }

    mutating func next() -> UInt64 {
        // SplitMix64.
        state &+= 0x9e37_79b9_7f4a_7c15
        var value = (state ^ state >> 30) &* 0xbf58_476d_1ce4_e5b9
        value = (value ^ value >> 27) &* 0x94d0_49bb_1331_11eb
        return value ^ value >> 31
    }

    /// Returns bytes of which some were replaced, removed, repeated or inserted.
    mutating func changed(_ bytes: [UInt8]) -> [UInt8] {
        var bytes = bytes
        let pieces = [
            "\r\n", "\r\n\r\n", "\n", "\0", " ", ":", "Host: a\r\n", "/", "..", "%2e", "\u{ff}", "Content-Length: 9",
        ]
        for _ in 0..<Int.random(in: 1...4, using: &self) where !bytes.isEmpty {
            let place = Int.random(in: 0..<bytes.count, using: &self)
            let end = min(bytes.count, place + Int.random(in: 1...20, using: &self))
            switch Int.random(in: 0..<6, using: &self) {
            case 0: bytes[place] = UInt8.random(in: 0...255, using: &self)
            case 1: bytes.removeSubrange(place..<end)
            case 2: bytes.insert(contentsOf: bytes[place..<end], at: place)
            case 3: bytes.removeSubrange(end...)
            case 4: bytes[place] ^= 1 << UInt8.random(in: 0..<8, using: &self)
            default: bytes.insert(contentsOf: pieces.randomElement(using: &self)!.utf8, at: place)
            }
        }
        return bytes
    }
}
