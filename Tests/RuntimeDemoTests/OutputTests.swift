// OutputTests.swift - standard output that cannot be written, as on a full disk.
import Foundation
import Testing

@Suite("runtime-demo, with a full disk")
struct OutputTests {
    @Test(
        "Output that cannot be written is one line and status 64, however the command ends",
        arguments: [
            "", "trace", "trace --json", "explore --output -", "cells --mistake", "--help", "help trace", "--version",
        ])
    func unwritable(command: String) throws {
        let result = try runProgram("/bin/sh", ["-c", "'\(toolPath)' \(command) > /dev/full"])
        #expect(result.status == 64)
        #expect(result.error.hasPrefix("Error: Cannot write standard output"))
        #expect(result.error.split(separator: "\n").count == 1)
    }

    @Test("A page that cannot be written whole leaves the old page as it was")
    func oldPageStays() throws {
        let folder = FileManager.default.temporaryDirectory.appending(path: UUID().uuidString)
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        let page = folder.appending(path: "page.html")
        try "old".write(to: page, atomically: true, encoding: .utf8)
        let result = try runProgram(
            "/bin/sh", ["-c", "ulimit -f 1; trap '' XFSZ; '\(toolPath)' explore set -o '\(page.path)'"])
        #expect(result.status == 64 && result.error.contains("Cannot write"))
        #expect(try String(contentsOf: page, encoding: .utf8) == "old")
        #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path) == ["page.html"])
    }
}
