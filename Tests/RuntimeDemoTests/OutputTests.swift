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
}
